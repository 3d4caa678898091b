// The processes that run executions on a data folder. Each has an id and holds a lock while it is alive; at most one of them is a server.
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../contract/errors.ts';
import { openFailure } from './open-failure.ts';
import { createRequire } from 'node:module';
import type BetterSqlite from 'better-sqlite3';
import { isBusy } from './busy-retry.ts';
import type { Team } from './team.ts';

/** The registration of this process as a user of the data folder, or of a database that several computers use. */
export interface Instance {
  /** A new id for every start. */
  readonly id: string;
  /** The servers that share the database; absent if there can be one server only, and for commands. */
  readonly team?: Team | undefined;
  /** Whether the process with this instance id is alive. */
  isAlive(id: string): boolean;
  /** Removes the lock files of processes that have ended. */
  removeDead(): void;
  /** Must be called last: from then on other processes treat its running executions as crashed. */
  release(): void | Promise<void>;
}

export interface InstanceOptions {
  /** Absolute path. */
  readonly dataDir: string;
  /** At most one server may use a data folder, which a lock in the folder ensures; several may share a Postgres database. */
  readonly kind: 'server' | 'command';
  /** Called once if the lease of this process has expired, so that other processes have taken over its executions. */
  readonly onLost: () => void;
  /** Called when a message of another server was lost. Must not throw. */
  readonly onFailure?: (what: string, error: unknown) => void;
}

const SUFFIX = '.lock';
/** Pattern of valid ids, which cannot lead out of the folder. */
const idPattern = /^[0-9a-f-]{36}$/;

/** Registers this process as an instance that runs executions. Throws STORE_FAILED. */
export function openInstance(dataDir: string): Omit<Instance, 'release'> & { release(): void } {
  const folder = join(dataDir, 'db', 'instances');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const fileOf = (id: string): string => join(folder, `${id}${SUFFIX}`);
  const { id, lock } = newLock(fileOf);
  /** Whether the lock was free; if so, the file is removed. */
  const removeIfDead = (other: string): boolean => {
    const free = lockFile(fileOf(other), { mustExist: true });
    if (free === undefined) return !existsSync(fileOf(other));
    removeLocked(fileOf(other), free);
    return true;
  };
  return {
    id,
    isAlive: (other) => other === id || (idPattern.test(other) && existsSync(fileOf(other)) && !removeIfDead(other)),
    removeDead: () => {
      for (const name of readdirSync(folder)) {
        const other = name.slice(0, -SUFFIX.length);
        if (name.endsWith(SUFFIX) && other !== id && idPattern.test(other)) removeIfDead(other);
      }
    },
    release: () => removeLocked(fileOf(id), lock),
  };
}

function newLock(fileOf: (id: string) => string): { readonly id: string; readonly lock: FileLock } {
  for (;;) {
    const id = randomUUID();
    const lock = lockFile(fileOf(id));
    // Another process may have removed the file between its creation and its lock, because it seemed abandoned.
    if (lock !== undefined && existsSync(fileOf(id))) return { id, lock };
    lock?.release();
  }
}

/** Removes the file before others can lock it. On Windows, open files cannot be removed. */
function removeLocked(file: string, lock: FileLock): void {
  const isOpenRemovable = process.platform !== 'win32';
  if (isOpenRemovable) rmSync(file, { force: true });
  lock.release();
  if (!isOpenRemovable) rmSync(file, { force: true });
}

export interface ServerLock extends FileLock {
  /** Whether the previous server, if any, was stopped cleanly. */
  readonly wasStopped: boolean;
  /** Must be called when everything is closed: the next start then skips the check for damage. */
  markStopped(): void;
}

/** Makes this process the server of a data folder. Throws DATA_FOLDER_IN_USE if it already has one, STORE_FAILED. */
export function lockServer(dataDir: string, startedAt: Date): ServerLock {
  const folder = join(dataDir, 'db');
  const file = join(folder, 'server.lock');
  const about = join(folder, 'server.json');
  let lock: FileLock | undefined;
  let wasStopped: boolean;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    lock = lockFile(file);
    if (lock === undefined) throw inUse(dataDir, about);
    // The file is removed last when a server stops.
    wasStopped = !existsSync(about);
    writeFileSync(about, JSON.stringify({ process: process.pid, startedAt: startedAt.toISOString() }), { mode: 0o600 });
  } catch (error) {
    lock?.release();
    throw openFailure(join(folder, 'millrace.sqlite'), error);
  }
  const fileLock = lock;
  return {
    wasStopped,
    markStopped: () => rmSync(about, { force: true }),
    release: () => fileLock.release(),
  };
}

/** Whether a server runs on the data folder. */
export function isServerRunning(dataDir: string): boolean {
  const file = join(dataDir, 'db', 'server.lock');
  const lock = lockFile(file, { mustExist: true });
  lock?.release();
  return lock === undefined && existsSync(file);
}

function inUse(dataDir: string, about: string): AppError {
  const server = readServer(about);
  const which = server === undefined ? 'another process' : `process ${server.process}, started at ${server.startedAt}`;
  return new AppError('DATA_FOLDER_IN_USE', `A server is already running on the data folder ${dataDir}: ${which}.`, {
    params: { dataDir, server: which },
    hint: 'Stop it first, or use another folder with --data-dir.',
  });
}

function readServer(about: string): { readonly process: number; readonly startedAt: string } | undefined {
  try {
    return JSON.parse(readFileSync(about, 'utf8')) as { process: number; startedAt: string };
  } catch {
    // The other server has not written the file yet.
    return undefined;
  }
}

const Sqlite = createRequire(import.meta.url)('better-sqlite3') as typeof BetterSqlite;

export interface FileLock {
  release(): void;
}

/** Keeps held locks referenced, since a garbage-collected connection releases its lock. */
const openLocks = new Set<BetterSqlite.Database>();

/**
 * Acquires the lock of a file, which is created unless `mustExist`. Returns undefined if it is held (also by this process), or if the file does
 * not exist. Do not open the file in other ways: the system drops a process's locks when any of its handles is closed. Throws STORE_FAILED.
 */
export function lockFile(file: string, { mustExist = false } = {}): FileLock | undefined {
  let connection: BetterSqlite.Database | undefined;
  try {
    connection = new Sqlite(file, { timeout: 0, fileMustExist: mustExist });
    // In the default mode SQLite would create a journal next to the file.
    connection.pragma('journal_mode = memory');
    connection.exec('begin exclusive');
  } catch (error) {
    connection?.close();
    if (isBusy(error) || (mustExist && connection === undefined)) return undefined;
    throw new AppError('STORE_FAILED', `The lock file ${file} cannot be used: ${(error as Error).message}.`, {
      params: { file },
      hint: 'The data folder must be writable, on a file system with locks.',
      cause: error,
    });
  }
  const locked = connection;
  openLocks.add(locked);
  return {
    release: () => {
      openLocks.delete(locked);
      locked.close();
    },
  };
}
