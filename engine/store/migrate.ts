// Brings a database up to date: copies it first, and then runs the migrations that it lacks in one transaction.
import type BetterSqlite from 'better-sqlite3';
import { mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { AppError } from '../contract/errors.ts';
import { copyDatabase } from './copy-database.ts';
import { migrations } from './migrations.ts';
import { openFailure } from './open-failure.ts';

/** `backups`: number of copies to keep of the database as it was before migrations. Throws STORE_FAILED. */
export async function migrate(connection: BetterSqlite.Database, file: string, backups: number): Promise<void> {
  try {
    const applied = appliedMigrations(connection);
    if (lackingIn(applied).length === 0) return;
    if (applied.size > 0 && backups > 0) await backUp(file, backups);
    // Another process may be running the same migrations, which takes long for a large database.
    connection.pragma('busy_timeout = 100000');
    connection.transaction(() => runMigrations(connection)).immediate();
  } catch (error) {
    if (error instanceof AppError) throw error;
    const { code = '' } = error as { readonly code?: string };
    throw code.startsWith('SQLITE_') && code !== 'SQLITE_ERROR' ? openFailure(file, error) : notMigrated(file, error);
  }
}

/** Table and columns are those of Kysely's migrator, which older versions of the program used. */
function runMigrations(connection: BetterSqlite.Database): void {
  connection.exec('create table if not exists kysely_migration (name varchar(255) not null primary key, timestamp varchar(255) not null)');
  const insert = connection.prepare('insert into kysely_migration (name, timestamp) values (?, ?)');
  for (const { name, sql } of lackingIn(appliedMigrations(connection))) {
    connection.exec(sql);
    insert.run(name, new Date().toISOString());
  }
}

function appliedMigrations(connection: BetterSqlite.Database): ReadonlySet<string> {
  const isNew = connection.prepare("select 1 from sqlite_master where name = 'kysely_migration'").get() === undefined;
  return new Set(isNew ? [] : (connection.prepare('select name from kysely_migration').pluck().all() as string[]));
}

/** Throws an error for a database with unknown migrations. */
function lackingIn(applied: ReadonlySet<string>): typeof migrations {
  const unknown = [...applied].find((name) => !migrations.some((migration) => migration.name === name));
  if (unknown !== undefined) throw new Error(`the migration ${unknown} is unknown`);
  return migrations.filter(({ name }) => !applied.has(name));
}

/** Copies a database to the folder `before-updates`, and removes older copies. */
async function backUp(file: string, backups: number): Promise<void> {
  const folder = join(dirname(file), 'before-updates');
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    removeUnfinished(folder);
    const name = `${new Date().toISOString().replaceAll(':', '-')}.sqlite`;
    await copyDatabase(file, join(folder, `${name}.part`));
    renameSync(join(folder, `${name}.part`), join(folder, name));
    const copies = readdirSync(folder).filter((entry) => entry.endsWith('.sqlite'));
    for (const old of copies.toSorted().slice(0, -backups)) rmSync(join(folder, old));
  } catch (cause) {
    throw new AppError('STORE_FAILED', `The database ${file} could not be backed up before its update: ${(cause as Error).message}`, {
      params: { file },
      hint: 'Free some space, or set MILLRACE_MIGRATION_BACKUPS to 0 to update without a backup.',
      cause,
    });
  }
}

/** Milliseconds after which an unfinished copy belongs to a program that was killed. */
const UNFINISHED_AFTER = 86_400_000;

function removeUnfinished(folder: string): void {
  for (const name of readdirSync(folder).filter((entry) => entry.endsWith('.part'))) {
    const path = join(folder, name);
    if (Date.now() - statSync(path).mtimeMs > UNFINISHED_AFTER) rmSync(path, { force: true });
  }
}

const notMigrated = (file: string, cause: unknown): AppError =>
  new AppError(
    'STORE_FAILED',
    `The database ${file} could not be brought up to date: ${cause instanceof Error ? cause.message : String(cause)}. It may come from a newer version of Millrace.`,
    { params: { file }, cause },
  );
