// The listener of every server here, and its limits: how long requests may take to arrive, and how many connections are open.
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { Socket } from 'node:net';
import { answerBrokenRequest, refuseConnection } from './answer-error.ts';

/** Times in milliseconds; 0 for no limit. */
export interface ConnectionLimits {
  /** Until the headers of a request have arrived, from the start of the connection or of the request. */
  readonly headers: number;
  /** Longest pause while the body of a request arrives. */
  readonly pause: number;
  /** Until a request has arrived as a whole. */
  readonly request: number;
  /** Connections that are open at the same time. */
  readonly count: number;
}

export const defaultLimits: ConnectionLimits = { headers: 20_000, pause: 60_000, request: 1_800_000, count: 4000 };

export interface Certificate {
  readonly key: string | Buffer;
  readonly cert: string | Buffer;
}

/** Milliseconds for which a connection is kept for another call: longer than proxies keep theirs, or they would call when it has just been closed. */
const KEEP_ALIVE = 72_000;

/** Bytes of an address and headers: the editor asks for options with all parameters of a node in the address. */
const HEADER_LIMIT = 262_144;

/** Milliseconds between two looks for requests that are late. */
const LOOK_EVERY = 1000;

/** Milliseconds in which a connection of https must be agreed upon. */
const HANDSHAKE = 20_000;

/** A server of http, or with a certificate of https. It never has more connections than `limits` say: idle ones make room for new ones. */
export function createListener(listener: RequestListener, tls: Certificate | undefined, limits: ConnectionLimits = defaultLimits): Server {
  const options = {
    keepAliveTimeout: KEEP_ALIVE,
    maxHeaderSize: HEADER_LIMIT,
    headersTimeout: limits.headers,
    requestTimeout: limits.request,
    connectionsCheckingInterval: LOOK_EVERY,
  };
  const connections = new Connections(limits.count);
  const guarded: RequestListener = (request, response) => {
    if (hasSeveralHosts(request)) return refuseConnection(request.socket, '400 Bad Request', 'The request names several hosts.');
    connections.onRequest(request, response);
    if (limits.pause > 0) limitPauses(request, response, limits.pause);
    listener(request, response);
  };
  const server =
    tls === undefined ? createServer(options, guarded) : createSecureServer({ ...options, handshakeTimeout: HANDSHAKE, ...tls }, guarded);
  server.on('connection', (socket: Socket) => connections.onConnection(socket));
  return server;
}

/** RFC 9112 §3.2: such a request could be understood in two ways. */
function hasSeveralHosts({ rawHeaders }: IncomingMessage): boolean {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') count++;
  }
  return count > 1;
}

/** Ends a connection whose client stops sending a body. While the server itself does not read, nothing is late. */
function limitPauses(request: IncomingMessage, response: ServerResponse, pause: number): void {
  const { headers, socket } = request;
  if (headers['transfer-encoding'] === undefined && (headers['content-length'] ?? '0') === '0') return;
  socket.setTimeout(pause);
  request.on('timeout', () => {
    if (request.complete || request.readableLength > 0) return;
    answerBrokenRequest(Object.assign(new Error('The body of the request stopped'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket);
  });
  // Once the response is sent, node:http has set the time for which the connection is kept.
  request.once('end', () => {
    if (!response.writableFinished) socket.setTimeout(0);
  });
}

/** Milliseconds in which the request of a new connection is awaited before it counts as idle. */
const GRACE = 1000;

interface Connection {
  readonly socket: Socket;
  /** When it became idle, or its request began. */
  since: number;
  /** The request under way; undefined while the connection is idle. */
  request: IncomingMessage | undefined;
}

/**
 * Open connections and what they wait for. Those of https are known by their address, since requests come by another socket. An entry stays in
 * place from request to request: moving it between maps would leave old tables behind that keep every request alive until the next full collection.
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
    if (connection === undefined || connection.request !== undefined) return;
    connection.request = request;
    connection.since = performance.now();
    response.once('close', () => {
      connection.request = undefined;
      connection.since = performance.now();
    });
  }

  /** Closes the connection that can be missed most; false if all of them are at work. */
  #makeRoom(): boolean {
    const grace = performance.now() - GRACE;
    const idle = this.#oldest(({ request }) => request === undefined);
    if (idle !== undefined && idle[1].since < grace) return this.#close(...idle);
    // A request that does not arrive, or a client that does not read the response.
    const stuck = this.#oldest(({ socket, request }) => request !== undefined && (!request.complete || socket.writableLength > 0)) ?? idle;
    return stuck !== undefined && this.#close(...stuck);
  }

  /** The connection that has been in its state longest, among those that `matches` accepts. */
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
