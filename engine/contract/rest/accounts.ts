// Access to the instance: owner set-up, sign-in and sign-out, forgotten passwords.
import { Type } from 'typebox';
import { route } from './route.ts';
import { accountText, userSchema } from './users.ts';

const done = Type.Literal(true);

export const accountRoutes = {
  current: route({
    method: 'GET',
    path: '/login',
    access: 'me:read',
    summary: 'Returns the signed-in user; before set-up, the default user of this computer',
    response: userSchema,
  }),
  openLocally: route({
    method: 'GET',
    path: '/local-access',
    access: 'public',
    summary: 'Accepts the one-time token of a link, sets the session cookie and redirects to the editor',
    query: Type.Object({ token: accountText }),
    response: done,
  }),
  signIn: route({
    method: 'POST',
    path: '/login',
    access: 'public',
    summary: 'Signs in',
    body: Type.Object({ email: accountText, password: accountText }),
    response: userSchema,
  }),
  signOut: route({ method: 'POST', path: '/logout', access: 'public', summary: 'Signs out', response: done }),
  setUp: route({
    method: 'POST',
    path: '/owner',
    access: 'owner:set-up',
    summary: 'Makes the default user the owner, and signs in',
    body: Type.Object({
      email: accountText,
      firstName: accountText,
      lastName: accountText,
      password: accountText,
      agree: Type.Optional(Type.Boolean()),
    }),
    response: userSchema,
  }),
  skipSetUp: route({
    method: 'POST',
    path: '/owner/skip-setup',
    access: 'owner:set-up',
    summary: 'Skips the set-up; refused if other computers can reach the instance',
    response: done,
  }),
  forgotPassword: route({
    method: 'POST',
    path: '/forgot-password',
    access: 'public',
    summary: 'Sends a link for a new password if the user exists; the response is the same in either case',
    body: Type.Object({ email: accountText }),
    response: done,
  }),
  resolvePasswordToken: route({
    method: 'GET',
    path: '/resolve-password-token',
    access: 'public',
    summary: 'Returns whether a password link is still valid',
    query: Type.Object({ token: accountText, userId: accountText }),
    response: done,
  }),
  changePassword: route({
    method: 'POST',
    path: '/change-password',
    access: 'public',
    summary: 'Sets a new password with the link of the e-mail, which works once; ends all sessions of the user',
    body: Type.Object({ token: accountText, userId: accountText, password: accountText }),
    response: done,
  }),
};
