// Creates HTTP servers with limits on the time that requests take to arrive and on the number of connections.
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { Socket } from 'node:net';
import type { ConnectionLimits } from '../settings/derived.ts';
import { guarded } from '../workflow/values/guarded.ts';
import { respondToBrokenRequest, rejectConnection } from './error-response.ts';

export const defaultLimits: ConnectionLimits = { headers: 20_000, pause: 60_000, request: 1_800_000, count: 4000 };

export interface Certificate {
  readonly key: string | Buffer;
  readonly cert: string | Buffer;
}

/** Keep-alive timeout in milliseconds. Longer than that of common proxies, which would otherwise reuse connections that have just been closed. */
const KEEP_ALIVE = 72_000;

/** Maximum size in bytes of headers and request target: the editor sends all parameters of a node in the query when it loads options. */
const HEADER_LIMIT = 262_144;

/** Milliseconds between two checks for late requests. */
const LOOK_EVERY = 1000;

/** Timeout of TLS handshakes in milliseconds. */
const HANDSHAKE = 20_000;

/**
 * Creates an HTTP server, or an HTTPS server if a certificate is given. At the maximum number of connections, idle ones are closed in favor of
 * new ones.
 */
export function createListener(listener: RequestListener, tls: Certificate | undefined, limits: ConnectionLimits = defaultLimits): Server {
  const options = {
    keepAliveTimeout: KEEP_ALIVE,
    maxHeaderSize: HEADER_LIMIT,
    headersTimeout: limits.headers,
    requestTimeout: limits.request,
    connectionsCheckingInterval: LOOK_EVERY,
  };
  const connections = new Connections(limits.count);
  const limited: RequestListener = (request, response) => {
    if (hasSeveralHosts(request)) return rejectConnection(request.socket, '400 Bad Request', 'The request names several hosts.');
    connections.onRequest(request, response);
    if (limits.pause > 0) limitPauses(request, response, limits.pause);
    listener(request, response);
  };
  const server =
    tls === undefined ? createServer(options, limited) : createSecureServer({ ...options, handshakeTimeout: HANDSHAKE, ...tls }, limited);
  server.on(
    'connection',
    guarded(
      (_error, [socket]) => socket.destroy(),
      (socket: Socket) => connections.onConnection(socket),
    ),
  );
  return server;
}

/** Requests with several Host headers are ambiguous (RFC 9112 §3.2). */
function hasSeveralHosts({ rawHeaders }: IncomingMessage): boolean {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') count++;
  }
  return count > 1;
}

/** Closes connections whose client stops sending a body. Pauses in the server's own reading do not count. */
function limitPauses(request: IncomingMessage, response: ServerResponse, pause: number): void {
  const { headers, socket } = request;
  if (headers['transfer-encoding'] === undefined && (headers['content-length'] ?? '0') === '0') return;
  socket.setTimeout(pause);
  request.on('timeout', () => {
    if (request.complete || request.readableLength > 0) return;
    respondToBrokenRequest(Object.assign(new Error('The body of the request stopped'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket);
  });
  // After the response, node:http sets the keep-alive timeout again.
  request.once('end', () => {
    if (!response.writableFinished) socket.setTimeout(0);
  });
}

/** Milliseconds until a new connection without a request counts as idle. */
const GRACE = 1000;

interface Connection {
  readonly socket: Socket;
  /** Time at which it became idle or its request began, by `performance.now()`. */
  since: number;
  /** The current request; undefined while the connection is idle. */
  request: IncomingMessage | undefined;
}

/**
 * Open connections and their state, by address, since requests over TLS have another socket object. An entry stays in place from request to
 * request: moving it between maps would leave old tables behind that keep every request alive until the next full collection.
 */
class Connections {
  readonly #most: number;
  readonly #open = new Map<string, Connection>();

  /** `most`: 0 for no limit. */
  constructor(most: number) {
    this.#most = most;
  }

  onConnection(socket: Socket): void {
    if (this.#most === 0) return;
    if (this.#open.size >= this.#most && !this.#makeRoom()) {
      socket.destroy();
      return;
    }
    const key = keyOf(socket);
    this.#open.set(key, { socket, since: performance.now(), request: undefined });
    socket.once('close', () => this.#open.delete(key));
  }

  onRequest(request: IncomingMessage, response: ServerResponse): void {
    const connection = this.#open.get(keyOf(request.socket));
    if (connection === undefined) return;
    connection.request = request;
    connection.since = performance.now();
    response.once('close', () => {
      // The next request may begin before the response to this one counts as closed.
      if (connection.request !== request) return;
      connection.request = undefined;
      connection.since = performance.now();
    });
  }

  /** Closes the least useful connection; returns false if all are busy. */
  #makeRoom(): boolean {
    const grace = performance.now() - GRACE;
    const idle = this.#oldest(({ request }) => request === undefined);
    if (idle !== undefined && idle[1].since < grace) return this.#close(...idle);
    // The request does not arrive, or the client does not read the response.
    const stuck = this.#oldest(({ socket, request }) => request !== undefined && (!request.complete || socket.writableLength > 0)) ?? idle;
    return stuck !== undefined && this.#close(...stuck);
  }

  /** Returns the matching connection that has been in its state for the longest time. */
  #oldest(matches: (connection: Connection) => boolean): [string, Connection] | undefined {
    let oldest: [string, Connection] | undefined;
    for (const entry of this.#open) {
      if (matches(entry[1]) && (oldest === undefined || entry[1].since < oldest[1].since)) oldest = entry;
    }
    return oldest;
  }

  #close(key: string, { socket }: Connection): true {
    this.#open.delete(key);
    socket.destroy();
    return true;
  }
}

const keyOf = ({ remoteAddress = '', remotePort = 0 }: Socket): string => `${remoteAddress} ${remotePort}`;
