// REST calls for the key that protects the credentials, and for moving credentials to other installations.
import { api, mutation, query } from './base.ts';

export const vaultApi = api.injectEndpoints({
  endpoints: () => ({
    getVault: query('GET /vault', ['Vault']),
    retryVault: mutation('POST /vault/retry', ['Vault', 'Credentials']),
    recoverVault: mutation('POST /vault/recover', ['Vault', 'Credentials']),
    resetVault: mutation('POST /vault/reset', ['Vault', 'Credentials']),
    exportCredentials: mutation('POST /credentials/export'),
    importCredentials: mutation('POST /credentials/import', ['Credentials']),
    getRecoveryKey: mutation('POST /vault/recovery-key'),
  }),
});
