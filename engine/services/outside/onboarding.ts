// The onboarding service, which offers a call to users who have answered the survey and whose account is new.
import { AppError } from '../../contract/errors.ts';
import { isRecord } from '../../contract/json.ts';
import type { OnboardingPrompt } from '../../contract/rest/prompts.ts';
import type { UserRecord } from '../../store/index.ts';
import { checkEmail } from '../accounts/person-fields.ts';
import { identityHeaders, displayText, type OutsideServicePorts } from './prompts.ts';
import { urlBelow, callService } from './service-call.ts';

export interface OnboardingPorts extends OutsideServicePorts {
  readonly users: { get(id: string): Promise<UserRecord | undefined> };
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Number of days after its creation during which an account is offered a call. */
  readonly days: number;
}

const DAY = 86_400_000;

export class OnboardingService {
  readonly #ports: OnboardingPorts;

  constructor(ports: OnboardingPorts) {
    this.#ports = ports;
  }

  /**
   * Returns the offer for the user; undefined if the service has none, or if the user has not answered the survey or is not new. The service is
   * asked only about users who may get an offer. Throws FEATURE_OFF or SERVICE_FAILED.
   */
  async prompt(userId: string): Promise<OnboardingPrompt | undefined> {
    this.#assertOn();
    const { users, now, days } = this.#ports;
    const user = await users.get(userId);
    if (user === undefined || user.personalization === null || now() - user.createdAt > days * DAY) return undefined;
    return promptOf(await this.#call('/prompts/onboarding', userId));
  }

  /** Tells the service that the offer was shown. Throws FEATURE_OFF or SERVICE_FAILED. */
  async reportPrompt(userId: string, sequenceNumber: number): Promise<true> {
    await this.#call('/prompts/onboarding', userId, { toast_sequence_number: sequenceNumber });
    return true;
  }

  /** Throws BAD_REQUEST, FEATURE_OFF or SERVICE_FAILED. */
  async signUp(userId: string, { email }: { readonly email: string }): Promise<true> {
    await this.#call('/accounts/onboarding', userId, { email: checkEmail(email) });
    return true;
  }

  #assertOn(): void {
    if (this.#ports.host === '') throw new AppError('FEATURE_OFF', 'No onboarding service is set on this instance.');
  }

  async #call(path: string, userId: string, body?: object): Promise<unknown> {
    this.#assertOn();
    const { http, host, instanceId } = this.#ports;
    return callService(http, {
      service: 'onboarding',
      variable: 'MILLRACE_ONBOARDING_HOST',
      url: urlBelow(host, path),
      headers: identityHeaders(instanceId, userId),
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    });
  }
}

/** Returns undefined if the response is not an offer. */
function promptOf(response: unknown): OnboardingPrompt | undefined {
  if (!isRecord(response)) return undefined;
  const [title, description] = [displayText(response['title']), displayText(response['description'])];
  const number = response['toast_sequence_number'];
  if (title === '' || !Number.isSafeInteger(number) || (number as number) < 1) return undefined;
  return { title, description, toast_sequence_number: number as number };
}
