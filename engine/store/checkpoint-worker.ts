// Worker thread: checkpoints the write-ahead log while the process continues to write: regularly, and when asked. Ends when there have been no new
// pages for a while.
import { createRequire } from 'node:module';
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import type BetterSqlite from 'better-sqlite3';
import { portChannel } from '../channel/port-channel.ts';

/** Milliseconds between two checks. */
const EVERY = 200;
/** Number of checks without new pages after which the thread ends. */
const IN_VAIN = 50;
/** Number of pages beyond which the log is restarted, which blocks writers while the pages added in the meantime are checkpointed. */
const LONG = 4000;

export type CheckpointHandlers = typeof handlers;
/** What the thread calls in the engine's thread. */
export type CheckpointerHandlers = { readonly ready: () => void };

interface Progress {
  readonly busy: number;
  /** Number of pages in the log, and how many of them are already in the database. */
  readonly log: number;
  readonly checkpointed: number;
}

const Sqlite = createRequire(import.meta.url)('better-sqlite3') as typeof BetterSqlite;
const connection = new Sqlite((workerData as { readonly file: string }).file, { fileMustExist: true, timeout: 100 });
const takeOver = (how: 'PASSIVE' | 'RESTART'): Progress =>
  (connection.pragma(`wal_checkpoint(${how})`) as readonly Progress[])[0] as Progress;

/**
 * Checkpoints the log without blocking writers. Flushes the database only if nothing was written meanwhile; the second attempt, which has few
 * pages to copy, makes up for that. Otherwise a restart of the log would flush everything while it blocks writers.
 */
function catchUp(): Progress {
  takeOver('PASSIVE');
  return takeOver('PASSIVE');
}

let changes: unknown;
let vain = 0;
const timer = setInterval(() => {
  const now = connection.pragma('data_version', { simple: true });
  if (now === changes) {
    vain++;
    if (vain >= IN_VAIN) end();
    return;
  }
  changes = now;
  vain = 0;
  if (catchUp().log > LONG) takeOver('RESTART');
}, EVERY);

function end(): void {
  clearInterval(timer);
  connection.close();
  parentPort?.close();
}

const handlers = {
  end,
  checkpoint: () => {
    if (connection.open) catchUp();
  },
};
portChannel<CheckpointerHandlers>(parentPort as MessagePort, handlers).notify('ready', undefined);
