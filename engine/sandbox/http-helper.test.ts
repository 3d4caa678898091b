// Requests of user code: what the server receives, what the code gets back, and what it catches.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MemoryBinary } from '../binary/memory-binary.ts';
import { createHttpClient } from '../execution/http/client.ts';
import { stubServer, type StubServer } from '../testing/stub-server.ts';
import { createSandbox } from './index.ts';

const sandbox = createSandbox({ allowedModules: [] });
const http = createHttpClient();
let server: StubServer;

beforeAll(async () => {
  server = await stubServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://x');
    const send = (status: number, type: string, body: string | Uint8Array): void =>
      void response.writeHead(status, { 'content-type': type, 'x-a': 'b' }).end(body);
    if (pathname === '/moved') response.writeHead(302, { location: '/echo' }).end('moved');
    else if (pathname === '/refused') send(422, 'application/json', '{"message":"no"}');
    else if (pathname === '/broken') send(503, 'text/plain', 'broken');
    else if (pathname === '/object') send(200, 'text/plain', '{"a":1}');
    else if (pathname === '/text') send(200, 'text/plain', 'plain text');
    else if (pathname === '/bytes') send(200, 'application/octet-stream', Buffer.from([0, 255]));
    else if (pathname === '/closed') response.destroy();
    else if (pathname === '/never') return;
    else send(200, 'application/json', JSON.stringify({ ...request, headers: request.rawHeaders }));
  });
});
afterAll(() => Promise.all([sandbox.stop(), http.close(), server.close()]));

/** Runs code in which `~` stands for the server's address. */
const run = async (source: string): Promise<unknown> => {
  const session = {
    nodeName: 'Code',
    continueOnFail: false,
    signal: new AbortController().signal,
    timezone: 'UTC',
    lookup: () => undefined,
    staticData: () => ({}),
    onConsole: () => undefined,
    binary: new MemoryBinary(),
    http,
  };
  const job = { source: source.replaceAll('~', server.address), mode: 'all', dialect: 'code', items: [] } as const;
  return (await sandbox.run(job, session)).value;
};

interface Echo {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly string[];
  readonly body: string;
}

/** Returns what the server received of a request with these options, as source text. */
const echoOf = async (options: string, helper = 'httpRequest'): Promise<Echo> =>
  (await run(`return this.helpers.${helper}({ url: '~/echo', ${options} })`)) as Echo;
const headerOf = ({ headers }: Echo, name: string): string[] =>
  headers.flatMap((text, index) => (index % 2 === 0 && text.toLowerCase() === name ? [`${text}: ${headers[index + 1] ?? ''}`] : []));

describe('queries', () => {
  it.each<[string, string]>([
    ["qs: { a: [1, 2], b: 'x y', c: { d: 1 }, n: null, u: undefined }", 'a[0]=1&a[1]=2&b=x y&c[d]=1&n='],
    ["qs: { a: [1, 2] }, arrayFormat: 'brackets'", 'a[]=1&a[]=2'],
    ["qs: { a: [1, 2] }, arrayFormat: 'repeat'", 'a=1&a=2'],
    ["qs: { a: [1, 2] }, arrayFormat: 'comma'", 'a=1,2'],
    ["qs: { a: [1, 2] }, arrayFormat: 'none'", 'a[0]=1&a[1]=2'],
    ['qs: { a: [1, 2] }, useQuerystring: true', 'a=1&a=2'],
    ['qs: { at: new Date(0) }', 'at=1970-01-01T00:00:00.000Z'],
    ["qs: '?a=1&b'", 'a=1&b'],
    ["qs: new URLSearchParams({ a: '1' })", 'a=1'],
  ])('%s', async (options, expected) => expect(decodeURIComponent((await echoOf(options)).url)).toBe(`/echo?${expected}`));

  it('are added to that of the URL', async () => {
    expect((await echoOf("url: '~/echo?z=1', qs: { a: 'ü b' }")).url).toBe('/echo?z=1&a=%C3%BC%20b');
  });

  it.each([
    ["baseURL: '~/api/', url: '/echo/x'", '/api/echo/x'],
    ["baseURL: '~/api', url: 'echo'", '/api/echo'],
    ["baseURL: '~/api', url: ''", '/api'],
    ["baseURL: 'http://127.0.0.1:1', url: '~/echo'", '/echo'],
  ])('%s', async (options, expected) => expect((await echoOf(options)).url).toBe(expected));
});

describe('headers', () => {
  it.each<[string, string, string, string[]]>([
    ['httpRequest', '', 'accept', ['accept: application/json, text/plain, */*']],
    ['request', '', 'accept', ['accept: */*']],
    ['httpRequest', 'json: true', 'accept', ['accept: application/json']],
    ['request', 'json: true', 'accept', ['accept: application/json']],
    ['httpRequest', '', 'user-agent', ['user-agent: n8n']],
    ['httpRequest', "headers: { ACCEPT: 'text/x' }", 'accept', ['ACCEPT: text/x']],
    ['httpRequest', "headers: { 'X-A': 1, 'X-N': null }", 'x-a', ['X-A: 1']],
    ['httpRequest', "headers: { 'X-A': ['1', '2'] }", 'x-a', ['X-A: 1', 'X-A: 2']],
    ['httpRequest', "headers: { ['__proto__']: '1' }", '__proto__', ['__proto__: 1']],
    [
      'httpRequest',
      "headers: { Authorization: 'mine' }, auth: { username: 'u', password: 'p' }",
      'authorization',
      ['authorization: Basic dTpw'],
    ],
  ])('of %s with %s', async (helper, options, name, expected) => expect(headerOf(await echoOf(options, helper), name)).toEqual(expected));
});

describe('bodies', () => {
  const FORM = "headers: { 'Content-Type': 'application/x-www-form-urlencoded' }";
  it.each<[string, string, string, string[]]>([
    ['httpRequest', "method: 'POST', body: 'text'", 'text', ['content-type: application/x-www-form-urlencoded']],
    ['httpRequest', "method: 'POST', body: '[1]', json: true", '[1]', ['content-type: application/json']],
    ['httpRequest', "method: 'PUT', body: { a: [1] }", '{"a":[1]}', ['content-type: application/json']],
    ['httpRequest', `method: 'POST', ${FORM}, body: { a: 'x y', b: [1, 2] }`, 'a=x+y&b%5B%5D=1&b%5B%5D=2', ['Content-Type: application/x-www-form-urlencoded']], // oxfmt-ignore
    ['request', `method: 'POST', ${FORM}, body: { b: [1, 2] }`, 'b%5B0%5D=1&b%5B1%5D=2', ['Content-Type: application/x-www-form-urlencoded']], // oxfmt-ignore
    ['request', "method: 'POST', form: { a: 'x y' }", 'a=x%20y', ['content-type: application/x-www-form-urlencoded']],
    [
      'httpRequest',
      "method: 'POST', body: new URLSearchParams({ a: 'x y' })",
      'a=x+y',
      ['content-type: application/x-www-form-urlencoded'],
    ],
    ['httpRequest', "method: 'POST', body: Buffer.from('bytes')", 'bytes', []],
    ['httpRequest', "method: 'POST'", '', []],
  ])('of %s with %s', async (helper, options, body, type) => {
    const echo = await echoOf(options, helper);
    expect([echo.body, headerOf(echo, 'content-type')]).toEqual([body, type]);
  });
});

describe('responses', () => {
  it.each<[string, unknown]>([
    ["httpRequest('~/object')", { a: 1 }],
    ["httpRequest({ url: '~/object', encoding: 'text' })", '{"a":1}'],
    ["request({ uri: '~/object' })", '{"a":1}'],
    ["request({ uri: '~/object', json: true })", { a: 1 }],
    ["httpRequest('~/text')", 'plain text'],
    ["httpRequest({ url: '~/refused', ignoreHttpStatusErrors: true })", { message: 'no' }],
    ["httpRequest({ url: '~/refused', ignoreHttpStatusErrors: { ignore: true, except: [404] } })", { message: 'no' }],
    ["httpRequest('~/moved').then(({ url }) => url)", '/echo'],
    ["httpRequest({ url: '~/bytes', encoding: 'arraybuffer' }).then((bytes) => [Buffer.isBuffer(bytes), ...bytes])", [true, 0, 255]],
  ])('%s', async (call, expected) => expect(await run(`return this.helpers.${call}`)).toEqual(expected));
});

describe('failures', () => {
  const caught = (call: string): Promise<unknown> =>
    run(`try { return await this.helpers.${call} } catch ({ message, name, code, status, response }) {
      return { message, name, code, status, response: response && { ...response, headers: response.headers['x-a'] } }
    }`);

  it.each<[string, Record<string, unknown>]>([
    [
      "httpRequest('~/refused')",
      {
        message: 'Request failed with status code 422',
        name: 'AxiosError',
        code: 'ERR_BAD_REQUEST',
        status: 422,
        response: { status: 422, statusText: 'Unprocessable Entity', headers: 'b', data: { message: 'no' } },
      },
    ],
    ["httpRequest('~/broken')", { message: 'Request failed with status code 503', code: 'ERR_BAD_RESPONSE', status: 503 }],
    ["request({ uri: '~/broken' })", { message: '503 - "broken"', code: 'ERR_BAD_RESPONSE', status: 503 }],
    [
      "httpRequest({ url: '~/moved', disableFollowRedirect: true, returnFullResponse: true })",
      { message: 'Request failed with status code 302', status: 302 },
    ],
    ["request({ uri: '~/moved', followRedirect: false })", { status: 302 }],
    ["httpRequest({ url: '~/refused', ignoreHttpStatusErrors: { ignore: true, except: [422] } })", { status: 422 }],
    ["httpRequest({ url: '~/never', timeout: 50 })", { message: 'timeout of 50ms exceeded', name: 'AxiosError', code: 'ECONNABORTED' }],
    ["httpRequest('http://127.0.0.1:1/')", { message: 'connect ECONNREFUSED 127.0.0.1:1', name: 'Error', code: 'ECONNREFUSED' }],
    ["httpRequest('~/closed')", { message: 'socket hang up', code: 'ECONNRESET' }],
    ["httpRequest({ url: 'none' })", { message: 'httpRequest was given the invalid URL "none".' }],
    ['httpRequest({})', { message: 'httpRequest needs a url.' }],
  ])('%s', async (call, expected) => expect(await caught(call)).toMatchObject(expected));

  it('that are not caught name Axios, or explain what the network reports', async () => {
    await expect(run("await this.helpers.httpRequest('~/refused')")).rejects.toMatchObject({
      message: 'Request failed with status code 422',
      description: 'AxiosError',
    });
    await expect(run("await this.helpers.httpRequest('http://127.0.0.1:1/')")).rejects.toMatchObject({
      message: 'connect ECONNREFUSED 127.0.0.1:1',
      description: expect.stringContaining('Is the service running') as string,
    });
  });
});
