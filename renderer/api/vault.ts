// REST calls for the key that protects the credentials, and for moving credentials to other installations.
import { credentialRoutes } from '../../engine/contract/rest/credentials.ts';
import { vaultRoutes } from '../../engine/contract/rest/vault.ts';
import { api, requestOf, type ResponseBody, type CallArgs } from './base.ts';

type Routes = typeof vaultRoutes;
type CredentialCalls = typeof credentialRoutes;

export const vaultApi = api.injectEndpoints({
  endpoints: (build) => ({
    getVault: build.query<ResponseBody<Routes['status']>, void>({
      query: () => requestOf(vaultRoutes.status, {}),
      providesTags: ['Vault'],
    }),
    retryVault: build.mutation<ResponseBody<Routes['retry']>, void>({
      query: () => requestOf(vaultRoutes.retry, {}),
      invalidatesTags: ['Vault', 'Credentials'],
    }),
    recoverVault: build.mutation<ResponseBody<Routes['recover']>, CallArgs<Routes['recover']>>({
      query: (args) => requestOf(vaultRoutes.recover, args),
      invalidatesTags: ['Vault', 'Credentials'],
    }),
    resetVault: build.mutation<ResponseBody<Routes['reset']>, CallArgs<Routes['reset']>>({
      query: (args) => requestOf(vaultRoutes.reset, args),
      invalidatesTags: ['Vault', 'Credentials'],
    }),
    exportCredentials: build.mutation<ResponseBody<CredentialCalls['export']>, CallArgs<CredentialCalls['export']>>({
      query: (args) => requestOf(credentialRoutes.export, args),
    }),
    importCredentials: build.mutation<ResponseBody<CredentialCalls['import']>, CallArgs<CredentialCalls['import']>>({
      query: (args) => requestOf(credentialRoutes.import, args),
      invalidatesTags: ['Credentials'],
    }),
    getRecoveryKey: build.mutation<ResponseBody<Routes['recoveryKey']>, CallArgs<Routes['recoveryKey']>>({
      query: (args) => requestOf(vaultRoutes.recoveryKey, args),
    }),
  }),
});
