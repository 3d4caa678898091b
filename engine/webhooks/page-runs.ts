// Runs that a person steps through page by page: redirects to the next page, and the page shown after the end.
import type { RunResult } from '../contract/run-data.ts';
import type { JsonValue } from '../contract/json.ts';
import type { Clock } from '../execution/index.ts';
import type { WebhookResponse, WebhookReply } from '../sdk/index.ts';
import type { WebhookTeam } from './ports.ts';
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

/** Topics of calls to the server that has run the previous step. */
const SETTLED = 'page settled';
const ENDING = 'page ending';

export class PageRuns {
  readonly #runs = new Map<string, PageRun>();
  readonly #clock: Clock;
  readonly #patience: number;
  readonly #resumeUrl: ReturnType<typeof resumeUrls>;

  readonly #team: WebhookTeam | undefined;

  /** `team`: the other servers, which may have run the previous steps of a person. */
  constructor(clock: Clock, patience: number, resumeUrl: ReturnType<typeof resumeUrls>, team?: WebhookTeam) {
    this.#clock = clock;
    this.#patience = patience;
    this.#resumeUrl = resumeUrl;
    this.#team = team;
    team?.serve(SETTLED, async (id) => {
      const running = this.#runs.get(String(id))?.running;
      if (running === undefined) return undefined;
      await this.#withPatience(running);
      return true;
    });
    team?.serve(ENDING, (id) => {
      const ending = this.#runs.get(String(id))?.ending;
      return ending?.body instanceof Uint8Array ? undefined : (ending as JsonValue | undefined);
    });
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
    else await this.#team?.first(SETTLED, executionId).catch(() => undefined);
  }

  /** Called when a run is waiting or has ended. */
  ended(executionId: string, result: RunResult): void {
    const run = this.#runs.get(executionId);
    if (run === undefined) return;
    run.running = undefined;
    if (result.status !== 'waiting') run.ending = result.status === 'success' ? run.pages.end : run.pages.failed;
  }

  /** Returns the page after the last step. */
  async endingOf(executionId: string): Promise<WebhookReply | undefined> {
    const ending = this.#runs.get(executionId)?.ending ?? (await this.#team?.first(ENDING, executionId).catch(() => undefined));
    return ending as WebhookReply | undefined;
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
