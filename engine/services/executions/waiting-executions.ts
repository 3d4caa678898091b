// Resumes waiting executions when they are due. One timer is set for the earliest, and moved when another execution starts to wait.
import type { RunResult } from '../../contract/run-data.ts';
import type { RunListener } from '../../execution/index.ts';
import type { Logger, Responder } from '../../sdk/index.ts';
import type { ExecutionRecord, Store } from '../../store/index.ts';
import type { ExecutionService } from './executions.ts';

/** Maximum milliseconds between two checks, since the clock may change, and timers stop while the computer sleeps. */
const LONGEST = 30_000;

/** Maximum number of resumed executions that run at the same time. */
const AT_ONCE = 32;

export interface WaitingExecutionsPorts {
  readonly store: Store;
  readonly executions: ExecutionService;
  readonly now: () => number;
  /** Returns the responder of the caller that still waits for an execution's response. */
  readonly responderOf: (executionId: string) => Responder | undefined;
  /** Listener of a manual execution. */
  readonly listenerOf: (executionId: string) => RunListener | undefined;
  readonly onEnd: (executionId: string, result: RunResult) => void;
  readonly logger: Logger;
}

export class WaitingExecutions {
  readonly #ports: WaitingExecutionsPorts;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> = Promise.resolve();
  #isStopped = false;
  /** Number of resumed executions that have not ended yet. */
  #activeCount = 0;
  /** Whether more executions are due than may run at the same time. */
  #isBehind = false;
  /** The earliest due time reported since the last check started, which may have read the rows before that time was stored. */
  #received = Number.POSITIVE_INFINITY;
  /** Due executions that could not be resumed, with their due times; retried after a while, or when the due time changes. */
  readonly #rejected = new Map<string, number | undefined>();

  constructor(ports: WaitingExecutionsPorts) {
    this.#ports = ports;
  }

  /** Resumes due executions, and schedules the next check. */
  look(): void {
    this.#looking = this.#looking.then(() => this.#resumeDue()).catch((error: unknown) => this.#failed(error));
  }

  /** Called when an execution starts to wait until `time`, in milliseconds since the epoch. */
  expect(time: number): void {
    this.#received = Math.min(this.#received, time);
    if (time - this.#ports.now() < LONGEST) this.#set(time);
  }

  /** Continues a waiting execution before its time. Throws EXECUTION_NOT_FOUND if it does not wait. */
  continueNow(id: string): Promise<void> {
    return this.#start(id);
  }

  /** Stops resuming executions; resolves once the current check is done. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#looking;
  }

  async #resumeDue(): Promise<void> {
    const { store, now } = this.#ports;
    if (this.#isStopped) return;
    this.#received = Number.POSITIVE_INFINITY;
    const time = now();
    const freeSlots = AT_ONCE - this.#activeCount;
    const due = freeSlots > 0 ? await store.executions.due(time, freeSlots + this.#rejected.size) : [];
    const able = due
      .filter(({ id, waitTill }) => !this.#rejected.has(id) || this.#rejected.get(id) !== waitTill)
      .slice(0, Math.max(0, freeSlots));
    for (const record of able) await this.#resume(record);
    // Each run that ends frees a slot, which triggers the next check.
    this.#isBehind = freeSlots <= able.length;
    const next = this.#isBehind ? undefined : await store.executions.nextDue(time);
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#set(Math.min(next ?? Number.POSITIVE_INFINITY, this.#received));
  }

  async #resume({ id, waitTill }: ExecutionRecord): Promise<void> {
    try {
      await this.#start(id);
    } catch (error) {
      // Another process has resumed it, or it cannot be resumed. It is skipped, so that it does not block the executions behind it.
      this.#rejected.set(id, waitTill);
      this.#failed(error);
    }
  }

  async #start(id: string): Promise<void> {
    const { executions, responderOf, listenerOf, onEnd } = this.#ports;
    const run = await executions.resumeRun(id, { responder: responderOf(id), listener: listenerOf(id) });
    this.#activeCount++;
    run.done
      .then(
        ({ result }) => onEnd(id, result),
        (error: unknown) => this.#failed(error),
      )
      .finally(() => {
        this.#activeCount--;
        if (this.#isBehind) this.look();
      });
  }

  #failed(error: unknown): void {
    this.#ports.logger.warn(`A waiting execution could not be taken up: ${error instanceof Error ? error.message : String(error)}`);
  }

  #at = Number.POSITIVE_INFINITY;

  #set(requested: number): void {
    const time = Math.min(requested, this.#ports.now() + LONGEST);
    if (this.#isStopped || (this.#timer !== undefined && this.#at <= time)) return;
    clearTimeout(this.#timer);
    this.#at = time;
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined;
        if (time !== requested) this.#rejected.clear();
        this.look();
      },
      Math.max(0, time - this.#ports.now()),
    );
  }
}
