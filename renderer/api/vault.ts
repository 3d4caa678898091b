// Calls about the key that protects the credentials.
import { vaultRoutes } from '../../engine/contract/rest/vault.ts';
import { api, requestOf, type Answer, type CallArgs } from './base.ts';

type Routes = typeof vaultRoutes;

export const vaultApi = api.injectEndpoints({
  endpoints: (build) => ({
    getVault: build.query<Answer<Routes['status']>, void>({
      query: () => requestOf(vaultRoutes.status, {}),
      providesTags: ['Vault'],
    }),
    retryVault: build.mutation<Answer<Routes['retry']>, void>({
      query: () => requestOf(vaultRoutes.retry, {}),
      invalidatesTags: ['Vault', 'Credentials'],
    }),
    recoverVault: build.mutation<Answer<Routes['recover']>, CallArgs<Routes['recover']>>({
      query: (args) => requestOf(vaultRoutes.recover, args),
      invalidatesTags: ['Vault', 'Credentials'],
    }),
    resetVault: build.mutation<Answer<Routes['reset']>, CallArgs<Routes['reset']>>({
      query: (args) => requestOf(vaultRoutes.reset, args),
      invalidatesTags: ['Vault', 'Credentials'],
    }),
    getRecoveryKey: build.mutation<Answer<Routes['recoveryKey']>, CallArgs<Routes['recoveryKey']>>({
      query: (args) => requestOf(vaultRoutes.recoveryKey, args),
    }),
  }),
});
