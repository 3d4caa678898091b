// `millrace start`: runs the server until it is told to stop. One line on standard output when it is ready; the log goes to standard error.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pino } from 'pino';
import { AppError } from '../../contract/errors.ts';
import { startServer } from '../../server.ts';
import { readSettings } from '../../settings/read-settings.ts';
import type { ServerSettings } from '../../settings/table.ts';
import { readArguments } from '../arguments.ts';
import { dataDirOf, dataDirOption } from '../data-folder.ts';
import { exitCodes } from '../exit-codes.ts';
import { say, type Streams } from '../terminal.ts';
import { text } from '../text.ts';
import about from '../../../package.json' with { type: 'json' };

/** Runs the command until `stop` is aborted; answers the exit code. Throws BAD_REQUEST, PORT_TAKEN, STORE_FAILED, VAULT_LOCKED. */
export async function startCommand(args: readonly string[], streams: Streams, stop: AbortSignal): Promise<number> {
  const { host, port, lan, 'data-dir': dataDir } = readArguments('start', args, options).values;
  const given: Partial<ServerSettings> = {
    ...(host === undefined ? {} : { host }),
    ...(lan === true && host === undefined ? { host: '0.0.0.0' } : {}),
    ...(port === undefined ? {} : { port: portOf(port) }),
  };
  const settings = readSettings(process.env, given);
  const server = await startServer({
    dataDir: dataDirOf(dataDir),
    settings,
    version: about.version,
    pagesFolder: pagesFolder(),
    environment: process.env,
    isDevelopment: process.env['NODE_ENV'] === 'development',
    // What requests carry is not logged: addresses and bodies hold secrets.
    logger: pino(
      { level: settings.logLevel, base: null, redact: ['req', 'res', '*.headers', '*.password', '*.token'] },
      pino.destination({ fd: 2, sync: false }),
    ),
  });
  say(streams.out, text('ready', { url: server.url }));
  if (!stop.aborted) await new Promise((ended) => stop.addEventListener('abort', ended, { once: true }));
  await server.stop();
  return exitCodes.success;
}

const options = { host: { type: 'string' }, port: { type: 'string' }, lan: { type: 'boolean' }, ...dataDirOption } as const;

function portOf(written: string): number {
  const port = Number(written);
  if (/^\d+$/.test(written) && port <= 65_535) return port;
  throw new AppError('BAD_REQUEST', text('badPort', { port: written }));
}

/** The editor's build lies beside the engine's, whose files may lie in a folder within; run from source, both are under `out`. */
function pagesFolder(): string {
  const places = ['../renderer', '../../renderer', '../../../out/renderer'].map((path) => resolve(import.meta.dirname, path));
  return places.find((place) => existsSync(join(place, 'index.html'))) ?? (places[0] as string);
}
