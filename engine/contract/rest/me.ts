// Calls about the current user: profile, password, survey, API key.
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

/** The complete key when it is created, masked afterwards, null without one. */
const apiKey = Type.Object({ apiKey: Type.Union([Type.String(), Type.Null()]) });

export const meRoutes = {
  get: route({ method: 'GET', path: '/me', access: 'me:read', summary: 'Who calls', answer: userSchema }),
  update: route({
    method: 'PATCH',
    path: '/me',
    access: 'me:update',
    summary: 'A new name or e-mail address; a new address needs the current password',
    body: Type.Object({
      firstName: Type.Optional(accountText),
      lastName: Type.Optional(accountText),
      email: Type.Optional(accountText),
      currentPassword: Type.Optional(accountText),
    }),
    answer: userSchema,
  }),
  changePassword: route({
    method: 'PATCH',
    path: '/me/password',
    access: 'me:update',
    summary: 'A new password; all other sessions end',
    body: Type.Object({ currentPassword: accountText, newPassword: accountText }),
    answer: Type.Literal(true),
  }),
  answerSurvey: route({
    method: 'POST',
    path: '/me/survey',
    access: 'me:survey',
    summary: 'Keeps the answers of the personalization survey',
    body: Type.Record(Type.String({ maxLength: 100 }), answerValue, { maxProperties: 50 }),
    answer: Type.Literal(true),
  }),
  getApiKey: route({
    method: 'GET',
    path: '/me/api-key',
    access: 'api-key:manage',
    summary: "The caller's API key, masked; null when there is none",
    answer: apiKey,
  }),
  makeApiKey: route({
    method: 'POST',
    path: '/me/api-key',
    access: 'api-key:manage',
    summary: 'A new API key, shown in full this once; the former one ends',
    answer: apiKey,
  }),
  removeApiKey: route({
    method: 'DELETE',
    path: '/me/api-key',
    access: 'api-key:manage',
    summary: 'Ends the API key',
    answer: apiKey,
  }),
};

export type SurveyAnswers = Type.Static<(typeof meRoutes)['answerSurvey']['body']>;
