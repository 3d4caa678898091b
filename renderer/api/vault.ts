// REST calls for the key that protects the credentials, and for moving credentials to other installations.
import { credentialRoutes } from '../../engine/contract/rest/credentials.ts';
import { vaultRoutes } from '../../engine/contract/rest/vault.ts';
import { api, mutation, query } from './base.ts';

export const vaultApi = api.injectEndpoints({
  endpoints: () => ({
    getVault: query(vaultRoutes.status, ['Vault']),
    retryVault: mutation(vaultRoutes.retry, ['Vault', 'Credentials']),
    recoverVault: mutation(vaultRoutes.recover, ['Vault', 'Credentials']),
    resetVault: mutation(vaultRoutes.reset, ['Vault', 'Credentials']),
    exportCredentials: mutation(credentialRoutes.export),
    importCredentials: mutation(credentialRoutes.import, ['Credentials']),
    getRecoveryKey: mutation(vaultRoutes.recoveryKey),
  }),
});
