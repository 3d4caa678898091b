// Callers whose run is waiting. They are held until the run has resumed and has a response, they disconnect, or the server stops.
import type { RunResult } from '../contract/run-data.ts';
import type { WebhookReply } from '../sdk/index.ts';
import type { WebhookResponder } from './webhook-responder.ts';

export class WaitingCallers {
  /** By execution id, in order of arrival: if a run waits several times, several callers may wait for it. */
  readonly #byExecution = new Map<string, readonly WebhookResponder[]>();

  #end: ((executionId: string) => WebhookReply) | undefined;

  /** Holds a caller. */
  add(executionId: string, responder: WebhookResponder): void {
    if (!responder.isOpen || responder.source === undefined) return;
    if (this.#end !== undefined) {
      responder.send(this.#end(executionId));
      return;
    }
    this.#byExecution.set(executionId, [...(this.#byExecution.get(executionId) ?? []), responder]);
    responder.onGone(() => this.#remove(executionId, responder));
  }

  /** Ids of the executions that callers wait for. */
  get executions(): readonly string[] {
    return [...this.#byExecution.keys()];
  }

  /** Returns the latest caller, which receives the responses of the run's nodes. */
  newest(executionId: string): WebhookResponder | undefined {
    return this.#byExecution.get(executionId)?.at(-1);
  }

  /** Responds to all callers of a run that has ended. */
  settle(executionId: string, result: RunResult): void {
    const callers = this.#byExecution.get(executionId) ?? [];
    this.#byExecution.delete(executionId);
    for (const responder of callers) responder.settle(result);
  }

  /** Responds to all callers, and immediately to those that are added later. */
  endAll(reply: (executionId: string) => WebhookReply): void {
    this.#end = reply;
    for (const [executionId, callers] of this.#byExecution) for (const responder of callers) responder.send(reply(executionId));
    this.#byExecution.clear();
  }

  #remove(executionId: string, responder: WebhookResponder): void {
    const remaining = this.#byExecution.get(executionId)?.filter((other) => other !== responder) ?? [];
    if (remaining.length === 0) this.#byExecution.delete(executionId);
    else this.#byExecution.set(executionId, remaining);
  }
}
