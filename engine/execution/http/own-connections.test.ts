// Connections of nodes to this server are recognized, and no others.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeCertificate } from '../../testing/certificates.ts';
import { OwnConnections } from './own-connections.ts';

let own: OwnConnections;
let server: Server;
let seen: boolean[];

beforeEach(async () => {
  own = new OwnConnections();
  seen = [];
  server = createServer((request, response) => {
    seen.push(own.has(request.socket));
    response.end();
  });
  own.watch(server);
  await new Promise<void>((resolve) => server.listen(0, '::', resolve));
});
afterEach(() => server.close().closeAllConnections());

const port = (): number => (server.address() as AddressInfo).port;
const request = 'GET / HTTP/1.1\r\nhost: x\r\n\r\n';

function opened(host: string, then: (socket: Socket) => void): void {
  const socket = connect(port(), host, () => then(socket));
  socket.on('error', () => undefined);
}

it.each(['127.0.0.1', '::1'])('distinguishes tracked connections at %s from others', async (host) => {
  opened(host, (socket) => {
    own.track(socket);
    socket.write(request);
  });
  await expect.poll(() => seen).toEqual([true]);
  opened(host, (socket) => socket.write(request));
  await expect.poll(() => seen).toEqual([true, false]);
});

it('recognizes a connection that is closed as soon as its request is sent', async () => {
  for (let count = 0; count < 20; count++) {
    opened('127.0.0.1', (socket) => {
      own.track(socket);
      socket.write(request, () => socket.destroy());
    });
  }
  await expect.poll(() => seen.length).toBe(20);
  expect(seen).not.toContain(false);
});

it('distinguishes them over TLS', async () => {
  const authority = makeCertificate('Authority');
  const { cert, key } = makeCertificate('127.0.0.1', authority);
  const secure = createSecureServer({ cert, key }, (got, response) => {
    seen.push(own.has(got.socket));
    response.end();
  });
  own.watch(secure);
  await new Promise<void>((resolve) => secure.listen(0, '127.0.0.1', resolve));
  for (const isOfNode of [true, false]) {
    const socket = connectSecurely({ port: (secure.address() as AddressInfo).port, host: '127.0.0.1', ca: authority.cert });
    await once(socket, 'secureConnect');
    if (isOfNode) own.track(socket);
    socket.write(request);
    await once(socket, 'data');
    socket.destroy();
  }
  expect(seen).toEqual([true, false]);
  secure.close().closeAllConnections();
});

/** Opens a connection from this port, or from any free one. */
async function openedFrom(localPort: number, to: number): Promise<Socket> {
  const socket = connect({ port: to, host: '127.0.0.1', localAddress: '127.0.0.1', localPort });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

/** Ends a connection such that its port is free immediately. */
async function freed(socket: Socket): Promise<number> {
  const { localPort = 0 } = socket;
  socket.resetAndDestroy();
  await once(socket, 'close');
  return localPort;
}

it('takes another program for none of the nodes, although it uses the port of a former call to this server', async () => {
  const ofNode = await openedFrom(0, port());
  own.track(ofNode);
  ofNode.write(request);
  await once(ofNode, 'data');
  (await openedFrom(await freed(ofNode), port())).write(request);
  await expect.poll(() => seen).toEqual([true, false]);
});

describe('a program that uses the port of a call to another server', () => {
  let other: Server;
  const otherPort = (): number => (other.address() as AddressInfo).port;
  beforeEach(async () => {
    other = createServer((_request, response) => response.end());
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  });
  afterEach(() => other.close().closeAllConnections());

  it('is not taken for a node after that call', async () => {
    const ofNode = await openedFrom(0, otherPort());
    own.track(ofNode);
    (await openedFrom(await freed(ofNode), port())).write(request);
    await vi.waitFor(() => expect(seen).toEqual([false]));
  });

  // Elsewhere, only the system itself gives one port to two connections.
  it.runIf(process.platform === 'linux')('is not taken for a node during that call', async () => {
    const ofNode = await openedFrom(0, otherPort());
    own.track(ofNode);
    (await openedFrom(ofNode.localPort ?? 0, port())).write(request);
    await vi.waitFor(() => expect(seen).toEqual([false]));
  });
});

it.each([
  [(at: number) => `http://localhost:${at}/`, true],
  [(at: number) => `https://127.9.9.9:${at}/`, true],
  [(at: number) => `http://[::ffff:127.0.0.1]:${at}/`, true],
  [(at: number) => `http://localhost:${at + 1}/`, false],
  [() => 'http://localhost/', false],
  [(at: number) => `http://192.0.2.77:${at}/`, false],
  [(at: number) => `http://no-such-host.invalid:${at}/`, false],
])('knows which addresses lead to a watched server: case %#', async (addressAt, expected) => {
  expect(await own.leadsHere(new URL(addressAt(port())))).toBe(expected);
});

it('forgets a server that has stopped', async () => {
  const address = new URL(`http://localhost:${port()}/`);
  await new Promise((resolve) => server.close(resolve));
  expect(await own.leadsHere(address)).toBe(false);
});
