// REST calls for the users of an instance: the list, invitations, sign-up, removal.
import { Type } from 'typebox';
import { route } from './route.ts';

const nullableText = Type.Union([Type.String(), Type.Null()]);

/** Public data of a user: never a hash, never a token. */
export const userSchema = Type.Object({
  id: Type.String(),
  firstName: nullableText,
  lastName: nullableText,
  email: nullableText,
  /** Empty until the user has signed up. */
  fullName: Type.String(),
  globalRole: Type.Object({ name: Type.Union([Type.Literal('owner'), Type.Literal('member'), Type.Literal('default')]) }),
  /** Whether the user is invited but has not signed up, or is the owner before set-up. */
  isPending: Type.Boolean(),
  /** Whether the user is an owner who has not been set up yet. */
  isDefaultUser: Type.Boolean(),
  isOwner: Type.Boolean(),
  personalizationAnswers: Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()]),
  createdAt: Type.String(),
});

/** Result of one invitation. */
const inviteResultSchema = Type.Object({
  user: Type.Object({
    /** Absent if the user was not invited. */
    id: Type.Optional(Type.String()),
    email: Type.String(),
    emailSent: Type.Boolean(),
    /** Link to share; present if no e-mail was sent. */
    inviteAcceptUrl: Type.Optional(Type.String()),
  }),
  error: Type.Optional(Type.String()),
});

const byId = Type.Object({ id: Type.String() });

/** Schema limits are looser than the rules, so that violations get the messages of the rules. */
export const accountText = Type.String({ maxLength: 1000 });

export const userRoutes = {
  list: route({
    method: 'GET',
    path: '/users',
    access: 'user:list',
    summary: 'Returns all users of this instance, including invited ones',
    response: Type.Array(userSchema),
  }),
  invite: route({
    method: 'POST',
    path: '/users',
    access: 'user:invite',
    summary: 'Invites people, by e-mail if it is set up; each result without an e-mail contains a link to share',
    body: Type.Array(Type.Object({ email: accountText }), { minItems: 1, maxItems: 50 }),
    response: Type.Array(inviteResultSchema),
  }),
  reinvite: route({
    method: 'POST',
    path: '/users/:id/reinvite',
    access: 'user:invite',
    summary: 'Sends an invitation again, or returns a link to share if e-mail is not set up; the previous link becomes invalid',
    params: byId,
    response: Type.Union([Type.Literal(true), Type.Object({ inviteAcceptUrl: Type.String() })]),
  }),
  remove: route({
    method: 'DELETE',
    path: '/users/:id',
    access: 'user:delete',
    summary: 'Removes a user; workflows and credentials are transferred to `transferId`, or removed too',
    params: byId,
    query: Type.Object({ transferId: Type.Optional(Type.String()) }),
    response: Type.Literal(true),
  }),
  resolveSignUp: route({
    method: 'GET',
    path: '/resolve-signup-token',
    access: 'public',
    summary: 'Returns the inviting user if the invitation is still valid',
    query: Type.Object({ inviterId: accountText, inviteeId: accountText }),
    response: Type.Object({ inviter: Type.Object({ firstName: nullableText, lastName: nullableText }) }),
  }),
  signUp: route({
    method: 'POST',
    path: '/users/:inviteeId',
    access: 'public',
    summary: 'Accepts an invitation and signs in; `inviteeId` is from the link, which works once',
    params: Type.Object({ inviteeId: Type.String() }),
    body: Type.Object({
      inviterId: accountText,
      firstName: accountText,
      lastName: accountText,
      password: accountText,
      agree: Type.Optional(Type.Boolean()),
    }),
    response: userSchema,
  }),
};

export type User = Type.Static<typeof userSchema>;
export type InviteResult = Type.Static<typeof inviteResultSchema>;
