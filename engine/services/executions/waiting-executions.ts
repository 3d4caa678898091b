// Wakes waiting executions when their time has come: one timer for the next one, set anew whenever an execution comes to wait.
import type { RunResult } from '../../contract/run-data.ts';
import type { RunListener } from '../../execution/index.ts';
import type { Logger, Responder } from '../../sdk/index.ts';
import type { ExecutionRecord, Store } from '../../store/index.ts';
import type { ExecutionService } from './executions.ts';

/** Milliseconds after which the clock is looked at again, whatever the next time is: it may be set, and the computer may sleep. */
const LONGEST = 30_000;

/** Executions taken up by the clock that run at the same time. */
const AT_ONCE = 32;

export interface WaitingExecutionsPorts {
  readonly store: Store;
  readonly executions: ExecutionService;
  readonly now: () => number;
  /** Who still waits for the answer of an execution. */
  readonly responderOf: (executionId: string) => Responder | undefined;
  /** Observer of an execution that was started by hand. */
  readonly listenerOf: (executionId: string) => RunListener | undefined;
  readonly onEnd: (executionId: string, result: RunResult) => void;
  readonly logger: Logger;
}

export class WaitingExecutions {
  readonly #ports: WaitingExecutionsPorts;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> = Promise.resolve();
  #isStopped = false;
  /** Executions taken up here that have not ended. */
  #going = 0;
  /** More are due than may run at the same time. */
  #isBehind = false;
  /** The earliest time that was expected since the clock was last looked at: a look under way may have read the rows before it was stored. */
  #heard = Number.POSITIVE_INFINITY;
  /** Due executions that could not be taken up, with the time they waited for; tried again after a while, or when they wait for another time. */
  readonly #refused = new Map<string, number | undefined>();

  constructor(ports: WaitingExecutionsPorts) {
    this.#ports = ports;
  }

  /** Resumes due executions, and schedules the next check. */
  look(): void {
    this.#looking = this.#looking.then(() => this.#takeUpDue()).catch((error: unknown) => this.#failed(error));
  }

  /** An execution came to wait until `time`, in milliseconds since the epoch. */
  expect(time: number): void {
    this.#heard = Math.min(this.#heard, time);
    if (time - this.#ports.now() < LONGEST) this.#set(time);
  }

  /** Takes up nothing any more; resolves when nothing is being looked for. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#looking;
  }

  async #takeUpDue(): Promise<void> {
    const { store, now } = this.#ports;
    if (this.#isStopped) return;
    this.#heard = Number.POSITIVE_INFINITY;
    const time = now();
    const room = AT_ONCE - this.#going;
    const due = room > 0 ? await store.executions.due(time, room + this.#refused.size) : [];
    const able = due.filter(({ id, waitTill }) => !this.#refused.has(id) || this.#refused.get(id) !== waitTill).slice(0, Math.max(0, room));
    for (const record of able) await this.#takeUp(record);
    // The end of any of them makes room for the next.
    this.#isBehind = room <= able.length;
    const next = this.#isBehind ? undefined : await store.executions.nextDue(time);
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#set(Math.min(next ?? Number.POSITIVE_INFINITY, this.#heard));
  }

  async #takeUp({ id, waitTill }: ExecutionRecord): Promise<void> {
    const { executions, responderOf, listenerOf, onEnd } = this.#ports;
    try {
      const run = await executions.takeUp(id, { responder: responderOf(id), listener: listenerOf(id) });
      this.#going++;
      run.done
        .then(
          ({ result }) => onEnd(id, result),
          (error: unknown) => this.#failed(error),
        )
        .finally(() => {
          this.#going--;
          if (this.#isBehind) this.look();
        });
    } catch (error) {
      // Another process resumed it, or it cannot resume. It is skipped, so that it does not block the executions behind it.
      this.#refused.set(id, waitTill);
      this.#failed(error);
    }
  }

  #failed(error: unknown): void {
    this.#ports.logger.warn(`A waiting execution could not be taken up: ${error instanceof Error ? error.message : String(error)}`);
  }

  #at = Number.POSITIVE_INFINITY;

  #set(wanted: number): void {
    const time = Math.min(wanted, this.#ports.now() + LONGEST);
    if (this.#isStopped || (this.#timer !== undefined && this.#at <= time)) return;
    clearTimeout(this.#timer);
    this.#at = time;
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined;
        if (time !== wanted) this.#refused.clear();
        this.look();
      },
      Math.max(0, time - this.#ports.now()),
    );
  }
}
