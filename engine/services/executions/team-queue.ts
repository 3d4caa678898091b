// The queue of production executions of a team: what a server has no free slot for is stored as new, and taken by any server that has one.
import type { ExecutionStatus } from '../../contract/run-data.ts';
import type { ExecutionRecord } from '../../store/index.ts';
import type { SavedOutcome } from './active-runs.ts';
import { notRun, settledElsewhere, type ExecutionQueuePorts, type Launched, type QueuedLaunch, type RunQueue } from './execution-queue.ts';

/** Milliseconds between two looks at the queue, since messages may be lost. */
const LOOK_EVERY = 2000;
/** Milliseconds during which executions are queued before the other servers are told. */
const TELL_AFTER = 10;
/** Maximum number of executions that are taken at once. */
const MOST = 50;
/** Maximum number of executions whose ends are looked for at once. */
const CHECKED = 1000;

type SharedPorts<L extends QueuedLaunch> = Pick<
  ExecutionQueuePorts<L>,
  'limit' | 'launch' | 'store' | 'onQueued' | 'onDropped' | 'clock' | 'logger'
>;

export interface TeamQueuePorts<L extends QueuedLaunch> extends SharedPorts<L> {
  /** Marks up to `most` stored executions as running here, and returns them. After a failure, none has been taken. */
  readonly claim: (most: number) => Promise<readonly ExecutionRecord[]>;
  /** Starts a claimed execution. `known`: its data as it was queued; absent if another server queued it. */
  readonly restore: (record: ExecutionRecord, known: L | undefined) => Promise<L>;
  readonly statuses: (ids: readonly string[]) => Promise<ReadonlyMap<string, ExecutionStatus>>;
  /** Reads the outcome of an execution that has ended or waits; undefined if it was not stored. */
  readonly outcome: (id: string) => Promise<SavedOutcome | undefined>;
  /** Tells the other servers that executions are queued. */
  readonly tell: () => void;
}

/** An execution that this server has queued, until it has ended or waits. */
interface Entry<L> {
  readonly launch: L;
  readonly done: PromiseWithResolvers<SavedOutcome>;
  /** Whether it is stored. */
  isStored: boolean;
  /** Whether another server has run it, but has not reported its end yet. */
  hasEnded: boolean;
}

export class TeamQueue<L extends QueuedLaunch> implements RunQueue<L> {
  readonly #ports: TeamQueuePorts<L>;
  #limit: number;
  readonly #entries = new Map<string, Entry<L>>();
  #running = 0;
  #isOpen = false;
  #isDraining = false;
  /** Whether executions may be queued that nobody has taken. */
  #mayHaveMore = true;
  #looking: Promise<void> | undefined;
  #looks: NodeJS.Timeout | undefined;
  /** Number of entries that the latest checks have looked at. */
  #checked = 0;
  #telling: NodeJS.Timeout | undefined;

  constructor(ports: TeamQueuePorts<L>) {
    this.#ports = ports;
    this.#limit = ports.limit;
  }

  recover(): Promise<void> {
    return Promise.resolve();
  }

  open(): void {
    this.#isOpen = true;
    this.#looks = setInterval(() => this.#lookAgain(), LOOK_EVERY).unref();
    this.look();
  }

  drain(): void {
    this.#isDraining = true;
    this.#tell();
  }

  /** Looks for the ends of executions that others run go on until `close`. */
  stop(): void {
    this.#isOpen = false;
  }

  async settled(): Promise<void> {
    while (this.#entries.size > 0) await Promise.allSettled([...this.#entries.values()].map(({ done }) => done.promise));
  }

  close(): void {
    clearInterval(this.#looks);
    clearTimeout(this.#telling);
    for (const [id, { launch, done }] of this.#entries) done.resolve(notRun(id, launch, 'waiting', this.#ports.clock.now()));
    this.#entries.clear();
  }

  changeLimit(limit: number): void {
    this.#limit = limit;
    this.look();
  }

  start(launch: L): Launched {
    if (this.#isOpen && this.#running < this.#limit && !this.#isBehind) return this.#launch(launch);
    const { id } = launch.record;
    const stored = this.#ports.store(launch);
    const entry: Entry<L> = { launch, done: settledElsewhere(), isStored: false, hasEnded: false };
    this.#entries.set(id, entry);
    stored.then(
      () => {
        entry.isStored = true;
        this.#ports.onQueued(launch.record);
        if (this.#takes && this.#running < this.#limit) this.look();
        else this.#tell();
      },
      (error: unknown) => {
        this.#entries.delete(id);
        entry.done.reject(error);
      },
    );
    return { executionId: id, started: stored, done: entry.done.promise };
  }

  occupy(done: Promise<unknown>): void {
    this.#running++;
    const end = (): void => {
      this.#running--;
      if (this.#mayHaveMore) this.look();
    };
    done.then(end, end);
  }

  has(id: string): boolean {
    return this.#entries.has(id);
  }

  drop(id: string): void {
    const entry = this.#entries.get(id);
    if (entry === undefined) return;
    this.#entries.delete(id);
    const stoppedAt = this.#ports.clock.now();
    entry.done.resolve(notRun(id, entry.launch, 'canceled', stoppedAt));
    this.#ports.onDropped(entry.launch.record, stoppedAt);
  }

  get isClaiming(): boolean {
    return this.#looking !== undefined;
  }

  /** Returns an execution that this server has queued and another server may run. */
  launchOf(id: string): L | undefined {
    return this.#entries.get(id)?.launch;
  }

  /** Called when another server has run an execution that this one has queued. */
  ranElsewhere(id: string, outcome: SavedOutcome): void {
    const entry = this.#entries.get(id);
    this.#entries.delete(id);
    entry?.done.resolve(outcome);
  }

  /** Takes queued executions while slots are free. */
  look(): void {
    this.#mayHaveMore = true;
    this.#looking ??= this.#take()
      .catch((error: unknown) => this.#ports.logger.warn(`Queued executions could not be taken: ${String(error)}`))
      .finally(() => {
        this.#looking = undefined;
      });
  }

  /** Looks for queued executions whose end was not reported, because they were stopped, deleted, or their server has ended. */
  async check(): Promise<void> {
    const all = [...this.#entries].filter(([, { isStored }]) => isStored).map(([id]) => id);
    if (all.length === 0) return;
    if (this.#checked >= all.length) this.#checked = 0;
    const ids = all.slice(this.#checked, this.#checked + CHECKED);
    this.#checked += CHECKED;
    const statuses = await this.#ports.statuses(ids);
    for (const id of ids) {
      const status = statuses.get(id);
      const entry = this.#entries.get(id);
      if (entry === undefined || status === 'new' || status === 'running') continue;
      // The report of the end may still be on its way.
      if (entry.hasEnded) await this.#settle(id);
      entry.hasEnded = true;
    }
  }

  async #settle(id: string): Promise<void> {
    const outcome = await this.#ports.outcome(id);
    if (outcome === undefined || outcome.result.status === 'canceled') this.drop(id);
    else this.ranElsewhere(id, outcome);
  }

  #lookAgain(): void {
    this.look();
    this.check().catch((error: unknown) => this.#ports.logger.warn(`Queued executions could not be read: ${String(error)}`));
  }

  /** Whether this server takes executions from the queue. */
  get #takes(): boolean {
    return this.#isOpen && !this.#isDraining;
  }

  /** Whether own executions wait that came earlier. */
  get #isBehind(): boolean {
    return this.#mayHaveMore && this.#entries.size > 0;
  }

  #launch(launch: L): Launched {
    const run = this.#ports.launch(launch);
    this.occupy(run.done);
    return run;
  }

  async #take(): Promise<void> {
    while (this.#takes && this.#mayHaveMore && this.#running < this.#limit) {
      const most = Math.min(MOST, this.#limit - this.#running);
      // Set before the claim, since more may be queued meanwhile.
      this.#mayHaveMore = false;
      let records: readonly ExecutionRecord[];
      try {
        records = await this.#ports.claim(most);
      } catch (error) {
        this.#mayHaveMore = true;
        throw error;
      }
      if (records.length === most) this.#mayHaveMore = true;
      for (const record of records) this.#start(record);
    }
  }

  #start(record: ExecutionRecord): void {
    const { id } = record;
    const entry = this.#entries.get(id);
    this.#entries.delete(id);
    const starting = (async () => {
      try {
        const run = this.#ports.launch(await this.#ports.restore(record, entry?.launch));
        entry?.done.resolve(run.done);
        await run.done;
      } catch (error) {
        entry?.done.reject(error);
        this.#ports.logger.error(`The queued execution ${id} could not run: ${String(error)}`, { executionId: id });
      }
    })();
    this.occupy(starting);
  }

  #tell(): void {
    this.#mayHaveMore = true;
    this.#telling ??= setTimeout(() => {
      this.#telling = undefined;
      this.#ports.tell();
    }, TELL_AFTER).unref();
  }
}
