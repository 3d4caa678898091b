// The thread in which `millrace start` runs the server: it stops on a message and reports a heartbeat.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { flushCompileCache, enableCompileCache } from 'node:module';
import { join, resolve } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import about from '../../package.json' with { type: 'json' };
import { errorCodeOf } from '../contract/errors.ts';
import { launchThrough } from '../sandbox/launch.ts';
import type { Server } from '../server.ts';
import type { ServerSettings } from '../settings/table.ts';
import type { EngineMessage, EngineThreadData } from '../watchdog/engine-thread.ts';
import { Heartbeat } from '../watchdog/heartbeat.ts';

export interface ServerThreadSetup {
  /** Absolute path. */
  readonly dataDir: string;
  readonly settings: ServerSettings;
}

const { setup, heartbeat, launcher, fault, port } = workerData as EngineThreadData<ServerThreadSetup>;
const { dataDir, settings } = setup;
const marks = new Heartbeat(heartbeat);
const tell = (message: EngineMessage): void => parentPort?.postMessage(message);

const stop = new AbortController();
parentPort?.once('message', () => {
  tell({ type: 'stopping' });
  stop.abort();
});

/** Returns the folder of the editor's build: next to the engine's, or under `out` when run from source. */
function pagesFolder(): string {
  const places = ['../renderer', '../../renderer', '../../out/renderer'].map((path) => resolve(import.meta.dirname, path));
  return places.find((place) => existsSync(join(place, 'index.html'))) ?? (places[0] as string);
}

/** Prints a link at the first start. After a restart of the thread, that link stays valid. */
async function offerLocalAccess({ services, app }: Server): Promise<void> {
  const { localAccess } = services.accounts;
  try {
    await localAccess.noteDoor();
    const link = port === undefined ? await localAccess.makeLink() : undefined;
    if (link !== undefined) tell({ type: 'link', url: link });
  } catch (error) {
    // The server also works without a link, and `millrace open` creates another one.
    app.log.warn(`No link for local access could be made: ${String(error)}`);
  }
}

async function run(): Promise<void> {
  keepCompiled(dataDir, about.version);
  const [{ pino }, { startServer }] = await Promise.all([import('pino'), import('../server.ts')]);
  const destination = pino.destination({ fd: 2, sync: false });
  const server = await startServer({
    dataDir,
    settings: port === undefined ? settings : { ...settings, port },
    version: about.version,
    pagesFolder: pagesFolder(),
    environment: process.env,
    isDevelopment: process.env['NODE_ENV'] === 'development',
    // Requests are not logged, since their URLs and bodies may contain secrets.
    logger: pino({ level: settings.logLevel, base: null, redact: ['req', 'res', '*.headers', '*.password', '*.token'] }, destination),
    marks,
    launch: launchThrough(launcher),
    ...(fault === undefined ? {} : { fault }),
    onOpened: () => tell({ type: 'opened' }),
  });
  tell({ type: 'ready', url: server.url, port: server.port });
  await offerLocalAccess(server);
  if (!stop.signal.aborted) await new Promise((ended) => stop.signal.addEventListener('abort', ended, { once: true }));
  await server.stop();
  destination.flushSync();
  flushCompileCache();
}

try {
  await run();
  tell({ type: 'stopped' });
} catch (error) {
  const { message, stack, hint }: Error & { hint?: string } = error instanceof Error ? error : new Error(String(error));
  tell({ type: 'refused', code: errorCodeOf(error), message, stack, hint });
}

/**
 * Caches compiled code for the next start of this version (a few MB) and removes the caches of other versions. Skipped if the folder does not
 * contain data yet, so that a mistyped path does not create a folder. Without the cache, only the start is slower.
 */
function keepCompiled(dataDir: string, version: string): void {
  if (!existsSync(join(dataDir, 'db'))) return;
  const folder = join(dataDir, 'cache');
  enableCompileCache(join(folder, version));
  try {
    for (const name of readdirSync(folder)) if (name !== version) rmSync(join(folder, name), { recursive: true, force: true });
  } catch {
    // A cache that cannot be removed must not prevent the start.
  }
}
