// Responds to callers from the runs that their requests have started or resumed.
import type { RunResult } from '../contract/run-data.ts';
import type { Clock } from '../execution/index.ts';
import type { WebhookResult } from '../sdk/index.ts';
import { resultOfWait } from './last-node.ts';
import type { PageRuns } from './page-runs.ts';
import type { RunEnd, WebhookRun } from './ports.ts';
import { failure, continuesLater } from './rejections.ts';
import type { WebhookCall } from './webhook-call.ts';
import type { WebhookResponder } from './webhook-responder.ts';

export class RunResponses {
  readonly pages: PageRuns;
  readonly #clock: Pick<Clock, 'now'>;
  /** Callers whose run is waiting, by execution id, in order of arrival: if a run waits several times, several callers may wait for it. */
  readonly #callers = new Map<string, readonly WebhookResponder[]>();
  #isClosing = false;
  #hasClosed = false;

  constructor(pages: PageRuns, clock: Pick<Clock, 'now'>) {
    this.pages = pages;
    this.#clock = clock;
  }

  /** Whether new requests are rejected, because the server is stopping. */
  get isClosing(): boolean {
    return this.#isClosing;
  }

  /** Responds to every further request with 503. Callers that already wait for a run still receive its response. */
  rejectCalls(): void {
    this.#isClosing = true;
  }

  /** Ids of the waiting executions whose callers still wait for a response. */
  get waitingExecutions(): readonly string[] {
    return [...this.#callers.keys()];
  }

  /** Returns the latest caller that still waits for the response of a waiting execution; it receives the responses of the run's nodes. */
  responderOf(executionId: string): WebhookResponder | undefined {
    return this.#callers.get(executionId)?.at(-1);
  }

  /** Responds once the start is stored, and waits for the end if the response depends on it. `reply`: the response if it does not. */
  async follow(call: WebhookCall, run: WebhookRun, reply: WebhookResult['reply']): Promise<void> {
    const { kind, responder, log } = call;
    const { executionId } = run;
    if (log.called !== undefined) log.called = { ...log.called, executionId };
    const ended = run.done.catch((error: unknown) => log.error(`An execution started by a webhook could not run: ${String(error)}`));
    try {
      await run.started;
    } catch (error) {
      log.error(`The start of an execution could not be saved: ${String(error)}`);
      responder.reject(failure(kind, error));
      return;
    }
    responder.release();
    if (reply !== undefined) responder.send(reply);
    const { source } = responder;
    if (source?.from === 'pages') {
      await this.pages.lead(executionId, ended.then((end) => end?.result), responder, source); // oxfmt-ignore
      return;
    }
    const end = await ended;
    if (end === undefined) responder.send(failure(kind, undefined));
    else this.#settle(call, executionId, end);
  }

  /** Called when a run has ended or is waiting again, to respond to its callers. */
  ended(executionId: string, result: RunResult): void {
    this.pages.ended(executionId, result);
    if (result.status === 'waiting') return;
    const callers = this.#callers.get(executionId) ?? [];
    this.#callers.delete(executionId);
    for (const responder of callers) responder.settle(result);
  }

  /** Called when a waiting execution was stopped or deleted, so that its callers do not wait for it any longer. */
  waitEnded(executionId: string): void {
    const now = this.#clock.now();
    this.ended(executionId, { status: 'canceled', mode: 'webhook', startedAt: now, stoppedAt: now, resultData: { runData: {} } });
  }

  /** Tells callers whose runs are waiting, now or later, that they will not receive a response. */
  close(): void {
    this.#hasClosed = true;
    for (const [executionId, callers] of this.#callers) for (const responder of callers) responder.send(continuesLater(executionId));
    this.#callers.clear();
  }

  #settle({ responder }: WebhookCall, executionId: string, end: RunEnd): void {
    // The node that waits is the last one for now.
    const isLastNode = !this.#isClosing && responder.source?.from === 'lastNode';
    const result = end.result.status !== 'waiting' ? end.result : isLastNode ? resultOfWait(end) : undefined;
    if (result === undefined) this.#wait(executionId, responder);
    else responder.settle(result);
  }

  /** Remembers the caller until the run has resumed and has a response, the caller disconnects, or the server stops. */
  #wait(executionId: string, responder: WebhookResponder): void {
    if (!responder.isOpen || responder.source === undefined) return;
    if (this.#hasClosed) {
      responder.send(continuesLater(executionId));
      return;
    }
    this.#callers.set(executionId, [...(this.#callers.get(executionId) ?? []), responder]);
    responder.onGone(() => {
      const remaining = this.#callers.get(executionId)?.filter((other) => other !== responder) ?? [];
      if (remaining.length === 0) this.#callers.delete(executionId);
      else this.#callers.set(executionId, remaining);
    });
  }
}
