// The composition root of the server: opens the store, builds components, services and the HTTP application, and listens. Stops in reverse order.
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from './contract/errors.ts';
import type { StoredBinary } from './binary/stored-binary.ts';
import type { ListenOptions } from './contract/gateway.ts';
import { watchBusy } from './gateway/busy.ts';
import type { EngineGateway } from './gateway/engine.ts';
import { OwnConnections } from './execution/http/own-connections.ts';
import { createApp, type App } from './http/create.ts';
import type { Readiness } from './http/server.ts';
import type { FileReach } from './files/reach.ts';
import { runMaintenance } from './housekeeping.ts';
import { toLogger, withoutRepetitions } from './logger.ts';
import type { NumberedEvent, PushHub } from './push/hub.ts';
import { createServerComponents } from './server-components.ts';
import type { Logger } from './sdk/index.ts';
import type { ServerConfig } from './server-config.ts';
import { createBackup } from './services/backup/backup.ts';
import { settleRestores } from './services/backup/restore.ts';
import { createServices, type Services } from './services/index.ts';
import { InstanceAddresses } from './settings/addresses.ts';
import { TemplateLibrary } from './services/template-library.ts';
import { fileStorageOf, runSettingsOf, tlsOf } from './settings/derived.ts';
import { GeneralSettings } from './settings/general-settings.ts';
import { hasInstallation, installationOf, openServerFolder, type ServerFolder } from './store/index.ts';
import { createVault } from './vault/create.ts';

export interface Server extends EngineGateway {
  /** URL of the editor for browsers on this computer, with a trailing slash. */
  readonly url: string;
  /** URLs of the editor for other computers of the network. */
  readonly lanUrls: readonly string[];
  /** Where it listens; undefined if it does not. */
  readonly listensOn: ListenOptions | undefined;
  readonly services: Services;
  /** Method and path of the requests that have no response yet, the latest last. */
  openRequests(): readonly string[];
  /** Finishes or parks runs, and closes the listener and the database. */
  stop(): Promise<void>;
}

/** Milliseconds after which the server counts as ready even if a trigger still waits for its service, which may never respond. */
const READY_WITHIN = 30_000;

/**
 * Starts a server. Throws BAD_REQUEST for settings that do not fit together, PORT_TAKEN, DATA_FOLDER_IN_USE, STORE_FAILED. Once it resolves, the webhooks of active workflows are open; triggers are
 * started afterwards, and readiness reports when that is done.
 */
export async function startServer(config: ServerConfig): Promise<Server> {
  const { dataDir, settings } = config;
  if (settings.worker !== 'also' && settings.database === '') throw noTeam(settings.worker);
  await settleRestores(dataDir);
  const folder = await openServerFolder(dataDir, {
    database: settings.database,
    durability: settings.durability,
    migrationBackups: settings.migrationBackups,
    usesSharing: settings.usesSharing,
    isSound: config.fault !== undefined,
  });
  config.onOpened?.();
  try {
    return await startIn(folder, config);
  } catch (error) {
    await folder.close(true);
    throw folder.explained(error);
  }
}

function noTeam(worker: 'only' | 'never'): AppError {
  const flag = worker === 'only' ? '--worker' : '--no-worker';
  return new AppError(
    'BAD_REQUEST',
    `${flag} (or MILLRACE_WORKER=${worker}) is for a team, but the database is a file, which only one server can use.`,
    { hint: `Set MILLRACE_DATABASE to the address of the Postgres database of the team, or leave out ${flag} and MILLRACE_WORKER.` },
  );
}

interface Parts {
  readonly folder: ServerFolder;
  readonly logger: Logger;
  readonly hub: PushHub;
  readonly services: Services;
  readonly addresses: InstanceAddresses;
  readonly reach: FileReach | undefined;
  readonly files: StoredBinary;
  readonly app: App;
  readonly backup: EngineGateway['backup'];
  /** Readiness while the store works. */
  readonly state: { readiness: Readiness };
  /** Closes the components, in this order. */
  readonly close: readonly (() => Promise<unknown>)[];
}

async function startIn(folder: ServerFolder, config: ServerConfig): Promise<Server> {
  const parts = await createParts(folder, config);
  const { services, app, state, reach } = parts;
  try {
    services.lifecycle.pauseSchedules(config.arePaused === true);
    await services.lifecycle.prepare(config.fault);
    await reach?.report(config.environment);
    const { host, port } = config.settings;
    const { listen = { host, port } } = config;
    if (listen !== 'nowhere') await app.socket.listen(listen);
  } catch (error) {
    await services.lifecycle.stop(0);
    await app.close();
    throw error;
  }
  const becomeReady = (): void => {
    if (state.readiness === 'starting') state.readiness = 'ok';
  };
  services.lifecycle
    .start()
    .then(becomeReady)
    .catch((error: unknown) => parts.logger.error(`The services could not be started: ${String(error)}`));
  const readyAtLast = setTimeout(becomeReady, READY_WITHIN).unref();
  // A bucket may not be reachable yet; workflows without files run meanwhile.
  parts.files.report(parts.logger).catch(() => undefined);
  const endHousekeeping = runMaintenance(folder.store, services, parts.logger, folder.instance.team);
  const stop = async (): Promise<void> => {
    clearTimeout(readyAtLast);
    await drain(parts, config.settings);
    state.readiness = 'stopping';
    endHousekeeping();
    await shutDown(parts, config.settings.stopSeconds * 1000);
  };
  const { addresses } = parts;
  return {
    ...(await gatewayOf(parts)),
    get url() {
      return addresses.editor('here').url;
    },
    get lanUrls() {
      return addresses.lanEditors().map(({ url }) => url);
    },
    get listensOn() {
      return app.socket.address;
    },
    services,
    openRequests: () => app.openRequests.paths(),
    stop,
  };
}

async function createParts(folder: ServerFolder, serverConfig: ServerConfig): Promise<Parts> {
  const { dataDir, keychain, pagesFolder, templatesFolder, version, onMount } = serverConfig;
  const { store } = folder;
  const { team } = folder.instance;
  const logger = withoutRepetitions(toLogger(serverConfig.logger));
  const warn = (message: string): void => logger.warn(message);
  const hasOthers = (): boolean => team !== undefined && team.servers.length > 1;
  const keys = { keys: store.vaultKey, isAlone: true, hasOthers };
  const { cipher, vault } = createVault({ dataDir, settings: serverConfig.settings, ...keys, warn, keychain });
  // Of two servers that start on an empty database, one makes the keys.
  await (team === undefined ? vault.open() : team.alone('vault', () => vault.open()));
  if (hasOthers() && cipher.problem !== undefined) throw cannotJoin(cipher.problem);
  const oldKey = await vault.keyFromBefore();
  const general = await openGeneralSettings(folder, serverConfig, oldKey === undefined);
  const settings = general.current;
  const config = { ...serverConfig, settings };
  const installation = await installationOf(store.settings, oldKey);
  const ownConnections = new OwnConnections();
  const addresses = new InstanceAddresses(settings);
  const { components, serviceConfig, reach, close } = createServerComponents({
    folder,
    config,
    cipher,
    installation,
    logger,
    ownConnections,
    addresses,
  });
  const services = createServices(components, serviceConfig);
  general.onChange((changed) => {
    services
      .settingsChanged(runSettingsOf(settings), changed.includes('timezone'))
      .catch((error: unknown) => logger.error(`Changed settings could not be applied to all workflows: ${String(error)}`));
  });
  if (team !== undefined) {
    services.lifecycle.alsoFollow(async (hasChanged) => {
      if (hasChanged('setting')) await general.follow();
    });
  }
  const state: Parts['state'] = { readiness: 'starting' };
  const app = await createApp({
    settings,
    general,
    components,
    services,
    addresses,
    ownConnections,
    vault,
    installation,
    version,
    pagesFolder,
    templates: new TemplateLibrary(templatesFolder ?? join(import.meta.dirname, '../resources/templates')),
    tls: tlsOf(settings),
    isDevelopment: config.isDevelopment === true,
    asksForConsent: config.asksForConsent === true,
    hasMembers: team !== undefined,
    restarts: config.fault?.count ?? 0,
    readiness: () => (state.readiness === 'ok' && !(store.health.isOk && team?.isConnected !== false) ? 'storeFailed' : state.readiness),
    logger: config.logger,
    onMount,
    onListening: (options) => {
      addresses.listensOn(options);
      logger.debug(`Server listening at ${options.host}, port ${options.port}`);
    },
  });
  const recoveryKey = (): Promise<string> => vault.recoveryKey();
  const source = {
    dataDir,
    database: settings.database,
    fileStorage: fileStorageOf(settings),
    version,
    recoveryKey,
    now: () => components.clock.now(),
  };
  const backup: EngineGateway['backup'] = (...args) => createBackup(source, ...args);
  return { folder, logger, hub: components.hub, services, addresses, reach, files: components.files, app, backup, state, close };
}

const cannotJoin = (problem: AppError): AppError =>
  new AppError('VAULT_LOCKED', `This server cannot join the others on its database. ${problem.message}`, {
    hint: 'Set MILLRACE_ENCRYPTION_KEY to the master key of the other servers: the value that they were started with, or what the file master.key in the data folder of the first one has.',
    cause: problem,
  });

async function openGeneralSettings({ store }: ServerFolder, config: ServerConfig, hasNoKey: boolean): Promise<GeneralSettings> {
  const { settings, environment, backUpCommand = 'millrace backup FILE' } = config;
  const isFirstStart = hasNoKey && !(await hasInstallation(store.settings));
  return GeneralSettings.open({ stored: store.settings, settings, environment, isFirstStart, backUpCommand });
}

/** Serves on for a while, so that balancers learn from the readiness to send requests to the other servers; as long as there are any. */
async function drain({ folder, services, state }: Parts, { drainSeconds, worker }: ServerConfig['settings']): Promise<void> {
  const { team } = folder.instance;
  if (team === undefined || worker === 'only' || drainSeconds === 0) return;
  const alone = new AbortController();
  const endIfAlone = (): void => {
    if (team.serving.every((id) => id === team.id)) alone.abort();
  };
  const unsubscribe = team.onChange(endIfAlone);
  endIfAlone();
  if (!alone.signal.aborted) {
    state.readiness = 'draining';
    services.lifecycle.drain();
    await delay(drainSeconds * 1000, undefined, { signal: alone.signal }).catch(() => undefined);
  }
  unsubscribe();
}

async function shutDown({ folder, logger, hub, services, app, close }: Parts, patience: number): Promise<void> {
  services.webhooks.responses.rejectCalls();
  await services.lifecycle.stop(patience);
  hub.close();
  const closing = [() => app.close(), ...close, () => services.accounts.settled(), () => folder.close()];
  for (const end of closing) await end().catch((error: unknown) => logger.error(`Stopping failed: ${String(error)}`));
}

async function gatewayOf({ app, hub, services: { accounts, executions, lifecycle }, addresses, backup }: Parts): Promise<EngineGateway> {
  const { userId } = await accounts.setUp.localOwner();
  const { inject, openStream, socket } = app;
  /** Other programs read the address from the data folder, editors request it again. */
  const moved = (): void => {
    accounts.localAccess.saveAddress();
    hub.broadcast({ type: 'addressesChanged' });
  };
  return {
    inject,
    openStream,
    onPush: ({ id, lastSeen }, listener) => {
      const send = ({ number, event }: NumberedEvent): void => listener.event(number, event);
      return hub.listen(id, { userId, receivesAll: true, send, missed: (last) => listener.missed(last), end: () => undefined }, lastSeen);
    },
    onBusy: (listener) => watchBusy(executions.activeRuns, listener),
    listen: async (options) => {
      const address = await socket.listen(options);
      moved();
      return address;
    },
    unlisten: async () => {
      await socket.close();
      addresses.listensOn(undefined);
      moved();
    },
    resume: async () => lifecycle.resume(),
    pauseSchedules: async (isPaused) => lifecycle.pauseSchedules(isPaused),
    backup,
  };
}
