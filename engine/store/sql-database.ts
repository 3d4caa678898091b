// The interface of a database for repositories, which SQLite and Postgres implement.
import type { Kysely } from 'kysely';
import type { FileTables } from '../binary/database-storage.ts';
import type { Checkpointer } from './checkpointer.ts';
import type { Instance, InstanceOptions } from './instances.ts';
import type { Dialect } from './dialect.ts';
import type { Tables } from './schema.ts';
import type { WriteQuery, Writes } from './writes.ts';

export interface Reads {
  /** Returns the rows of a frequent query. Its prepared statement is stored for later calls, so the SQL must be one of a few texts (see `Template`). */
  rows(query: WriteQuery): readonly unknown[] | Promise<readonly unknown[]>;
}

export interface Database {
  readonly dialect: Dialect;
  /** For reading, and for compiling the statements of `writes`. */
  readonly queries: Kysely<Tables>;
  readonly writes: Writes;
  readonly reads: Reads;
}

/** A database that a store has opened. */
export interface OpenedDatabase extends Database {
  /** Checkpoints of the log, under load; absent if the database needs none. */
  readonly checkpoints?: Pick<Checkpointer, 'start' | 'caughtUp'> | undefined;
  /** Tables for files of items; absent if these are stored on the disk. */
  readonly storedFiles?: FileTables;
  /** Registers this process as one that runs executions. Throws STORE_FAILED. */
  openInstance(options: InstanceOptions): Promise<Instance>;
  /** Returns the number of bytes of the database that are in use. */
  usedBytes(): Promise<number>;
  /** Returns a number that is incremented by every commit of another process, so that callers notice changes. */
  changesElsewhere(): number;
  /**
   * Calls the listener soon after each commit of another process, with the name of a changed table; without one if any may have changed. Returns a
   * function that ends it. Absent if the database does not report changes, so that only `changesElsewhere` shows them.
   */
  watchChanges?(listener: (table: string | undefined) => void): () => void;
  /** Returns up to `pages` unused pages (of 4 KiB) to the disk; returns their number. */
  freeSpace(pages: number): Promise<number>;
  /** Releases the memory of cached pages. */
  shrink(): void;
  /** Closes the database, when no write is pending. */
  close(): Promise<void>;
}
