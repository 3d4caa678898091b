// Credentials in the public API. Their data is accepted and never returned.
import { Type } from 'typebox';
import { route } from '../rest/route.ts';
import { byId, pageOf, pageQuery, time } from './pages.ts';

const credentialSchema = Type.Object({
  id: Type.String(),
  name: Type.String(),
  type: Type.String(),
  createdAt: time,
  updatedAt: time,
});

const name = Type.String({ minLength: 1, maxLength: 128 });
const data = Type.Record(Type.String(), Type.Unknown());

export const credentialApi = {
  list: route({
    method: 'GET',
    path: '/credentials',
    access: 'credential:list',
    scope: 'credential:read',
    summary: 'Returns credentials without their data',
    query: Type.Object(pageQuery),
    response: pageOf(credentialSchema),
  }),
  schema: route({
    method: 'GET',
    path: '/credentials/schema/:type',
    access: 'credential-type:list',
    scope: 'credential:read',
    summary: 'Returns the JSON Schema of the data that a credential type needs',
    params: Type.Object({ type: Type.String() }),
    response: Type.Object({}, { additionalProperties: true }),
  }),
  get: route({
    method: 'GET',
    path: '/credentials/:id',
    access: 'credential:read',
    scope: 'credential:read',
    summary: 'Returns a credential without its data',
    params: byId,
    response: credentialSchema,
  }),
  create: route({
    method: 'POST',
    path: '/credentials',
    access: 'credential:create',
    scope: 'credential:write',
    summary: 'Creates a credential',
    body: Type.Object({ name, type: Type.String(), data }),
    response: credentialSchema,
  }),
  update: route({
    method: 'PATCH',
    path: '/credentials/:id',
    access: 'credential:update',
    scope: 'credential:write',
    summary: 'Changes the name or the data of a credential; fields of the data that are left out keep their values',
    params: byId,
    /** `type` may be sent back, but not changed. */
    body: Type.Object({ name: Type.Optional(name), type: Type.Optional(Type.String()), data: Type.Optional(data) }),
    response: credentialSchema,
  }),
  remove: route({
    method: 'DELETE',
    path: '/credentials/:id',
    access: 'credential:delete',
    scope: 'credential:write',
    summary: 'Deletes a credential, and returns it without its data',
    params: byId,
    response: credentialSchema,
  }),
};

export type ApiCredential = Type.Static<typeof credentialSchema>;
