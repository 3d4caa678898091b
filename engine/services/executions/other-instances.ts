// Executions of other processes that use the data folder: which are running, which are lost because their process has ended, and requests to stop
// one.
import { setTimeout } from 'node:timers/promises';
import type { ExecutionRecord, Store } from '../../store/index.ts';

/** Milliseconds to wait for another process to stop an execution, and between two checks of its row. */
const PATIENCE = 5000;
const LOOK_EVERY = 100;

export interface OtherInstancesPorts {
  readonly store: Store;
  /** Id of this process among those that use the data folder, and whether the process with an id is alive. */
  readonly instance: { readonly id: string; isAlive(id: string): boolean };
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

  /** Running executions of other living processes, latest first. */
  async running(): Promise<readonly ExecutionRecord[]> {
    const { store, instance } = this.#ports;
    const alive = living(instance);
    const running = (await store.executions.runningElsewhere(instance.id)).filter((record) => alive(record.instance));
    this.#areRunning = running.length > 0;
    return running;
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
export function living(instance: OtherInstancesPorts['instance']): (id: string) => boolean {
  const known = new Map<string, boolean>();
  return (id) => {
    const alive = known.get(id) ?? instance.isAlive(id);
    known.set(id, alive);
    return alive;
  };
}
