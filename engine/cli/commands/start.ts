// `millrace start`: runs the server until it is stopped. Prints when the server is ready and how to open it; the log goes to standard error.
import { existsSync } from 'node:fs';
import { totalmem } from 'node:os';
import { AppError } from '../../contract/errors.ts';
import { readSettings } from '../../settings/read-settings.ts';
import type { ServerSettings } from '../../settings/table.ts';
import { runEngineThread } from '../../watchdog/engine-thread.ts';
import { readArguments } from '../arguments.ts';
import { dataDirOf, dataDirOption } from '../data-folder.ts';
import { exitCodes } from '../exit-codes.ts';
import type { ServerThreadSetup } from '../server-thread.ts';
import { say, type Streams } from '../terminal.ts';
import { text } from '../text.ts';

/**
 * Runs the command until `stop` is aborted; returns the exit code. The server runs in a separate thread that this one can terminate. Throws
 * BAD_REQUEST, PORT_TAKEN, STORE_FAILED, VAULT_LOCKED, DATA_FOLDER_IN_USE, ENGINE_HELD, ENGINE_OUT_OF_MEMORY.
 */
export async function startCommand(args: readonly string[], streams: Streams, stop: AbortSignal): Promise<number> {
  const { host, port, lan, 'no-open': printsOnly, 'data-dir': given } = readArguments('start', args, options).values;
  const dataDir = dataDirOf(given);
  const chosen: Partial<ServerSettings> = {
    ...(host === undefined ? {} : { host }),
    ...(lan === true && host === undefined ? { host: '0.0.0.0' } : {}),
    ...(port === undefined ? {} : { port: portOf(port) }),
  };
  const settings = readSettings(process.env, chosen);
  const opensBrowser = printsOnly !== true && settings.opensBrowser && settings.showsEditor && streams.out.isLive;
  await runEngineThread<ServerThreadSetup>(
    {
      entry: threadUrl(),
      setup: { dataDir, settings },
      heldLimit: settings.heldSeconds * 1000,
      memory: engineMemoryOf(settings),
      onReady: (url) => say(streams.out, text('ready', { url })),
      onLink: (link) => {
        say(streams.out, text('link', { link, command: openCommand() }));
        if (opensBrowser) void showInBrowser(dataDir, link);
      },
      onEnded: ({ work }) => say(streams.err, work === undefined ? text('held') : text('heldBy', { ...work })),
    },
    stop,
  );
  return exitCodes.success;
}

/** Loaded once the server is ready, so that it does not delay the start. */
async function showInBrowser(dataDir: string, link: string): Promise<void> {
  const { hasDesktop, openInBrowser } = await import('../browser.ts');
  if (hasDesktop()) openInBrowser(dataDir, link);
}

const MiB = 1024 * 1024;
/** Minimum memory limit of the engine in MiB. By default the limit is half of the computer's memory. */
const LEAST_MEMORY = 256;
const MOST_MEMORY = 4096;

const options = {
  host: { type: 'string' },
  port: { type: 'string' },
  lan: { type: 'boolean' },
  'no-open': { type: 'boolean' },
  ...dataDirOption,
} as const;

function portOf(written: string): number {
  const port = Number(written);
  if (/^\d+$/.test(written) && port <= 65_535) return port;
  throw new AppError('BAD_REQUEST', text('badPort', { port: written }));
}

/** Returns the limit of the engine's JavaScript heap in MiB. In a container, the container's limit counts as the computer's memory. */
function engineMemoryOf({ engineMemoryMiB }: ServerSettings): number {
  if (engineMemoryMiB > 0) return engineMemoryMiB;
  const constrained = process.constrainedMemory();
  const all = constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
  return Math.min(MOST_MEMORY, Math.max(LEAST_MEMORY, Math.floor(all / 2 / MiB)));
}

/** URL of the thread's entry file: in the parent folder in the sources, an entry chunk in the build. */
function threadUrl(): URL {
  if (import.meta.url.endsWith('.ts')) return new URL('../server-thread.ts', import.meta.url);
  const beside = new URL('./server-thread.js', import.meta.url);
  return existsSync(beside) ? beside : new URL('../server-thread.js', import.meta.url);
}

/** The command that creates a new link. In a checkout it runs through npm, since `millrace` is not on the path. */
const openCommand = (): string => (process.env['npm_lifecycle_event'] === 'start' ? 'npm run millrace -- open' : 'millrace open');
