// Builds what the services of a server use: the components that run workflows, packages, the push hub, and the configuration from the settings.
import { randomBytes, randomInt } from 'node:crypto';
import { join } from 'node:path';
import { createComponents, ids, type RunComponents } from './components.ts';
import type { OwnConnections } from './execution/http/own-connections.ts';
import { systemClock } from './execution/index.ts';
import { SESSION_COOKIE } from './http/cookies.ts';
import { Packages } from './packages/index.ts';
import { PushHub } from './push/hub.ts';
import { PushRelay } from './push/relay.ts';
import type { Logger } from './sdk/index.ts';
import type { ServerConfig } from './server-config.ts';
import { ExternalSecrets } from './services/credentials/external-secrets.ts';
import type { Components, ServiceConfig } from './services/service-config.ts';
import type { InstanceAddresses } from './settings/addresses.ts';
import { executionSettingsOf, fileStorageOf, nodeChoiceOf, packagePreferenceOf, packageRunsOf, reachSettingsOf, sandboxOptionsOf, smtpOf, webhookSettingsOf } from './settings/derived.ts'; // oxfmt-ignore
import { isShared } from './settings/reachable.ts';
import { syncFolder, type Installation, type ServerFolder } from './store/index.ts';
import { LocalAddressFile } from './vault/local-address.ts';
import { LocalTokenFile } from './vault/local-token.ts';
import type { VaultCipher } from './vault/vault-cipher.ts';
import { resumeUrls, startUrls } from './webhooks/index.ts';

/** The first numbers of a session's events are random, so that those of several servers do not overlap. */
const MOST_START = 2 ** 47;

export interface ServerComponentsParts {
  readonly folder: ServerFolder;
  readonly config: ServerConfig;
  readonly cipher: VaultCipher;
  readonly installation: Installation;
  readonly logger: Logger;
  readonly ownConnections: OwnConnections;
  readonly addresses: InstanceAddresses;
}

export interface ServerComponents extends Pick<RunComponents, 'reach' | 'close'> {
  readonly components: Components;
  readonly serviceConfig: ServiceConfig;
}

export function createServerComponents(parts: ServerComponentsParts): ServerComponents {
  const { config, cipher, logger, ownConnections, addresses } = parts;
  const { store, instance } = parts.folder;
  const { dataDir, settings, environment, asksForConsent = false } = config;
  const processes = {
    onUnconfined: (reason: string) => logger.error(`Code was not run, because its process is not confined: ${reason}.`),
    onNotStarted: (reason: string) => logger.error(`Code was not run, because its process could not be started: ${reason}.`),
    ...(config.launch === undefined ? {} : { launch: config.launch }),
  };
  const built = createComponents({
    dataDir,
    storeAccess: { open: async () => store, instance: async () => instance, syncFolder },
    durability: settings.durability,
    fileStorage: fileStorageOf(settings),
    isDiskShared: settings.database !== '',
    binaryMiB: settings.binaryMiB,
    environment,
    ownConnections,
    settings: executionSettingsOf(settings, environment),
    sandbox: { ...sandboxOptionsOf(settings), ...processes },
    nodeTypes: nodeChoiceOf(settings),
    reach: { ...reachSettingsOf(settings, dataDir, environment), isReachable: () => addresses.areReachable, asksForConsent },
    logger,
  });
  const { binary: files, http, registry, credentialTypes, reach } = built;
  const packages = new Packages({
    folder: join(dataDir, 'packages'),
    registry: settings.packageRegistry,
    ...packageRunsOf(settings),
    ...processes,
  });
  const hub = new PushHub(() => systemClock.now());
  const relay = instance.team === undefined ? undefined : new PushRelay(hub, instance.team);
  if (relay !== undefined) hub.join(relay, () => randomInt(MOST_START));
  const serviceConfig = serviceConfigOf(parts);
  const { webhooks } = serviceConfig;
  const createExecutor: Components['createExecutor'] = (needs) =>
    built.createExecutor(
      { ...(config.marks === undefined ? {} : { marks: config.marks }), webhookUrls: startUrls(webhooks), ...needs },
      { resumeUrl: resumeUrls(webhooks) },
    );
  return {
    components: { store, files, http, registry, credentialTypes, packages, hub, logger, clock: systemClock, cipher, createExecutor },
    serviceConfig,
    reach,
    close: [async () => relay?.close(), () => packages.stop(), ...built.close],
  };
}

function serviceConfigOf({ folder, config, addresses, installation }: ServerComponentsParts): ServiceConfig {
  const { dataDir, settings, environment } = config;
  return {
    settings,
    secrets: new ExternalSecrets({
      path: settings.secretsPath,
      envPrefix: settings.secretsEnvPrefix,
      environment,
      now: () => systemClock.now(),
    }),
    ids,
    randomBytes,
    smtp: smtpOf(settings),
    editorUrl: () => addresses.editor('here').url,
    sharedUrl: () => addresses.editor('others').url,
    oauthRedirectUrl: (protocol) => addresses.oauthRedirectUrl(protocol),
    dataDir,
    instanceId: installation.id,
    version: config.version,
    prefersPackageType: packagePreferenceOf(settings),
    isShared: isShared(settings),
    asksForConsent: config.asksForConsent === true,
    localAccess: {
      mode: settings.localAccess,
      token: new LocalTokenFile(dataDir),
      address: new LocalAddressFile(dataDir),
      linkUrl: () => addresses.localLinkUrl,
      webhookUrl: () => addresses.webhooks.url,
    },
    webhooks: webhookSettingsOf(settings, addresses, installation.addressSecret, [SESSION_COOKIE]),
    instance: folder.instance,
  };
}
