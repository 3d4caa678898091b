// REST calls for credentials and credential types.
import { credentialRoutes } from '../../engine/contract/rest/credentials.ts';
import { oauthRoutes } from '../../engine/contract/rest/oauth.ts';
import type { ResponseOf } from '../../engine/contract/rest/route.ts';
import type { NodeProperty } from '../../engine/workflow/node-type.ts';
import { api, mutation, query, requestOf, withAllDigits } from './base.ts';
import { editorApi } from './editor.ts';

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
    getCredential: build.query<ResponseOf<typeof credentialRoutes.get>, string>({
      ...withAllDigits,
      query: (id) => requestOf(credentialRoutes.get, { params: { id }, query: { includeData: true } }),
      // Never cached, since saved data may differ from what was entered; the dialog continues with the responses to its own changes.
      keepUnusedDataFor: 0,
    }),
    secretNames: query(credentialRoutes.secretNames, [], { keepUnusedDataFor: 0 }),
    newCredentialName: build.query<ResponseOf<typeof credentialRoutes.newName>, string>({
      query: (name) => requestOf(credentialRoutes.newName, { query: { name } }),
      keepUnusedDataFor: 0,
    }),
    createCredential: mutation(credentialRoutes.create, ['Credentials']),
    updateCredential: mutation(credentialRoutes.update, ['Credentials']),
    shareCredential: mutation(credentialRoutes.share, ['Credentials']),
    removeCredential: mutation(credentialRoutes.remove, ['Credentials']),
    /** Returns the URL at which the user signs in to the service; valid once. */
    authorizeOAuth: build.mutation<string, { readonly protocol: 'oauth1' | 'oauth2'; readonly id: string }>({
      query: ({ protocol, id }) =>
        requestOf(protocol === 'oauth1' ? oauthRoutes.authorizeOAuth1 : oauthRoutes.authorizeOAuth2, { query: { id } }),
    }),
    testCredential: mutation(credentialRoutes.test),
  }),
});

/** Returns all credential types by display name; undefined while they load. */
export function useCredentialTypes(): readonly CredentialType[] | undefined {
  const { data } = editorApi.useCredentialTypesQuery();
  return data as readonly CredentialType[] | undefined;
}
