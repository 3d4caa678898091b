// The gateway without a network: requests of this program go through the same routes, validation and error handler as those of a socket.
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import lightMyRequest from 'light-my-request';
import type { TrustedCaller } from '../contract/gateway.ts';
import type { EngineGateway } from '../gateway/engine.ts';

/** Requests whose caller was named by the gateway. They are recognized as objects, so no header of a network request can imitate one. */
export class TrustedRequests {
  readonly #callers = new WeakMap<object, TrustedCaller>();

  add(raw: IncomingMessage, caller: TrustedCaller): void {
    this.#callers.set(raw, caller);
  }

  callerOf(raw: IncomingMessage): TrustedCaller | undefined {
    return this.#callers.get(raw);
  }
}

export type Inject = Pick<EngineGateway, 'inject' | 'openStream'>;

/** `app` must be ready. `restPath`: path of the REST calls, with slashes at both ends; requests write `/rest/` for it. */
export function createInject(app: FastifyInstance, restPath: string, trusted: TrustedRequests): Inject {
  const openStream: Inject['openStream'] = async ({ method, path, headers = {}, body }, caller) => {
    const aborted = new AbortController();
    const {
      statusCode,
      headers: requestHeaders,
      stream,
    } = await lightMyRequest(
      (raw, reply) => {
        if (caller !== undefined) trusted.add(raw, caller);
        app.routing(raw, reply);
      },
      {
        method,
        url: path.startsWith('/rest/') ? `${restPath}${path.slice('/rest/'.length)}` : path,
        headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
        ...(body === undefined ? {} : { payload: body }),
        signal: aborted.signal,
        payloadAsStream: true,
      },
    );
    const content = stream();
    // A route that is still writing stops.
    content.once('close', () => aborted.abort());
    return { status: statusCode, headers: joined(requestHeaders), body: Readable.toWeb(content) as ReadableStream<Uint8Array> };
  };
  return {
    openStream,
    inject: async (request, caller) => {
      const { body, ...head } = await openStream(request, caller);
      return { ...head, body: await text(body as never) };
    },
  };
}

const joined = (headers: Readonly<Record<string, number | string | string[] | undefined>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join('\n') : String(value)]));
