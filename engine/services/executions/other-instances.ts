// Executions of other processes that use the data folder: which are running, which are lost because their process has ended, and requests to stop
// one.
import { setTimeout } from 'node:timers/promises';
import type { Clock } from '../../execution/index.ts';
import type { ExecutionRecord, Store } from '../../store/index.ts';
import type { CallLinks } from './call-links.ts';

/** Milliseconds to wait for another process to stop an execution, and between two checks of its row. */
const PATIENCE = 5000;
const LOOK_EVERY = 100;

export interface OtherInstancesPorts {
  readonly store: Store;
  /** Id of this process among the processes that use the data folder, and whether a process is alive, by its id. */
  readonly instance: { readonly id: string; isAlive(id: string): boolean };
  readonly clock: Clock;
  readonly links: CallLinks;
  /** Whether this process runs the execution with this id, or is about to. */
  readonly isOurs: (executionId: string) => boolean;
  /** Called with the time at which waiting executions are due. */
  readonly onWaiting?: (time: number) => void;
}

export class OtherInstances {
  readonly #ports: OtherInstancesPorts;
  #areRunning = false;

  constructor(ports: OtherInstancesPorts) {
    this.#ports = ports;
  }

  /** Whether the last check found executions of other living processes. */
  get areRunning(): boolean {
    return this.#areRunning;
  }

  /** Whether the process that runs an execution has ended. */
  hasEnded({ instance }: ExecutionRecord): boolean {
    return !this.#ports.instance.isAlive(instance);
  }

  /** Running executions of other processes, latest first. They include executions whose process has ended, until `recover` is called. */
  async running(): Promise<readonly ExecutionRecord[]> {
    const { store, instance } = this.#ports;
    const isAlive = living(instance);
    const running = await store.executions.runningElsewhere(instance.id);
    this.#areRunning = running.some((record) => isAlive(record.instance));
    return running;
  }

  /** Whether an execution is stored as running but no process runs it. */
  isLost({ id, status, instance }: ExecutionRecord, isAlive = (of: string): boolean => this.#ports.instance.isAlive(of)): boolean {
    if (status !== 'running') return false;
    return instance === this.#ports.instance.id ? !this.#ports.isOurs(id) : !isAlive(instance);
  }

  /**
   * Marks running executions whose process has ended as crashed, and returns their ids. Executions with a checkpoint become waiting instead, and
   * resume from it.
   */
  async recover(): Promise<readonly string[]> {
    const { store, instance, clock, links, onWaiting } = this.#ports;
    const isAlive = living(instance);
    const lostRecords = (await store.executions.running()).filter((record) => this.isLost(record, isAlive));
    const crashed = lostRecords.filter(({ waitTill }) => waitTill === undefined);
    await store.executions.progress.parkLost(
      lostRecords.filter(({ waitTill }) => waitTill !== undefined),
      clock.now(),
    );
    const ids: string[] = [];
    for (const record of crashed) {
      const delivery = await links.failure(record, 'The called execution ended with the process that ran it.');
      if (await store.executions.markCrashed(record, clock.now(), delivery)) ids.push(record.id);
    }
    if (lostRecords.length > 0) onWaiting?.(clock.now());
    return ids;
  }

  /** Asks the process that runs an execution to stop it; resolves once it has ended, or after five seconds. */
  async stop(executionId: string): Promise<void> {
    const { executions } = this.#ports.store;
    await executions.requestStop(executionId);
    for (const end = performance.now() + PATIENCE; performance.now() < end; await setTimeout(LOOK_EVERY)) {
      const record = await executions.get(executionId);
      if (record?.status !== 'running' || this.hasEnded(record)) return;
    }
  }
}

/** Returns a function that checks whether the process with an id is alive, with one lookup per id. */
function living(instance: OtherInstancesPorts['instance']): (id: string) => boolean {
  const aliveById = new Map<string, boolean>();
  return (id) => {
    const alive = aliveById.get(id) ?? instance.isAlive(id);
    aliveById.set(id, alive);
    return alive;
  };
}
