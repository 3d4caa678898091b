// Responds to callers from the runs that their requests have started or resumed.
import type { RunResult } from '../contract/run-data.ts';
import type { WebhookResult } from '../sdk/index.ts';
import { resultOfWait } from './last-node.ts';
import type { PageRuns } from './page-runs.ts';
import type { RunEnd, WebhookRun } from './ports.ts';
import { failure, goesOnLater } from './rejections.ts';
import { WaitingCallers } from './waiting-callers.ts';
import type { WebhookCall } from './webhook-call.ts';

export class RunResponses {
  /** Whether new requests are rejected, because the server is stopping. */
  isClosing = false;
  readonly callers = new WaitingCallers();
  readonly pages: PageRuns;

  constructor(pages: PageRuns) {
    this.pages = pages;
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
    if (result.status !== 'waiting') this.callers.settle(executionId, result);
  }

  /** Tells callers whose runs are waiting that they will not receive a response. */
  endCallers(): void {
    this.callers.endAll(goesOnLater);
  }

  #settle({ responder }: WebhookCall, executionId: string, end: RunEnd): void {
    // The node that waits is the last one for now.
    const isLastNode = !this.isClosing && responder.source?.from === 'lastNode';
    const result = end.result.status !== 'waiting' ? end.result : isLastNode ? resultOfWait(end) : undefined;
    if (result === undefined) this.callers.add(executionId, responder);
    else responder.settle(result);
  }
}
