// The HTTP server: REST behind one guard, one validation and one error handler; health, metrics, webhooks and the editor's pages beside it.
import cookie from '@fastify/cookie';
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { RouteSpec } from '../contract/rest/route.ts';
import { AppError } from '../contract/errors.ts';
import { answerError } from './answer-error.ts';
import { guardOrigin, securityHeaders } from './guard.ts';
import { createMount, type Identify, type Mount } from './mount.ts';
import { compileValidator } from './validate.ts';

/** Bytes of a REST call's body (spec 1 §9). */
export const PAYLOAD_LIMIT = 12_582_912;

export interface HttpSettings {
  /** First part of REST paths, without slashes. */
  readonly restPrefix: string;
  /** Path under which everything stands, `/` or `/name/`. */
  readonly basePath: string;
  /** Host names the instance answers to besides localhost and addresses. */
  readonly hosts: readonly string[];
  /** How many proxies before us may be believed. */
  readonly proxyHops: number;
  readonly isDevelopment: boolean;
}

export interface HttpParts {
  readonly identify: Identify;
  /** Mounts the REST calls. */
  readonly rest: (mount: Mount, app: FastifyInstance) => void;
  /** Mounts what stands outside of REST: webhooks, pages. Its paths are open to every origin where `isOpen` says so. */
  readonly outside?: (app: FastifyInstance) => void;
  readonly isOpen?: (path: string) => boolean;
  readonly isReady: () => boolean;
  readonly logger?: FastifyBaseLogger;
  readonly onMount?: (spec: RouteSpec) => void;
}

/** Builds the server; it listens when told to. */
export function createHttpServer(settings: HttpSettings, parts: HttpParts): FastifyInstance {
  const app: FastifyInstance = fastify({
    ...(parts.logger === undefined ? {} : { loggerInstance: parts.logger }),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: PAYLOAD_LIMIT,
    trustProxy: (_address: string, hop: number) => hop < settings.proxyHops,
    // Streams that stay open (push) must not hold back the end.
    forceCloseConnections: true,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
  });
  app.setErrorHandler(answerError(settings.isDevelopment));
  app.setValidatorCompiler(compileValidator as Parameters<FastifyInstance['setValidatorCompiler']>[0]);
  app.addHook('onRequest', guardOrigin({ hosts: settings.hosts, isOpen: parts.isOpen ?? (() => false) }));
  health(app, settings, parts);
  void app.register(
    async (rest) => {
      await rest.register(cookie);
      rest.addHook('onSend', async (_request, reply) => {
        for (const [name, value] of Object.entries(securityHeaders)) if (!reply.hasHeader(name)) void reply.header(name, value);
        if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store');
      });
      rest.setNotFoundHandler((request) => {
        throw new AppError('NOT_FOUND', `There is no call ${request.method} ${request.url.split('?')[0]}.`);
      });
      parts.rest(createMount(rest, parts.identify, parts.onMount), rest);
    },
    { prefix: `${settings.basePath}${settings.restPrefix}` },
  );
  parts.outside?.(app);
  return app;
}

function health(app: FastifyInstance, { basePath }: HttpSettings, { isReady }: HttpParts): void {
  app.get(`${basePath}healthz`, async () => ({ status: 'ok' }));
  app.get(`${basePath}healthz/readiness`, async (_request, reply) =>
    isReady() ? { status: 'ok' } : reply.code(503).send({ status: 'starting' }),
  );
}
