// The Local File Trigger: one run for each event that is asked for.
import { stat } from 'node:fs/promises';
import { NodeError, type StopTrigger, type TriggerContext } from '../../sdk/index.ts';
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
  // Loaded only when used: few workflows watch files.
  const { watch } = await import('chokidar');
  const watcher = watch(settings.path, settings.watching);
  // Events are handed on one after the other, in the order in which they came.
  let before: Promise<void> = Promise.resolve();
  watcher.on('all', (event, path) => {
    if (!settings.events.has(event)) return;
    before = before
      .then(async () => {
        // A link within the folder may lead out of what nodes may use.
        if (await isAllowed(ctx, path)) await ctx.emit([[{ json: { event, path } }]]);
      })
      .catch((error: unknown) => ctx.fail(error));
  });
  const { promise: ready, resolve, reject } = Promise.withResolvers<void>();
  let isListening = false;
  watcher.on('ready', () => {
    isListening = true;
    resolve();
  });
  watcher.on('error', (error) => {
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
  return () => watcher.close();
}

const isAllowed = (ctx: TriggerContext, path: string): Promise<boolean> =>
  ctx.files.allowedPath(path).then(
    () => true,
    () => false,
  );

async function checkFolder(path: string): Promise<void> {
  let isFolder: boolean;
  try {
    isFolder = (await stat(path)).isDirectory();
  } catch (cause) {
    throw new NodeError(`The folder "${path}" cannot be watched: it is not there, or may not be read.`, {
      parameter: 'path',
      hint: 'Check the path. A drive that comes and goes has to be there when the workflow is activated.',
      cause,
    });
  }
  if (!isFolder) throw new NodeError(`"${path}" is no folder. Choose "Changes to a Specific File" to watch a file.`, { parameter: 'path' });
}

function watchFailure(error: unknown, { path }: WatchSettings): NodeError {
  const { code, message } = error as NodeJS.ErrnoException;
  const tooMany = code === 'ENOSPC' || code === 'EMFILE';
  return new NodeError(
    `"${path}" cannot be watched any more: ${tooMany ? 'the system watches too many files already' : String(message)}.`,
    {
      ...(tooMany ? { hint: 'Watch a smaller folder, leave parts of it out under "Ignore", or turn on "Use Polling".' } : {}),
      cause: error,
    },
  );
}
