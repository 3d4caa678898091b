// REST calls for prompts of outside services.
import { api, mutation, query } from './base.ts';

export const promptsApi = api.injectEndpoints({
  endpoints: () => ({
    prompts: query('GET /prompts'),
    sendContact: mutation('POST /prompt'),
    sendValue: mutation('POST /value-survey'),
    onboardingPrompt: query('GET /prompts/onboarding'),
    reportOnboardingPrompt: mutation('POST /prompts/onboarding'),
    signUpForCall: mutation('POST /accounts/onboarding'),
  }),
});
