// Public interface of the vault for other features: moving credentials to other installations, and the recovery key.
export { VaultMenu } from './vault-menu.tsx';
