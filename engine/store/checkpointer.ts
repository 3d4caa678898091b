// Lets a thread checkpoint the write-ahead log during many commits: within a commit it would block the process for some ten milliseconds.
import { Worker } from 'node:worker_threads';
import type Sqlite from 'better-sqlite3';
import type { Channel } from '../channel/channel.ts';
import { portChannel } from '../channel/port-channel.ts';
import { entryFile } from '../sandbox/entry-file.ts';
import type { CheckpointerHandlers, CheckpointHandlers } from './checkpoint-worker.ts';

/** Minimum number of commits per period for which the thread is worth its memory. */
const MANY = 100;
const WITHIN = 1000;
/** Number of pages after which a commit checkpoints the log itself: without the thread, or if the thread is too slow. */
const ALONE = 4000;
const HELPED = 16_000;

export class Checkpointer {
  readonly #connection: Sqlite.Database;
  #worker: Worker | undefined;
  #channel: Channel<CheckpointHandlers> | undefined;
  #ended: Promise<unknown> = Promise.resolve();
  #commits = 0;
  #since = 0;
  /** Whether the thread has failed once; commits then checkpoint the log themselves. */
  #isOff = false;

  constructor(connection: Sqlite.Database) {
    this.#connection = connection;
    this.#limit(ALONE);
  }

  /** Must be called after each commit. */
  readonly committed = (): void => {
    if (this.#worker !== undefined || ++this.#commits < MANY) return;
    const now = performance.now();
    const isOften = now - this.#since < WITHIN;
    this.#commits = 0;
    this.#since = now;
    if (isOften) this.start();
  };

  /** Resolves once the thread has ended. */
  async stop(): Promise<void> {
    this.#isOff = true;
    // Keeps the process alive until the database is closed.
    this.#worker?.ref();
    this.#channel?.notify('end', undefined);
    await this.#ended;
  }

  /** Starts the thread; to be called before many commits. */
  readonly start = (): void => {
    if (this.#worker !== undefined || this.#isOff) return;
    const file = entryFile(new URL('./checkpoint-worker.ts', import.meta.url), 'checkpoint-worker.js');
    const worker = new Worker(file, { workerData: { file: this.#connection.name }, resourceLimits: { maxOldGenerationSizeMb: 32 } });
    this.#worker = worker;
    worker.unref();
    // A malformed message must not end the engine.
    const onFault = (): void => {
      this.#isOff = true;
      worker.terminate().catch(() => undefined);
    };
    const handlers: CheckpointerHandlers = { ready: () => this.#limit(HELPED) };
    const channel = portChannel<CheckpointHandlers>(worker, handlers, { onFault });
    this.#channel = channel;
    worker.on('error', () => {
      this.#isOff = true;
    });
    this.#ended = new Promise<void>((ended) => {
      worker.on('exit', () => {
        this.#worker = this.#channel = undefined;
        if (this.#connection.open) this.#limit(ALONE);
        channel.close(new Error('The thread has ended.'));
        ended();
      });
    });
  };

  /**
   * Resolves once the thread has checkpointed what is committed so far; at once if there is no thread. Long series of
   * commits wait for it, since restarting a long log blocks all writers.
   */
  readonly caughtUp = async (): Promise<void> => {
    // The end of the thread is a result, too.
    await this.#channel?.call('checkpoint', undefined, { isBackground: true }).catch(() => undefined);
  };

  #limit(pages: number): void {
    this.#connection.pragma(`wal_autocheckpoint = ${pages}`);
  }
}
