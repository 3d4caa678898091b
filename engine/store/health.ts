// Whether the database accepts writes. A failed commit marks it as failing; the next successful one, or a probe every two seconds, clears that.
import { AppError } from '../contract/errors.ts';

/** `reason`: clause for a message, such as "the disk is full"; `since`: in milliseconds since the epoch. */
export type StoreHealth = { readonly isOk: true } | { readonly isOk: false; readonly reason: string; readonly since: number };

const healthy: StoreHealth = { isOk: true };

/** Milliseconds between two probes while writes fail. */
const PROBE_EVERY = 2000;
/** Size of a probe in bytes: large enough that the file must grow, so that a full disk rejects it. */
const PROBE_SIZE = 65_536;
const PROBE_KEY = 'store.probe';

/** Written alternately, so that each probe changes the file. */
const sqliteProbes: readonly string[] = [
  `insert into setting (key, value) values ('${PROBE_KEY}', zeroblob(${PROBE_SIZE})) on conflict (key) do update set value = excluded.value`,
  `delete from setting where key = '${PROBE_KEY}'`,
];

export class HealthMonitor {
  readonly #write: (sql: string) => Promise<unknown>;
  readonly #probes: readonly string[];
  #health: StoreHealth = healthy;
  #timer: NodeJS.Timeout | undefined;
  #probing: Promise<void> = Promise.resolve();
  #isClosed = false;
  /** The pending proof, shared by concurrent callers. */
  #proof: Promise<void> | undefined;

  /** `write` commits one statement; its outcome is reported like that of any other commit. */
  constructor(write: (sql: string) => Promise<unknown>, probes = sqliteProbes) {
    this.#write = write;
    this.#probes = probes;
  }

  get health(): StoreHealth {
    return this.#health;
  }

  /** The error of writes at the moment; undefined if they succeed. */
  get failure(): AppError | undefined {
    const { health } = this;
    return health.isOk ? undefined : new AppError('STORE_FAILED', `The database could not be written: ${health.reason}.`);
  }

  /** Resolves if the database accepts writes. Throws STORE_FAILED: at once while writes are known to fail, otherwise after a failed probe. */
  async assertWritable(): Promise<void> {
    const { failure } = this;
    if (failure !== undefined) throw failure;
    await this.#prove();
  }

  /** Called after each successful commit. */
  succeeded(): void {
    if (this.#health.isOk) return;
    this.#health = healthy;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** Called when the file could not be written to. */
  failed(cause: unknown): void {
    this.#fail(cause, PROBE_EVERY);
  }

  /** Called when the database could not be read. It is probed at once, since only one connection may have been lost. */
  readFailed(cause: unknown): void {
    this.#fail(cause, 0);
  }

  #fail(cause: unknown, probedAfter: number): void {
    const reason = reasonOf(cause);
    this.#health = { isOk: false, reason, since: this.#health.isOk ? Date.now() : this.#health.since };
    this.#schedule(probedAfter);
  }

  /** Resolves once a write has shown that the file can grow. Rejects with the error of the write. */
  async #prove(): Promise<void> {
    this.#proof ??= this.#writeProbes().finally(() => (this.#proof = undefined));
    await this.#proof;
  }

  /** Resolves once no probe is running. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#probing;
  }

  #schedule(after: number): void {
    if (this.#isClosed || this.#timer !== undefined) return;
    this.#timer = setTimeout(() => {
      this.#probing = this.#probe();
    }, after);
    this.#timer.unref();
  }

  async #writeProbes(): Promise<void> {
    for (const probe of this.#probes) await this.#write(probe);
  }

  async #probe(): Promise<void> {
    try {
      await this.#writeProbes();
    } catch {
      // `failed` has reported it.
    }
    this.#timer = undefined;
    if (!this.#health.isOk) this.#schedule(PROBE_EVERY);
  }
}

/** Returns why a write failed, as a clause for a message. */
export function reasonOf(cause: unknown): string {
  const { code, message } = cause as { code?: unknown; message?: unknown };
  return reasons.get(String(code)) ?? String(message);
}

/** Whether the error affects all writes to the file, as opposed to one statement that violates a constraint. */
export const concernsFile = (cause: unknown): boolean => reasons.has(String((cause as { readonly code?: unknown }).code));

const reasons: ReadonlyMap<string, string> = new Map([
  ['SQLITE_FULL', 'the disk is full. Make room and try again'],
  ['ENOSPC', 'the disk is full. Make room and try again'],
  ['53100', 'the disk of the database is full. Make room and try again'],
  ['25006', 'it only accepts reads'],
  ['ECONNREFUSED', 'the database server cannot be reached'],
  ['SQLITE_READONLY', 'its file may not be written'],
  ['SQLITE_BUSY', 'another program is writing to it. Try again'],
  ['SQLITE_IOERR_WRITE', 'the disk refused the write'],
  ['SQLITE_IOERR_FSYNC', 'the disk refused the write'],
  ['SQLITE_IOERR_TRUNCATE', 'the disk refused the write'],
]);
