// Stores the checkpoints of one run.
import type { Checkpoint, RunProgress } from '../../execution/index.ts';
import type { Logger } from '../../sdk/index.ts';
import type { ExecutionWriter } from '../../store/index.ts';
import type { ExecutionPacker, Origin } from './execution-packer.ts';
import type { ProgressSaver } from './progress-saver.ts';

export interface CheckpointsPorts {
  readonly writer: ExecutionWriter;
  readonly packer: ExecutionPacker;
  readonly origin: Origin;
  /** Resolves once the start is stored. */
  readonly started: Promise<void>;
  readonly progress: ProgressSaver | undefined;
  readonly logger: Logger;
}

export class Checkpoints implements Checkpoint {
  readonly #ports: CheckpointsPorts;
  #saving = Promise.resolve();
  #isClosed = false;

  constructor(ports: CheckpointsPorts) {
    this.#ports = ports;
  }

  save(progress: RunProgress, waitTill: number): Promise<void> {
    this.#saving = this.#save(progress, waitTill).catch((error: unknown) => this.#failed(error));
    return this.#saving;
  }

  async clear(): Promise<void> {
    await this.#ports.writer.clearCheckpoint().catch((error: unknown) => this.#failed(error));
  }

  /** Stops saving; resolves once the current save is done, so that the end is written after it. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#saving;
  }

  async #save(reached: RunProgress, waitTill: number): Promise<void> {
    const { writer, packer, origin, started, progress } = this.#ports;
    if (this.#isClosed) return;
    await progress?.settled();
    await started;
    await writer.saveCheckpoint(await packer.checkpoint(reached, waitTill, origin));
  }

  /** The run continues after a failed checkpoint; after a crash it would count as crashed. */
  #failed(error: unknown): void {
    const { id: executionId } = this.#ports.writer.record;
    this.#ports.logger.warn(`The checkpoint of the execution ${executionId} could not be stored: ${String(error)}`, { executionId });
  }
}
