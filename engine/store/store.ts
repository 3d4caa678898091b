// The store: one database file, opened once, with a repository per noun.
import { join } from 'node:path';
import { openDatabase, type OpenDatabase } from './database.ts';
import { packPayload, unpackPayload } from './payload.ts';
import { ExecutionRepository } from './repositories/executions.ts';
import { TagRepository } from './repositories/tags.ts';
import { WorkflowRepository } from './repositories/workflows.ts';
import { WriteGroup } from './write-group.ts';

export class Store {
  readonly workflows: WorkflowRepository;
  readonly executions: ExecutionRepository;
  readonly tags: TagRepository;
  readonly #database: OpenDatabase;
  readonly #writes: WriteGroup;

  private constructor(database: OpenDatabase) {
    this.#database = database;
    this.#writes = new WriteGroup(database.connection);
    this.workflows = new WorkflowRepository(database.queries, this.#writes);
    this.tags = new TagRepository(database.queries, this.#writes);
    this.executions = new ExecutionRepository(database.queries, this.#writes);
  }

  /** Opens the store of a data folder. Throws STORE_FAILED. */
  static async open(dataDir: string): Promise<Store> {
    return new Store(await openDatabase(join(dataDir, 'db', 'millrace.sqlite')));
  }

  /** A store that is gone when closed. */
  static async inMemory(): Promise<Store> {
    return new Store(await openDatabase(':memory:'));
  }

  readonly pack = packPayload;
  readonly unpack = unpackPayload;

  /** Gives up to `pages` freed pages (of 4 KiB) back to the disk; answers how many went. */
  freeSpace(pages: number): number {
    const { connection } = this.#database;
    const free = (): number => connection.pragma('freelist_count', { simple: true }) as number;
    const before = free();
    connection.pragma(`incremental_vacuum(${Math.trunc(pages)})`);
    // The file itself gets shorter only when the log is taken over.
    if (before > 0) connection.pragma('wal_checkpoint(TRUNCATE)');
    return before - free();
  }

  /** Resolves when everything written is committed and the file is closed. */
  async close(): Promise<void> {
    await this.#writes.settled();
    await this.#database.queries.destroy();
  }
}
