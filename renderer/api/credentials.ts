// REST calls for credentials and credential types.
import { credentialRoutes } from '../../engine/contract/rest/credentials.ts';
import { oauthRoutes } from '../../engine/contract/rest/oauth.ts';
import type { NodeProperty } from '../../engine/workflow/node-type.ts';
import { api, requestOf, withAllDigits, type ResponseBody, type CallArgs } from './base.ts';
import { editorApi } from './editor.ts';

type Routes = typeof credentialRoutes;

/** A credential type as the engine describes it. */
export interface CredentialType {
  readonly name: string;
  readonly displayName: string;
  readonly properties: readonly NodeProperty[];
  readonly documentationUrl?: string;
  /** Whether its icon is more than its initials. */
  readonly iconVersion?: string;
  readonly isTestable: boolean;
  /** Whether requests can be signed with it. */
  readonly canSign?: boolean;
  /** Whether it can be used for any service. */
  readonly genericAuth?: boolean;
  /** Types that it inherits from. */
  readonly extends?: readonly string[];
  /** Protocol through which an account is connected. */
  readonly connects?: 'oauth1' | 'oauth2';
}

export const credentialsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getCredential: build.query<ResponseBody<Routes['get']>, string>({
      ...withAllDigits,
      query: (id) => requestOf(credentialRoutes.get, { params: { id }, query: { includeData: true } }),
      // Never cached, since saved data may differ from what was entered; the dialog continues with the responses to its own changes.
      keepUnusedDataFor: 0,
    }),
    secretNames: build.query<ResponseBody<Routes['secretNames']>, void>({
      query: () => requestOf(credentialRoutes.secretNames),
      keepUnusedDataFor: 0,
    }),
    newCredentialName: build.query<ResponseBody<Routes['newName']>, string>({
      query: (name) => requestOf(credentialRoutes.newName, { query: { name } }),
      keepUnusedDataFor: 0,
    }),
    createCredential: build.mutation<ResponseBody<Routes['create']>, CallArgs<Routes['create']>>({
      query: (args) => requestOf(credentialRoutes.create, args),
      invalidatesTags: ['Credentials'],
    }),
    updateCredential: build.mutation<ResponseBody<Routes['update']>, CallArgs<Routes['update']>>({
      query: (args) => requestOf(credentialRoutes.update, args),
      invalidatesTags: ['Credentials'],
    }),
    shareCredential: build.mutation<ResponseBody<Routes['share']>, CallArgs<Routes['share']>>({
      query: (args) => requestOf(credentialRoutes.share, args),
      invalidatesTags: ['Credentials'],
    }),
    removeCredential: build.mutation<ResponseBody<Routes['remove']>, CallArgs<Routes['remove']>>({
      query: (args) => requestOf(credentialRoutes.remove, args),
      invalidatesTags: ['Credentials'],
    }),
    /** Returns the URL at which the user signs in to the service; valid once. */
    authorizeOAuth: build.mutation<string, { readonly protocol: 'oauth1' | 'oauth2'; readonly id: string }>({
      query: ({ protocol, id }) =>
        requestOf(protocol === 'oauth1' ? oauthRoutes.authorizeOAuth1 : oauthRoutes.authorizeOAuth2, { query: { id } }),
    }),
    testCredential: build.mutation<ResponseBody<Routes['test']>, CallArgs<Routes['test']>>({
      query: (args) => requestOf(credentialRoutes.test, args),
    }),
  }),
});

/** Returns all credential types by display name; undefined while they load. */
export function useCredentialTypes(): readonly CredentialType[] | undefined {
  const { data } = editorApi.useCredentialTypesQuery();
  return data as readonly CredentialType[] | undefined;
}
