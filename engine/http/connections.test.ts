// Connection limits over real sockets: slow requests, clients that do not disconnect, and too many connections.
import { once } from 'node:events';
import type { RequestListener, Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { ConnectionLimits } from '../settings/derived.ts';
import { createListener } from './connections.ts';

const open: (() => unknown)[] = [];
afterEach(() => {
  for (const close of open.splice(0).toReversed()) close();
});

const unlimited: ConnectionLimits = { headers: 0, pause: 0, request: 0, count: 0 };

/** Echoes the length of bodies; `/held` never receives a response. */
const echo: RequestListener = (request, response) => {
  if (request.url === '/held') return;
  let length = 0;
  request.on('data', (part: Buffer) => (length += part.length));
  request.on('end', () => response.end(`${length} bytes`));
};

async function listening(limits: Partial<ConnectionLimits>, listener = echo): Promise<Server> {
  const server = createListener(listener, undefined, { ...unlimited, ...limits });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  open.push(() => {
    server.close();
    server.closeAllConnections();
  });
  return server;
}

/** A client that never closes its connection. */
class Client {
  readonly socket: Socket;
  text = '';
  readonly isEnded: Promise<unknown>;

  constructor(server: Server) {
    this.socket = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', allowHalfOpen: true });
    this.socket.on('error', () => undefined);
    this.socket.on('data', (part: Buffer) => (this.text += String(part)));
    this.isEnded = Promise.race([once(this.socket, 'end'), once(this.socket, 'close')]).catch(() => undefined);
    open.push(() => this.socket.destroy());
  }

  /** Sends data, and resolves when the response matches. */
  async receives(text: string, pattern: RegExp): Promise<void> {
    this.socket.write(text);
    while (!pattern.test(this.text)) await once(this.socket, 'data');
  }
}

const head = (path: string, more = ''): string => `POST ${path} HTTP/1.1\r\nhost: localhost\r\n${more}\r\n`;

const countOf = (server: Server): Promise<number> =>
  new Promise((resolve, reject) => server.getConnections((error, count) => (error === null ? resolve(count) : reject(error))));

describe('a connection ends', () => {
  it.each<[what: string, limits: Partial<ConnectionLimits>, sent: string]>([
    ['without any data', { headers: 50 }, ''],
    ['with endless headers', { headers: 50 }, 'GET / HTTP/1.1\r\nhost: localhost\r\nx: '],
    ['whose body stops', { pause: 50 }, `${head('/', 'content-length: 100\r\n')}some`],
    ['whose parts of a body stop', { pause: 50 }, `${head('/', 'transfer-encoding: chunked\r\n')}4\r\nsome\r\n`],
  ])('%s', async (_, limits, input) => {
    const server = await listening(limits);
    const client = new Client(server);
    client.socket.write(input);
    await client.isEnded;
    expect(client.text).toMatch(/^HTTP\/1\.1 408 /);
    // The client keeps its side of the connection open.
    await expect.poll(() => countOf(server)).toBe(0);
  });

  it('if it is not HTTP, even if the client stays connected', async () => {
    const server = await listening({});
    server.on('clientError', (await import('./error-response.ts')).respondToBrokenRequest);
    const client = new Client(server);
    await client.receives('nonsense\r\n\r\n', /400 Bad Request/);
    await expect.poll(() => countOf(server)).toBe(0);
  });

  it('only during a pause in its body, not while it waits for a response or another request', async () => {
    const seen: (number | undefined)[] = [];
    const server = await listening({ pause: 5000 }, (request, response) => {
      const { socket } = request;
      request
        .once('data', () => seen.push(socket.timeout))
        .on('end', () => {
          seen.push(socket.timeout);
          response.end('done');
        });
      response.on('close', () => seen.push(socket.timeout));
    });
    const client = new Client(server);
    await client.receives(`${head('/', 'content-length: 1\r\n')}x`, /done/);
    await client.receives(`${head('/', 'content-length: 1\r\n')}x`, /done[^]*done/);
    const [during, waiting, open = 0, ...again] = seen;
    expect([during, waiting]).toEqual([5000, 0]);
    expect(open).toBeGreaterThanOrEqual(72_000);
    expect(again.slice(0, 2)).toEqual([5000, 0]);
  });
});

describe('too many connections', () => {
  it('close the one that is idle longest, never a busy one', async () => {
    const server = await listening({ count: 3 });
    const working = new Client(server);
    working.socket.write(head('/held'));
    await once(server, 'request');
    const first = new Client(server);
    await first.receives(head('/', 'content-length: 1\r\n') + 'x', /1 bytes/);
    const second = new Client(server);
    await second.receives(head('/', 'content-length: 2\r\n') + 'xx', /2 bytes/);
    const third = new Client(server);
    await third.receives(head('/', 'content-length: 3\r\n') + 'xxx', /3 bytes/);
    await first.isEnded;
    await second.receives(head('/', 'content-length: 4\r\n') + 'xxxx', /4 bytes/);
    expect([working.socket.destroyed, await countOf(server)]).toEqual([false, 3]);
  });

  it('close one with an incomplete request, and are refused while all are busy', async () => {
    const server = await listening({ count: 2 });
    const [stopped, working] = [new Client(server), new Client(server)];
    stopped.socket.write(`${head('/held', 'content-length: 9\r\n')}x`);
    await once(server, 'request');
    working.socket.write(head('/held'));
    await once(server, 'request');
    const next = new Client(server);
    next.socket.write(head('/held'));
    await stopped.isEnded;
    await once(server, 'request');
    const client = new Client(server);
    await client.isEnded;
    expect([client.text, working.socket.destroyed, next.socket.destroyed]).toEqual(['', false, false]);
  });
});

it('a new caller is not closed for the next while others hold incomplete requests', async () => {
  const server = await listening({ count: 2 });
  const [stopped, late] = [new Client(server), new Client(server)];
  stopped.socket.write(`${head('/held', 'content-length: 9\r\n')}x`);
  await once(server, 'request');
  await expect.poll(() => countOf(server)).toBe(2);
  const next = new Client(server);
  await stopped.isEnded;
  await late.receives(`${head('/', 'content-length: 1\r\n')}x`, /1 bytes/);
  await next.receives(`${head('/', 'content-length: 2\r\n')}xx`, /2 bytes/);
});

it('a request with several hosts is refused', async () => {
  const server = await listening({});
  const client = new Client(server);
  await client.receives('GET / HTTP/1.1\r\nHost: localhost\r\nhost: other.example\r\n\r\n', /400 Bad Request[^]*several hosts/);
});
