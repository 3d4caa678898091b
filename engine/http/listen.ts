// Makes the server listen on its ports.
import type { Server as HttpListener } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../contract/errors.ts';
import type { ConnectionLimits } from '../settings/derived.ts';
import { createListener, type Certificate } from './connections.ts';
import { listenForWebhooks, type WebhookDoor } from './webhook-origin.ts';

/** Throws PORT_TAKEN. */
export async function listen(app: FastifyInstance, { host, port }: { readonly host: string; readonly port: number }): Promise<void> {
  const { level } = app.log;
  // Silences Fastify's own message about the address; the command line prints one.
  if (level === 'info') app.log.level = 'warn';
  try {
    await app.listen({ host, port });
  } catch (error) {
    throw listenFailure(error as NodeJS.ErrnoException, host, port);
  } finally {
    app.log.level = level;
  }
}

export interface WebhookListenerOptions {
  readonly host: string;
  /** 0 if webhooks have no port of their own. */
  readonly webhookPort: number;
  readonly tls: Certificate | undefined;
  readonly limits: ConnectionLimits;
}

/** Listens on the separate port for webhooks, if one is set. Throws PORT_TAKEN. */
export async function listenForWebhooksAlone(options: WebhookListenerOptions, webhooks: WebhookDoor): Promise<HttpListener | undefined> {
  const { host, webhookPort: port, tls, limits } = options;
  if (port === 0) return undefined;
  try {
    return await listenForWebhooks((listener) => createListener(listener, tls, limits), { host, port }, webhooks);
  } catch (error) {
    throw listenFailure(error as NodeJS.ErrnoException, host, port);
  }
}

/** Returns the port that the server listens on, or `port` of the settings before it listens. */
export function portOf(app: FastifyInstance, { port }: { readonly port: number }): number {
  const address = app.server.address();
  return typeof address === 'object' && address !== null ? address.port : port;
}

function listenFailure(error: NodeJS.ErrnoException, host: string, port: number): Error {
  if (error.code === 'EADDRINUSE') {
    // Skips 5679, which other tools of this kind use.
    const next = port + 1 === 5679 ? port + 2 : port + 1;
    return new AppError('PORT_TAKEN', `The port ${port} is used by another program.`, {
      params: { port, next },
      hint: `Try another one: --port ${next}, or MILLRACE_PORT=${next}.`,
      cause: error,
    });
  }
  if (error.code === 'EACCES')
    return new AppError('PORT_TAKEN', `The port ${port} may not be used. Ports below 1024 require more rights.`, {
      params: { port },
      cause: error,
    });
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND' || error.code === 'EAI_AGAIN') {
    return new AppError('PORT_TAKEN', `This computer has no address "${host}" to listen on.`, { params: { host }, cause: error });
  }
  return error;
}
