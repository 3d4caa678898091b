// Builds the HTTP application from the services and the settings.
import type { Installation } from '../store/index.ts';
import type { Vault } from '../vault/vault.ts';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { InstanceAddress } from '../contract/rest/addresses.ts';
import type { RouteSpec } from '../contract/rest/route.ts';
import type { ListenOptions } from '../contract/gateway.ts';
import type { Services } from '../services/index.ts';
import { VersionService } from '../services/versions.ts';
import type { InstanceAddresses } from '../settings/addresses.ts';
import { connectionLimitsOf, versionsEndpointOf } from '../settings/derived.ts';
import type { GeneralSettings } from '../settings/general-settings.ts';
import { instanceSettings } from '../settings/instance-settings.ts';
import type { ServerSettings } from '../settings/table.ts';
import type { Components } from '../services/service-config.ts';
import type { TemplateLibrary } from '../services/template-library.ts';
import { createListener, type Certificate } from './connections.ts';
import { createSessionCookies, sessionCookieOf } from './cookies.ts';
import { createIdentify, identifyByKey } from './identify.ts';
import { OpenRequests } from './open-requests.ts';
import { mountPages } from './pages.ts';
import { mountPublicApi } from './public-api/index.ts';
import { mountRest, type RestParts } from './rest.ts';
import { ReachabilityChecks } from './reachability.ts';
import { createInject, TrustedRequests, type Inject } from './inject.ts';
import { createHttpServer, type HttpParts, type NodeConnections, type PublicApi, type Readiness } from './server.ts';
import { ServerSockets, type ServerSocketsParts } from './server-sockets.ts';
import { serveWebhooksOnly, type WebhookHandler } from './webhook-origin.ts';

export interface AppParts {
  readonly settings: ServerSettings;
  readonly general: GeneralSettings;
  readonly components: Components;
  readonly services: Services;
  readonly addresses: InstanceAddresses;
  readonly ownConnections: NodeConnections;
  readonly vault: Vault;
  readonly installation: Installation;
  /** Version of the product. */
  readonly version: string;
  /** Folder of the editor's files. */
  readonly pagesFolder: string | undefined;
  readonly templates: TemplateLibrary;
  readonly tls: Certificate | undefined;
  readonly isDevelopment: boolean;
  /** Whether nodes ask for consent to files and commands. */
  readonly asksForConsent: boolean;
  /** Whether several servers can share the database. */
  readonly hasMembers: boolean;
  readonly readiness: () => Readiness;
  /** Number of restarts of the engine since the program started. */
  readonly restarts: number;
  readonly logger?: FastifyBaseLogger;
  readonly onMount?: (spec: RouteSpec) => void;
  /** Called before a connection is accepted at a new address. */
  readonly onListening: (options: ListenOptions) => void;
}

/** The server: handles requests of this program immediately, and requests over the network once `socket` is opened. */
export interface App extends Inject {
  readonly socket: ServerSockets;
  readonly openRequests: OpenRequests;
  close(): Promise<void>;
}

export async function createApp(parts: AppParts): Promise<App> {
  const { settings, services, addresses, tls, ownConnections } = parts;
  const { basePath } = addresses;
  const cookies = createSessionCookies({
    name: sessionCookieOf(parts.installation.id),
    path: basePath,
    sessionTime: settings.sessionHours * 3_600_000,
    secure: settings.secureCookie,
    sameSite: settings.sameSiteCookie,
  });
  const trusted = new TrustedRequests();
  const listAddresses = (): readonly InstanceAddress[] => addresses.webhookAddresses(socket.address);
  const checks = new ReachabilityChecks({
    http: parts.components.http,
    addresses: listAddresses,
    webhookPrefix: settings.webhookPrefix,
    team: services.team,
  });
  const webhooks = checks.answeredBy({
    kindOf: (path) => (settings.worker === 'only' ? undefined : services.webhooks.kindOf(path)),
    handle: (...args) => services.webhooks.handle(...args),
  });
  const addressParts = { list: listAddresses, sharedEditor: () => addresses.editor('others'), check: (url: string) => checks.check(url) };
  const { app, newListener } = createHttpServer(
    {
      restPrefix: settings.restPrefix,
      basePath,
      hosts: [...settings.hosts, ...namesIn(addresses.editor('here').url, settings.webhookUrl)],
      proxyHops: settings.proxyHops,
      isDevelopment: parts.isDevelopment,
      ...(tls === undefined ? {} : { tls }),
      webhookHost: settings.webhookHost,
      limits: connectionLimitsOf(settings),
    },
    {
      ...requestParts(parts),
      identify: createIdentify({ accounts: services.accounts, cookies, trusted }),
      webhooks,
      ownConnections,
      rest: (mount, rest) => mountRest(mount, rest, { ...services.rest, ...restParts(parts), addresses: addressParts, cookies }),
      publicApi: publicApiOf(parts),
    },
  );
  if (settings.metrics) await mountMetrics(app, parts);
  await app.ready();
  const openRequests = new OpenRequests();
  const socket = new ServerSockets({
    newListener,
    onNew: (listener) => openRequests.watch(listener),
    onListening: parts.onListening,
    ...webhookSocket(parts, webhooks),
  });
  return {
    ...createInject(app, `${basePath}${settings.restPrefix}/`, trusted),
    socket,
    openRequests,
    close: async () => {
      await socket.close();
      await app.close();
    },
  };
}

const publicApiOf = ({ settings, services, addresses, version, pagesFolder }: AppParts): PublicApi => ({
  prefix: settings.publicApiPath,
  identify: identifyByKey(services.accounts),
  mount: (mount, api) =>
    mountPublicApi(mount, api, {
      ...services.publicApi,
      version,
      basePath: addresses.basePath,
      pagesFolder: settings.showsEditor ? pagesFolder : undefined,
      usesTags: settings.usesTags,
      isEnabled: settings.usesPublicApi,
      auditedSettings: auditedSettings(settings),
    }),
});

/** The settings that widen what workflows and callers may do. */
const auditedSettings = (settings: ServerSettings): Readonly<Record<string, unknown>> => ({
  publicApi: settings.usesPublicApi,
  communityPackages: settings.usesCommunityPackages,
  nodesReadEnvironment: settings.nodesSeeEnvironment,
  workflowsFromPrivateAddresses: settings.allowsPrivateUrls,
});

/** Returns the socket for webhooks alone, if they have a port of their own. */
function webhookSocket({ settings, tls }: AppParts, webhooks: WebhookHandler): Pick<ServerSocketsParts, 'webhooks'> {
  const { webhookPort: port } = settings;
  const newListener = (): ReturnType<typeof createListener> =>
    createListener((request, response) => serveWebhooksOnly(webhooks, request, response), tls, connectionLimitsOf(settings));
  return port === 0 ? {} : { webhooks: { port, newListener } };
}

function requestParts(parts: AppParts): Pick<HttpParts, 'logger' | 'onMount' | 'readiness' | 'isStopping' | 'isOnlyWorker' | 'outside'> {
  const { settings, services, logger, onMount, readiness, addresses } = parts;
  const { basePath } = addresses;
  const calls = [settings.restPrefix, settings.publicApiPath].map((prefix) => `${basePath}${prefix}/`);
  return {
    ...(logger === undefined ? {} : { logger }),
    ...(onMount === undefined ? {} : { onMount }),
    readiness,
    isStopping: () => readiness() === 'stopping',
    isOnlyWorker: parts.settings.worker === 'only',
    outside: (outer) =>
      mountPages(outer, {
        basePath,
        restPrefix: settings.restPrefix,
        folder: settings.showsEditor ? parts.pagesFolder : undefined,
        reachable: settings.usesTemplates && settings.templatesHost !== '' ? [settings.templatesHost] : [],
        isOwn: (path) => calls.some((prefix) => path.startsWith(prefix)) || services.webhooks.kindOf(path) !== undefined,
        // The editor requests the node types as soon as its scripts run; that request reports any error of loading them.
        onFirstPage: () => void services.nodeTypes.all().catch(() => undefined),
      }),
  };
}

/** Mounts GET /metrics for Prometheus: the process, active workflows, running executions and servers. Off by default; without authentication. */
async function mountMetrics(app: FastifyInstance, { services, addresses, restarts }: AppParts): Promise<void> {
  const { Gauge, Registry, collectDefaultMetrics } = await import('prom-client');
  const register = new Registry();
  collectDefaultMetrics({ register, prefix: 'millrace_' });
  const gauge = (name: string, help: string, read: () => number): void => {
    const created: { set(value: number): void } = new Gauge({
      name,
      help,
      registers: [register],
      collect(): void {
        created.set(read());
      },
    });
  };
  gauge('millrace_active_workflows', 'Number of active workflows', () => services.active.running().length);
  gauge('millrace_running_executions', 'Executions that run now', () => services.executions.activeRuns.count);
  gauge(
    'millrace_production_limit',
    'Maximum number of production executions that this server runs at the same time',
    () => services.members.limit,
  );
  gauge('millrace_servers', 'Living servers that share the database, with this one', () => services.members.count);
  gauge('millrace_engine_restarts', 'Times that the engine was restarted after a fault, since the program started', () => restarts);
  app.get(`${addresses.basePath}metrics`, async (_request, reply) => reply.type(register.contentType).send(await register.metrics()));
}

function restParts(
  parts: AppParts,
): Pick<RestParts, 'basePath' | 'push' | 'versions' | 'features' | 'binary' | 'editor' | 'general' | 'templates' | 'vault'> {
  const { settings, services, addresses, installation, vault, version } = parts;
  const { http, files, hub, registry, clock } = parts.components;
  const instanceId = installation.id;
  return {
    basePath: addresses.basePath,
    push: hub,
    vault,
    general: parts.general,
    templates: parts.templates,
    versions: new VersionService({ http, now: () => clock.now(), endpoint: versionsEndpointOf(settings), version, instanceId }),
    features: {
      assistant: settings.usesAssistant,
      tags: settings.usesTags,
      sharing: settings.usesSharing,
      templates: settings.usesTemplates,
      publicApi: settings.usesPublicApi,
      communityPackages: settings.usesCommunityPackages,
      consents: parts.asksForConsent,
      members: parts.hasMembers,
    },
    binary: { binary: files, assertVisible: (id, caller) => services.assertFileVisible(id, caller) },
    editor: {
      settings: async () =>
        instanceSettings(settings, {
          version,
          instanceId,
          editorUrl: addresses.editor('others').url,
          webhookUrl: addresses.webhooks.url,
          oauthCallbackUrls: { oauth1: addresses.oauthRedirectUrl('oauth1'), oauth2: addresses.oauthRedirectUrl('oauth2') },
          asksForConsent: parts.asksForConsent,
          hasMembers: parts.hasMembers,
          deployment: deployment(),
          userManagement: await services.accounts.userManagementSettings(),
          excludedNodes: registry.excluded(),
        }),
      nodeTypes: services.nodeTypes,
      credentials: services.credentials,
      icons: services.icons,
    },
  };
}

/** Returns the host names of configured URLs. */
const namesIn = (...urls: readonly string[]): readonly string[] =>
  urls.flatMap((url) => URL.parse(url)?.hostname ?? []).filter((name) => name !== '*');

const systemNames: Partial<Record<NodeJS.Platform, string>> = { darwin: 'mac', win32: 'win' };

const deployment = (): string =>
  process.versions['electron'] === undefined ? 'default' : `desktop_${systemNames[process.platform] ?? process.platform}`;
