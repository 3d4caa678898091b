// The engine's thread: runs the server until a message stops it, and reports a heartbeat.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { flushCompileCache, enableCompileCache } from 'node:module';
import { join, resolve } from 'node:path';
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import about from '../package.json' with { type: 'json' };
import { portChannel } from './channel/port-channel.ts';
import type { ListenOptions } from './contract/gateway.ts';
import { serveGateway } from './gateway/serve.ts';
import { launchThrough } from './sandbox/launch.ts';
import type { Logger } from './sdk/index.ts';
import type { Server } from './server.ts';
import type { Environment } from './settings/read-settings.ts';
import type { ServerSettings } from './settings/table.ts';
import type { EngineReports, EngineThreadData, EngineThreadHandlers } from './watchdog/engine-thread.ts';
import { endAtException } from './watchdog/crash.ts';
import { Heartbeat } from './watchdog/heartbeat.ts';

export interface ServerThreadSetup {
  /** Absolute path. */
  readonly dataDir: string;
  readonly settings: ServerSettings;
  readonly listen: ListenOptions | 'nowhere';
  /** The environment of the program, with its secrets: the thread's own has none. */
  readonly environment: Environment;
  /** Whether a previous thread was ended. */
  readonly isRestart: boolean;
  /** Absolute path; standard error without. */
  readonly logFile: string | undefined;
  readonly asksForConsent: boolean;
  /** Whether schedules and polls are paused. */
  readonly arePaused: boolean;
  readonly backUpCommand: string;
}

const { setup, heartbeat, launcher, hasDirectStreams, gateway, fault } = workerData as EngineThreadData<ServerThreadSetup>;
const { dataDir, settings, environment, listen, isRestart, logFile, asksForConsent, arePaused, backUpCommand } = setup;
const marks = new Heartbeat(heartbeat);
const stop = new AbortController();
let server: Server | undefined;

const handlers: EngineThreadHandlers = {
  run,
  stop: () => {
    watcher.notify('stopping', undefined);
    stop.abort();
  },
};
const watcher = portChannel<EngineReports>(parentPort as MessagePort, handlers);
endAtException({ marks, openRequests: () => server?.openRequests() ?? [], report: (crash) => watcher.notify('crashed', crash) });

/** Returns the folder of the editor's build: next to the engine's, or under `out` when run from source. */
function pagesFolder(): string {
  const folders = ['../renderer', '../out/renderer'].map((path) => resolve(import.meta.dirname, path));
  return folders.find((folder) => existsSync(join(folder, 'index.html'))) ?? (folders[0] as string);
}

/** Returns the folder of the template library: beside the engine's build, or among the resources when run from source. */
function templatesFolder(): string {
  const built = resolve(import.meta.dirname, 'templates');
  return existsSync(built) ? built : resolve(import.meta.dirname, '../resources/templates');
}

/** Prints a link at the first start. After a restart of the thread, that link stays valid. */
async function offerLocalAccess({ services }: Server, logger: Logger): Promise<void> {
  const { localAccess } = services.accounts;
  try {
    localAccess.saveAddress();
    if (isRestart || !(await localAccess.needsLink())) return;
    const url = await localAccess.makeLink();
    watcher.notify('link', url);
  } catch (error) {
    // The server also works without a link, and `millrace open` creates another one.
    logger.warn(`No link for local access could be made: ${String(error)}`);
  }
}

async function run(): Promise<void> {
  keepCompiled(dataDir, about.version);
  const [{ pino }, { startServer }] = await Promise.all([import('pino'), import('./server.ts')]);
  const destination = pino.destination(logFile === undefined ? { fd: 2, sync: false } : { dest: logFile, mkdir: true, sync: false });
  // Requests are not logged, since their URLs and bodies may contain secrets.
  const logger = pino({ level: settings.logLevel, base: null, redact: ['req', 'res', '*.headers', '*.password', '*.token'] }, destination);
  server = await startServer({
    dataDir,
    settings,
    listen,
    version: about.version,
    pagesFolder: pagesFolder(),
    templatesFolder: templatesFolder(),
    environment,
    isDevelopment: process.env['NODE_ENV'] === 'development',
    logger,
    marks,
    asksForConsent,
    arePaused,
    backUpCommand,
    launch: launchThrough(launcher, hasDirectStreams),
    ...(fault === undefined ? {} : { fault }),
    onOpened: () => watcher.notify('opened', undefined),
  });
  const closeGateway = serveGateway(server, gateway);
  const { url, lanUrls } = server;
  watcher.notify('ready', { url, lanUrls, ...(server.listensOn === undefined ? {} : { listensOn: server.listensOn }) });
  await offerLocalAccess(server, logger);
  if (!stop.signal.aborted) await new Promise((ended) => stop.signal.addEventListener('abort', ended, { once: true }));
  await server.stop();
  closeGateway();
  destination.flushSync();
  flushCompileCache();
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
