// REST calls for credentials and credential types.
import type { NodeProperty } from '../../engine/workflow/node-type.ts';
import { api, mutation, query, requestOf, withAllDigits } from './base.ts';
import { editorApi } from './editor.ts';
import type { CallResponse } from './routes.ts';

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
    getCredential: build.query<CallResponse<'GET /credentials/:id'>, string>({
      ...withAllDigits,
      query: (id) => requestOf('GET /credentials/:id', { params: { id }, query: { includeData: true } }),
      // Never cached, since saved data may differ from what was entered; the dialog continues with the responses to its own changes.
      keepUnusedDataFor: 0,
    }),
    secretNames: query('GET /credentials/secrets', [], { keepUnusedDataFor: 0 }),
    newCredentialName: build.query<CallResponse<'GET /credentials/new'>, string>({
      query: (name) => requestOf('GET /credentials/new', { query: { name } }),
      keepUnusedDataFor: 0,
    }),
    createCredential: mutation('POST /credentials', ['Credentials']),
    updateCredential: mutation('PATCH /credentials/:id', ['Credentials']),
    shareCredential: mutation('PUT /credentials/:id/share', ['Credentials']),
    removeCredential: mutation('DELETE /credentials/:id', ['Credentials']),
    /** Returns the URL at which the user signs in to the service; valid once. */
    authorizeOAuth: build.mutation<string, { readonly protocol: 'oauth1' | 'oauth2'; readonly id: string }>({
      query: ({ protocol, id }) =>
        requestOf(protocol === 'oauth1' ? 'GET /oauth1-credential/auth' : 'GET /oauth2-credential/auth', { query: { id } }),
    }),
    testCredential: mutation('POST /credentials/test'),
  }),
});

/** Returns all credential types by display name; undefined while they load. */
export function useCredentialTypes(): readonly CredentialType[] | undefined {
  const { data } = editorApi.useCredentialTypesQuery();
  return data as readonly CredentialType[] | undefined;
}
