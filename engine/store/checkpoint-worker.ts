// Worker thread: checkpoints the write-ahead log while the process continues to write. Ends when there have been no new pages for a while.
import { createRequire } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import type BetterSqlite from 'better-sqlite3';

/** Milliseconds between two checks. */
const EVERY = 200;
/** Number of checks without new pages after which the thread ends. */
const IN_VAIN = 50;
/** Number of pages beyond which the log is restarted, which blocks writers while the pages added in the meantime are checkpointed. */
const LONG = 4000;

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
  if (takeOver('PASSIVE').log > LONG) takeOver('RESTART');
}, EVERY);

function end(): void {
  clearInterval(timer);
  connection.close();
  parentPort?.close();
}

parentPort?.on('message', end);
parentPort?.postMessage('ready');
