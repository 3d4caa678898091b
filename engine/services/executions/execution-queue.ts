// Queues production executions beyond the limit: they are stored as `new` with their start data, and started in order as others end.
import type { ExecutionMode } from '../../contract/run-data.ts';
import type { Clock } from '../../execution/index.ts';
import type { Logger } from '../../sdk/index.ts';
import type { ExecutionRecord } from '../../store/index.ts';
import type { SavedOutcome } from './active-runs.ts';

/** Milliseconds until the next attempt to start a queued execution after a database error. */
const RETRY_PAUSE = 1000;

/** Maximum number of concurrent executions that were queued by an earlier process. */
const MOST_RECOVERED = 32;

/** A run that can be started. */
export interface QueuedLaunch {
  readonly record: ExecutionRecord;
}

/** A run in progress. */
export interface Launched {
  readonly executionId: string;
  readonly started: Promise<void>;
  readonly done: Promise<SavedOutcome>;
}

export interface ExecutionQueuePorts<L extends QueuedLaunch> {
  /** Maximum number of concurrent executions at the start. */
  readonly limit: number;
  readonly launch: (launch: L) => Launched;
  /** Stores a queued execution with its start data. */
  readonly store: (launch: L) => Promise<void>;
  /** Returns the ids of queued executions, oldest first. */
  readonly stored: () => Promise<readonly string[]>;
  /** Marks a stored execution as running; returns false if it was stopped or deleted. */
  readonly claim: (id: string, startedAt: number) => Promise<boolean>;
  /** Starts a claimed execution. `known`: its data as it was queued; absent if an earlier process queued it. */
  readonly restore: (id: string, startedAt: number, launched: L | undefined) => Promise<L>;
  /** Called when an execution is queued. */
  readonly onQueued: (record: ExecutionRecord) => void;
  /** Called when a queued execution is stopped or deleted. */
  readonly onDropped: (record: ExecutionRecord, stoppedAt: number) => void;
  readonly clock: Clock;
  readonly logger: Logger;
}

interface Entry<L> {
  /** Absent if an earlier process queued the execution. */
  readonly launch?: L;
  /** Resolves once the execution is stored. */
  readonly stored: Promise<void>;
  readonly done: PromiseWithResolvers<SavedOutcome>;
}

/** Whether the limit applies: it does to executions started by triggers and webhooks (as n8n documents it). */
export const countsForLimit = (mode: ExecutionMode): boolean => mode === 'webhook' || mode === 'trigger';

/** Production executions beyond the limit. */
export interface RunQueue<L extends QueuedLaunch> {
  /** Loads what is queued in the database. Until `open` is called, every new execution is queued. */
  recover(): Promise<void>;
  /** Starts queued executions from now on. */
  open(): void;
  /** Takes nothing from the queue if others do; new executions still start while slots are free. */
  drain(): void;
  /** Stops starting queued executions: they stay stored. */
  stop(): void;
  /** Resolves once no queued execution of this process runs elsewhere. */
  settled(): Promise<void>;
  /** Gives up waiting for those that run elsewhere. */
  close(): void;
  /** Running executions continue if the limit is lower than their number. */
  changeLimit(limit: number): void;
  /** Starts an execution now, or queues it. Throws the errors of `launch`. */
  start(launch: L): Launched;
  /** Occupies a slot for a resumed execution until `done` settles, even if no slot is free. */
  occupy(done: Promise<unknown>): void;
  has(id: string): boolean;
  /** Removes a stopped or deleted execution from the queue, and responds to its caller. */
  drop(id: string): void;
  /** Whether rows of this process that are stored as running may be about to start. */
  readonly isClaiming: boolean;
}

export class ExecutionQueue<L extends QueuedLaunch> implements RunQueue<L> {
  readonly #ports: ExecutionQueuePorts<L>;
  #limit: number;
  readonly #waiting = new Map<string, Entry<L>>();
  readonly #closing = new AbortController();
  #running = 0;
  /** Number of queued executions from an earlier process. */
  #recovered = 0;
  #isOpen = false;

  constructor(ports: ExecutionQueuePorts<L>) {
    this.#ports = ports;
    this.#limit = ports.limit;
  }

  async recover(): Promise<void> {
    for (const id of await this.#ports.stored()) this.#waiting.set(id, { stored: Promise.resolve(), done: settledElsewhere() });
  }

  open(): void {
    this.#isOpen = true;
    this.#next();
  }

  drain(): void {
    // No other server could take them.
  }

  /** Stops starting queued executions: they stay stored until the next start of the server. */
  stop(): void {
    this.#isOpen = false;
    this.#closing.abort();
    for (const [id, { launch, done }] of this.#waiting)
      if (launch !== undefined) done.resolve(notRun(id, launch, 'waiting', this.#ports.clock.now()));
  }

  changeLimit(limit: number): void {
    this.#limit = limit;
    this.#next();
  }

  start(launch: L): Launched {
    if (this.#isOpen && this.#waiting.size === 0 && this.#running < this.#limit) return this.#launch(launch);
    const { id } = launch.record;
    const stored = this.#ports.store(launch);
    const done = settledElsewhere();
    this.#waiting.set(id, { launch, stored, done });
    stored.then(
      () => this.#ports.onQueued(launch.record),
      (error: unknown) => {
        this.#waiting.delete(id);
        done.reject(error);
      },
    );
    return { executionId: id, started: stored, done: done.promise };
  }

  occupy(done: Promise<unknown>): void {
    this.#running++;
    const end = (): void => {
      this.#running--;
      this.#next();
    };
    done.then(end, end);
  }

  settled(): Promise<void> {
    return Promise.resolve();
  }

  close(): void {
    // None runs elsewhere.
  }

  /** Each is claimed by its id, and counts as claimed before. */
  readonly isClaiming = false;

  has(id: string): boolean {
    return this.#waiting.has(id);
  }

  drop(id: string): void {
    const entry = this.#waiting.get(id);
    if (entry === undefined) return;
    this.#waiting.delete(id);
    this.#dropped(id, entry);
  }

  #launch(launch: L): Launched {
    const run = this.#ports.launch(launch);
    this.occupy(run.done);
    return run;
  }

  #next(): void {
    while (this.#isOpen && this.#running < this.#limit) {
      const [first] = this.#waiting;
      if (first === undefined) return;
      const [id, entry] = first;
      const recovered = entry.launch === undefined ? 1 : 0;
      if (recovered === 1 && this.#recovered >= MOST_RECOVERED) return;
      this.#waiting.delete(id);
      this.#running++;
      this.#recovered += recovered;
      this.#take(id, entry)
        .finally(() => {
          this.#running--;
          this.#recovered -= recovered;
          this.#next();
        })
        .catch((error: unknown) => this.#ports.logger.error(`The queue of executions failed: ${String(error)}`));
    }
  }

  /** Resolves when the run has ended. Never rejects. */
  async #take(id: string, entry: Entry<L>): Promise<void> {
    const { claim, clock, launch, restore, logger } = this.#ports;
    try {
      await entry.stored;
    } catch {
      return;
    }
    const startedAt = clock.now();
    try {
      if (!(await claim(id, startedAt))) {
        this.#dropped(id, entry);
        return;
      }
    } catch (error) {
      logger.warn(`The queued execution ${id} could not be started yet: ${String(error)}`, { executionId: id });
      await this.#putBack(id, entry);
      return;
    }
    try {
      const run = launch(await restore(id, startedAt, entry.launch));
      entry.done.resolve(run.done);
      await run.done;
    } catch (error) {
      entry.done.reject(error);
      logger.error(`The queued execution ${id} could not run: ${String(error)}`, { executionId: id });
    }
  }

  /** Puts an execution back at the head of the queue. */
  async #putBack(id: string, entry: Entry<L>): Promise<void> {
    const otherEntries = [...this.#waiting];
    this.#waiting.clear();
    for (const [key, value] of [[id, entry] as const, ...otherEntries]) this.#waiting.set(key, value);
    await this.#ports.clock.sleep(RETRY_PAUSE, this.#closing.signal).catch(() => undefined);
  }

  #dropped(id: string, { launch, done }: Entry<L>): void {
    if (launch === undefined) return;
    const stoppedAt = this.#ports.clock.now();
    done.resolve(notRun(id, launch, 'canceled', stoppedAt));
    this.#ports.onDropped(launch.record, stoppedAt);
  }
}

/** The outcome of a queued execution that has not run in this process. */
export function notRun(
  executionId: string,
  { record: { mode, startedAt } }: QueuedLaunch,
  status: 'waiting' | 'canceled',
  stoppedAt: number,
): SavedOutcome {
  return { executionId, result: { status, mode, startedAt, stoppedAt, resultData: { runData: {} } } };
}

/** A promise whose rejection is reported elsewhere. */
export function settledElsewhere(): PromiseWithResolvers<SavedOutcome> {
  const settled = Promise.withResolvers<SavedOutcome>();
  settled.promise.catch(() => undefined);
  return settled;
}
