// Test webhooks: registered while a workflow is being tested, for one request and a limited time.
import type { Clock } from '../execution/index.ts';
import { AppError } from '../contract/errors.ts';
import type { TestCall, TestWebhookEvent } from './ports.ts';
import { WebhookTable, type Lookup, type WebhookEntry } from './table.ts';

interface Registration {
  readonly sessionId: string | undefined;
  readonly userId: string | undefined;
  readonly timer: AbortController;
  /** Whether the user waits at another server of the team. */
  readonly isElsewhere: boolean;
}

export class TestCalls<Payload> {
  readonly #table = new WebhookTable<Payload>();
  readonly #registrations = new Map<string, Registration>();
  readonly #clock: Clock;
  readonly #lifetime: number;
  readonly #notify: (event: TestWebhookEvent) => void;

  constructor(clock: Clock, lifetime: number, notify: (event: TestWebhookEvent) => void) {
    this.#clock = clock;
    this.#lifetime = lifetime;
    this.#notify = notify;
  }

  /**
   * Waits for a request to one of these webhooks; replaces what the user waited for before with this workflow. Throws WEBHOOK_CONFLICT if another
   * workflow waits for the same path, or another user with this workflow. `isElsewhere`: whether the user waits at another server of the team.
   */
  add(
    workflowId: string,
    entries: readonly WebhookEntry<Payload>[],
    { sessionId, userId }: Pick<TestCall, 'sessionId' | 'userId'> = {},
    isElsewhere = false,
  ): void {
    const other = this.#registrations.get(workflowId);
    if (other !== undefined && other.userId !== userId) throw awaitedByOther();
    this.#table.add(workflowId, entries);
    this.#registrations.get(workflowId)?.timer.abort();
    const registration = { sessionId, userId, timer: new AbortController(), isElsewhere };
    this.#registrations.set(workflowId, registration);
    this.#clock.sleep(this.#lifetime, registration.timer.signal).then(
      () => {
        if (this.#registrations.get(workflowId) !== registration) return;
        // The other server notifies its session.
        if (isElsewhere) this.leave(workflowId);
        else this.remove(workflowId);
      },
      () => undefined,
    );
  }

  lookup(method: string, path: string): Lookup<Payload> | undefined {
    return this.#table.lookup(method, path);
  }

  /** Called when a request has started a run. */
  received(workflowId: string, executionId: string): void {
    this.#end(workflowId, 'testWebhookReceived', executionId);
  }

  /** Stops waiting; returns false if the workflow was not waiting, or another user than the given one waits. */
  remove(workflowId: string, userId?: string): boolean {
    if (userId !== undefined && this.#registrations.get(workflowId)?.userId !== userId) return false;
    return this.#end(workflowId, 'testWebhookDeleted');
  }

  /** Whether the user of a test waits at another server. */
  isElsewhere(workflowId: string): boolean {
    return this.#registrations.get(workflowId)?.isElsewhere === true;
  }

  /** Whether the user of a test waits at this server. */
  isHere(workflowId: string): boolean {
    return this.#registrations.get(workflowId)?.isElsewhere === false;
  }

  /** Stops waiting without notifying the session; returns whether the user waited at this server. */
  leave(workflowId: string): boolean {
    const wasHere = this.isHere(workflowId);
    this.#registrations.get(workflowId)?.timer.abort();
    this.#registrations.delete(workflowId);
    this.#table.remove(workflowId);
    return wasHere;
  }

  /** Stops all waiting without notifying sessions. */
  stop(): void {
    for (const { timer } of this.#registrations.values()) timer.abort();
    this.#registrations.clear();
  }

  #end(workflowId: string, type: TestWebhookEvent['type'], executionId?: string): boolean {
    const registration = this.#registrations.get(workflowId);
    if (registration === undefined) return false;
    this.leave(workflowId);
    this.#notify({
      type,
      workflowId,
      ...(registration.sessionId === undefined ? {} : { sessionId: registration.sessionId }),
      ...(executionId === undefined ? {} : { executionId }),
    });
    return true;
  }
}

const awaitedByOther = (): AppError =>
  new AppError('WEBHOOK_CONFLICT', 'Another user is waiting for a test call of this workflow.', {
    hint: 'Try again once their test is over.',
  });
