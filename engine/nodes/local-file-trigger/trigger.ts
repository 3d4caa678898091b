// Local File Trigger: starts a run for each selected event.
import { lstatSync, type Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { FSWatcher } from 'chokidar';
import { NodeError, type StopTrigger, type TriggerContext } from '../../sdk/index.ts';
import { guarded } from '../../workflow/values/guarded.ts';
import { watchSettings, type WatchSettings } from './watch-settings.ts';

export async function trigger(ctx: TriggerContext): Promise<StopTrigger> {
  const settings = watchSettings({
    triggerOn: ctx.param('triggerOn'),
    path: ctx.param('path'),
    events: ctx.param('events'),
    options: ctx.param('options'),
  });
  await ctx.files.allowedPath(settings.path);
  if (settings.isFolder) await checkFolder(settings.path);
  // Loaded on first use, since few workflows watch files.
  const { watch } = await import('chokidar');
  const view = new View(ctx, settings.path);
  const { ignored } = settings.watching;
  const watcher = watch(settings.path, {
    ...settings.watching,
    ignored: (path) => {
      if (typeof ignored === 'function' && ignored(path)) return true;
      view.note(path);
      return false;
    },
  });
  // Events are emitted one after another, in order.
  let before: Promise<void> = Promise.resolve();
  watcher.on(
    'all',
    guarded(
      (error) => ctx.fail(error),
      (event: string, path: string) => {
        if (!settings.events.has(event)) return;
        before = before
          .then(async () => {
            if (await view.shows(path)) await ctx.emit([[{ json: { event, path } }]]);
          })
          .catch((error: unknown) => ctx.fail(error));
      },
    ),
  );
  await untilReady(watcher, settings, ctx);
  return () => watcher.close();
}

/** Waits until the watcher listens; closes it and throws if it fails or is aborted before. Later failures end the trigger. */
async function untilReady(watcher: FSWatcher, settings: WatchSettings, ctx: TriggerContext): Promise<void> {
  const { promise: ready, resolve, reject } = Promise.withResolvers<void>();
  let isListening = false;
  watcher.on('ready', () => {
    isListening = true;
    resolve();
  });
  watcher.on('error', (error) => {
    if (isPassedOver(error, settings)) return;
    const failure = watchFailure(error, settings);
    if (isListening) ctx.fail(failure);
    else reject(failure);
  });
  const onAbort = (): void => reject(ctx.signal.reason as Error);
  ctx.signal.addEventListener('abort', onAbort, { once: true });
  try {
    await ready;
  } catch (error) {
    await watcher.close();
    throw error;
  } finally {
    ctx.signal.removeEventListener('abort', onAbort);
  }
}

/** Decides which events may be reported. A link within the folder may lead out of the allowed folders, even after it has been deleted. */
class View {
  readonly #ctx: TriggerContext;
  readonly #root: string;
  /** Paths that led outside when they were last checked. Folders behind them are not listed. */
  readonly #outside = new Set<string>();
  /** Links whose target is being resolved. */
  readonly #pending = new Set<Promise<unknown>>();

  constructor(ctx: TriggerContext, root: string) {
    this.#ctx = ctx;
    this.#root = root;
  }

  /** Resolves a path if it is a link. Called for each path that the watcher finds. */
  note(path: string): void {
    if (statsOf(path)?.isSymbolicLink() !== true) return;
    const looking = this.#isAllowed(path).finally(() => this.#pending.delete(looking));
    this.#pending.add(looking);
  }

  /** Throws the error of the watched path if it may no longer be used: the allowed folders change when somebody is invited. */
  async shows(path: string): Promise<boolean> {
    await Promise.all(this.#pending);
    const isAllowed = await this.#isAllowed(path);
    if (!isAllowed) await this.#ctx.files.allowedPath(this.#root);
    return isAllowed && !this.#isBehind(dirname(path)) && !this.#outside.has(path);
  }

  /** A path that no longer exists keeps its last result. */
  async #isAllowed(path: string): Promise<boolean> {
    const exists = statsOf(path) !== undefined;
    const isAllowed = await this.#ctx.files.allowedPath(path).then(
      () => true,
      () => false,
    );
    if (isAllowed && exists) this.#outside.delete(path);
    else if (!isAllowed && !this.#isBehind(dirname(path))) this.#outside.add(path);
    return isAllowed;
  }

  #isBehind(folder: string): boolean {
    for (let at = folder; at.length >= this.#root.length; at = dirname(at)) {
      if (this.#outside.has(at)) return true;
      if (at === dirname(at)) break;
    }
    return false;
  }
}

/** Returns the file status of a path without following links; undefined if it cannot be read. */
function statsOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** Errors of single paths in the folder are ignored, because otherwise anyone who can write to the folder could stop the trigger. */
function isPassedOver(error: unknown, { path }: WatchSettings): boolean {
  const { code = '', path: at } = error as NodeJS.ErrnoException;
  return at !== undefined && at !== path && ['EACCES', 'ELOOP', 'ENAMETOOLONG', 'ENOENT', 'ENOTDIR', 'EPERM'].includes(code);
}

async function checkFolder(path: string): Promise<void> {
  let isFolder: boolean;
  try {
    isFolder = (await stat(path)).isDirectory();
  } catch (cause) {
    throw new NodeError(`The folder "${path}" cannot be watched: it does not exist or cannot be read.`, {
      parameter: 'path',
      hint: 'Check the path. A removable drive must be connected when the workflow is activated.',
      cause,
    });
  }
  if (!isFolder)
    throw new NodeError(`"${path}" is not a folder. Choose "Changes to a Specific File" to watch a file.`, { parameter: 'path' });
}

function watchFailure(error: unknown, { path }: WatchSettings): NodeError {
  const { code, message } = error as NodeJS.ErrnoException;
  const tooMany = code === 'ENOSPC' || code === 'EMFILE';
  return new NodeError(`"${path}" can no longer be watched: ${tooMany ? 'the system watches too many files already' : String(message)}.`, {
    ...(tooMany ? { hint: 'Watch a smaller folder, exclude parts of it with "Ignore", or turn on "Use Polling".' } : {}),
    cause: error,
  });
}
