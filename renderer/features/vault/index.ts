// Public interface of the vault: its repair while it is locked, the recovery key, and moving credentials to other installations.
export { ExportModal } from './export-modal.tsx';
export { ImportModal } from './import-modal.tsx';
export { RecoveryKeyModal } from './recovery-key-modal.tsx';
export { VaultMenu } from './vault-menu.tsx';
export { VaultModal } from './vault-modal.tsx';
