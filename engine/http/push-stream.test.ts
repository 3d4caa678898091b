// Events over a real socket: format, reconnecting, heartbeats, slow readers, and access.
import { connect, type Socket } from 'node:net';
import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import type { PushEvent } from '../contract/push.ts';
import { pushAddress, PushHub, type PushLimits } from '../push/hub.ts';
import { readPush, type PushReader } from '../testing/push-reader.ts';
import { runningServer, type As, type RunningServer } from '../testing/running-server.ts';
import type { CallerWatch } from './caller-watch.ts';
import { mountPush, type PushStreamLimits } from './push-stream.ts';
import { createHttpServer } from './server.ts';

const open: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

const event = (name: string): PushEvent => ({ type: 'removeNodeType', name, version: 1 });

/** The stream alone, with limits of its own, for a member. */
const everybody: CallerWatch = { onGone: () => () => undefined, isThere: async () => true };

async function streamServer(limits: Partial<PushStreamLimits> = {}, pushLimits: Partial<PushLimits> = {}, watch = everybody) {
  const hub = new PushHub(() => Date.now(), pushLimits);
  const { app } = createHttpServer(
    { restPrefix: 'rest', basePath: '/', hosts: [], proxyHops: 0, isDevelopment: false },
    { identify: () => ({ userId: 'anna', role: 'member' }), rest: (mount) => mountPush(mount, hub, watch, limits), readiness: () => 'ok' },
  );
  const url = `${await app.listen({ host: '127.0.0.1', port: 0 })}/`;
  open.push(() => app.close());
  const read = async (headers: Record<string, string> = {}): Promise<PushReader> => {
    const reader = await readPush({ url }, 's', headers);
    open.push(() => reader.close());
    return reader;
  };
  return { hub, url, read, send: (event: PushEvent) => hub.send(pushAddress('anna', 's'), event) };
}

async function raw(url: string, path: string, method = 'GET'): Promise<{ socket: Socket; text: () => string }> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  open.push(() => socket.destroy());
  await once(socket, 'connect');
  socket.write(`${method} ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  return { socket, text: () => text };
}

describe('the stream', () => {
  it('consists of server-sent events that are not cached', async () => {
    const { read, send } = await streamServer();
    const reader = await read();
    expect(reader.status).toBe(200);
    expect(Object.fromEntries(reader.headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-content-type-options': 'nosniff',
    });
    send(event('line one\nline two'));
    const [message] = await reader.until(() => (reader.messages.length > 0 ? reader.messages : undefined));
    expect(message).toMatchObject({ id: '1', data: JSON.stringify(event('line one\nline two')) });
  });

  it('sends the reconnection time first', async () => {
    const { url, hub } = await streamServer();
    const { socket, text } = await raw(url, '/rest/push?sessionId=s');
    while (!text().includes('retry: 3000\n\n')) await once(socket, 'data');
    expect(hub.hasListeners).toBe(true);
  });

  it('sends missed events after a reconnect, and reports lost ones', async () => {
    const { url, read, send } = await streamServer();
    const first = await read();
    send(event('a'));
    await first.next('removeNodeType');
    first.close();
    await first.ended;
    send(event('b'));
    const again = await read({ 'last-event-id': '1' });
    await again.next('removeNodeType', ({ name }) => name === 'b');
    expect(again.messages.map(({ id }) => id)).toEqual(['2']);
    again.close();
    const { socket, text } = await raw(url, '/rest/push?sessionId=s&lastEventId=1');
    while (!text().includes('id: 2\n')) await once(socket, 'data');
    const late = await read({ 'last-event-id': '77' });
    const gap = await late.until(() => late.messages[0]);
    expect(gap).toEqual({ event: 'gap', id: '2', data: '{"last":2}' });
  });

  it('sends heartbeats', async () => {
    const { read } = await streamServer({ heartbeat: 1 });
    const reader = await read();
    expect(await reader.until(() => (reader.comments.length > 2 ? 'alive' : undefined))).toBe('alive');
  });

  it('disconnects a slow reader and keeps its pending events', async () => {
    const { url, send, read } = await streamServer({ waiting: 1_000_000 });
    const { socket, text } = await raw(url, '/rest/push?sessionId=s');
    while (!text().includes('retry')) await once(socket, 'data');
    socket.pause();
    const closed = once(socket, 'close');
    // More than the socket buffers hold.
    for (let count = 0; count < 64; count++) send(event('x'.repeat(500_000)));
    send(event('last'));
    socket.resume();
    await closed;
    const again = await read({ 'last-event-id': '64' });
    expect(await again.next('removeNodeType')).toMatchObject({ name: 'last' });
  });

  it('writes a long event in chunks, followed by later events', async () => {
    const { read, send } = await streamServer({ heartbeat: 1 });
    const reader = await read();
    const messages = Array.from({ length: 20_000 }, (_, n) => ({ n, text: `line ${n}\nend` }));
    send({ type: 'sendConsoleMessage', executionId: 'e', source: 'n', level: 'log', time: 1, messages });
    send(event('after'));
    await reader.next('removeNodeType');
    expect(reader.events()).toEqual([
      { type: 'sendConsoleMessage', executionId: 'e', source: 'n', level: 'log', time: 1, messages },
      event('after'),
    ]);
  });

  it('does not write an event that is too large', async () => {
    const { read, send } = await streamServer({ waiting: 1_000_000 });
    const reader = await read();
    let written = 0;
    const large = { text: 'x'.repeat(2_000_000), toJSON: () => `written ${++written}` };
    send({ type: 'sendConsoleMessage', executionId: 'e', source: 'n', level: 'log', time: 1, messages: [large] });
    send(event('after'));
    await reader.next('removeNodeType');
    expect([reader.messages.map(({ id, event: kind }) => [id, kind]), written]).toEqual([
      [
        ['1', 'gap'],
        ['2', undefined],
      ],
      0,
    ]);
  });

  it('reports an event that cannot be written as lost, and continues', async () => {
    const { read, send } = await streamServer();
    const reader = await read();
    const loop: unknown[] = [];
    loop.push(loop);
    send({ type: 'sendConsoleMessage', executionId: 'e', source: 'n', level: 'log', time: 1, messages: loop });
    send({ type: 'sendConsoleMessage', executionId: 'e', source: 'n', level: 'log', time: 1, messages: [12n] });
    expect(await reader.next('sendConsoleMessage')).toMatchObject({ messages: ['12'] });
    expect(reader.messages.map(({ id, event: kind }) => [id, kind])).toEqual([
      ['1', 'gap'],
      ['2', undefined],
    ]);
  });

  it('ends at a heartbeat once its reader has lost access', async () => {
    let isThere = true;
    const { read, send } = await streamServer({ heartbeat: 1 }, {}, { ...everybody, isThere: async () => isThere });
    const reader = await read();
    await reader.until(() => (reader.comments.length > 2 ? 'alive' : undefined));
    isThere = false;
    await reader.ended;
    send(event('after'));
    expect(reader.events()).toEqual([]);
  });

  it('does not stream for HEAD', async () => {
    const { url } = await streamServer();
    const { socket, text } = await raw(url, '/rest/push?sessionId=s', 'HEAD');
    while (!text().includes('\r\n\r\n')) await once(socket, 'data');
    expect(text()).toContain('text/event-stream');
    expect(text()).not.toContain('retry');
  });

  it('removes a disconnected listener', async () => {
    const { read, hub } = await streamServer({}, { time: -1 });
    const reader = await read();
    expect(hub.hasListeners).toBe(true);
    reader.close();
    while (hub.hasListeners) await setImmediate();
  });
});

describe('over the whole server', () => {
  let running: RunningServer;
  afterEach(() => running.close());

  it('is refused for other sites and anonymous callers', async () => {
    running = await runningServer({ hasPeople: true });
    const cookie = running.cookieOf('owner') ?? '';
    const statusOf = async (headers: Record<string, string>): Promise<number> => {
      const reader = await readPush(running.server, 's', headers);
      reader.close();
      return reader.status;
    };
    expect(await statusOf({ cookie })).toBe(200);
    expect(await statusOf({ cookie, origin: new URL(running.server.url).origin })).toBe(200);
    expect(await statusOf({ cookie, origin: 'http://localhost:1' })).toBe(403);
    expect(await statusOf({ cookie, origin: 'https://attacker.example' })).toBe(403);
    expect(await statusOf({ cookie, 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors' })).toBe(403);
    expect(await statusOf({})).toBe(401);
  });

  describe('ends', () => {
    const listen = async (as: As): Promise<PushReader> => {
      const reader = await readPush(running.server, 's', { cookie: running.cookieOf(as) ?? '' });
      open.push(() => reader.close());
      expect(reader.status).toBe(200);
      return reader;
    };
    const start = async (): Promise<void> => void (running = await runningServer({ hasPeople: true }));
    const signInAgain = async (): Promise<{ cookie: string }> => {
      const body = { email: 'anna@example.com', password: 'Secret-12345' };
      const { headers } = await running.send({ method: 'POST', url: '/rest/login', body }, 'nobody');
      return { cookie: headers['set-cookie']?.split(';')[0] ?? '' };
    };

    it('when its session signs out, but not another', async () => {
      await start();
      const headers = await signInAgain();
      const [first, second] = [await listen('owner'), await readPush(running.server, 'other', headers)];
      await running.data({ method: 'POST', url: '/rest/logout' }, 'owner');
      await first.ended;
      await running.data({ method: 'POST', url: '/rest/tags', body: { name: 'still here' }, headers }, 'nobody');
      const { id } = await running.data<{ id: string }>({ url: '/rest/login', headers }, 'nobody');
      running.server.services.push.send(pushAddress(id, 'other'), event('still heard'));
      expect(await second.next('removeNodeType')).toMatchObject({ name: 'still heard' });
      second.close();
    });

    it('when the password changes, in every browser', async () => {
      await start();
      const [first, member] = [await listen('owner'), await listen('member')];
      const second = await readPush(running.server, 'other', await signInAgain());
      const body = { currentPassword: 'Secret-12345', newPassword: 'Another-12345' };
      await running.data({ method: 'PATCH', url: '/rest/me/password', body }, 'owner');
      await Promise.all([first.ended, second.ended]);
      running.server.services.push.broadcast(event('for all'));
      await member.next('removeNodeType');
    });

    it('when the user is removed', async () => {
      await start();
      const member = await listen('member');
      await running.data({ method: 'DELETE', url: '/rest/users/member-1' }, 'owner');
      await member.ended;
    });

    it('when the same browser signs in again, and for local access when the owner is set up', async () => {
      running = await runningServer();
      const reader = await readPush(running.server, 's');
      const person = { email: 'anna@example.com', firstName: 'Anna', lastName: 'Berg', password: 'Secret-12345' };
      const { headers } = await running.send({ method: 'POST', url: '/rest/owner', body: person });
      await reader.ended;
      const cookie = headers['set-cookie']?.split(';')[0] ?? '';
      const again = await readPush(running.server, 's', { cookie });
      const signIn = { method: 'POST', url: '/rest/login', body: person, headers: { cookie } } as const;
      await running.data({ ...signIn, body: { email: person.email, password: person.password } });
      await again.ended;
    });
  });

  it('ends when the server stops', async () => {
    running = await runningServer();
    const reader = await readPush(running.server, 's');
    await running.server.stop();
    await reader.ended;
    expect(reader.status).toBe(200);
  });
});
