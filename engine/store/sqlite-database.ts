// The SQLite database of a store.
import type Sqlite from 'better-sqlite3';
import type { Kysely } from 'kysely';
import { whenNotBusy } from './busy-retry.ts';
import { Checkpointer } from './checkpointer.ts';
import type { OpenDatabase } from './database.ts';
import { sqlite } from './dialect.ts';
import { openInstance, type Instance, type InstanceOptions } from './instances.ts';
import { PreparedReads } from './prepared-reads.ts';
import type { Tables } from './schema.ts';
import type { OpenedDatabase } from './sql-database.ts';
import { WriteGroup } from './write-group.ts';

export class SqliteDatabase implements OpenedDatabase {
  readonly dialect = sqlite;
  readonly queries: Kysely<Tables>;
  readonly writes: WriteGroup;
  readonly reads: PreparedReads;
  readonly checkpoints: Checkpointer | undefined;
  readonly #connection: Sqlite.Database;

  /** `writesMuch`: whether a thread may be started for checkpoints. */
  constructor({ queries, connection }: OpenDatabase, writesMuch = false) {
    this.#connection = connection;
    this.queries = queries;
    this.checkpoints = writesMuch ? new Checkpointer(connection) : undefined;
    this.writes = new WriteGroup(connection, this.checkpoints?.committed);
    this.reads = new PreparedReads(connection);
  }

  openInstance({ dataDir }: InstanceOptions): Promise<Instance> {
    return Promise.resolve(openInstance(dataDir));
  }

  async usedBytes(): Promise<number> {
    const pragma = (name: string): number => this.#connection.pragma(name, { simple: true }) as number;
    return (pragma('page_count') - pragma('freelist_count')) * pragma('page_size');
  }

  changesElsewhere(): number {
    return this.#connection.pragma('data_version', { simple: true }) as number;
  }

  async freeSpace(pages: number): Promise<number> {
    const free = (): number => this.#connection.pragma('freelist_count', { simple: true }) as number;
    const before = free();
    await whenNotBusy(() => this.#connection.pragma(`incremental_vacuum(${Math.trunc(pages)})`));
    // The file shrinks only when the log is checkpointed.
    if (before > 0) this.#connection.pragma('wal_checkpoint(TRUNCATE)');
    return before - free();
  }

  shrink(): void {
    this.#connection.pragma('shrink_memory');
  }

  async close(): Promise<void> {
    await this.checkpoints?.stop();
    // Not by Kysely, which closes a connection only after a query of its own.
    this.#connection.close();
  }
}
