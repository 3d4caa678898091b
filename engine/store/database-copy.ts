// A copy of the database in a file of its own, read without migrating it.
import type BetterSqlite from 'better-sqlite3';
import { createRequire } from 'node:module';
import { copyDatabase } from './copy-database.ts';
import { databaseFile } from './database.ts';
import { openFailure } from './open-failure.ts';
import type { StoredFileReader } from './postgres/file-reader.ts';

const Sqlite = createRequire(import.meta.url)('better-sqlite3') as typeof BetterSqlite;

export interface CopyCounts {
  readonly workflows: number;
  readonly executions: number;
  readonly credentials: number;
  readonly users: number;
}

/** A package of nodes that was installed. Its files are not part of the database. */
export interface CopiedPackage {
  readonly name: string;
  readonly version: string;
  /** Hash of its archive (`sha512-…`); empty if it is not known. */
  readonly integrity: string;
}

export class DatabaseCopy {
  readonly #connection: BetterSqlite.Database;

  private constructor(connection: BetterSqlite.Database) {
    this.#connection = connection;
  }

  /**
   * Copies the database of a data folder to `file`, and opens the copy. `database`: address of a Postgres database that is used instead; empty for
   * none. Throws STORE_FAILED.
   */
  static async of(dataDir: string, file: string, database = ''): Promise<DatabaseCopy> {
    if (database === '') await copyDatabase(databaseFile(dataDir), file);
    else {
      const { copyPostgres } = await import('./move/index.ts');
      await copyPostgres(database, file);
    }
    return DatabaseCopy.open(file);
  }

  /** Opens the files of items in a Postgres database. Throws STORE_FAILED. */
  static async filesIn(database: string): Promise<StoredFileReader> {
    const { StoredFileReader } = await import('./postgres/file-reader.ts');
    return StoredFileReader.open(database);
  }

  /** Opens a copy for reading. Throws STORE_FAILED. */
  static open(file: string): DatabaseCopy {
    try {
      return new DatabaseCopy(new Sqlite(file, { readonly: true, fileMustExist: true }));
    } catch (cause) {
      throw openFailure(file, cause);
    }
  }

  /** Name of the last migration that was applied. */
  get schema(): string {
    return String(this.#connection.prepare('select max(name) from kysely_migration').pluck().get());
  }

  counts(): CopyCounts {
    const count = (table: string): number => this.#connection.prepare(`select count(*) from ${table}`).pluck().get() as number;
    return { workflows: count('workflow'), executions: count('execution'), credentials: count('credential'), users: count('user') };
  }

  /** Returns the installed packages of nodes, by name; none for a schema that has no packages yet. */
  packages(): readonly CopiedPackage[] {
    if (this.#connection.prepare("select 1 from sqlite_master where type = 'table' and name = 'package'").get() === undefined) return [];
    return this.#connection.prepare('select name, version, integrity from package order by name').all() as CopiedPackage[];
  }

  /** Yields the ids of the files that executions use: `file:` and a UUID, or `start:` and the name of a start file. */
  *fileIds(): Generator<string> {
    const ids = this.#connection.prepare('select distinct file_id from execution_file order by file_id').pluck();
    yield* ids.iterate() as IterableIterator<string>;
    yield* this.#starts();
  }

  /** Returns the first finding of a check for damage; undefined if there is none. */
  damage(): string | undefined {
    try {
      const finding = this.#connection.pragma('quick_check(1)', { simple: true }) as string;
      return finding === 'ok' ? undefined : finding;
    } catch (error) {
      return (error as Error).message;
    }
  }

  close(): void {
    this.#connection.close();
  }

  *#starts(): Generator<string> {
    const names = this.#connection.prepare('select distinct start_file from execution where start_file is not null').pluck();
    for (const name of names.iterate() as IterableIterator<string>) yield `start:${name}`;
  }
}
