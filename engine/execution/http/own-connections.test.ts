// Connections of nodes to this server are recognized until their last request has been read, and not longer.
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
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
