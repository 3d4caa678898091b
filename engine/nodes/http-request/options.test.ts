// The options of HTTP Request: each against a local server, in the versions that have it.
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createHttpClient } from '../../execution/http/client.ts';
import { fakeClock } from '../../testing/fake-ports.ts';
import { runNode, type NodeCase, type NodeOutcome } from '../../testing/run-node.ts';
import { stubServer, type StubServer } from '../../testing/stub-server.ts';
import { diskBinary } from '../../testing/disk-binary.ts';

const http = createHttpClient();
let server: StubServer;
let other: StubServer;
/** Number of requests that the server rejects before one succeeds. */
let rejections = 0;

beforeAll(async () => {
  other = await stubServer(
    (request, response) => void response.setHeader('content-type', 'application/json').end(JSON.stringify(request.headers)),
  );
  server = await stubServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url, 'http://x');
    const json = (value: unknown, status = 200): void =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    if (pathname === '/echo') json({ method: request.method, url: request.url, headers: request.rawHeaders, body: request.body });
    else if (pathname === '/moved') response.writeHead(Number(searchParams.get('status') ?? 302), { location: '/echo?secret=1' }).end();
    else if (pathname === '/elsewhere') response.writeHead(302, { location: `${other.address}/` }).end();
    else if (pathname === '/busy' && rejections-- > 0) json({ message: 'busy' }, Number(searchParams.get('status') ?? 503));
    else if (pathname === '/busy') json({ done: true });
    else if (pathname === '/gone' && rejections-- > 0) response.destroy();
    else if (pathname === '/gone') json({ done: true });
    else if (pathname.startsWith('/file/'))
      response
        .writeHead(200, {
          'content-type': 'application/octet-stream',
          ...(searchParams.has('name') ? { 'content-disposition': `attachment; filename="${searchParams.get('name')}"` } : {}),
        })
        .end('bytes');
    else if (pathname === '/pages') json(Number(searchParams.get('page')) < 120 ? { page: searchParams.get('page') } : []);
    else if (pathname === '/page-file')
      response
        .writeHead(200, { 'content-type': 'application/pdf' })
        .end(Number(searchParams.get('page')) < 8 ? `%PDF ${searchParams.get('page')}` : '');
    else json({ message: 'nothing here' }, 404);
  });
});
beforeEach(() => (rejections = 0));
afterAll(async () => {
  await http.close();
  await server.close();
  await other.close();
});

/** Runs the node; `~` at the start of the URL is replaced by the server's address. */
const run = (version: number, parameters: Record<string, unknown>, more: Partial<NodeCase> = {}): Promise<NodeOutcome> =>
  runNode({
    type: 'n8n-nodes-base.httpRequest',
    version,
    ...more,
    parameters: { ...parameters, url: String(parameters['url']).replace('~', server.address) },
    ports: { http, ...more.ports },
  });

const versions = [3, 4, 4.1, 4.2, 4.3, 4.4];
const full = (values: Record<string, unknown> = {}) => ({ response: { response: { fullResponse: true, ...values } } });
const echoed = ({ json }: NodeOutcome) => json[0] as { method: string; url: string; headers: string[]; body: string };
const pairs = (...rows: readonly (readonly [string, unknown])[]) => ({ parameters: rows.map(([name, value]) => ({ name, value })) });

describe.each(versions)('version %s', (version) => {
  it('sends query, headers and JSON', async () => {
    const parameters = {
      method: 'POST',
      url: '~/echo',
      sendQuery: true,
      queryParameters: pairs(['q', '1']),
      sendHeaders: true,
      headerParameters: pairs(['X-Custom', 'h']),
      sendBody: true,
      bodyParameters: pairs(['b', '2']),
    };
    expect(echoed(await run(version, parameters))).toMatchObject({
      method: 'POST',
      url: '/echo?q=1',
      body: '{"b":"2"}',
      headers: expect.arrayContaining(['x-custom', 'h']) as string[],
    });
  });

  it('follows redirects if set', async () => {
    const options = { redirect: { redirect: { followRedirects: true, maxRedirects: 2 } } };
    expect(echoed(await run(version, { url: '~/moved', options }))).toMatchObject({ method: 'GET', url: '/echo?secret=1' });
  });

  it('treats a redirect that is not followed as an error, unless every response is accepted', async () => {
    const redirect = { redirect: { followRedirects: false } };
    const { error } = await run(version, { url: '~/moved', options: { redirect } });
    expect(error).toMatchObject({
      httpCode: '302',
      message: 'The service redirects the request, and redirects are not followed',
      description: 'It leads to /echo',
    });
    const { json } = await run(version, { url: '~/moved', options: { redirect, ...full({ neverError: true }) } });
    expect(json[0]).toMatchObject({ statusCode: 302, headers: { location: '/echo?secret=1' } });
  });
});

describe('headers', () => {
  const echoOf = async (version: number, options: Record<string, unknown>, rows: readonly (readonly [string, unknown])[]) => {
    const parameters =
      version < 3
        ? { headerParametersUi: { parameter: pairs(...rows).parameters } }
        : { sendHeaders: true, headerParameters: pairs(...rows) };
    return echoed(await run(version, { url: '~/echo', options, ...parameters })).headers;
  };

  it.each<[string, number, Record<string, unknown>, string]>([
    ['in lower case', 4.2, {}, 'x-custom'],
    ['in lower case if set', 4.2, { lowercaseHeaders: true }, 'x-custom'],
    ['as written if set', 4.2, { lowercaseHeaders: false }, 'X-Custom'],
    ['in lower case in version 1', 1, {}, 'x-custom'],
  ])('are sent %s', async (_name, version, options, expected) => {
    expect(await echoOf(version, options, [['X-Custom', '1']])).toEqual(expect.arrayContaining([expected, '1']));
  });

  it('replace the default headers, in any case', async () => {
    const headers = await echoOf(4.2, { lowercaseHeaders: false }, [['ACCEPT', 'text/csv'], ['User-Agent', 'me']]); // oxfmt-ignore
    const names = headers.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase());
    expect([names.filter((name) => name === 'accept'), names.filter((name) => name === 'user-agent')]).toEqual([
      ['accept'],
      ['user-agent'],
    ]);
    expect(headers).toEqual(expect.arrayContaining(['ACCEPT', 'text/csv', 'User-Agent', 'me']));
  });

  it('replace the content type of a body', async () => {
    const body = { method: 'POST', sendBody: true, bodyParameters: pairs(['a', '1']) };
    const parameters = {
      url: '~/echo',
      ...body,
      sendHeaders: true,
      headerParameters: pairs(['Content-Type', 'application/vnd.api+json']),
      options: { lowercaseHeaders: false },
    };
    const { headers } = echoed(await run(4.2, parameters));
    expect(headers.filter((name) => name.toLowerCase() === 'content-type')).toEqual(['Content-Type']);
  });

  it.each([
    ['given twice: the last one counts', [['X-Custom', '1'], ['x-custom', '2']], ['x-custom', '2']], // oxfmt-ignore
    ['with blanks around', [['X-Custom', ' 1\n']], ['x-custom', '1']],
    ['that are numbers', [['X-Custom', 7]], ['x-custom', '7']],
    ['named __proto__', [['__proto__', '1']], ['__proto__', '1']],
  ] as const)('%s', async (_name, rows, expected) => {
    const headers = await echoOf(4.2, {}, rows);
    expect(headers).toEqual(expect.arrayContaining([...expected]));
    expect(headers.filter((name) => name === expected[0])).toHaveLength(1);
  });

  it.each([
    ['a line break within', 'a\nb'],
    ['characters that headers cannot contain', 'Zażółć'],
  ])('with %s are rejected without revealing their value', async (_name, value) => {
    const { error } = await run(4.2, { url: '~/echo', sendHeaders: true, headerParameters: pairs(['X-Token', value]) });
    expect(error?.message).toMatch(/^The value of the header "X-Token" contains a character/);
    expect(JSON.stringify(error)).not.toContain(value.slice(-3));
  });
});

describe('redirects', () => {
  const secret = { sendHeaders: true, headerParameters: pairs(['Authorization', 'Bearer secret'], ['X-Kept', 'yes']) };

  it.each(versions)('keep secrets from other hosts in version %s', async (version) => {
    const options = { redirect: { redirect: { followRedirects: true } } };
    const { json } = await run(version, { url: '~/elsewhere', ...secret, options });
    expect(json[0]).toMatchObject({ 'x-kept': 'yes' });
    expect(json[0]).not.toHaveProperty('authorization');
  });

  it('send them to other hosts if set', async () => {
    const { json } = await run(4.4, { url: '~/elsewhere', ...secret, options: { sendCredentialsOnCrossOriginRedirect: true } });
    expect(json[0]).toHaveProperty('authorization', 'Bearer secret');
  });

  it.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    ['of GET are followed', { requestMethod: 'GET' }, { method: 'GET', url: '/echo?secret=1' }],
    [
      'of POST are followed when told to',
      { requestMethod: 'POST', options: { followAllRedirects: true } },
      { method: 'GET', url: '/echo?secret=1' },
    ],
  ])('%s in versions 1 and 2', async (_name, parameters, expected) => {
    for (const version of [1, 2]) expect(echoed(await run(version, { url: '~/moved', ...parameters }))).toMatchObject(expected);
  });

  it.each<[string, Record<string, unknown>]>([
    ['of POST', { requestMethod: 'POST' }],
    ['of GET if set', { requestMethod: 'GET', options: { followRedirect: false } }],
  ])('%s are not followed in versions 1 and 2', async (_name, parameters) => {
    for (const version of [1, 2]) expect((await run(version, { url: '~/moved', ...parameters })).error).toMatchObject({ httpCode: '302' });
    const options = { ...(parameters['options'] as object | undefined), ignoreResponseCode: true, fullResponse: true };
    expect((await run(1, { url: '~/moved', ...parameters, options })).json[0]).toMatchObject({ statusCode: 302 });
  });

  it('end after the set number', async () => {
    expect((await run(4.2, { url: '~/moved', options: { redirect: { redirect: { maxRedirects: 1 } } } })).error).toBeUndefined();
    const loop = await stubServer((_request, response) => void response.writeHead(302, { location: '/' }).end());
    expect((await run(4.2, { url: loop.address, options: { redirect: { redirect: { maxRedirects: 3 } } } })).error?.message).toMatch(
      /redirected more than 3 times/,
    );
    expect(loop.received).toHaveLength(4);
    await loop.close();
  });
});

describe('lists in the query', () => {
  it.each<[string, number, Record<string, unknown>, string]>([
    ['repeated', 4.2, { queryParameterArrays: 'repeat' }, 'l=1&l=2'],
    ['with brackets', 4.2, { queryParameterArrays: 'brackets' }, 'l[]=1&l[]=2'],
    ['with indices', 4.2, { queryParameterArrays: 'indices' }, 'l[0]=1&l[1]=2'],
    ['repeated in version 1', 1, { useQueryString: true }, 'l=1&l=2'],
    ['with indices in version 2', 2, { queryParameterArrays: 'indices' }, 'l[0]=1&l[1]=2'],
  ])('%s', async (_name, version, options, expected) => {
    const parameters =
      version < 3
        ? { jsonParameters: true, queryParametersJson: '{"l":[1,2]}' }
        : { sendQuery: true, specifyQuery: 'json', jsonQuery: '{"l":[1,2]}' };
    expect(decodeURIComponent(echoed(await run(version, { url: '~/echo', ...parameters, options })).url)).toBe(`/echo?${expected}`);
  });
});

describe('retrying', () => {
  const retry = (values: Record<string, unknown>) => ({ options: { retry: { enabled: true, ...values } } });

  it.each<[string, string, number, Record<string, unknown>, number]>([
    ['a busy service', '~/busy', 2, retry({ retryInterval: 2000 }), 4000],
    ['a service with a rate limit', '~/busy?status=429', 1, retry({}), 1000],
    ['a broken connection', '~/gone', 3, retry({ retryInterval: 10 }), 30],
  ])('helps with %s', async (_name, url, times, options, waited) => {
    rejections = times;
    const clock = fakeClock(0);
    const { json, error } = await run(4.2, { url, ...options }, { ports: { http, clock } });
    expect([error?.message, json, clock.now()]).toEqual([undefined, [{ done: true }], waited]);
  });

  it.each<[string, string, number, Record<string, unknown>, number]>([
    ['permanent rejections of the service', '~/busy?status=400', 1, retry({}), 1],
    ['when it is off', '~/busy', 1, { options: { retry: { enabled: false } } }, 1],
    ['after the set number of times', '~/busy', 9, retry({ maxRetries: 2 }), 3],
    ['after three times by default', '~/busy', 9, retry({}), 4],
  ])('does not happen for %s', async (_name, url, times, options, requestCount) => {
    rejections = times;
    const before = server.received.length;
    expect((await run(4.2, { url, ...options })).error?.code).toBe('NODE_REQUEST_FAILED');
    expect(server.received.length - before).toBe(requestCount);
  });
});

describe('many items', () => {
  const items = Array.from({ length: 60 }, (_, n) => ({ n }));

  it('stop at the first failure, and send nothing after the node has ended', async () => {
    const pending: Promise<unknown>[] = [];
    const counting = { request: (request: Parameters<typeof http.request>[0]) => {
      const response = http.request(request);
      pending.push(response);
      return response;
    } }; // oxfmt-ignore
    const url = '={{ $json.n === 0 ? "~/nowhere" : "~/echo" }}'.replaceAll('~', server.address);
    const { error } = await run(4.2, { url }, { items, ports: { http: counting } });
    expect(error?.httpCode).toBe('404');
    const count = pending.length;
    expect(count).toBeLessThan(60);
    // Requests in progress complete, but their responses must not cause further requests.
    await Promise.allSettled(pending);
    await new Promise((resolve) => setImmediate(resolve));
    expect(pending).toHaveLength(count);
  });

  it.each<[number, number, number]>([
    [0, 5, 400],
    [1, 5, 400],
    [2, 5, 200],
    [-1, 5, 0],
    [50, 5, 0],
  ])('are sent in batches of %s', async (batchSize, count, waited) => {
    const clock = fakeClock(0);
    await run(
      4.2,
      { url: '~/echo', options: { batching: { batch: { batchSize, batchInterval: 100 } } } },
      { items: items.slice(0, count), ports: { http, clock } },
    );
    expect(clock.now()).toBe(waited);
  });
});

describe('pages', () => {
  const pagination = (values: Record<string, unknown>) => ({
    options: {
      pagination: { pagination: { parameters: { parameters: [{ type: 'qs', name: 'page', value: '={{ $pageCount }}' }] }, ...values } },
    },
  });

  it('may be files', async () => {
    const { outputs, error } = await run(4.2, { url: '~/page-file', ...pagination({}) });
    expect(error?.message).toBeUndefined();
    expect(outputs[0]?.map(({ binary }) => binary?.['data']?.bytes)).toEqual([...Array.from({ length: 8 }, () => 6), 0]);
  });

  it.each<[string, Record<string, unknown>, number]>([
    ['as many as set', { limitPagesFetched: true, maxRequests: 3 }, 3],
    ['at most a hundred if the number is invalid', { limitPagesFetched: true, maxRequests: '={{ "x" }}' }, 100],
    ['at least one', { limitPagesFetched: true, maxRequests: 0 }, 1],
    ['all when the limit is off', { limitPagesFetched: false, maxRequests: 3 }, 121],
  ])('%s', async (_name, values, count) => {
    const before = server.received.length;
    expect((await run(4.2, { url: '~/pages', ...pagination(values) })).error?.message).toBeUndefined();
    expect(server.received.length - before).toBe(count);
  });

  it('are requested with a delay in between', async () => {
    const clock = fakeClock(0);
    await run(
      4.2,
      { url: '~/pages', ...pagination({ limitPagesFetched: true, maxRequests: 3, requestInterval: 500 }) },
      { ports: { http, clock } },
    );
    expect(clock.now()).toBe(1000);
  });
});

describe('names of files', () => {
  it.each([
    ['/file/a.zip', 'a.zip'],
    ['/file/a%zz.zip', 'a%zz.zip'],
    ['/file/..%2F..%2Fetc%2Fpasswd.txt', 'passwd.txt'],
    ['/file/x?name=../../evil.sh', 'evil.sh'],
    ['/file/x?name=C:%5Cevil.exe', 'evil.exe'],
    ['/file/x', 'x'],
    ['/file/x?y=/a.b', 'x'],
    ['/file/x?name=..', 'x'],
    ['/file/M%C3%BCller%20report', 'Müller report'],
    ['/file/', undefined],
  ])('of %s', async (path, expected) => {
    const { outputs, error } = await run(4.2, { url: `~${path}` });
    expect([error?.message, outputs[0]?.[0]?.binary?.['data']?.fileName]).toEqual([undefined, expected]);
  });
});

describe('secrets', () => {
  it.each([
    ['an invalid address', 'htps//ada:pass@example.com/x?key=secret'],
    ['a service that rejects requests', '~/nowhere?key=secret'],
    ['an unreachable service', 'http://ada:pass@127.0.0.1:1/x?key=secret'],
  ])('are not revealed for %s', async (_name, url) => {
    const { error } = await run(4.2, { url, sendHeaders: true, headerParameters: pairs(['X-Key', 'secret']) });
    expect(error).toBeDefined();
    expect(JSON.stringify(error)).not.toMatch(/secret|pass/);
  });
});

describe('large files', () => {
  it('are downloaded and uploaded in little memory', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'millrace-large-'));
    await http.request({ url: `${server.address}/echo` }).then((response) => response.bytes());
    const PARTS = 200;
    const part = Buffer.alloc(1024 * 1024, 'x');
    let received = 0;
    const large = createServer((incoming, response) => {
      if (incoming.method === 'GET') return void Readable.from((function* () { for (let count = 0; count < PARTS; count++) yield part; })()).pipe(response.setHeader('content-type', 'application/zip')); // oxfmt-ignore
      incoming.on('data', (chunk: Uint8Array) => (received += chunk.byteLength));
      incoming.on(
        'end',
        () =>
          void response.setHeader('content-type', 'application/json').end(JSON.stringify({ length: incoming.headers['content-length'] })),
      );
    });
    await new Promise<void>((resolve) => void large.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(large.address() as AddressInfo).port}/`;
    const binary = diskBinary(folder);
    let highest = 0;
    const before = process.memoryUsage().rss;
    const look = setInterval(() => (highest = Math.max(highest, process.memoryUsage().rss)), 5);
    try {
      const { outputs } = await run(4.2, { url }, { ports: { http, binary } });
      const [item] = outputs[0] ?? [];
      expect(item?.binary?.['data']).toMatchObject({ bytes: PARTS * part.byteLength, fileSize: '210 MB', data: '' });
      const upload = { url, method: 'POST', sendBody: true, contentType: 'binaryData', inputDataFieldName: 'data' };
      const form = {
        url,
        method: 'POST',
        sendBody: true,
        contentType: 'multipart-form-data',
        bodyParameters: { parameters: [{ parameterType: 'formBinaryData', name: 'f', inputDataFieldName: 'data' }] },
      };
      for (const parameters of [upload, form]) {
        received = 0;
        const { json, error } = await run(4.2, parameters, { items: [item ?? { json: {} }], ports: { http, binary } });
        expect([error?.message, Number(json[0]?.['length'])]).toEqual([undefined, received]);
        expect(received).toBeGreaterThanOrEqual(PARTS * part.byteLength);
      }
      // Memory that has not been garbage-collected is large, but does not grow with the file.
      expect(highest - before).toBeLessThan(0.7 * PARTS * part.byteLength);
    } finally {
      clearInterval(look);
      large.close();
      large.closeAllConnections();
      rmSync(folder, { recursive: true });
    }
  });
});
