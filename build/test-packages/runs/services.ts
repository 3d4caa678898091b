// Plays the services of nodes: a proxy that answers for every host, also over TLS with certificates of its own, so that nodes keep their real addresses.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { createSecureContext, getCACertificates, setDefaultCACertificates, TLSSocket, type SecureContext } from 'node:tls';
import { makeCertificate, type TestCertificate } from '../../../engine/testing/certificates.ts';

export interface ServiceRequest {
  readonly method: string;
  readonly host: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
  /** The body as JSON. Throws Error if it is not. */
  json(): unknown;
}

/** Content is sent as JSON, unless it is text or bytes. */
export interface ServiceResponse {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly content?: unknown;
}

export type Service = (request: ServiceRequest) => ServiceResponse | Promise<ServiceResponse>;

export interface Services {
  /** URL of the proxy. */
  readonly proxy: string;
  /** Requests since the last call of `play`, as far as a service was found for them or not. */
  readonly requests: readonly ServiceRequest[];
  /** Lets these services answer, by host, and no others. */
  play(services: Readonly<Record<string, Service>>): void;
  close(): Promise<void>;
}

/** From now on, this process trusts the certificates of the services. */
export async function startServices(): Promise<Services> {
  const authority = makeCertificate('Services of tests');
  setDefaultCACertificates([...getCACertificates('default'), authority.cert]);
  const contexts = new Map<string, SecureContext>();
  let hosts = new Map<string, Service>();
  let requests: ServiceRequest[] = [];
  const server = createServer((request, response) => {
    void respond(request, hosts, requests).then(
      (content) => send(response, content),
      (error: unknown) => send(response, { status: 500, content: `The service of the test failed: ${String(error)}` }),
    );
  });
  // The library answers several requests of one connection only if it knows the socket.
  server.on('connect', (request: IncomingMessage, socket: Socket) => {
    const [host = '', port] = (request.url ?? '').split(':');
    socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
    if (port === '80') server.emit('connection', socket);
    else server.emit('connection', new TLSSocket(socket, { isServer: true, secureContext: contextOf(host, authority, contexts) }));
  });
  server.on('clientError', (_error, socket) => socket.destroy());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    proxy: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get requests() {
      return requests;
    },
    play: (services) => {
      hosts = new Map(Object.entries(services));
      requests = [];
    },
    close: () => closed(server),
  };
}

function contextOf(host: string, authority: TestCertificate, contexts: Map<string, SecureContext>): SecureContext {
  const cached = contexts.get(host);
  if (cached !== undefined) return cached;
  const { cert, key } = makeCertificate(host, authority, host);
  const context = createSecureContext({ cert, key });
  contexts.set(host, context);
  return context;
}

async function respond(
  incoming: IncomingMessage,
  hosts: ReadonlyMap<string, Service>,
  requests: ServiceRequest[],
): Promise<ServiceResponse> {
  const body = await buffer(incoming);
  // A proxy without a tunnel gets the whole URL.
  const url = new URL(incoming.url ?? '/', `http://${incoming.headers.host ?? ''}`);
  const request: ServiceRequest = {
    method: incoming.method ?? '',
    host: url.hostname,
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    headers: incoming.headers,
    body,
    json: () => JSON.parse(body.toString()) as unknown,
  };
  requests.push(request);
  const service = hosts.get(url.hostname);
  if (service === undefined) return { status: 502, content: `No service plays ${url.hostname}.` };
  return service(request);
}

function send(response: ServerResponse, { status = 200, headers = {}, content = {} }: ServiceResponse): void {
  const isRaw = typeof content === 'string' || content instanceof Uint8Array;
  response.writeHead(status, { ...(isRaw ? {} : { 'content-type': 'application/json' }), ...headers });
  response.end(isRaw ? content : JSON.stringify(content));
}

const closed = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
