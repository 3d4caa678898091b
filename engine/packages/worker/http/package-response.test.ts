// Requests and responses as package code gets them: their members, and how responses are passed on to the caller.
import { EventEmitter, once } from 'node:events';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { json } from 'node:stream/consumers';
import { TLSSocket } from 'node:tls';
import { describe, expect, it, vi } from 'vitest';
import { memberNames } from '../../modules/unsupported.ts';
import type { WebhookData } from '../../process/protocol.ts';
import { PackageRequest } from './package-request.ts';
import { PackageResponse } from './package-response.ts';

function newResponder(data: Partial<WebhookData> = {}): { readonly request: PackageRequest; readonly response: PackageResponse } {
  const call = {
    name: 'default',
    method: 'POST',
    url: 'https://localhost:5678/webhook/a?b=c',
    path: 'a',
    headers: {},
    query: {},
    params: {},
  };
  const request = new PackageRequest({ ...call, ip: '203.0.113.7', ips: [], isMultipart: false, body: {}, files: {}, ...data }, {});
  return { request, response: new PackageResponse(request) };
}

it('tells the node to wait until its parts have been passed on, and joins small ones', async () => {
  const response = newResponder().response;
  const passed: string[] = [];
  let next: (() => void) | undefined;
  response.write('early ');
  response.passTo((chunk) => {
    passed.push(chunk.byteLength > 100 ? String(chunk.byteLength) : chunk.toString());
    return new Promise((resolve) => (next = resolve));
  });
  const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  const goOn = async (): Promise<void> => {
    await turn();
    next?.();
    await turn();
  };
  response.write('a');
  for (const text of ['b', 'c', 'd']) response.write(text);
  expect(response.write('x'.repeat(100_000))).toBe(false);
  response.write('e');
  await goOn();
  expect(passed).toEqual(['early ', 'a']);
  const drained = once(response, 'drain');
  await goOn();
  await goOn();
  await goOn();
  await drained;
  response.end('f');
  const finished = once(response, 'finish');
  await goOn();
  await goOn();
  await finished;
  expect(passed).toEqual(['early ', 'a', '100003', 'e', 'f']);
});

it('a long response is not written to its end before it can be passed on', async () => {
  const response = newResponder().response;
  expect(response.write('x'.repeat(100_000))).toBe(false);
  response.end('y');
  expect(response.isEnded).toBe(true);
  await response.waitForEnd(new AbortController().signal);
  expect(response.reply().body.byteLength).toBe(100_001);
});

describe('members', () => {
  // Of Node's documentation; those of the prototypes are added below. https://nodejs.org/api/http.html, https://nodejs.org/api/net.html
  const documented = {
    request: [
      'aborted', 'complete', 'connection', 'destroy', 'headers', 'headersDistinct', 'httpVersion', 'method', 'rawHeaders', 'rawTrailers', 'setTimeout',
      'socket', 'statusCode', 'statusMessage', 'trailers', 'trailersDistinct', 'url',
    ],
    response: [
      'addTrailers', 'appendHeader', 'connection', 'cork', 'end', 'finished', 'flushHeaders', 'getHeader', 'getHeaderNames', 'getHeaders', 'hasHeader',
      'getRawHeaderNames', 'headersSent', 'pipe', 'removeHeader', 'req', 'sendDate', 'setHeader', 'setHeaders', 'setTimeout', 'socket', 'statusCode',
      'statusMessage', 'strictContentLength', 'uncork', 'writableCorked', 'writableEnded', 'writableFinished', 'writableHighWaterMark',
      'writableLength', 'writableObjectMode', 'write', 'writeContinue', 'writeEarlyHints', 'writeHead', 'writeProcessing',
    ],
    'request.socket': [
      'address', 'autoSelectFamilyAttemptedAddresses', 'bufferSize', 'bytesRead', 'bytesWritten', 'connect', 'connecting', 'destroy', 'destroyed',
      'destroySoon', 'encrypted', 'end', 'localAddress', 'localFamily', 'localPort', 'pause', 'pending', 'readyState', 'ref', 'remoteAddress',
      'remoteFamily', 'remotePort', 'resetAndDestroy', 'resume', 'setEncoding', 'setKeepAlive', 'setNoDelay', 'setTimeout', 'timeout', 'unref', 'write',
    ],
  } as const; // oxfmt-ignore

  const { request, response } = newResponder();
  const tables = [
    ['request', request, IncomingMessage.prototype],
    ['response', response, ServerResponse.prototype],
    ['request.socket', request.socket, Socket.prototype],
  ] as const;
  // What calls do is tested below. Without arguments, a member either exists or throws an error that names it.
  const rejected = {
    request: [],
    response: ['addTrailers', 'assignSocket', 'detachSocket'],
    'request.socket': ['connect', 'write'],
  } as const;

  it.each(tables)('%s has every one that Node documents', (name, object, prototype) => {
    const names = [...documented[name], ...memberNames(prototype, EventEmitter.prototype)];
    expect(names.length).toBeGreaterThan(25);
    expect(names.filter((each) => !(each in object))).toEqual([]);
  });

  it.each(tables)('%s names those that cannot be used', (name, object) => {
    for (const each of rejected[name]) {
      const use = (object as unknown as Readonly<Record<string, () => unknown>>)[each];
      expect(() => use?.call(object)).toThrow(`"${name}.${each}" is not supported by this program.`);
    }
  });

  it('of a secure connection are those of Node, too', () => {
    expect(request.socket.encrypted).toBe(true);
    for (const name of memberNames(TLSSocket.prototype, Socket.prototype)) expect(name in request.socket, name).toBe(true);
    expect(() => (request.socket as unknown as TLSSocket).getPeerCertificate()).toThrow(
      '"request.socket.getPeerCertificate" is not supported',
    );
  });
});

describe('a request', () => {
  it('has its fields and its body', async () => {
    const headers = { host: 'localhost:5678', cookie: 'a=1; b="x%20y"; a=2; c=%', 'x-requested-with': 'XMLHttpRequest', via: ['1', '2'] };
    const { request, response } = newResponder({ headers, raw: Buffer.from('{"n":1}') });
    expect(request).toMatchObject({
      url: '/webhook/a?b=c',
      protocol: 'https',
      xhr: true,
      cookies: { a: '1', b: 'x y', c: '%' },
      headersDistinct: { host: ['localhost:5678'], via: ['1', '2'] },
      socket: { remoteAddress: '203.0.113.7', remoteFamily: 'IPv4', localPort: 5678, bytesRead: 7, readyState: 'open' },
      res: response,
      aborted: false,
    });
    expect(request.connection).toBe(request.socket);
    expect(await json(request)).toEqual({ n: 1 });
    expect(request.rawHeaders.slice(-4)).toEqual(['via', '1', 'via', '2']);
  });

  it('closes with its response', async () => {
    const { request, response } = newResponder({ raw: Buffer.from('unread') });
    response.end('x');
    await once(request, 'close');
    expect(request.aborted).toBe(false);
  });

  it('is aborted if the caller disconnects, and its connection is closed', async () => {
    const { request, response } = newResponder();
    response.write('part');
    const closed = Promise.all([once(request, 'close'), once(request.socket, 'close')]);
    response.destroy();
    await closed;
    expect(request.aborted).toBe(true);
    expect(request.socket.readyState).toBe('closed');
  });
});

describe('a connection', () => {
  it('can be prepared for a stream of events', () => {
    const { request, response } = newResponder();
    request.socket.setTimeout(0).setNoDelay().setKeepAlive().ref().unref();
    response.writeHead(200, { 'Content-Type': 'text/event-stream' }).flushHeaders();
    response.write('data: 1\n\n');
    expect(request.socket).toMatchObject({ timeout: 0, bytesWritten: 9 });
    expect(response.getRawHeaderNames()).toEqual(['Content-Type']);
  });

  it('is closed after a time without data, unless somebody handles that', () => {
    vi.useFakeTimers();
    try {
      const { request, response } = newResponder();
      const ended = vi.fn<() => void>();
      response.setTimeout(100, ended);
      vi.advanceTimersByTime(60);
      response.write('x');
      vi.advanceTimersByTime(60);
      expect(ended).not.toHaveBeenCalled();
      vi.advanceTimersByTime(60);
      expect(ended).toHaveBeenCalledOnce();
      expect(request.socket.destroyed).toBe(false);
      response.removeAllListeners('timeout');
      request.socket.setTimeout(100);
      vi.advanceTimersByTime(200);
      expect(request.socket.destroyed).toBe(true);
    } finally {
      vi.useRealTimers();
    }
  });

  it.each(['end', 'destroySoon', 'resetAndDestroy', 'destroy'] as const)('closes the response by %s', async (method) => {
    const { request, response } = newResponder();
    response.write('part');
    request.socket[method]();
    await once(response, 'close');
    expect(response.writableFinished).toBe(false);
  });
});

it.each<[string, (response: PackageResponse) => unknown, Readonly<Record<string, unknown>>]>([
  ['an object', (response) => response.writeHead(201, { 'X-A': 1 }), { 'x-a': '1' }],
  ['a message and an object', (response) => response.writeHead(201, 'Made', { 'X-A': 'b' }), { 'x-a': 'b' }],
  ['a list', (response) => response.writeHead(201, ['X-A', 'b', 'x-a', 'c', 'X-B', 'd']), { 'x-a': ['b', 'c'], 'x-b': 'd' }],
  ['pairs', (response) => response.writeHead(201, [['X-A', 'b']]), { 'x-a': 'b' }],
  ['a Map', (response) => response.setHeaders(new Map([['X-A', ['b', 'c']]])), { 'x-a': ['b', 'c'] }],
  ['Headers', (response) => response.setHeaders(cookieHeaders()), { 'x-a': 'b', 'set-cookie': ['a=1', 'b=2'] }],
  ['more of one', (response) => response.set('x-a', 'b').appendHeader('X-A', ['c']), { 'x-a': ['b', 'c'] }],
  ['vary', (response) => response.vary('Origin').vary(['Origin', 'Accept']), { vary: 'Origin, Accept' }],
  ['links', (response) => response.links({ next: '/b' }), { link: '</b>; rel="next"' }],
])('headers can be %s', (_, write, expected) => {
  const { response } = newResponder();
  write(response);
  expect(response.getHeaders()).toEqual(expected);
  expect(response.getHeaderNames().toSorted()).toEqual(Object.keys(expected).toSorted());
  expect(Object.keys(expected).every((name) => response.hasHeader(name.toUpperCase()))).toBe(true);
  expect(response.reply().headers).toEqual(expected);
});

function cookieHeaders(): Headers {
  const headers = new Headers({ 'X-A': 'b' });
  headers.append('set-cookie', 'a=1');
  headers.append('set-cookie', 'b=2');
  return headers;
}
