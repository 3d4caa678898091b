// Callers whose run waits: they are kept until it goes on and has an answer, they go away, or the server ends.
import type { RunResult } from '../contract/run-data.ts';
import type { WebhookReply } from '../sdk/index.ts';
import type { Exchange } from './exchange.ts';

export class HeldCallers {
  /** By execution, in the order in which they came: a run that waits several times may be waited for by several. */
  readonly #byExecution = new Map<string, readonly Exchange[]>();

  #end: ((executionId: string) => WebhookReply) | undefined;

  /** Keeps a caller who still waits. */
  add(executionId: string, exchange: Exchange): void {
    if (!exchange.isOpen || exchange.answers === undefined) return;
    if (this.#end !== undefined) {
      exchange.answer(this.#end(executionId));
      return;
    }
    this.#byExecution.set(executionId, [...(this.#byExecution.get(executionId) ?? []), exchange]);
    exchange.onGone(() => this.#remove(executionId, exchange));
  }

  /** Who came last: nodes of the run answer them. */
  newest(executionId: string): Exchange | undefined {
    return this.#byExecution.get(executionId)?.at(-1);
  }

  /** The run is over: everybody is answered. */
  settle(executionId: string, result: RunResult): void {
    const callers = this.#byExecution.get(executionId) ?? [];
    this.#byExecution.delete(executionId);
    for (const exchange of callers) exchange.settle(result);
  }

  /** Answers everybody, those who are added from now on too. */
  endAll(reply: (executionId: string) => WebhookReply): void {
    this.#end = reply;
    for (const [executionId, callers] of this.#byExecution) for (const exchange of callers) exchange.answer(reply(executionId));
    this.#byExecution.clear();
  }

  #remove(executionId: string, exchange: Exchange): void {
    const left = this.#byExecution.get(executionId)?.filter((other) => other !== exchange) ?? [];
    if (left.length === 0) this.#byExecution.delete(executionId);
    else this.#byExecution.set(executionId, left);
  }
}
