// Builds the parts that the services of a server use: files, outgoing HTTP, sandbox, node registry, push hub, executor.
import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { FileBinary } from './binary/file-binary.ts';
import { createHttpClient } from './execution/http/client.ts';
import { Executor, systemClock } from './execution/index.ts';
import type { OwnConnections } from './execution/http/own-connections.ts';
import { createFilePort } from './files/file-access.ts';
import { FileReach } from './files/reach.ts';
import { SESSION_COOKIE } from './http/cookies.ts';
import { createIds } from './ids.ts';
import { Packages } from './packages/index.ts';
import { createParsing } from './parsing/index.ts';
import { PushHub } from './push/hub.ts';
import { createCredentialTypes, createNodeRegistry } from './registry/index.ts';
import { createSandbox } from './sandbox/index.ts';
import type { Logger } from './sdk/index.ts';
import { ExternalSecrets } from './services/credentials/external-secrets.ts';
import type { Components, ServiceConfig } from './services/service-config.ts';
import type { ServerConfig } from './server-config.ts';
import type { InstanceAddresses } from './settings/addresses.ts';
import {
  executionSettingsOf,
  nodeChoiceOf,
  packagePreferenceOf,
  packageRunsOf,
  reachSettingsOf,
  sandboxOptionsOf,
  smtpOf,
  webhookSettingsOf,
} from './settings/derived.ts';
import { isShared } from './settings/reachable.ts';
import { syncFolder, type Installation, type ServerFolder } from './store/index.ts';
import { LocalTokenFile } from './vault/local-token.ts';
import type { VaultCipher } from './vault/vault-cipher.ts';
import { resumeUrls, startUrls } from './webhooks/index.ts';

const MiB = 1024 * 1024;

const ids = createIds(() => systemClock.now());

export interface ComponentParts {
  readonly folder: ServerFolder;
  readonly config: ServerConfig;
  readonly cipher: VaultCipher;
  readonly installation: Installation;
  readonly logger: Logger;
  readonly ownConnections: OwnConnections;
  readonly addresses: InstanceAddresses;
}

export interface BuiltComponents {
  readonly components: Components;
  readonly serviceConfig: ServiceConfig;
  /** What workflows may reach of the computer. */
  readonly reach: FileReach;
  /** Functions that close what was opened, in order. */
  readonly close: readonly (() => Promise<unknown>)[];
}

export function createComponents(parts: ComponentParts): BuiltComponents {
  const { folder, config, cipher, installation, logger, ownConnections } = parts;
  const { store, instance } = folder;
  const { dataDir, settings, environment } = config;
  const files = new FileBinary(dataDir, {
    uuid: randomUUID,
    notes: { add: (id, executionId) => store.files.add(id, executionId, instance.id), discard: (ids) => store.files.discard(ids) },
    ...(settings.durability === 'full' ? { flushFolder: syncFolder } : {}),
    ...(settings.binaryMiB === 0 ? {} : { maxBytes: settings.binaryMiB * MiB }),
  });
  const http = createHttpClient({ environment, ownConnections, maxUnpacked: executionSettingsOf(settings, environment).archives.maxBytes });
  const processes = {
    onUnconfined: (reason: string) => logger.error(`Code was not run, because its process is not confined: ${reason}.`),
    onNotStarted: (reason: string) => logger.error(`Code was not run, because its process could not be started: ${reason}.`),
    ...(config.launch === undefined ? {} : { launch: config.launch }),
  };
  const sandbox = createSandbox({ ...sandboxOptionsOf(settings), ...processes });
  const parsing = createParsing(sandboxOptionsOf(settings));
  const registry = createNodeRegistry(nodeChoiceOf(settings));
  const credentialTypes = createCredentialTypes();
  const packages = new Packages({
    folder: join(dataDir, 'packages'),
    registry: settings.packageRegistry,
    ...packageRunsOf(settings),
    ...processes,
  });
  const hub = new PushHub(() => systemClock.now());
  const webhooks = webhookSettingsOf(settings, parts.addresses, installation.addressSecret, [SESSION_COOKIE]);
  const reach = new FileReach(reachSettingsOf(settings, dataDir, environment), {
    hasOthers: () => store.users.hasMembers(),
    hasWorkflows: () => store.workflows.hasAny(),
    isReachable: () => parts.addresses.areReachable,
    asksForConsent: config.asksForConsent === true,
    logger,
  });
  const executor: ServiceConfig['executor'] = ({ calledRuns, ...needs }) =>
    new Executor(
      {
        nodes: registry,
        credentialTypes,
        clock: systemClock,
        random: Math.random,
        uuid: randomUUID,
        executionIds: ids,
        http,
        files: createFilePort(reach.rules),
        commandFolder: () => reach.commandFolder(),
        binary: files,
        sandbox,
        parsing,
        logger,
        ...(config.marks === undefined ? {} : { marks: config.marks }),
        webhookUrls: startUrls(webhooks),
        ...needs,
      },
      { ...executionSettingsOf(settings, environment), resumeUrl: resumeUrls(webhooks) },
      calledRuns,
    );
  return {
    components: { store, files, http, registry, credentialTypes, packages, hub, logger, clock: systemClock, cipher },
    serviceConfig: { ...serviceConfig(parts), webhooks, executor },
    reach,
    close: [() => packages.stop(), () => sandbox.stop(), () => parsing.stop(), () => http.close()],
  };
}

function serviceConfig({ folder, config, addresses, installation }: ComponentParts): Omit<ServiceConfig, 'webhooks' | 'executor'> {
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
    instanceId: installation.id,
    prefersPackageType: packagePreferenceOf(settings),
    isShared: isShared(settings),
    asksForConsent: config.asksForConsent === true,
    localAccess: {
      mode: settings.localAccess,
      token: new LocalTokenFile(dataDir),
      linkUrl: () => addresses.localLinkUrl,
      webhookUrl: () => addresses.webhooks.url,
    },
    instance: folder.instance,
  };
}
