// Keeps how far a run has come while it goes on, where its workflow asks for that: one save at a time, always of the newest, and never after its end.
import type { RunProgress } from '../../execution/index.ts';

export interface ProgressSaverPorts {
  /** Resolves when the start of the run is kept. */
  readonly started: Promise<void>;
  readonly save: (progress: RunProgress) => Promise<void>;
  /** Told of a save that failed; none follows it. */
  readonly onFailure: (error: unknown) => void;
}

export class ProgressSaver {
  readonly #ports: ProgressSaverPorts;
  /** Reached since what is being saved. */
  #newest: RunProgress | undefined;
  #saving: Promise<void> | undefined;
  #isClosed = false;

  constructor(ports: ProgressSaverPorts) {
    this.#ports = ports;
  }

  /** A node has run. Nobody waits for this to be kept: a run takes no longer by it than it takes to note what it has. */
  readonly reached = (progress: RunProgress): void => {
    if (this.#isClosed) return;
    this.#newest = progress;
    this.#saving ??= this.#saveAll();
  };

  /** Drops what is not being saved yet; resolves when nothing is being saved. */
  async drain(): Promise<void> {
    this.#newest = undefined;
    await this.#saving;
  }

  /** Saves nothing any more; resolves when what was being saved is written, so that what comes next is written after it. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#newest = undefined;
    await this.#saving;
  }

  async #saveAll(): Promise<void> {
    try {
      await this.#ports.started;
      for (let progress = this.#take(); progress !== undefined; progress = this.#take()) await this.#ports.save(progress);
    } catch (error) {
      this.#isClosed = true;
      this.#ports.onFailure(error);
    } finally {
      this.#saving = undefined;
    }
  }

  #take(): RunProgress | undefined {
    const progress = this.#newest;
    this.#newest = undefined;
    return progress;
  }
}
