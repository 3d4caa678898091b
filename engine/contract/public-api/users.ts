// Users in the public API.
import { Type } from 'typebox';
import { route } from '../rest/route.ts';
import { pageOf, pageQuery, time } from './pages.ts';

const nullableText = Type.Union([Type.String(), Type.Null()]);

const userSchema = Type.Object({
  id: Type.String(),
  email: nullableText,
  firstName: nullableText,
  lastName: nullableText,
  /** Whether the user is invited but has not signed up, or is the owner before set-up. */
  isPending: Type.Boolean(),
  createdAt: time,
  /** With `includeRole`. */
  role: Type.Optional(Type.Union([Type.Literal('global:owner'), Type.Literal('global:member')])),
});

const includeRole = Type.Optional(Type.Boolean());
const byIdOrEmail = Type.Object({ id: Type.String() });

export const userApi = {
  list: route({
    method: 'GET',
    path: '/users',
    access: 'user:list',
    scope: 'user:read',
    summary: 'Returns the users of the instance',
    query: Type.Object({ ...pageQuery, includeRole }),
    response: pageOf(userSchema),
  }),
  get: route({
    method: 'GET',
    path: '/users/:id',
    access: 'user:list',
    scope: 'user:read',
    summary: 'Returns a user by id or e-mail address',
    params: byIdOrEmail,
    query: Type.Object({ includeRole }),
    response: userSchema,
  }),
  invite: route({
    method: 'POST',
    path: '/users',
    access: 'user:invite',
    scope: 'user:write',
    status: 201,
    summary: 'Invites people as members; each result without an e-mail contains a link to share',
    body: Type.Array(Type.Object({ email: Type.String({ maxLength: 1000 }), role: Type.Optional(Type.Literal('global:member')) }), {
      minItems: 1,
      maxItems: 50,
    }),
    response: Type.Array(
      Type.Object({
        user: Type.Object({
          id: Type.Optional(Type.String()),
          email: Type.String(),
          inviteAcceptUrl: Type.Optional(Type.String()),
          emailSent: Type.Boolean(),
        }),
        error: Type.Optional(Type.String()),
      }),
    ),
  }),
  remove: route({
    method: 'DELETE',
    path: '/users/:id',
    access: 'user:delete',
    scope: 'user:write',
    status: 204,
    summary: 'Removes a user; workflows and credentials go to the user `transferId`, or are removed too',
    params: byIdOrEmail,
    query: Type.Object({ transferId: Type.Optional(Type.String()) }),
    response: Type.Null(),
  }),
};

export type ApiUser = Type.Static<typeof userSchema>;
