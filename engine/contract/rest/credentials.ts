// REST calls for credentials. Values of secret fields never leave the server: a placeholder is sent instead.
import { Type } from 'typebox';
import { route } from './route.ts';

const nullableText = Type.Union([Type.String(), Type.Null()]);
const user = Type.Object({ id: Type.String(), email: nullableText, firstName: nullableText, lastName: nullableText });

/** Actions that the caller may perform on a credential. */
const permissions = Type.Object({
  /** Whether the caller owns the credential. */
  isOwner: Type.Boolean(),
  /** Whether the caller is the instance owner, or the local user before set-up. */
  isInstanceOwner: Type.Boolean(),
  updateName: Type.Boolean(),
  updateConnection: Type.Boolean(),
  updateSharing: Type.Boolean(),
  updateNodeAccess: Type.Boolean(),
  /** Any kind of update. */
  save: Type.Boolean(),
  delete: Type.Boolean(),
  /** Testing it with its stored data. */
  test: Type.Boolean(),
  /** Choosing it in nodes. */
  use: Type.Boolean(),
});

/** Node types that may use a credential; an empty list allows all. */
const nodesAccess = Type.Array(Type.Object({ nodeType: Type.String({ maxLength: 300 }) }, { additionalProperties: true }), {
  maxItems: 2000,
});

const credentialSchema = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    type: Type.String(),
    nodesAccess,
    permissions,
    /** Absent if the credential has no owner. */
    ownedBy: Type.Optional(user),
    sharedWith: Type.Array(user),
    /** Whether an account is connected; absent if none is needed, and while the credentials are locked. */
    isConnected: Type.Optional(Type.Boolean()),
    createdAt: Type.String(),
    updatedAt: Type.String(),
    /** Only with `includeData` and for the credential's owner: the fields, with placeholders for secrets. */
    data: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  },
  { additionalProperties: true },
);

const id = Type.Object({ id: Type.String() });
const data = Type.Record(Type.String(), Type.Unknown());
const nodeAccessChange = Type.Optional(nodesAccess);

export const credentialRoutes = {
  list: route({
    method: 'GET',
    path: '/credentials',
    access: 'credential:list',
    summary: 'Credentials without their data',
    response: Type.Array(credentialSchema),
  }),
  newName: route({
    method: 'GET',
    path: '/credentials/new',
    access: 'credential:create',
    summary: 'An unused name for a new credential',
    query: Type.Object({ name: Type.Optional(Type.String()) }),
    response: Type.Object({ name: Type.String() }),
  }),
  secretNames: route({
    method: 'GET',
    path: '/credentials/secrets',
    access: 'credential:create',
    summary: "Names of the external secrets that expressions in the caller's credentials can read, never their values",
    response: Type.Array(
      Type.Object({ provider: Type.Union([Type.Literal('file'), Type.Literal('env')]), names: Type.Array(Type.String()) }),
    ),
  }),
  get: route({
    method: 'GET',
    path: '/credentials/:id',
    access: 'credential:read',
    summary: 'A credential; its owner may include the data, with placeholders for secrets',
    params: id,
    query: Type.Object({ includeData: Type.Optional(Type.Boolean()) }),
    response: credentialSchema,
  }),
  create: route({
    method: 'POST',
    path: '/credentials',
    access: 'credential:create',
    summary: 'A new credential',
    body: Type.Object({ name: Type.String(), type: Type.String(), data, nodesAccess: nodeAccessChange }),
    response: credentialSchema,
  }),
  update: route({
    method: 'PATCH',
    path: '/credentials/:id',
    access: 'credential:update',
    summary: 'Changes a credential; fields that are left out stay as they are',
    params: id,
    body: Type.Object({
      name: Type.Optional(Type.String()),
      data: Type.Optional(data),
      nodesAccess: nodeAccessChange,
      /** `updatedAt` as the caller read it. If the credential has been saved since, nothing changes and the error is CREDENTIAL_CHANGED. */
      updatedAt: Type.Optional(Type.String()),
    }),
    response: credentialSchema,
  }),
  remove: route({
    method: 'DELETE',
    path: '/credentials/:id',
    access: 'credential:delete',
    summary: 'Removes a credential',
    params: id,
    response: Type.Literal(true),
  }),
  share: route({
    method: 'PUT',
    path: '/credentials/:id/share',
    access: 'credential:share',
    summary: 'Sets the users who may use a credential of the caller; they do not see its data',
    params: id,
    body: Type.Object({ shareWithIds: Type.Array(Type.String(), { maxItems: 1000 }) }),
    response: credentialSchema,
  }),
  export: route({
    method: 'POST',
    path: '/credentials/export',
    access: 'credential:export',
    summary: "A file with the caller's own credentials: protected by a passphrase, or in plain text after a confirmation",
    body: Type.Object({
      /** Default: all of the caller's own credentials. */
      ids: Type.Optional(Type.Array(Type.String(), { maxItems: 10_000 })),
      passphrase: Type.Optional(Type.String({ maxLength: 1000 })),
      confirmation: Type.Optional(Type.String({ maxLength: 100 })),
    }),
    response: Type.Object({ content: Type.String() }),
  }),
  import: route({
    method: 'POST',
    path: '/credentials/import',
    access: 'credential:import',
    summary: 'Imports a file with credentials of Millrace or n8n for the caller',
    body: Type.Object({
      content: Type.String(),
      passphrase: Type.Optional(Type.String({ maxLength: 1000 })),
      n8nKey: Type.Optional(Type.String({ maxLength: 1000 })),
    }),
    response: Type.Array(Type.Object({ id: Type.String(), name: Type.String(), type: Type.String(), isNew: Type.Boolean() })),
  }),
  test: route({
    method: 'POST',
    path: '/credentials/test',
    access: 'credential:test',
    summary: 'Sends the test request of the credential type; without `data`, with the stored data',
    body: Type.Object({
      credentials: Type.Object(
        { id: Type.Optional(Type.String()), type: Type.String(), data: Type.Optional(data) },
        { additionalProperties: true },
      ),
    }),
    response: Type.Object({ status: Type.Union([Type.Literal('OK'), Type.Literal('Error')]), message: Type.String() }),
  }),
};

export type CredentialPermissions = Type.Static<typeof permissions>;
export type CredentialView = Type.Static<typeof credentialSchema>;
