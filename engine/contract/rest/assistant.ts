// REST calls of the assistant: the model that a user has chosen for questions from the editor, and its answers.
import { Type } from 'typebox';
import { ASSISTANT_PROMPT_LENGTH } from './constants.ts';
import { route } from './route.ts';

const choice = Type.Object({
  /** Type of the model node. */
  provider: Type.String({ maxLength: 200 }),
  /** Absent for providers that need no credential. */
  credentialId: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  /** Name of the model at the provider. */
  model: Type.String({ minLength: 1, maxLength: 200 }),
});

const provider = Type.Object({
  /** Type of the model node. */
  type: Type.String(),
  name: Type.String(),
  credentialType: Type.String(),
  needsCredential: Type.Boolean(),
  /** Whether the provider lists its models. */
  hasList: Type.Boolean(),
});

const access = 'assistant:use' as const;
const nullable = Type.Union([choice, Type.Null()]);
const answerId = Type.String({ pattern: '^[\\w-]{1,64}$' });

export const assistantRoutes = {
  choice: route({
    method: 'GET',
    path: '/assistant',
    access,
    summary: 'Returns the model that the caller has chosen for the assistant; null if it is off',
    response: Type.Object({ model: nullable }),
  }),
  choose: route({
    method: 'PUT',
    path: '/assistant',
    access,
    summary: 'Chooses the model of the assistant for the caller; null turns it off',
    body: Type.Object({ model: nullable }),
    response: Type.Object({ model: nullable }),
  }),
  providers: route({
    method: 'GET',
    path: '/assistant/providers',
    access,
    summary: 'Returns the providers whose models can be chosen',
    response: Type.Array(provider),
  }),
  models: route({
    method: 'GET',
    path: '/assistant/models',
    access,
    summary: 'Asks a provider which models it has, with a credential of the caller; empty if it has no list',
    query: Type.Object({ provider: Type.String({ maxLength: 200 }), credentialId: Type.Optional(Type.String({ maxLength: 200 })) }),
    response: Type.Array(Type.String()),
  }),
  ask: route({
    method: 'POST',
    path: '/assistant/answers',
    access,
    summary:
      'Sends a text to the chosen model, and returns its answer. Its parts are sent to the editor session of the call as events. One question at a time',
    body: Type.Object({ id: answerId, prompt: Type.String({ minLength: 1, maxLength: ASSISTANT_PROMPT_LENGTH }) }),
    response: Type.Object({ text: Type.String() }),
  }),
  cancel: route({
    method: 'DELETE',
    path: '/assistant/answers/:id',
    access,
    summary: "Cancels the caller's question; does nothing if it is already answered",
    params: Type.Object({ id: answerId }),
    response: Type.Literal(true),
  }),
};

export type AssistantChoice = Type.Static<typeof choice>;
export type AssistantProvider = Type.Static<typeof provider>;
