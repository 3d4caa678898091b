// Recognizes connections that nodes open to this server itself. They are identified by the addresses and ports of both ends, so no spelling of
// the URL, redirect or DNS change hides them.
import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { BlockList, isIPv6, type AddressInfo, type Server, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { guarded } from '../../workflow/values/guarded.ts';
import type * as UndiciModule from 'undici';

/** Header that marks a call rejected by the server. Its value is known only inside this process. */
const REJECTION_HEADER = 'millrace-refusal';
/** Milliseconds for which a closed connection is remembered, since the server may not have accepted it yet. */
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

type Ends = Pick<Socket, 'localAddress' | 'localPort' | 'remoteAddress' | 'remotePort'>;
type Opener = Pick<Socket, 'destroyed'>;

/** A connection that a server accepted. */
interface Accepted {
  /** The other side of the connection, if a node opened it. */
  opener: Opener | undefined;
}

/**
 * Recognizes accepted connections that a node has opened. Addresses and ports of both ends are compared, and each opened connection matches one
 * accepted connection only: other programs may use the same local port for another address, or for the same one a moment later.
 */
export class OwnConnections {
  readonly #rejection = randomUUID();
  /** Connections of nodes that no server has accepted, by both ends: those to other servers, until they are closed. */
  readonly #opened = new Map<string, Opener>();
  /** Open connections that servers accepted, by both ends. */
  readonly #accepted = new Map<string, Accepted>();
  readonly #acceptedBySocket = new WeakMap<object, Accepted>();
  readonly #servers = new Set<Server>();

  /** Must be called with each connection that the client opens, before a request is sent. */
  track(socket: Socket): void {
    const key = keyOf(endOf(socket), otherEndOf(socket));
    if (key === undefined) return;
    const accepted = this.#accepted.get(key);
    if (accepted !== undefined && accepted.opener === undefined) {
      accepted.opener = socket;
      return;
    }
    this.#opened.set(key, socket);
    const forget = (): void => {
      if (this.#opened.get(key) === socket) this.#opened.delete(key);
    };
    socket.once('close', () => {
      // An immediate runs after the event loop has read from all sockets, even if something blocked it.
      setTimeout(() => setImmediate(() => setImmediate(forget)), REMEMBERED).unref();
    });
  }

  /** Registers the connections that a server accepts. */
  watch(server: Server): void {
    const reject = (_error: Error, [socket]: readonly [Socket]): void => void socket.destroy();
    server.on(
      'connection',
      guarded(reject, (socket: Socket) => this.#accept(socket)),
    );
    // TLS creates a second socket object for a connection that was accepted before.
    server.on(
      'secureConnection',
      guarded(reject, (socket: Socket) => this.#acceptSecure(socket)),
    );
    this.#servers.add(server);
    server.once('close', () => this.#servers.delete(server));
  }

  /** Whether a node opened a connection that the server accepted. True if the remote end was gone before that, since it may have been a node. */
  has(socket: Socket): boolean {
    const accepted = this.#acceptedBySocket.get(socket);
    return accepted === undefined || accepted.opener !== undefined;
  }

  /** Whether a URL leads to a watched server. A proxy must not be used for such a URL, since the connection would then be the proxy's. */
  async leadsHere(url: URL): Promise<boolean> {
    const port = Number(url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : url.port);
    if (![...this.#servers].some((server) => (server.address() as AddressInfo | null)?.port === port)) return false;
    const { lookup } = await import('node:dns/promises');
    const addresses = await lookup(url.hostname.replace(/^\[|\]$/g, ''), { all: true }).catch(() => []);
    const own = ownAddresses();
    return addresses.some(({ address }) => own.check(address, isIPv6(address) ? 'ipv6' : 'ipv4'));
  }

  /** Headers of a rejection. */
  get rejectionHeaders(): Readonly<Record<string, string>> {
    return { [REJECTION_HEADER]: this.#rejection };
  }

  isRejection(headers: IncomingHttpHeaders): boolean {
    return headers[REJECTION_HEADER] === this.#rejection;
  }

  #accept(socket: Socket): void {
    const key = keyOf(otherEndOf(socket), endOf(socket));
    if (key === undefined) return;
    // A former connection of the same ends has ended, although its socket has not noticed yet: `track` meant this one if its opener is still open.
    const former = this.#accepted.get(key)?.opener;
    const accepted: Accepted = { opener: this.#opened.get(key) ?? (former?.destroyed === false ? former : undefined) };
    this.#opened.delete(key);
    this.#accepted.set(key, accepted);
    this.#acceptedBySocket.set(socket, accepted);
    socket.once('close', () => {
      if (this.#accepted.get(key) === accepted) this.#accepted.delete(key);
    });
  }

  #acceptSecure(socket: Socket): void {
    const key = keyOf(otherEndOf(socket), endOf(socket));
    const accepted = key === undefined ? undefined : this.#accepted.get(key);
    if (accepted !== undefined) this.#acceptedBySocket.set(socket, accepted);
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

const endOf = ({ localAddress, localPort }: Ends): string | undefined => endpointText(localAddress, localPort);
const otherEndOf = ({ remoteAddress, remotePort }: Ends): string | undefined => endpointText(remoteAddress, remotePort);

/** Identifies a connection. */
const keyOf = (client: string | undefined, server: string | undefined): string | undefined =>
  client === undefined || server === undefined ? undefined : `${client} ${server}`;

/** IPv4 addresses mapped into IPv6, and IPv6 zones, are written differently by the two sides. */
const endpointText = (address: string | undefined, port: number | undefined): string | undefined =>
  address === undefined || port === undefined ? undefined : `${address.replace(/^::ffff:/i, '').replace(/%.*$/, '')} ${port}`;
