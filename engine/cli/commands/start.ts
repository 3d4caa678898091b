// `millrace start`: runs the server until it is stopped. Prints when the server is ready and how to open it; the log goes to standard error.
import { AppError } from '../../contract/errors.ts';
import { createEngine } from '../../engine.ts';
import type { SandboxOptions } from '../../sandbox/index.ts';
import { ownSettings } from '../../settings/own-environment.ts';
import type { ServerSettings } from '../../settings/table.ts';
import type { EngineReady } from '../../watchdog/engine-thread.ts';
import { readArguments } from '../arguments.ts';
import { dataDirOf, dataDirOption, sameFolder } from '../data-folder.ts';
import { exitCodes, say, type Streams } from '../output.ts';
import { invocationElsewhere } from '../invocation.ts';
import { text } from '../text.ts';

/**
 * Runs the command until `stop` is aborted; returns the exit code. The server runs in a separate thread that this one can terminate. Throws
 * BAD_REQUEST, PORT_TAKEN, STORE_FAILED, VAULT_LOCKED, DATA_FOLDER_IN_USE, ENGINE_HELD, ENGINE_OUT_OF_MEMORY,
 * ENGINE_CRASHED.
 */
export async function startCommand(
  args: readonly string[],
  streams: Streams,
  stop: AbortSignal,
  processes: Pick<SandboxOptions, 'launch'> = {},
): Promise<number> {
  const {
    host,
    port,
    lan,
    'safe-mode': isSafe,
    worker,
    'no-worker': isServing,
    'no-open': printsOnly,
    'data-dir': folder,
  } = readArguments('start', args, options).values;
  const dataDir = dataDirOf(folder);
  const overrides: Partial<ServerSettings> = {
    ...(host === undefined ? {} : { host }),
    ...(lan === true && host === undefined ? { host: '0.0.0.0' } : {}),
    ...(port === undefined ? {} : { port: portOf(port) }),
    ...(isSafe === true ? { safeMode: true } : {}),
    ...workerOf(worker, isServing),
  };
  const settings = ownSettings(overrides);
  const opensBrowser = printsOnly !== true && settings.opensBrowser && settings.showsEditor && streams.out.isLive;
  const engine = createEngine({
    dataDir,
    settings,
    command: invocationElsewhere(),
    ...processes,
    onLink: (link) => {
      if (link === undefined) return say(streams.out, text('noLink', { host: settings.host }));
      say(streams.out, text('link', { link, dir: sameFolder(dataDir) }));
      if (opensBrowser) void showInBrowser(dataDir, link);
    },
    onEnded: ({ work, reason }) => say(streams.err, work === undefined || reason === 'crash' ? text('held') : text('heldBy', { ...work })),
  });
  stop.addEventListener('abort', () => void engine.stop().catch(() => undefined), { once: true });
  // A stop during the start ends the engine without an error.
  engine.start().then(
    (ready) => say(streams.out, readyText(ready)),
    () => undefined,
  );
  if (stop.aborted) void engine.stop().catch(() => undefined);
  await engine.ended;
  return exitCodes.success;
}

/** Returns the lines that say where the editor is: for this computer, and for others if they reach it at other addresses. */
const readyText = ({ url, lanUrls }: EngineReady): string =>
  [text('ready', { url }), ...lanUrls.filter((other) => other !== url).map((other) => text('readyForOthers', { url: other }))].join('\n');

/** Loaded once the server is ready, so that it does not delay the start. */
async function showInBrowser(dataDir: string, link: string): Promise<void> {
  const { hasDesktop, openInBrowser } = await import('../browser.ts');
  if (hasDesktop()) openInBrowser(dataDir, link);
}

const options = {
  host: { type: 'string' },
  port: { type: 'string' },
  lan: { type: 'boolean' },
  'safe-mode': { type: 'boolean' },
  worker: { type: 'boolean' },
  'no-worker': { type: 'boolean' },
  'no-open': { type: 'boolean' },
  ...dataDirOption,
} as const;

function workerOf(isOnly: boolean | undefined, isNever: boolean | undefined): Pick<Partial<ServerSettings>, 'worker'> {
  if (isOnly === true && isNever === true) throw new AppError('BAD_REQUEST', text('bothWorkers'));
  return isOnly === true ? { worker: 'only' } : isNever === true ? { worker: 'never' } : {};
}

function portOf(value: string): number {
  const port = Number(value);
  if (/^\d+$/.test(value) && port <= 65_535) return port;
  throw new AppError('BAD_REQUEST', text('badPort', { port: value }));
}
