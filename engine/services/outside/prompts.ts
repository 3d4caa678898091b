// The prompts service, which decides whether a user is asked to rate the product or for an e-mail address, and receives the answers.
import { AppError } from '../../contract/errors.ts';
import { isRecord } from '../../contract/json.ts';
import type { Prompts, UpdateResult } from '../../contract/rest/prompts.ts';
import type { HttpPort } from '../../sdk/index.ts';
import { checkEmail } from '../accounts/person-fields.ts';
import { urlBelow, callService } from './service-call.ts';

export interface OutsideServicePorts {
  readonly http: HttpPort;
  /** Address of the service; empty if there is none. */
  readonly host: string;
  readonly instanceId: string;
}

/** Returns the headers that identify the instance and the user. */
export const identityHeaders = (instanceId: string, userId: string): Readonly<Record<string, string>> => ({
  'x-millrace-instance-id': instanceId,
  'x-millrace-user-id': userId,
});

/** Maximum length of a displayed text that a service sent. */
const MOST_CHARACTERS = 1000;

/** Returns the text of a service, shortened; empty if the value is not a text. */
export const displayText = (value: unknown): string => (typeof value === 'string' ? value.slice(0, MOST_CHARACTERS) : '');

export class PromptService {
  readonly #ports: OutsideServicePorts;

  constructor(ports: OutsideServicePorts) {
    this.#ports = ports;
  }

  /** Returns what the service wants to ask the user. Throws FEATURE_OFF or SERVICE_FAILED. */
  async prompts(userId: string): Promise<Prompts> {
    const response = await this.#call('/prompts', userId);
    const prompts = isRecord(response) ? response : {};
    return {
      showContactPrompt: prompts['showContactPrompt'] === true,
      showValueSurvey: prompts['showValueSurvey'] === true,
      title: displayText(prompts['title']),
      message: displayText(prompts['message']),
    };
  }

  /** Throws BAD_REQUEST, FEATURE_OFF or SERVICE_FAILED. */
  async sendContact(userId: string, { email }: { readonly email: string }): Promise<UpdateResult> {
    return updateResultOf(await this.#call('/prompt', userId, { email: checkEmail(email) }));
  }

  /** Throws BAD_REQUEST, FEATURE_OFF or SERVICE_FAILED. */
  async sendValue(userId: string, { value, email }: { readonly value: number; readonly email?: string }): Promise<UpdateResult> {
    const answer = email === undefined ? { value } : { value, email: checkEmail(email) };
    return updateResultOf(await this.#call('/value-survey', userId, answer));
  }

  async #call(path: string, userId: string, body?: object): Promise<unknown> {
    const { http, host, instanceId } = this.#ports;
    if (host === '') throw new AppError('FEATURE_OFF', 'No prompts service is set on this instance.');
    return callService(http, {
      service: 'prompts',
      variable: 'MILLRACE_PROMPTS_HOST',
      url: urlBelow(host, path),
      headers: identityHeaders(instanceId, userId),
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    });
  }
}

const updateResultOf = (response: unknown): UpdateResult => ({ updated: isRecord(response) && response['updated'] === true });
