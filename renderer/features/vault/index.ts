// Public interface of the vault: its repair while it is locked, and the recovery key.
export { RecoveryKeyModal } from './recovery-key-modal.tsx';
export { VaultModal } from './vault-modal.tsx';
