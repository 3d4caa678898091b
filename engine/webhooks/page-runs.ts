// Runs that a person steps through page by page: redirects to the next page, and the page shown after the end.
import type { RunResult } from '../contract/run-data.ts';
import type { Clock } from '../execution/index.ts';
import type { WebhookResponse, WebhookReply } from '../sdk/index.ts';
import type { resumeUrls } from './resume-url.ts';
import type { WebhookResponder } from './webhook-responder.ts';

type Pages = Extract<WebhookResponse, { readonly from: 'pages' }>;

interface PageRun {
  readonly pages: Pages;
  /** Set while the run is in progress and its end will be reported. */
  running: Promise<RunResult | undefined> | undefined;
  ending: WebhookReply | undefined;
}

/** Maximum number of remembered runs; older ones show a generic page. */
const MAX_RUNS = 250;

export class PageRuns {
  readonly #runs = new Map<string, PageRun>();
  readonly #clock: Clock;
  readonly #patience: number;
  readonly #resumeUrl: ReturnType<typeof resumeUrls>;

  constructor(clock: Clock, patience: number, resumeUrl: ReturnType<typeof resumeUrls>) {
    this.#clock = clock;
    this.#patience = patience;
    this.#resumeUrl = resumeUrl;
  }

  /** Redirects the person who submitted a form to the next page of the run, to its end, or, if that takes long, to a waiting page. */
  async lead(
    executionId: string,
    ended: Promise<RunResult | undefined>,
    responder: WebhookResponder,
    requestedPages: Pages,
  ): Promise<void> {
    // The first page of a run determines how the run ends, also after later pages.
    const pages = this.#runs.get(executionId)?.pages ?? requestedPages;
    responder.source = pages;
    this.#remember(executionId, pages, ended);
    const result = await this.#withPatience(ended);
    if (result === 'still running') {
      responder.send(this.#redirect(executionId));
      const lateResult = await ended;
      if (lateResult !== undefined) this.ended(executionId, lateResult);
      return;
    }
    if (result === undefined) {
      responder.send(pages.failed);
      return;
    }
    this.ended(executionId, result);
    if (result.status === 'waiting') responder.send(this.#redirect(executionId));
    else responder.settle(result);
  }

  /** Resolves once the run has reached a page or its end, or on timeout. */
  async settled(executionId: string): Promise<void> {
    const running = this.#runs.get(executionId)?.running;
    if (running !== undefined) await this.#withPatience(running);
  }

  /** Called when a run is waiting or has ended. */
  ended(executionId: string, result: RunResult): void {
    const run = this.#runs.get(executionId);
    if (run === undefined) return;
    run.running = undefined;
    if (result.status !== 'waiting') run.ending = result.status === 'success' ? run.pages.end : run.pages.failed;
  }

  /** Returns the page after the last step. */
  endingOf(executionId: string): WebhookReply | undefined {
    return this.#runs.get(executionId)?.ending;
  }

  #remember(executionId: string, pages: Pages, running: Promise<RunResult | undefined>): void {
    this.#runs.delete(executionId);
    this.#runs.set(executionId, { pages, running, ending: undefined });
    const [oldest] = this.#runs.keys();
    if (this.#runs.size > MAX_RUNS && oldest !== undefined) this.#runs.delete(oldest);
  }

  async #withPatience(ended: Promise<RunResult | undefined>): Promise<RunResult | undefined | 'still running'> {
    const timer = new AbortController();
    const patience = this.#clock.sleep(this.#patience, timer.signal).then(
      () => 'still running' as const,
      () => ended,
    );
    try {
      return await Promise.race([ended, patience]);
    } finally {
      timer.abort();
    }
  }

  #redirect(executionId: string): WebhookReply {
    // Relative, so that the browser keeps the host name it has used.
    const { pathname, search } = new URL(this.#resumeUrl('form-waiting', executionId));
    return { status: 303, headers: { location: `${pathname}${search}`, 'cache-control': 'no-store' } };
  }
}
