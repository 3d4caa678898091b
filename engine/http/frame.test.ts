// HTTP basics over a real socket: limits, malformed requests, methods, hosts and origins, internal errors, metrics, readiness.
import { once } from 'node:events';
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { pino } from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { Type } from 'typebox';
import { AppError } from '../contract/errors.ts';
import { route } from '../contract/rest/route.ts';
import { runningServer, type RunningServer } from '../testing/running-server.ts';
import type { Mount } from './mount.ts';
import { createHttpServer, PAYLOAD_LIMIT, type HttpSettings, type Readiness } from './server.ts';

const settings: HttpSettings = { restPrefix: 'rest', basePath: '/', hosts: ['flows.example'], proxyHops: 0, isDevelopment: false };
const open: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

const echo = route({ method: 'POST', path: '/echo', access: 'public', summary: '', body: Type.Unknown(), response: Type.Unknown() });
const failing = route({ method: 'GET', path: '/failing', access: 'public', summary: '', response: Type.Unknown() });

interface FrameOptions extends Partial<HttpSettings> {
  readonly readiness?: () => Readiness;
  readonly fails?: () => unknown;
}

async function frame({ readiness = () => 'ok', fails = () => undefined, ...changed }: FrameOptions = {}) {
  const lines: string[] = [];
  const { app } = createHttpServer(
    { ...settings, ...changed },
    {
      identify: () => ({ userId: 'u', role: 'owner' }),
      rest: (mount: Mount) => {
        mount(echo, ({ body, pushSession }) => ({ size: JSON.stringify(body).length, pushSession }));
        mount(failing, () => {
          throw fails();
        });
      },
      readiness,
      logger: pino({}, { write: (line: string) => lines.push(line) }),
    },
  );
  open.push(() => app.close());
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return { app, url, lines };
}

interface Got {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
}

function call(
  url: string,
  options: { method?: string; headers?: Record<string, string>; body?: readonly Buffer[]; agent?: Agent } = {},
): Promise<Got> {
  const { body = [], method = 'GET', headers = {}, agent } = options;
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, { method, headers, ...(agent === undefined ? {} : { agent }) }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
    });
    request.on('error', reject);
    for (const part of body) request.write(part);
    request.end();
  });
}

async function rawCall(url: string, text: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let response = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => (response += chunk));
  socket.write(text);
  await once(socket, 'close');
  return response;
}

describe('bodies', () => {
  const jsonOfSize = (bytes: number): Buffer => Buffer.from(JSON.stringify('x'.repeat(bytes - 2)));
  const json = { 'content-type': 'application/json' };

  it('have at most 12 MiB', () => expect(PAYLOAD_LIMIT).toBe(12 * 1024 * 1024));

  it.each([
    ['exactly at the limit', PAYLOAD_LIMIT, false, 200],
    ['a byte above', PAYLOAD_LIMIT + 1, false, 413],
    ['exactly at the limit, in parts of unknown length', PAYLOAD_LIMIT, true, 200],
    ['a byte above, in parts of unknown length', PAYLOAD_LIMIT + 1, true, 413],
  ])('%s', async (_, size, isChunked, status) => {
    const { url } = await frame();
    const whole = jsonOfSize(size);
    const body = isChunked ? [whole.subarray(0, 1000), whole.subarray(1000)] : [whole];
    const headers = isChunked ? json : { ...json, 'content-length': String(size) };
    const got = await call(`${url}/rest/echo`, { method: 'POST', headers, body });
    expect(got.status).toBe(status);
    expect(JSON.parse(got.text)).toMatchObject(status === 200 ? { data: { size } } : { code: 'PAYLOAD_TOO_LARGE', status });
  });
});

describe('a malformed request', () => {
  it.each([
    ['no HTTP', 'HELLO\r\n\r\n', 400],
    ['a broken header', 'GET / HTTP/1.1\r\nHost: localhost\r\nbroken header\r\n\r\n', 400],
    ['two lengths', 'POST /rest/echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx', 400],
    [
      'a length and parts',
      'POST /rest/echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
    ['headers without end', `GET / HTTP/1.1\r\nHost: localhost\r\nx: ${'y'.repeat(300_000)}\r\n\r\n`, 431],
    ['no host', 'GET /rest/failing HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    ['an empty host', 'GET /rest/failing HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n', 403],
    ['a host that is not a name', 'GET /rest/failing HTTP/1.1\r\nHost: a b[\r\nConnection: close\r\n\r\n', 403],
  ])('%s is said to be so', async (_, text, status) => {
    const { url } = await frame();
    const response = await rawCall(url, text);
    expect(response).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(response).not.toMatch(/node:|at \w+ \(/);
  });

  it.each(['/rest/%zz', '/rest/echo/%', `/rest/${'x'.repeat(5000)}`])('the address %s is invalid', async (path) => {
    const { url } = await frame();
    const { status, text } = await call(`${url}${path}`);
    expect([400, 404]).toContain(status);
    expect(JSON.parse(text)).toEqual({ code: expect.any(String) as unknown, status, message: expect.stringMatching(/\.$/) as unknown });
  });
});

describe('methods', () => {
  it.each([
    ['HEAD', '/healthz', 200],
    ['HEAD', '/rest/none', 404],
    ['OPTIONS', '/rest/echo', 404],
    ['PUT', '/rest/echo', 404],
    ['DELETE', '/healthz', 404],
    ['TRACE', '/rest/echo', 404],
  ])('%s %s gets %i', async (method, path, status) => {
    const { url } = await frame();
    const got = await call(`${url}${path}`, { method });
    expect(got.status).toBe(status);
    expect(got.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-frame-options': 'SAMEORIGIN' });
    expect(got.headers['access-control-allow-origin']).toBeUndefined();
  });

  it('one connection serves many calls', async () => {
    const { app, url } = await frame();
    let connections = 0;
    app.server.on('connection', () => connections++);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    open.push(() => agent.destroy());
    for (let count = 0; count < 5; count++) expect((await call(`${url}/healthz`, { agent })).status).toBe(200);
    expect(connections).toBe(1);
  });
});

describe('hosts and origins', () => {
  const own = 'http://localhost:5678';
  const host = 'localhost:5678';
  const cookie = 'millrace-auth=x';
  it.each<[string, Record<string, string>, number, number]>([
    ['our own page', { host, origin: own, cookie, 'sec-fetch-site': 'same-origin' }, 200, 200],
    ['our own page, in capitals', { host: 'LOCALHOST:5678', origin: own }, 200, 200],
    ['no page', { host }, 200, 200],
    ['a link on another page', { host, cookie, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }, 200, 403],
    ['a script of another page', { host, cookie, origin: 'https://attacker.example', 'sec-fetch-mode': 'cors' }, 403, 403],
    ['a script of another page, without credentials', { host, origin: 'https://attacker.example', 'sec-fetch-mode': 'cors' }, 200, 403],
    ['another program here', { host, cookie, origin: 'http://localhost:9999' }, 403, 403],
    ['a page without an origin', { host, cookie, origin: 'null' }, 403, 403],
    ['an image of another page', { host, cookie, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }, 403, 403],
    ['a name that resolves to this server', { host: 'attacker.example', origin: 'http://attacker.example' }, 403, 403],
    ['a name that starts like ours', { host: 'localhost.attacker.example' }, 403, 403],
    ['an address behind our name', { host: 'localhost/attacker.example' }, 403, 403],
    ['a query behind our name', { host: 'localhost?attacker.example' }, 403, 403],
    ['our name behind a user', { host: 'attacker.example@localhost' }, 403, 403],
    ['a configured name', { host: 'flows.example' }, 200, 200],
    ['an address', { host: '192.168.1.7:5678' }, 200, 200],
    ['an address of IPv6', { host: '[fe80::1]:5678' }, 200, 200],
    ['an untrusted proxy', { host: 'attacker.example', 'x-forwarded-host': 'localhost' }, 403, 403],
  ])('%s', async (_, headers, read, write) => {
    const { url } = await frame();
    const body = [Buffer.from('{}')];
    expect((await call(`${url}/healthz`, { headers })).status).toBe(read);
    expect((await call(`${url}/healthz`, { method: 'HEAD', headers })).status).toBe(read);
    const requestHeaders = { ...headers, 'content-type': 'application/json' };
    expect((await call(`${url}/rest/echo`, { method: 'POST', headers: requestHeaders, body })).status).toBe(write);
    for (const method of ['PATCH', 'PUT', 'DELETE', 'OPTIONS']) {
      expect([method, (await call(`${url}/rest/echo`, { method, headers })).status]).toEqual([method, write === 200 ? 404 : write]);
    }
  });

  it('a trusted proxy forwards its host name', async () => {
    const { url } = await frame({ proxyHops: 1 });
    const via = (name: string, origin: string) =>
      call(`${url}/rest/echo`, {
        method: 'POST',
        headers: { host: 'localhost', 'x-forwarded-host': name, 'x-forwarded-for': '1.2.3.4', origin, 'content-type': 'application/json' },
        body: [Buffer.from('{}')],
      });
    expect((await via('flows.example', 'https://flows.example')).status).toBe(200);
    expect((await via('flows.example', 'https://other.example')).status).toBe(403);
    expect((await via('attacker.example', 'https://attacker.example')).status).toBe(403);
  });
});

describe('the header of the editor’s session', () => {
  it.each([
    ['session-id', 'abc', 'abc'],
    ['sessionId', 'abc', 'abc'],
    ['SESSION-ID', 'abc', 'abc'],
    ['session-id', 'x'.repeat(101), undefined],
    ['session-id', '', undefined],
    ['other', 'abc', undefined],
  ])('%s: %s', async (name, value, expected) => {
    const { app } = await frame();
    const response = await app.inject({ method: 'POST', url: '/rest/echo', headers: { [name]: value }, payload: {} });
    expect(response.json()).toEqual({ data: { size: 2, ...(expected === undefined ? {} : { pushSession: expected }) } });
  });
});

describe('an internal error', () => {
  const secret = (): Error =>
    Object.assign(new Error('It broke', { cause: new Error('inner') }), { config: { headers: { authorization: 'Bearer hidden' } } });

  it('returns an id, under which it is logged without its other fields', async () => {
    const { app, lines } = await frame({ fails: secret });
    const response = await app.inject({ url: '/rest/failing', headers: { cookie: 'millrace-auth=hidden' } });
    const { code, message, stack } = response.json<{ code: string; message: string; stack?: string }>();
    expect([response.statusCode, code, stack]).toEqual([500, 'INTERNAL', undefined]);
    expect(message).not.toContain('It broke');
    const id = /entry (\S+)\.$/.exec(message)?.[1];
    const logged = lines.map((line) => JSON.parse(line) as { requestId?: string; error?: { message: string; stack: string } });
    expect(logged.find(({ requestId }) => requestId === id)?.error).toMatchObject({ message: 'It broke', cause: { message: 'inner' } });
    expect(lines.join('')).not.toContain('hidden');
  });

  it('includes its stack in development', async () => {
    const { app } = await frame({ fails: secret, isDevelopment: true });
    expect((await app.inject({ url: '/rest/failing' })).json()).toMatchObject({
      code: 'INTERNAL',
      stack: expect.stringContaining('frame.test') as unknown,
    });
    expect((await app.inject({ url: '/rest/none' })).json()).toMatchObject({ code: 'NOT_FOUND', stack: expect.any(String) as unknown });
  });

  it.each(['a text', undefined, null, 5])('may be %s', async (thrown) => {
    const { app } = await frame({ fails: () => thrown });
    const response = await app.inject({ url: '/rest/failing' });
    expect([response.statusCode, response.json<{ code?: string }>().code]).toEqual([500, 'INTERNAL']);
  });

  it('is also logged if it is an AppError, and its own message is returned', async () => {
    const { app, lines } = await frame({ fails: () => new AppError('STORE_FAILED', 'The disk is full.') });
    const response = await app.inject({ url: '/rest/failing' });
    expect(response.json()).toEqual({ code: 'STORE_FAILED', message: 'The disk is full.', status: 503 });
    // The database may soon be usable again.
    expect([response.statusCode, response.headers['retry-after']]).toEqual([503, '5']);
    expect(lines.join('')).toContain('The disk is full.');
  });

  it('is not logged if the request is wrong', async () => {
    const { app, lines } = await frame({ fails: () => new AppError('TAG_NOT_FOUND', 'No such tag.') });
    expect((await app.inject({ url: '/rest/failing' })).statusCode).toBe(404);
    expect(lines.filter((line) => !line.includes('Server listening'))).toEqual([]);
  });
});

describe('readiness and metrics', () => {
  it('is 503 until it is ready', async () => {
    let status: Readiness = 'starting';
    const { app } = await frame({ readiness: () => status });
    const early = await app.inject({ url: '/healthz/readiness' });
    expect([early.statusCode, early.json()]).toEqual([503, { status: 'starting' }]);
    expect((await app.inject({ url: '/healthz' })).statusCode).toBe(200);
    status = 'ok';
    expect((await app.inject({ url: '/healthz/readiness' })).statusCode).toBe(200);
  });

  it('metrics are disabled by default', async () => {
    const off = await runningServer();
    open.push(() => off.close());
    expect((await off.send({ url: '/metrics' })).status).toBe(404);
    const on = await runningServer({ settings: { metrics: true } });
    open.push(() => on.close());
    const { status, text, headers } = await on.send({ url: '/metrics' });
    expect([status, headers['content-type']?.split(';')[0]]).toEqual([200, 'text/plain']);
    expect(text).toMatch(/^millrace_active_workflows 0$/m);
    expect(text).toMatch(/^millrace_running_executions 0$/m);
    expect(text).toMatch(/^millrace_process_cpu_seconds_total /m);
  });
});

describe('invalid fields', () => {
  let running: RunningServer;
  it.each<[string, string, unknown, RegExp]>([
    ['POST', '/workflows', {}, /"nodes": it is missing\.$/],
    ['POST', '/workflows', { nodes: 'x' }, /"nodes": must be array\.$/],
    ['POST', '/workflows', { nodes: [], tags: [5] }, /"tags\.0": must be string, or must be object\.$/],
    ['POST', '/workflows', { nodes: [], tags: [{ id: 5 }] }, /"tags\.0\.id": must be string\.$/],
    ['POST', '/workflows', 'text', /^The body of the request is invalid: must be object\.$/],
    ['POST', '/workflows/run', { workflowData: {} }, /"workflowData\.nodes": it is missing\.$/],
    ['PATCH', '/workflows/x', { version: 'one' }, /"version": must be integer\.$/],
    ['PATCH', '/workflows/x?forceSave=perhaps', {}, /query of the address has an invalid value at "forceSave": must be boolean\.$/],
    ['POST', '/node-types', { nodeInfos: [{ name: 'a' }, { name: 1 }] }, /"nodeInfos\.1\.name": must be string\.$/],
  ])('%s %s with %j are named', async (method, path, body, message) => {
    running ??= await runningServer();
    const response = await running.send({ method: method as 'POST', url: `/rest${path}`, body });
    expect(response.body).toMatchObject({ code: 'BAD_REQUEST', message: expect.stringMatching(message) as unknown });
  });

  it('end with the server', () => running.close());
});

it('a query may contain all parameters of a large node', async () => {
  const running = await runningServer({ over: 'socket' });
  open.push(() => running.close());
  const currentNodeParameters = JSON.stringify({ text: 'x'.repeat(100_000) });
  const query = { nodeTypeAndVersion: '{"name":"n8n-nodes-base.set","version":3.4}', path: 'x', methodName: 'none', currentNodeParameters };
  const { body } = await running.send({ method: 'GET', url: `/rest/node-parameter-options?${new URLSearchParams(query).toString()}` });
  expect(body.message).toContain('"none"');
});
