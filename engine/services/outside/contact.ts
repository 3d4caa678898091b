// The contact service, which receives the e-mail addresses of people who agree to it during set-up and sign-up.
import { AppError } from '../../contract/errors.ts';
import type { Logger } from '../../sdk/index.ts';
import { identityHeaders, type OutsideServicePorts } from './prompts.ts';
import { urlBelow, callService } from './service-call.ts';

export interface ContactPorts extends OutsideServicePorts {
  readonly logger: Pick<Logger, 'warn'>;
}

export class ContactService {
  readonly #ports: ContactPorts;
  readonly #pending = new Set<Promise<void>>();

  constructor(ports: ContactPorts) {
    this.#ports = ports;
  }

  /** Sends the address without waiting for it. A failure is logged without the address, and is not reported to the person. */
  submit(person: { readonly id: string; readonly email: string }): void {
    if (this.#ports.host === '') return;
    const pending = this.#send(person).finally(() => this.#pending.delete(pending));
    this.#pending.add(pending);
  }

  /** Resolves once everything is sent. */
  async settled(): Promise<void> {
    await Promise.all(this.#pending);
  }

  async #send({ id, email }: { readonly id: string; readonly email: string }): Promise<void> {
    const { http, host, instanceId, logger } = this.#ports;
    try {
      await callService(http, {
        service: 'contact',
        variable: 'MILLRACE_CONTACT_HOST',
        url: urlBelow(host, '/accounts/onboarding'),
        method: 'POST',
        headers: identityHeaders(instanceId, id),
        body: JSON.stringify({ email, agree: true }),
      });
    } catch (error) {
      const reason = error instanceof AppError ? String(error.params['reason']) : 'of an internal error';
      logger.warn(`An e-mail address could not be sent to the contact service: ${reason}.`);
    }
  }
}
