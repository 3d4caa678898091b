// Recognizes connections that nodes open to this server itself. They are identified by the addresses and ports of both ends, so no spelling of
// the URL, redirect or DNS change hides them.
import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { BlockList, isIPv6, type AddressInfo, type Server, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { guarded } from '../../workflow/values/guarded.ts';
import type * as UndiciModule from 'undici';

/** Header that marks a call refused by the server. Its value is known only inside this process. */
const REFUSAL_HEADER = 'millrace-refusal';
/** Milliseconds for which a closed connection is remembered, since the server may not have read its last request yet. */
const REMEMBERED = 2000;

/** Called with a connection before a request is sent over it. */
export type OnConnect = (socket: Socket) => void;
export type Connector = UndiciModule.buildConnector.connector;

/** Wraps a connector so that it reports each connection. */
export const noticed =
  (connect: Connector, onConnect: OnConnect): Connector =>
  (options, callback) => {
    connect(options, (...result) => {
      const [error, socket] = result;
      if (error === null) onConnect(socket);
      callback(...result);
    });
  };

type End = Pick<Socket, 'localAddress' | 'localPort' | 'remoteAddress' | 'remotePort'>;

export class OwnConnections {
  readonly #refusal = randomUUID();
  /** Local addresses and ports of the open connections. */
  readonly #open = new Set<string>();
  /** Connections that were recognized when the server accepted them. */
  readonly #accepted = new WeakSet<object>();
  readonly #servers = new Set<Server>();

  /** Must be called with each connection that the client opens, before a request is sent. */
  track(socket: Socket): void {
    const key = keyOf(socket.localAddress, socket.localPort);
    if (key === undefined) return;
    this.#open.add(key);
    socket.once('close', () => {
      // An immediate runs after the event loop has read from all sockets, even if something blocked it.
      setTimeout(() => setImmediate(() => setImmediate(() => this.#open.delete(key))), REMEMBERED).unref();
    });
  }

  /** Registers the connections that a server accepts. */
  watch(server: Server): void {
    const refuse = (_error: Error, [socket]: readonly [Socket]): void => void socket.destroy();
    const look = guarded(refuse, (socket: Socket) => {
      if (this.#isOpen(socket)) this.#accepted.add(socket);
    });
    server.on('connection', look).on('secureConnection', look);
    this.#servers.add(server);
    server.once('close', () => this.#servers.delete(server));
  }

  /** Whether a node opened a connection that the server accepted. True if the remote end is already gone, since it may have been a node. */
  has(socket: Socket): boolean {
    return this.#accepted.has(socket) || socket.remotePort === undefined || this.#isOpen(socket);
  }

  /** Whether a URL leads to a watched server. A proxy must not be used for such a URL, since the connection would then be the proxy's. */
  async leadsHere(url: URL): Promise<boolean> {
    const port = Number(url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : url.port);
    if (![...this.#servers].some((server) => (server.address() as AddressInfo | null)?.port === port)) return false;
    const { lookup } = await import('node:dns/promises');
    const found = await lookup(url.hostname.replace(/^\[|\]$/g, ''), { all: true }).catch(() => []);
    const own = ownAddresses();
    return found.some(({ address }) => own.check(address, isIPv6(address) ? 'ipv6' : 'ipv4'));
  }

  /** Headers of a refusal. */
  get refusalHeaders(): Readonly<Record<string, string>> {
    return { [REFUSAL_HEADER]: this.#refusal };
  }

  isRefusal(headers: IncomingHttpHeaders): boolean {
    return headers[REFUSAL_HEADER] === this.#refusal;
  }

  #isOpen({ remoteAddress, remotePort }: End): boolean {
    const key = keyOf(remoteAddress, remotePort);
    return key !== undefined && this.#open.has(key);
  }
}

function ownAddresses(): BlockList {
  const own = new BlockList();
  own.addSubnet('127.0.0.0', 8);
  own.addAddress('0.0.0.0');
  for (const address of ['::', '::1']) own.addAddress(address, 'ipv6');
  const ofInterfaces = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  for (const { address, family } of ofInterfaces) own.addAddress(address, family === 'IPv6' ? 'ipv6' : 'ipv4');
  return own;
}

/** IPv4 addresses mapped into IPv6, and IPv6 zones, are written differently by the two sides. */
const keyOf = (address: string | undefined, port: number | undefined): string | undefined =>
  address === undefined || port === undefined ? undefined : `${address.replace(/^::ffff:/i, '').replace(/%.*$/, '')} ${port}`;
