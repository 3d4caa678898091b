// The Fastify server: REST with one guard, one validation and one error handler; health checks, webhooks and pages.
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import cookie from '@fastify/cookie';
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { RouteSpec } from '../contract/rest/route.ts';
import { AppError, errorTable } from '../contract/errors.ts';
import { assertBoundedJson } from '../workflow/values/bounded-json.ts';
import { parseExactly, stringifyExactly } from '../contract/exact-numbers.ts';
import { respondToBrokenRequest, respondWithError } from './error-response.ts';
import type { ConnectionLimits } from '../settings/derived.ts';
import { createListener, type Certificate } from './connections.ts';
import { guardOrigin, securityHeaders } from './guard.ts';
import { createMount, type Identify, type Mount } from './mount.ts';
import { readableAddress } from './pages.ts';
import { compileValidator } from './validate.ts';
import { isForWebhooks, serveWebhooksOnly, type WebhookHandler } from './webhook-origin.ts';

/** Maximum size of REST request bodies in bytes. */
export const PAYLOAD_LIMIT = 12_582_912;

export interface HttpSettings {
  /** First segment of REST paths, without slashes. */
  readonly restPrefix: string;
  /** Base path of the instance, `/` or `/name/`. */
  readonly basePath: string;
  /** Accepted host names besides localhost and IP addresses. */
  readonly hosts: readonly string[];
  /** Number of trusted proxies in front of the server. */
  readonly proxyHops: number;
  readonly isDevelopment: boolean;
  /** Key and certificate in PEM format; HTTP without them. */
  readonly tls?: Certificate;
  /** Host name at which only webhooks and forms are served; empty if there is none. */
  readonly webhookHost?: string;
  readonly limits?: ConnectionLimits;
}

/** Body of GET /healthz/readiness; status 503 unless `ok`. While it is `draining`, the server accepts requests, so that balancers have time to notice. */
export type Readiness = 'ok' | 'starting' | 'draining' | 'stopping' | 'storeFailed';

export interface NodeConnections {
  has(socket: Socket): boolean;
  /** Registers the connections that a server accepts. */
  watch(server: Server): void;
  readonly rejectionHeaders: Readonly<Record<string, string>>;
}

export interface PublicApi {
  /** First segment of its paths, without slashes. */
  readonly prefix: string;
  readonly identify: Identify;
  /** Mounts the routes of its version 1. */
  readonly mount: (mount: Mount, app: FastifyInstance) => void;
}

export interface HttpParts {
  readonly identify: Identify;
  /** Mounts the REST routes. */
  readonly rest: (mount: Mount, app: FastifyInstance) => void;
  readonly publicApi?: PublicApi;
  /** Mounts routes outside of REST, such as pages. */
  readonly outside?: (app: FastifyInstance) => void;
  readonly readiness: () => Readiness;
  /** Whether REST requests are rejected because the server is stopping. Webhooks check that themselves. */
  readonly isStopping?: () => boolean;
  /** Whether the server responds only to health checks and GET /metrics. */
  readonly isOnlyWorker?: boolean;
  /** Receives requests to webhooks and forms before Fastify does. */
  readonly webhooks?: WebhookHandler;
  /** Recognizes connections of nodes, which may call only webhooks. */
  readonly ownConnections?: NodeConnections;
  readonly logger?: FastifyBaseLogger;
  readonly onMount?: (spec: RouteSpec) => void;
}

export interface HttpServer {
  readonly app: FastifyInstance;
  /** Creates a listener for the application and the webhooks. */
  readonly newListener: () => Server;
}

/** Builds the server without listening. */
export function createHttpServer(settings: HttpSettings, parts: HttpParts): HttpServer {
  const newListener = listenerFactory((request, response) => app.routing(request, response), settings, parts);
  const app: FastifyInstance = fastify({
    ...(parts.logger === undefined ? {} : { loggerInstance: parts.logger }),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: PAYLOAD_LIMIT,
    frameworkErrors: respondWithError(settings.isDevelopment),
    clientErrorHandler: respondToBrokenRequest,
    rewriteUrl: (request) => readableAddress(settings, request as IncomingMessage),
    // Replaces Fastify's default compilers, which are large and generate code.
    schemaController: {
      compilersFactory: { buildValidator: () => compileValidator as never, buildSerializer: () => () => stringifyExactly },
    },
    trustProxy: (_address: string, hop: number) => hop < settings.proxyHops,
    serverFactory: newListener,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
  });
  app.setErrorHandler(respondWithError(settings.isDevelopment));
  app.setReplySerializer((value) => stringifyExactly(value) ?? '');
  app.addHook('onRequest', guardOrigin({ hosts: settings.hosts }));
  app.addHook('onSend', async (_request, reply) => {
    for (const [name, value] of Object.entries(securityHeaders)) if (!reply.hasHeader(name)) void reply.header(name, value);
    if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store');
  });
  health(app, settings, parts);
  if (parts.isStopping !== undefined) app.addHook('onRequest', rejectWhileStopping(settings, parts.isStopping));
  if (parts.isOnlyWorker === true) app.addHook('onRequest', rejectAll(settings));
  const { identify, onMount, publicApi } = parts;
  mountCalls(app, `${settings.basePath}${settings.restPrefix}`, (rest) => parts.rest(createMount(rest, { identify, onMount }), rest));
  if (publicApi !== undefined) {
    mountCalls(app, `${settings.basePath}${publicApi.prefix}`, async (api) => {
      const mountVersion = async (version: FastifyInstance): Promise<void> =>
        publicApi.mount(createMount(version, { identify: publicApi.identify, bodyOf: (data) => data }), version);
      await api.register(mountVersion, { prefix: '/v1' });
    });
  }
  parts.outside?.(app);
  return { app, newListener };
}

/** Mounts JSON calls. A path below the prefix that no route matches is an error, never a page. */
function mountCalls(app: FastifyInstance, prefix: string, mount: (calls: FastifyInstance) => Promise<void> | void): void {
  void app.register(
    async (calls) => {
      await calls.register(cookie);
      readJson(calls);
      calls.setNotFoundHandler((request) => {
        throw new AppError('NOT_FOUND', `No route matches ${request.method} ${request.url.split('?')[0]}.`);
      });
      await mount(calls);
    },
    { prefix },
  );
}

/** Value of Retry-After in seconds while stopping; by then this or another instance may have started. */
const RETRY_AFTER = 5;

/** Rejects requests while stopping, except health checks. */
function rejectWhileStopping({ basePath }: HttpSettings, isStopping: () => boolean) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (!isStopping() || request.url.startsWith(`${basePath}healthz`)) return;
    void reply.header('retry-after', RETRY_AFTER);
    throw new AppError('STOPPING', 'Millrace is stopping and accepts no new requests.', { hint: 'Try again in a few seconds.' });
  };
}

function rejectAll({ basePath }: HttpSettings) {
  return async ({ url }: FastifyRequest): Promise<void> => {
    const path = url.slice(basePath.length);
    if (path.startsWith('healthz') || path === 'metrics') return;
    throw new AppError('NOT_FOUND', 'This server only runs executions, and serves nothing.', {
      hint: 'Send requests to another server of the team, or start this one without --worker.',
    });
  };
}

/**
 * Parses JSON. An empty body counts as absent, whatever its type. Only bodies with workflows, where they are valid node names, and with
 * versions of packages, whose names are checked later, may contain keys such as `__proto__` or `constructor`.
 */
function readJson(app: FastifyInstance): void {
  const [strict, open] = (['error', 'ignore'] as const).map((action) => app.getDefaultJsonParser(action, action));
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const parse = (request.routeOptions.config as { allowsAnyKey?: boolean }).allowsAnyKey === true ? open : strict;
    if (body === '') {
      done(null, undefined);
      return;
    }
    try {
      assertBoundedJson(String(body), 'The body of the request');
    } catch (error) {
      done(error as Error);
      return;
    }
    if (parse !== open) {
      parse?.(request, String(body), done);
      return;
    }
    try {
      // Pinned data may contain numbers that JavaScript cannot represent.
      done(null, parseExactly(String(body)));
    } catch {
      parse?.(request, String(body), done);
    }
  });
}

/** States in which connections end with their response. */
const isEnding: ReadonlySet<Readiness> = new Set(['draining', 'stopping']);

/** Creates servers that pass webhook calls on before Fastify: the guards of REST do not apply to them, and injected requests cannot reach them. */
function listenerFactory(
  handler: RequestListener,
  { tls, webhookHost = '', limits, basePath }: HttpSettings,
  { webhooks, ownConnections, readiness, publicApi }: HttpParts,
): HttpServer['newListener'] {
  // The public API knows callers by their keys alone, so nodes may call it.
  const isForKeys = ({ url = '' }: IncomingMessage): boolean =>
    publicApi !== undefined && url.startsWith(`${basePath}${publicApi.prefix}/`);
  const listener: RequestListener = (request, response) => {
    if (isEnding.has(readiness())) response.shouldKeepAlive = false;
    if (webhooks !== undefined && isForWebhooks(request, webhookHost)) {
      serveWebhooksOnly(webhooks, request, response);
      return;
    }
    const kind = webhooks?.kindOf(request.url ?? '');
    if (webhooks !== undefined && kind !== undefined) void webhooks.handle(kind, request, response);
    else if (ownConnections?.has(request.socket) === true && !isForKeys(request)) rejectNode(response, ownConnections);
    else handler(request, response);
  };
  return () => {
    const server = createListener(listener, tls, limits);
    ownConnections?.watch(server);
    return server;
  };
}

function rejectNode(response: ServerResponse, { rejectionHeaders }: NodeConnections): void {
  const { status } = errorTable.NODE_CALL_REFUSED;
  response.writeHead(status, {
    ...securityHeaders,
    ...rejectionHeaders,
    'content-type': 'application/json; charset=utf-8',
    connection: 'close',
  });
  const message = "Nodes cannot call Millrace's editor or its REST calls.";
  response.end(JSON.stringify({ code: 'NODE_CALL_REFUSED', message, status }));
}

function health(app: FastifyInstance, { basePath }: HttpSettings, { readiness }: HttpParts): void {
  app.get(`${basePath}healthz`, async () => ({ status: 'ok' }));
  app.get(`${basePath}healthz/readiness`, async (_request, reply) => {
    const status = readiness();
    return reply.code(status === 'ok' ? 200 : 503).send({ status });
  });
}
