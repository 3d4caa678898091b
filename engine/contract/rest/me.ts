// REST calls for the current user: profile, password, survey, API keys.
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

/** Times are in ISO 8601. */
const apiKeySchema = Type.Object({
  id: Type.String(),
  label: Type.String(),
  /** The complete key when it is created, masked afterwards. */
  apiKey: Type.String(),
  scopes: Type.Array(Type.String()),
  createdAt: Type.String(),
  expiresAt: Type.Union([Type.String(), Type.Null()]),
  lastUsedAt: Type.Union([Type.String(), Type.Null()]),
});

const keyFields = {
  label: Type.String({ maxLength: 200 }),
  /** All if absent. */
  scopes: Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { maxItems: 100 })),
};
const id = Type.Object({ id: Type.String() });

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
  listApiKeys: route({
    method: 'GET',
    path: '/me/api-keys',
    access: 'api-key:manage',
    summary: "Returns the caller's API keys, masked",
    response: Type.Array(apiKeySchema),
  }),
  createApiKey: route({
    method: 'POST',
    path: '/me/api-keys',
    access: 'api-key:manage',
    summary: 'Creates an API key, and returns it in full only this once',
    body: Type.Object({ ...keyFields, expiresAt: Type.Optional(Type.String({ maxLength: 100 })) }),
    response: apiKeySchema,
  }),
  updateApiKey: route({
    method: 'PATCH',
    path: '/me/api-keys/:id',
    access: 'api-key:manage',
    summary: 'Changes the label and the scopes of an API key',
    params: id,
    body: Type.Object(keyFields),
    response: apiKeySchema,
  }),
  removeApiKey: route({
    method: 'DELETE',
    path: '/me/api-keys/:id',
    access: 'api-key:manage',
    summary: 'Deletes an API key, which is refused from then on',
    params: id,
    response: Type.Literal(true),
  }),
};

export type SurveyAnswers = Type.Static<(typeof meRoutes)['answerSurvey']['body']>;
export type ApiKey = Type.Static<typeof apiKeySchema>;
