// `millrace sync DIR`: keeps workflow files in a folder, such as a clone of a git repository, and the saved workflows the same.
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { AppError } from '../../contract/errors.ts';
import { createIds } from '../../ids.ts';
import type { Store } from '../../store/index.ts';
import { readArguments } from '../arguments.ts';
import { dataDirOf, dataDirOption, withStore } from '../data-folder.ts';
import { exitCodes, say, type Streams } from '../output.ts';
import type { FolderSync, SyncCounts } from '../sync/folder-sync.ts';
import type { Preference } from '../sync/plan.ts';
import { reasonOf, text } from '../text.ts';
import { systemReason } from '../workflow-source.ts';

const options = { watch: { type: 'boolean' }, prefer: { type: 'string' }, ...dataDirOption } as const;

/** Milliseconds between two looks at the database while watching. */
const LOOK = 1000;
/** Milliseconds without a change after which changed files are read, since programs write several. */
const SETTLED = 300;

/** Runs the command; returns the exit code. With `--watch` it ends when `stop` is aborted. */
export async function syncCommand(args: readonly string[], streams: Streams, stop: AbortSignal): Promise<number> {
  const { values, positionals } = readArguments('sync', args, options, true);
  const [folder, ...more] = positionals;
  if (folder === undefined || more.length > 0) throw new AppError('BAD_REQUEST', text('sync.noFolder'));
  const { prefer } = values;
  if (prefer !== undefined && prefer !== 'files' && prefer !== 'database') throw new AppError('BAD_REQUEST', text('sync.badPreference'));
  const root = resolve(folder);
  await mkdir(root, { recursive: true }).catch((error: unknown) => {
    throw new AppError('BAD_REQUEST', text('export.notWritten', { file: root, reason: systemReason(error) }), { cause: error });
  });
  const dataDir = dataDirOf(values['data-dir']);
  return withStore(dataDir, async (store) => {
    const sync = await openSync(store, root, prefer, streams);
    const once = (): Promise<SyncCounts> => onceAlone(dataDir, sync, stop);
    const { changes, failures } = await once();
    say(streams.err, text('sync.done', { changes: text('sync.changes', { count: changes }) }));
    if (values.watch === true) await watch(store, root, once, streams, stop);
    return failures === 0 ? exitCodes.success : exitCodes.incomplete;
  });
}

/** Milliseconds between two attempts to start while another process synchronizes. */
const WAIT = 50;

/** Synchronizes once no other process does so: both would save a new file. Does nothing if it is stopped while waiting. */
async function onceAlone(dataDir: string, sync: FolderSync, stop: AbortSignal): Promise<SyncCounts> {
  const { lockFile } = await import('../../store/index.ts');
  while (!stop.aborted) {
    const lock = lockFile(join(dataDir, 'db', 'sync.lock'));
    if (lock === undefined) {
      await setTimeout(WAIT, undefined, { signal: stop }).catch(() => undefined);
      continue;
    }
    try {
      return await sync.once();
    } finally {
      lock.release();
    }
  }
  return { changes: 0, failures: 0 };
}

async function openSync(store: Store, root: string, preference: Preference, { out, err }: Streams): Promise<FolderSync> {
  const { FolderSync } = await import('../sync/folder-sync.ts');
  return new FolderSync({
    store,
    now: Date.now,
    ids: createIds(Date.now),
    root,
    preference,
    report: (outcome, path, reason = '') => {
      const isFailure = outcome === 'failed' || outcome === 'twice' || outcome === 'conflict';
      say(isFailure ? err : out, text(`sync.${outcome}`, { path, reason }));
    },
  });
}

/** Synchronizes after each change of the files, and of the database by other processes. */
async function watch(store: Store, root: string, once: () => Promise<SyncCounts>, streams: Streams, stop: AbortSignal): Promise<void> {
  const { watch: watchFiles } = await import('chokidar');
  let changedAt: number | undefined;
  const watcher = watchFiles(root, {
    ignoreInitial: true,
    followSymlinks: false,
    ignored: (path) => /[/\\](?:\.[^/\\]*|node_modules)(?:[/\\]|$)/.test(path.slice(root.length)),
  });
  watcher.on('all', () => (changedAt = Date.now()));
  watcher.on('error', (error) => say(streams.err, text('sync.failed', { path: root, reason: String(error) })));
  say(streams.err, text('sync.watching', { folder: root }));
  let seen = store.changesElsewhere();
  try {
    while (!stop.aborted) {
      await setTimeout(changedAt === undefined ? LOOK : SETTLED, undefined, { signal: stop }).catch(() => undefined);
      const now = store.changesElsewhere();
      const haveFilesSettled = changedAt !== undefined && Date.now() - changedAt >= SETTLED;
      if (stop.aborted || (now === seen && !haveFilesSettled)) continue;
      seen = now;
      changedAt = undefined;
      await once().catch((error: unknown) => say(streams.err, reasonOf(error)));
    }
  } finally {
    await watcher.close();
  }
}
