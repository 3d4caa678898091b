// Groups the writes of one tick into one commit, so that many executions ending together cost one flush to disk.
import type Sqlite from 'better-sqlite3';
import type { CompiledQuery } from 'kysely';
import { AppError } from '../contract/errors.ts';

/** A statement and its values. */
export type WriteQuery = Pick<CompiledQuery, 'sql' | 'parameters'>;

/** A write that waits for its commit. */
export interface PendingWrite {
  /** As `write` answers. */
  readonly done: Promise<number>;
  /** Has these queries run instead; false when it is too late for that. */
  replace(queries: () => readonly WriteQuery[]): boolean;
}

interface Write {
  queries: () => readonly WriteQuery[];
  isTaken: boolean;
  readonly resolve: (changed: number) => void;
  readonly reject: (error: AppError) => void;
}

export class WriteGroup {
  readonly #connection: Sqlite.Database;
  readonly #onCommit: (() => void) | undefined;
  readonly #statements = new Map<string, Sqlite.Statement>();
  readonly #commit: Sqlite.Transaction<(writes: readonly Write[]) => (() => void)[]>;
  readonly #runTogether: Sqlite.Transaction<(queries: readonly WriteQuery[]) => number>;
  #waiting: Write[] = [];
  #flush: Promise<void> | undefined;

  /** `onCommit` is told of each commit. */
  constructor(connection: Sqlite.Database, onCommit?: () => void) {
    this.#connection = connection;
    this.#onCommit = onCommit;
    this.#commit = connection.transaction((writes) => this.#runAll(writes));
    this.#runTogether = connection.transaction((queries) => this.#run(queries));
  }

  /**
   * Writes within the next commit, several queries all or none of them; resolves with the number of rows the last one changed when it is
   * committed. A write that fails is rejected alone (STORE_FAILED), the others of its group stand.
   */
  write(...queries: readonly WriteQuery[]): Promise<number> {
    return this.pend(() => queries).done;
  }

  /** As `write`, for queries that may still be replaced before they are committed: they are made no sooner than that. */
  pend(queries: () => readonly WriteQuery[]): PendingWrite {
    let write: Write | undefined;
    const done = new Promise<number>((resolve, reject) => {
      write = { queries, isTaken: false, resolve, reject };
      this.#waiting.push(write);
      this.#flush ??= new Promise<void>((flushed) => {
        setImmediate(() => {
          this.#flush = undefined;
          this.#flushWaiting();
          flushed();
        });
      });
    });
    return {
      done,
      replace: (others) => {
        if (write === undefined || write.isTaken) return false;
        write.queries = others;
        return true;
      },
    };
  }

  /** Resolves when everything written so far is committed. */
  async settled(): Promise<void> {
    while (this.#flush !== undefined) await this.#flush;
  }

  #flushWaiting(): void {
    const writes = this.#waiting;
    this.#waiting = [];
    for (const write of writes) write.isTaken = true;
    try {
      // The lock is taken at the start: taken at the first write, it could be refused without waiting when another process writes.
      for (const resolve of this.#commit.immediate(writes)) resolve();
    } catch (error) {
      // Those rejected already do not hear of it again.
      for (const { reject } of writes) reject(storeFailed(error));
    }
    this.#onCommit?.();
  }

  /** Runs each write; answers what tells those that went well, once all is committed. */
  #runAll(writes: readonly Write[]): (() => void)[] {
    const done: (() => void)[] = [];
    for (const { queries: make, resolve, reject } of writes) {
      try {
        const queries = make();
        const changed = queries.length === 1 ? this.#run(queries) : this.#runTogether(queries);
        done.push(() => resolve(changed));
      } catch (error) {
        // A full disk and the like end the whole transaction: going on would commit each further write by itself.
        if (!this.#connection.inTransaction) throw error;
        reject(storeFailed(error));
      }
    }
    return done;
  }

  #run(queries: readonly WriteQuery[]): number {
    let changed = 0;
    for (const { sql, parameters } of queries) changed = this.#statement(sql).run(...parameters).changes;
    return changed;
  }

  #statement(sql: string): Sqlite.Statement {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.#connection.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }
}

function storeFailed(cause: unknown): AppError {
  const { code, message } = cause as { code?: unknown; message?: unknown };
  const reason = reasons[String(code)] ?? String(message);
  return new AppError('STORE_FAILED', `The database could not be written: ${reason}.`, { cause });
}

const reasons: Readonly<Record<string, string>> = {
  SQLITE_FULL: 'the disk is full. Make room and try again',
  SQLITE_READONLY: 'its file may not be written',
  SQLITE_BUSY: 'another program is writing to it. Try again',
  SQLITE_IOERR_WRITE: 'the disk refused the write',
};
