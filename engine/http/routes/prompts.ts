// /rest/prompts, /rest/prompt, /rest/value-survey and /rest/accounts/onboarding
import { promptRoutes } from '../../contract/rest/prompts.ts';
import type { OutsideServices } from '../../services/outside/create.ts';
import type { Mount } from '../mount.ts';

export function mountPrompts(mount: Mount, { onboarding, prompts }: Pick<OutsideServices, 'onboarding' | 'prompts'>): void {
  mount(promptRoutes.prompts, ({ caller }) => prompts.prompts(caller.userId));
  mount(promptRoutes.sendContact, ({ caller, body }) => prompts.sendContact(caller.userId, body));
  mount(promptRoutes.sendValue, ({ caller, body }) => prompts.sendValue(caller.userId, body));
  mount(promptRoutes.onboarding, async ({ caller }) => (await onboarding.prompt(caller.userId)) ?? null);
  mount(promptRoutes.reportOnboardingPrompt, ({ caller, body }) => onboarding.reportPrompt(caller.userId, body.toast_sequence_number));
  mount(promptRoutes.signUpForCall, ({ caller, body }) => onboarding.signUp(caller.userId, body));
}
