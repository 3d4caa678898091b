// The composition root of the server: opens the store, wires rooms and services, mounts the calls, listens; stops in reverse order.
import { randomBytes, randomUUID } from 'node:crypto';
import type { Server as HttpListener } from 'node:http';
import { performance } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { FileBinary } from './binary/file-binary.ts';
import { AppError } from './contract/errors.ts';
import type { RouteSpec } from './contract/rest/route.ts';
import { createFilePort } from './files/file-access.ts';
import { createHttpClient } from './execution/http-client.ts';
import { Executor, systemClock, type WorkMarks } from './execution/index.ts';
import { OwnConnections } from './execution/own-connections.ts';
import { createSessionCookies, SESSION_COOKIE } from './http/cookies.ts';
import { createIdentify } from './http/identify.ts';
import { mountMetrics } from './http/metrics.ts';
import { mountPages } from './http/pages.ts';
import { mountRest } from './http/rest.ts';
import { createListener } from './http/connections.ts';
import { closeHttpServer, createHttpServer, type Readiness } from './http/server.ts';
import { listenForWebhooks } from './http/webhook-origin.ts';
import { createIds } from './ids.ts';
import { collectGarbage, MemoryRelease } from './memory-release.ts';
import { PushHub } from './push/hub.ts';
import { createNodeRegistry } from './registry/index.ts';
import { createParsing } from './parsing/index.ts';
import { createSandbox } from './sandbox/index.ts';
import type { Launch } from './sandbox/launch.ts';
import type { Logger } from './sdk/index.ts';
import { createServices, type Services } from './services/index.ts';
import { VersionService } from './services/versions.ts';
import {
  addressesOf,
  isShared,
  connectionLimitsOf,
  executionSettingsOf,
  fileRulesOf,
  instanceIdOf,
  nodeChoiceOf,
  sandboxOptionsOf,
  smtpOf,
  tlsOf,
  versionsEndpointOf,
  webhookSettingsOf,
  type Addresses,
} from './settings/derived.ts';
import { instanceSettings } from './settings/instance-settings.ts';
import type { ServerSettings } from './settings/table.ts';
import { isKeyInUse, KEY_IN_USE, openServerFolder, syncFolder, type ServerFolder, type Store } from './store/index.ts';
import { keyOf } from './vault/key-file.ts';
import { LocalTokenFile } from './vault/local-token.ts';
import { Vault } from './vault/vault.ts';
import type { EngineFault } from './watchdog/engine-fault.ts';

export interface ServerConfig {
  /** Absolute path. */
  readonly dataDir: string;
  readonly settings: ServerSettings;
  readonly version: string;
  /** Folder of the editor's build. */
  readonly pagesFolder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Answers carry stacks. */
  readonly isDevelopment?: boolean;
  readonly logger?: FastifyBaseLogger;
  /** Notified of the running node. */
  readonly marks?: WorkMarks;
  /** Starts code processes; they are children of this thread by default. */
  readonly launch?: Launch;
  /** Why the engine before this one was ended, in this process. */
  readonly fault?: EngineFault;
  /** Called when the database is open and up to date. */
  readonly onOpened?: () => void;
  /** Called for every mounted route. */
  readonly onMount?: (spec: RouteSpec) => void;
}

export interface Server {
  /** URL of the editor, with a trailing slash. */
  readonly url: string;
  readonly port: number;
  readonly app: FastifyInstance;
  readonly services: Services;
  /** Finishes or parks what runs, closes the listener and the database. */
  stop(): Promise<void>;
}

const now = (): number => systemClock.now();
const silent = (): void => undefined;
const noLogger: Logger = { debug: silent, info: silent, warn: silent, error: silent };

/** Milliseconds between two looks at what has to be done now and then. */
const FOLLOW_EVERY = 1000;
/** Milliseconds after which the server counts as ready although a trigger still waits for its service, which may never answer. */
const READY_WITHIN = 30_000;
const PRUNE_EVERY = 3_600_000;
/** Milliseconds between two rounds that remove about as much as came in. */
const PRUNE_SOME_EVERY = 60_000;
/** Milliseconds after the start until old executions are removed for the first time: who is never on for an hour has some too. */
const PRUNE_FIRST = 60_000;
/** Share of the time from which on the process counts as busy. */
const BUSY = 0.05;

/**
 * Starts a server. Throws PORT_TAKEN, DATA_FOLDER_IN_USE, STORE_FAILED, VAULT_LOCKED. The webhooks of active workflows are open when it resolves; their triggers
 * are started afterwards, and readiness tells when they are.
 */
export async function startServer(config: ServerConfig): Promise<Server> {
  const { dataDir, settings } = config;
  const folder = await openServerFolder(dataDir, settings.durability, config.fault !== undefined);
  config.onOpened?.();
  try {
    const masterKey = settings.encryptionKey === '' ? keyOf(dataDir, () => isKeyInUse(dataDir)) : settings.encryptionKey;
    const { settings: kept } = folder.store;
    if ((await kept.get(KEY_IN_USE)) === undefined) await kept.set(KEY_IN_USE, true);
    return await startOver(folder, config, masterKey);
  } catch (error) {
    await folder.close(true);
    throw folder.explained(error);
  }
}

async function startOver(folder: ServerFolder, config: ServerConfig, masterKey: string): Promise<Server> {
  const { dataDir, settings, logger } = config;
  const { store, instance } = folder;
  const log: Logger = logger === undefined ? noLogger : toLogger(logger);
  const files = new FileBinary(dataDir, {
    uuid: randomUUID,
    notes: { add: (id, executionId) => store.files.add(id, executionId, instance.id), discard: (ids) => store.files.discard(ids) },
    ...(settings.durability === 'full' ? { flushFolder: syncFolder } : {}),
  });
  const ownConnections = new OwnConnections();
  const http = createHttpClient({ environment: config.environment, ownConnections });
  const sandbox = createSandbox({ ...sandboxOptionsOf(settings), ...(config.launch === undefined ? {} : { launch: config.launch }) });
  const parsing = createParsing(sandboxOptionsOf(settings));
  const registry = createNodeRegistry(nodeChoiceOf(settings));
  const hub = new PushHub(now);
  const rooms = { store, files, http, registry, hub, logger: log, clock: systemClock, vault: new Vault(masterKey) };
  // The port is known only when the server listens, and addresses are asked for only after that.
  let addresses: Addresses = addressesOf(settings, settings.port);
  const services = createServices(rooms, {
    settings,
    ids: createIds(now),
    randomBytes,
    smtp: smtpOf(settings),
    editorUrl: () => addresses.editorUrl,
    isShared: isShared(settings),
    localAccess: { mode: settings.localAccess, token: new LocalTokenFile(dataDir), linkUrl: () => addresses.localLinkUrl },
    webhooks: () => webhookSettingsOf(settings, () => addresses, masterKey, [SESSION_COOKIE]),
    instance,
    executor: (ports) =>
      new Executor(
        {
          nodes: registry,
          clock: systemClock,
          random: Math.random,
          uuid: randomUUID,
          http,
          files: createFilePort(fileRulesOf(settings, dataDir, config.environment)),
          binary: files,
          sandbox,
          parsing,
          logger: log,
          ...(config.marks === undefined ? {} : { marks: config.marks }),
          credential: (...asked) => ports.credential(...asked),
          owner: (workflow) => ports.owner(workflow),
          workflow: (id) => ports.workflow(id),
          staticData: ports.staticData,
          assertCallable: (called, caller) => ports.assertCallable(called, caller),
        },
        { ...executionSettingsOf(settings, config.environment), resumeUrl: (endpoint, id) => ports.resumeUrl(endpoint, id) },
        ports.calledRuns,
      ),
  });
  const tls = tlsOf(settings);
  const instanceId = instanceIdOf(masterKey);
  const versions = new VersionService({ http, now, endpoint: versionsEndpointOf(settings), version: config.version, instanceId });
  const cookies = createSessionCookies({
    path: addresses.basePath,
    sessionTime: settings.sessionHours * 3_600_000,
    secure: settings.secureCookie,
    sameSite: settings.sameSiteCookie,
  });
  let readiness: Readiness = 'starting';
  const app = createHttpServer(
    {
      restPrefix: settings.restPrefix,
      basePath: addresses.basePath,
      hosts: [...settings.hosts, ...namesIn(settings.editorUrl, settings.webhookUrl)],
      proxyHops: settings.proxyHops,
      isDevelopment: config.isDevelopment === true,
      ...(tls === undefined ? {} : { tls }),
      webhookHost: settings.webhookHost,
      limits: connectionLimitsOf(settings),
    },
    {
      identify: createIdentify({ accounts: services.accounts, cookies }),
      logger,
      onMount: config.onMount,
      readiness: () => (readiness === 'ok' && !store.health.isOk ? 'storeFailed' : readiness),
      isStopping: () => readiness === 'stopping',
      webhooks: services.webhooks,
      ownConnections,
      rest: (mount, rest) =>
        mountRest(mount, rest, {
          ...services.rest,
          cookies,
          basePath: addresses.basePath,
          push: hub,
          versions,
          features: {
            tags: settings.usesTags,
            publicApi: settings.usesPublicApi,
            communityPackages: settings.usesCommunityPackages,
          },
          binary: { binary: files, assertVisible: (id, caller) => services.assertFileVisible(id, caller) },
          editor: {
            settings: async () =>
              instanceSettings(settings, {
                version: config.version,
                instanceId,
                editorUrl: addresses.editorUrl,
                webhookUrl: addresses.webhookUrl,
                userManagement: await services.accounts.userManagementSettings(),
                excludedNodes: registry.excluded(),
              }),
            nodeTypes: services.nodeTypes,
            credentials: services.credentials,
            nodeIcon: async (type) => (await import('./registry/core-icons.generated.ts')).coreIcons.get(type),
          },
        }),
      outside: (outer) => {
        const isOwn = (path: string): boolean =>
          path.startsWith(`${addresses.basePath}${settings.restPrefix}/`) || services.webhooks.kindOf(path) !== undefined;
        mountPages(outer, {
          basePath: addresses.basePath,
          restPrefix: settings.restPrefix,
          folder: settings.showsEditor ? config.pagesFolder : undefined,
          reachable: settings.usesTemplates && settings.templatesHost !== '' ? [settings.templatesHost] : [],
          isOwn,
          // The editor asks for them as soon as its scripts run; those that cannot be loaded are told of then.
          onPage: () => void services.nodeTypes.all().catch(() => undefined),
        });
      },
    },
  );
  if (settings.metrics) {
    await mountMetrics(app, addresses.basePath, {
      activeWorkflows: () => services.active.running().length,
      runningExecutions: () => services.executions.underWay.count,
    });
  }
  let webhookServer: HttpListener | undefined;
  const timers: NodeJS.Timeout[] = [];
  const stop = async (): Promise<void> => {
    readiness = 'stopping';
    services.webhooks.refuseCalls();
    for (const timer of timers) clearInterval(timer);
    await services.stop(settings.stopSeconds * 1000);
    hub.close();
    const closing = [
      () => closeHttpServer(app),
      async () => webhookServer?.close().closeAllConnections(),
      () => sandbox.stop(),
      () => parsing.stop(),
      () => http.close(),
      () => services.accounts.settled(),
      () => folder.close(),
    ];
    for (const close of closing) await close().catch((error: unknown) => log.error(`Stopping failed: ${String(error)}`));
  };
  try {
    await services.prepare(config.fault);
    // Set before any connection is accepted: webhooks tell their own address.
    app.server.once('listening', () => (addresses = addressesOf(settings, portOf(app, settings))));
    await listen(app, settings);
    webhookServer = await listenSecond(settings, tls, services);
  } catch (error) {
    await services.stop(0);
    await app.close();
    throw error;
  }
  const becomeReady = (): void => {
    if (readiness === 'starting') readiness = 'ok';
  };
  void services.start().then(becomeReady);
  const seen = { changes: store.changesElsewhere() };
  const release = memoryRelease(store, services);
  timers.push(
    setInterval(() => {
      follow(store, services, seen, log);
      release.look();
    }, FOLLOW_EVERY),
    setTimeout(becomeReady, READY_WITHIN),
    setTimeout(() => void services.prune(), PRUNE_FIRST),
    setInterval(() => void services.pruneSome(), PRUNE_SOME_EVERY),
    setInterval(() => void services.prune(), PRUNE_EVERY),
  );
  for (const timer of timers) timer.unref();
  return { url: addresses.editorUrl, port: portOf(app, settings), app, services, stop };
}

/** Another process, such as the command line, may have changed what is active. */
function follow(store: Store, services: Services, seen: { changes: number }, log: Logger): void {
  const changes = store.changesElsewhere();
  const hasChanged = changes !== seen.changes;
  seen.changes = changes;
  services
    .followInstances(hasChanged)
    .catch((error: unknown) => log.warn(`Executions of other processes could not be looked after: ${String(error)}`));
  services.sweepFiles().catch((error: unknown) => log.warn(`Unused files could not be removed: ${String(error)}`));
  if (!hasChanged) return;
  services.follow().catch((error: unknown) => log.warn(`Changes of another process could not be taken over: ${String(error)}`));
}

function memoryRelease(store: Store, { executions: { underWay } }: Services): MemoryRelease {
  let begun = underWay.begun;
  let load = performance.eventLoopUtilization();
  return new MemoryRelease({
    now,
    heapSize: () => getHeapStatistics().total_heap_size,
    collect: () => {
      store.shrink();
      collectGarbage();
    },
    isBusy: () => {
      const [begunBefore, loadBefore] = [begun, load];
      begun = underWay.begun;
      load = performance.eventLoopUtilization();
      return underWay.count > 0 || begun !== begunBefore || performance.eventLoopUtilization(load, loadBefore).utilization > BUSY;
    },
  });
}

async function listen(app: FastifyInstance, { host, port }: ServerSettings): Promise<void> {
  const { level } = app.log;
  // Fastify logs the address itself, which the command line prints in its own words.
  if (level === 'info') app.log.level = 'warn';
  try {
    await app.listen({ host, port });
  } catch (error) {
    throw listenFailure(error as NodeJS.ErrnoException, host, port);
  } finally {
    app.log.level = level;
  }
}

/** The listener for webhooks alone, where the settings name a port for it. */
async function listenSecond(
  settings: ServerSettings,
  tls: ReturnType<typeof tlsOf>,
  { webhooks }: Services,
): Promise<HttpListener | undefined> {
  const { host, webhookPort } = settings;
  if (webhookPort === 0) return undefined;
  try {
    return await listenForWebhooks(
      (listener) => createListener(listener, tls, connectionLimitsOf(settings)),
      { host, port: webhookPort },
      webhooks,
    );
  } catch (error) {
    throw listenFailure(error as NodeJS.ErrnoException, host, webhookPort);
  }
}

/** The port it listens on, which the system chooses if the settings say 0. */
function portOf(app: FastifyInstance, { port }: ServerSettings): number {
  const address = app.server.address();
  return typeof address === 'object' && address !== null ? address.port : port;
}

function listenFailure(error: NodeJS.ErrnoException, host: string, port: number): Error {
  if (error.code === 'EADDRINUSE') {
    // 5679 is used by other tools of this kind.
    const next = port + 1 === 5679 ? port + 2 : port + 1;
    return new AppError('PORT_TAKEN', `The port ${port} is used by another program.`, {
      params: { port, next },
      hint: `Try another one: --port ${next}, or MILLRACE_PORT=${next}.`,
      cause: error,
    });
  }
  if (error.code === 'EACCES')
    return new AppError('PORT_TAKEN', `The port ${port} may not be used. Ports below 1024 need more rights.`, {
      params: { port },
      cause: error,
    });
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND' || error.code === 'EAI_AGAIN') {
    return new AppError('PORT_TAKEN', `This computer has no address "${host}" to listen on.`, { params: { host }, cause: error });
  }
  return error;
}

/** Host names within addresses that were set. */
const namesIn = (...urls: readonly string[]): readonly string[] => urls.flatMap((url) => URL.parse(url)?.hostname ?? []);

function toLogger(logger: FastifyBaseLogger): Logger {
  return {
    debug: (message, fields) => logger.debug(fields ?? {}, message),
    info: (message, fields) => logger.info(fields ?? {}, message),
    warn: (message, fields) => logger.warn(fields ?? {}, message),
    error: (message, fields) => logger.error(fields ?? {}, message),
  };
}
