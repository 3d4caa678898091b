// Stores what a run has done while it goes on, if its workflow asks for that: one save at a time, of what was added since the one before.
import type { RunStep } from '../../execution/index.ts';

export interface ProgressSaverPorts {
  /** Resolves when the start of the run is kept. */
  readonly started: Promise<void>;
  /** `index`: number of the save, from 0. */
  readonly save: (step: RunStep, index: number) => Promise<void>;
  /** Called with a save that failed; none follows it. */
  readonly onFailure: (error: unknown) => void;
}

export class ProgressSaver {
  readonly #ports: ProgressSaverPorts;
  /** Added since what is being saved. */
  #tasks: RunStep['tasks'][number][] = [];
  #state: RunStep['state'] | undefined;
  #saving: Promise<void> | undefined;
  #saves = 0;
  #isClosed = false;

  constructor(ports: ProgressSaverPorts) {
    this.#ports = ports;
  }

  /** A node has run. The run does not wait until this is stored. */
  readonly reached = ({ tasks, state }: RunStep): void => {
    if (this.#isClosed) return;
    for (const task of tasks) this.#tasks.push(task);
    this.#state = state;
    this.#saving ??= this.#saveAll();
  };

  /** Resolves when nothing is being saved. */
  async settled(): Promise<void> {
    while (this.#saving !== undefined) await this.#saving;
  }

  /** Saves nothing any more; resolves when what was being saved is written, so that what comes next is written after it. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#state = undefined;
    await this.#saving;
  }

  async #saveAll(): Promise<void> {
    try {
      await this.#ports.started;
      for (let step = this.#take(); step !== undefined; step = this.#take()) await this.#ports.save(step, this.#saves++);
    } catch (error) {
      this.#isClosed = true;
      this.#ports.onFailure(error);
    } finally {
      this.#saving = undefined;
    }
  }

  #take(): RunStep | undefined {
    const state = this.#state;
    if (state === undefined) return undefined;
    const tasks = this.#tasks;
    this.#tasks = [];
    this.#state = undefined;
    return { tasks, state };
  }
}
