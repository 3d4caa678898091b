// The composition root of the server: opens the store, builds rooms, services and the HTTP application, and listens. Stops in reverse order.
import type { Server as HttpListener } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { OwnConnections } from './execution/http/own-connections.ts';
import { createApp } from './http/create.ts';
import { listen, listenForWebhooksAlone, portOf } from './http/listen.ts';
import { closeHttpServer, type Readiness } from './http/server.ts';
import { keepHouse } from './housekeeping.ts';
import { toLogger } from './logger.ts';
import { createRooms } from './rooms.ts';
import type { ServerConfig } from './server-config.ts';
import { createServices, type Services } from './services/index.ts';
import { InstanceAddresses } from './settings/addresses.ts';
import { connectionLimitsOf, tlsOf } from './settings/derived.ts';
import { installationOf, openServerFolder, type ServerFolder } from './store/index.ts';
import { createVault } from './vault/create.ts';

export interface Server {
  /** URL of the editor, with a trailing slash. */
  readonly url: string;
  readonly port: number;
  readonly app: FastifyInstance;
  readonly services: Services;
  /** Finishes or parks runs, and closes the listener and the database. */
  stop(): Promise<void>;
}

/** Milliseconds after which the server counts as ready even if a trigger still waits for its service, which may never respond. */
const READY_WITHIN = 30_000;

/**
 * Starts a server. Throws PORT_TAKEN, DATA_FOLDER_IN_USE, STORE_FAILED. Once it resolves, the webhooks of active workflows are open; triggers are
 * started afterwards, and readiness reports when that is done.
 */
export async function startServer(config: ServerConfig): Promise<Server> {
  const { dataDir, settings } = config;
  const folder = await openServerFolder(dataDir, settings.durability, config.fault !== undefined);
  config.onOpened?.();
  try {
    return await startOver(folder, config);
  } catch (error) {
    await folder.close(true);
    throw folder.explained(error);
  }
}

async function startOver(folder: ServerFolder, config: ServerConfig): Promise<Server> {
  const { dataDir, settings, keychain } = config;
  const { store } = folder;
  const logger = toLogger(config.logger);
  const warn = (message: string): void => logger.warn(message);
  const { vault, keeper } = createVault({ dataDir, settings, keys: store.vaultKey, isAlone: true, warn, keychain });
  await keeper.open();
  const installation = await installationOf(store.settings, await keeper.keyFromBefore());
  const ownConnections = new OwnConnections();
  const addresses = new InstanceAddresses(settings);
  const { rooms, serviceConfig, close } = createRooms({ folder, config, vault, installation, logger, ownConnections, addresses });
  const services = createServices(rooms, serviceConfig);
  const tls = tlsOf(settings);
  let readiness: Readiness = 'starting';
  const app = await createApp({
    settings,
    rooms,
    services,
    addresses,
    ownConnections,
    keeper,
    installation,
    version: config.version,
    pagesFolder: config.pagesFolder,
    tls,
    isDevelopment: config.isDevelopment === true,
    readiness: () => (readiness === 'ok' && !store.health.isOk ? 'storeFailed' : readiness),
    logger: config.logger,
    onMount: config.onMount,
  });
  let webhookServer: HttpListener | undefined;
  try {
    await services.lifecycle.prepare(config.fault);
    // Set before any connection is accepted, since webhooks contain their own address.
    app.server.once('listening', () => addresses.listensOn(portOf(app, settings)));
    await listen(app, settings);
    webhookServer = await listenForWebhooksAlone({ ...settings, tls, limits: connectionLimitsOf(settings) }, services.webhooks);
  } catch (error) {
    await services.lifecycle.stop(0);
    await app.close();
    throw error;
  }
  const becomeReady = (): void => {
    if (readiness === 'starting') readiness = 'ok';
  };
  void services.lifecycle.start().then(becomeReady);
  const readyAtLast = setTimeout(becomeReady, READY_WITHIN).unref();
  const endHousekeeping = keepHouse(store, services, logger);
  const stop = async (): Promise<void> => {
    readiness = 'stopping';
    services.webhooks.refuseCalls();
    clearTimeout(readyAtLast);
    endHousekeeping();
    await services.lifecycle.stop(settings.stopSeconds * 1000);
    rooms.hub.close();
    const closing = [
      () => closeHttpServer(app),
      async () => webhookServer?.close().closeAllConnections(),
      ...close,
      () => services.accounts.settled(),
      () => folder.close(),
    ];
    for (const end of closing) await end().catch((error: unknown) => logger.error(`Stopping failed: ${String(error)}`));
  };
  return { url: addresses.editorUrl, port: portOf(app, settings), app, services, stop };
}
