// REST calls for the current user: profile, password, survey, API key.
import { Type } from 'typebox';
import { route } from './route.ts';
import { accountText, userSchema } from './users.ts';

const answerValue = Type.Union([
  Type.String({ maxLength: 1000 }),
  Type.Number(),
  Type.Boolean(),
  Type.Null(),
  Type.Array(Type.String({ maxLength: 200 }), { maxItems: 100 }),
]);

/** The complete key when it is created, masked afterwards, null if there is none. */
const apiKey = Type.Object({ apiKey: Type.Union([Type.String(), Type.Null()]) });

export const meRoutes = {
  get: route({ method: 'GET', path: '/me', access: 'me:read', summary: 'Returns the caller', response: userSchema }),
  update: route({
    method: 'PATCH',
    path: '/me',
    access: 'me:update',
    summary: 'Changes the name or e-mail address; a new address requires the current password',
    body: Type.Object({
      firstName: Type.Optional(accountText),
      lastName: Type.Optional(accountText),
      email: Type.Optional(accountText),
      currentPassword: Type.Optional(accountText),
    }),
    response: userSchema,
  }),
  changePassword: route({
    method: 'PATCH',
    path: '/me/password',
    access: 'me:update',
    summary: 'Changes the password; ends all other sessions',
    body: Type.Object({ currentPassword: accountText, newPassword: accountText }),
    response: Type.Literal(true),
  }),
  answerSurvey: route({
    method: 'POST',
    path: '/me/survey',
    access: 'me:survey',
    summary: 'Stores the answers to the personalization survey',
    body: Type.Record(Type.String({ maxLength: 100 }), answerValue, { maxProperties: 50 }),
    response: Type.Literal(true),
  }),
  getApiKey: route({
    method: 'GET',
    path: '/me/api-key',
    access: 'api-key:manage',
    summary: "The caller's API key, masked; null when there is none",
    response: apiKey,
  }),
  makeApiKey: route({
    method: 'POST',
    path: '/me/api-key',
    access: 'api-key:manage',
    summary: 'Creates an API key, which is shown in full only once; the previous one becomes invalid',
    response: apiKey,
  }),
  removeApiKey: route({
    method: 'DELETE',
    path: '/me/api-key',
    access: 'api-key:manage',
    summary: 'Revokes the API key',
    response: apiKey,
  }),
};

export type SurveyAnswers = Type.Static<(typeof meRoutes)['answerSurvey']['body']>;
