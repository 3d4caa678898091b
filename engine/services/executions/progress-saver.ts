// Stores the progress of a run if its workflow asks for it: one save at a time, each with everything since the previous one.
import type { RunStep } from '../../execution/index.ts';

/** Longest pause between two saves in milliseconds. */
const LONGEST = 1000;

export interface ProgressSaverPorts {
  /** Resolves once the start of the run is stored. */
  readonly started: Promise<void>;
  /** Saves a step. `index`: number of earlier saves. */
  readonly save: (step: RunStep, index: number) => Promise<void>;
  /** Called if a save fails; no further saves follow. */
  readonly onFailure: (error: unknown) => void;
}

export class ProgressSaver {
  readonly #ports: ProgressSaverPorts;
  /** Read from the run but not saved yet. */
  #next: RunStep | undefined;
  /** Set from the first unsaved step until the pause after the last save ends. */
  #saving: Promise<void> | undefined;
  #endPause: (() => void) | undefined;
  #saves = 0;
  /** Number of callers that wait until everything is saved. */
  #urgent = 0;
  #isClosed = false;

  constructor(ports: ProgressSaverPorts) {
    this.#ports = ports;
  }

  /**
   * Called when a node has run or the run pauses. The run does not wait for the save. Since a step contains the whole state of the run, `take` is
   * called only if the step can be saved at once, or if the run pauses, because the next step may be far off.
   */
  readonly reached = (take: () => RunStep | undefined, isPause: boolean): void => {
    if (this.#isClosed || (this.#saving !== undefined && !isPause)) return;
    const step = take();
    if (step === undefined) return;
    this.#next = this.#next === undefined ? step : { ...step, tasks: [...this.#next.tasks, ...step.tasks] };
    this.#saving ??= this.#saveAll();
  };

  /** Resolves once all steps read so far are saved. */
  async settled(): Promise<void> {
    this.#urgent++;
    this.#endPause?.();
    while (this.#saving !== undefined) await this.#saving;
    this.#urgent--;
  }

  /** Stops saving; resolves once the current save is done, so that later writes come after it. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#next = undefined;
    this.#endPause?.();
    await this.#saving;
  }

  async #saveAll(): Promise<void> {
    try {
      await this.#ports.started;
      for (let step = this.#takeNext(); step !== undefined; step = this.#takeNext()) {
        const startedAt = performance.now();
        await this.#ports.save(step, this.#saves++);
        await this.#pause(Math.min(performance.now() - startedAt, LONGEST));
      }
    } catch (error) {
      this.#isClosed = true;
      this.#ports.onFailure(error);
    } finally {
      this.#saving = undefined;
    }
  }

  #takeNext(): RunStep | undefined {
    const step = this.#next;
    this.#next = undefined;
    return step;
  }

  /** Waits at least as long as the last save took, so that saving never takes more than half of the time. */
  async #pause(time: number): Promise<void> {
    if (this.#isClosed || this.#urgent > 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, time);
      this.#endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#endPause = undefined;
  }
}
