// Calls about credentials. Values of secret fields never leave the server: a placeholder stands for them.
import { Type } from 'typebox';
import { route } from './route.ts';

/** Stands for a stored secret. Sent back unchanged, it keeps the stored value. */
export const STORED_SECRET = '__millrace_stored_secret_6d0b1f7e__';

const nullableText = Type.Union([Type.String(), Type.Null()]);
const user = Type.Object({ id: Type.String(), email: nullableText, firstName: nullableText, lastName: nullableText });

const credentialSchema = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    type: Type.String(),
    nodesAccess: Type.Array(Type.Unknown()),
    /** Absent without an owner. */
    ownedBy: Type.Optional(user),
    sharedWith: Type.Array(user),
    createdAt: Type.String(),
    updatedAt: Type.String(),
    /** With `includeData`, for the credential's owner: the fields, with placeholders for secrets. */
    data: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  },
  { additionalProperties: true },
);

/** Maximum number of characters of a credential's name. */
export const CREDENTIAL_NAME_LENGTH = 64;

const id = Type.Object({ id: Type.String() });
const data = Type.Record(Type.String(), Type.Unknown());
const nodesAccess = Type.Optional(Type.Array(Type.Unknown()));

export const credentialRoutes = {
  list: route({
    method: 'GET',
    path: '/credentials',
    access: 'credential:list',
    summary: 'Credentials without their data',
    answer: Type.Array(credentialSchema),
  }),
  newName: route({
    method: 'GET',
    path: '/credentials/new',
    access: 'credential:create',
    summary: 'An unused name for a new credential',
    query: Type.Object({ name: Type.Optional(Type.String()) }),
    answer: Type.Object({ name: Type.String() }),
  }),
  get: route({
    method: 'GET',
    path: '/credentials/:id',
    access: 'credential:read',
    summary: 'A credential; its owner may include the data, with placeholders for secrets',
    params: id,
    query: Type.Object({ includeData: Type.Optional(Type.Boolean()) }),
    answer: credentialSchema,
  }),
  create: route({
    method: 'POST',
    path: '/credentials',
    access: 'credential:create',
    summary: 'A new credential',
    body: Type.Object({ name: Type.String(), type: Type.String(), data, nodesAccess }),
    answer: credentialSchema,
  }),
  update: route({
    method: 'PATCH',
    path: '/credentials/:id',
    access: 'credential:update',
    summary: 'Changes a credential; fields that are left out stay as they are',
    params: id,
    body: Type.Object({ name: Type.Optional(Type.String()), data: Type.Optional(data), nodesAccess }),
    answer: credentialSchema,
  }),
  remove: route({
    method: 'DELETE',
    path: '/credentials/:id',
    access: 'credential:delete',
    summary: 'Removes a credential',
    params: id,
    answer: Type.Literal(true),
  }),
  test: route({
    method: 'POST',
    path: '/credentials/test',
    access: 'credential:test',
    summary: 'Sends the test request of the credential type',
    body: Type.Object({
      credentials: Type.Object({ id: Type.Optional(Type.String()), type: Type.String(), data }, { additionalProperties: true }),
    }),
    answer: Type.Object({ status: Type.Union([Type.Literal('OK'), Type.Literal('Error')]), message: Type.String() }),
  }),
};

export type CredentialAnswer = Type.Static<typeof credentialSchema>;
