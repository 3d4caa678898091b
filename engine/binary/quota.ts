// Limits the size of all stored files together. They are measured before the first file is written, and counted while files are written and removed.
import { AppError } from '../contract/errors.ts';

const MiB = 1024 * 1024;
/** Milliseconds after which all files are measured again, since other processes write too. */
const MEASURED_FOR = 600_000;
/** The same for a file that would be rejected. */
const FULL_FOR = 10_000;

export class BinaryQuota {
  readonly #usedBytes: () => Promise<number>;
  readonly #maxBytes: number;
  /** Bytes of all files, complete or not. */
  #used = 0;
  /** Bytes so far of files that this process is writing. */
  #writing = 0;
  #measuredAt = Number.NEGATIVE_INFINITY;
  #measuring: Promise<void> | undefined;

  /** `usedBytes`: returns the size of all complete files together. */
  constructor(usedBytes: () => Promise<number>, maxBytes: number) {
    this.#usedBytes = usedBytes;
    this.#maxBytes = maxBytes;
  }

  /** Returns a counter for a file that is to be written. */
  async begin(): Promise<FileCounter> {
    if (performance.now() - this.#measuredAt > MEASURED_FOR) await this.#measure();
    let size = 0;
    const change = (bytes: number): void => {
      this.#used += bytes;
      this.#writing += bytes;
    };
    return {
      add: async (bytes) => {
        size += bytes;
        change(bytes);
        if (this.#used <= this.#maxBytes) return;
        if (performance.now() - this.#measuredAt > FULL_FOR) await this.#measure();
        if (this.#used > this.#maxBytes) throw full(this.#maxBytes);
      },
      end: (isStored) => {
        this.#writing -= size;
        if (!isStored) this.#used -= size;
      },
    };
  }

  /** Counts a file of this size as removed. */
  release(bytes: number): void {
    this.#used = Math.max(0, this.#used - bytes);
  }

  #measure(): Promise<void> {
    this.#measuring ??= this.#measured().finally(() => {
      this.#measuring = undefined;
    });
    return this.#measuring;
  }

  async #measured(): Promise<void> {
    this.#used = (await this.#usedBytes()) + this.#writing;
    this.#measuredAt = performance.now();
  }
}

export interface FileCounter {
  /** Counts bytes before they are written. Throws BINARY_STORE_FULL. */
  add(bytes: number): Promise<void>;
  end(isStored: boolean): void;
}

const full = (maxBytes: number): AppError =>
  new AppError(
    'BINARY_STORE_FULL',
    `The stored files of executions may have ${Math.round(maxBytes / MiB)} MiB together, and this one does not fit.`,
    {
      hint: 'Delete executions with large files, save fewer of them, or raise the setting MILLRACE_BINARY_MAX.',
    },
  );
