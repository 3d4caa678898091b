// REST calls for prompts of outside services: the value survey, the request for an e-mail address, and the offer of an onboarding call.
import { Type } from 'typebox';
import { route } from './route.ts';
import { accountText } from './users.ts';

/** Whether the service stored the answer. */
const updateResult = Type.Object({ updated: Type.Boolean() });

const promptsSchema = Type.Object({
  showContactPrompt: Type.Boolean(),
  showValueSurvey: Type.Boolean(),
  /** Texts of the request for an e-mail address; empty for the usual ones. */
  title: Type.String(),
  message: Type.String(),
});

const onboardingPromptSchema = Type.Object({
  title: Type.String(),
  description: Type.String(),
  /** Starts with 1. */
  toast_sequence_number: Type.Integer(),
});

export const promptRoutes = {
  prompts: route({
    method: 'GET',
    path: '/prompts',
    access: 'prompt:answer',
    summary: 'Returns what the prompts service wants to ask the caller',
    response: promptsSchema,
  }),
  sendContact: route({
    method: 'POST',
    path: '/prompt',
    access: 'prompt:answer',
    summary: 'Sends an e-mail address to the prompts service',
    body: Type.Object({ email: accountText }),
    response: updateResult,
  }),
  sendValue: route({
    method: 'POST',
    path: '/value-survey',
    access: 'prompt:answer',
    summary: 'Sends a rating from 0 to 10 to the prompts service, and later the e-mail address',
    body: Type.Object({ value: Type.Integer({ minimum: 0, maximum: 10 }), email: Type.Optional(accountText) }),
    response: updateResult,
  }),
  onboarding: route({
    method: 'GET',
    path: '/prompts/onboarding',
    access: 'prompt:answer',
    summary: 'Returns the offer of an onboarding call; null if there is none for the caller',
    response: Type.Union([onboardingPromptSchema, Type.Null()]),
  }),
  reportOnboardingPrompt: route({
    method: 'POST',
    path: '/prompts/onboarding',
    access: 'prompt:answer',
    summary: 'Tells the onboarding service that its offer was shown',
    body: Type.Object({ toast_sequence_number: Type.Integer() }),
    response: Type.Literal(true),
  }),
  signUpForCall: route({
    method: 'POST',
    path: '/accounts/onboarding',
    access: 'prompt:answer',
    summary: 'Signs up for an onboarding call with an e-mail address',
    body: Type.Object({ email: accountText }),
    response: Type.Literal(true),
  }),
};

export type Prompts = Type.Static<typeof promptsSchema>;
export type OnboardingPrompt = Type.Static<typeof onboardingPromptSchema>;
export type UpdateResult = Type.Static<typeof updateResult>;
