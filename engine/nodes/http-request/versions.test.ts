// What each version of HTTP Request changed: version → documented change → test.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseExactly, stringifyExactly } from '../../contract/exact-numbers.ts';
import type { JsonObject } from '../../contract/json.ts';
import { createHttpClient } from '../../execution/http/client.ts';
import { runNode, type NodeCase, type NodeOutcome } from '../../testing/run-node.ts';
import { stubServer, type StubServer } from '../../testing/stub-server.ts';

const http = createHttpClient();
let server: StubServer;

beforeAll(async () => {
  server = await stubServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://x');
    const send = (type: string, body: string, status = 200): void => void response.writeHead(status, { 'content-type': type }).end(body);
    if (pathname === '/moved') response.writeHead(302, { location: '/echo' }).end('moved');
    else if (pathname === '/problem') send('application/problem+json', '{"title":"t"}');
    else if (pathname === '/text-json') send('text/json; charset=utf-8', '{"a":1}');
    else if (pathname === '/json') send('Application/JSON', '{"a":1}');
    else if (pathname === '/patch') send('application/json-patch+json', '[{"op":"test"}]');
    else if (pathname === '/object') send('text/plain', '{"a":[1]}');
    else if (pathname === '/exact') send('application/json', '[{"id":7615917337495251231,"list":[-9223372036854775808]}]');
    else if (pathname === '/number') send('text/plain', '12345678901234567890');
    else if (pathname === '/refused') send('application/json', '{"message":"no"}', 422);
    else send('application/json', JSON.stringify({ url: request.url, headers: request.rawHeaders, body: request.body }));
  });
});
afterAll(() => Promise.all([http.close(), server.close()]));

const run = (version: number, parameters: Record<string, unknown>, more: Partial<NodeCase> = {}): Promise<NodeOutcome> =>
  runNode({
    type: 'n8n-nodes-base.httpRequest',
    version,
    ...more,
    parameters: { url: `${server.address}/echo`, ...parameters },
    ports: { http },
  });

interface Echo {
  readonly url: string;
  readonly headers: readonly string[];
  readonly body: string;
}

/** Returns what the server received. */
const echoOf = async (version: number, parameters: Record<string, unknown>): Promise<Echo> => {
  const { json, error } = await run(version, parameters);
  expect(error?.message).toBeUndefined();
  return json[0] as unknown as Echo;
};

const rows = (...fields: readonly (readonly [string, unknown])[]) => fields.map(([name, value]) => ({ name, value }));
const old = (...fields: readonly (readonly [string, unknown])[]) => ({ parameter: rows(...fields) });
const pairs = (...fields: readonly (readonly [string, unknown])[]) => ({ parameters: rows(...fields) });
const headersNamed = ({ headers }: Echo, name: string): string[] =>
  headers.flatMap((text, index) => (index % 2 === 0 && text.toLowerCase() === name ? [`${text}: ${headers[index + 1] ?? ''}`] : []));
const queryOf = async (version: number, parameters: Record<string, unknown>): Promise<string> =>
  decodeURIComponent((await echoOf(version, parameters)).url.replace('/echo?', ''));

const all = [3, 4, 4.1, 4.2, 4.3, 4.4, 4.5];
const before = (version: number): number[] => all.filter((other) => other < version);
const since = (version: number): number[] => all.filter((other) => other >= version);
const form = (fields: object) => ({ method: 'POST', sendBody: true, contentType: 'form-urlencoded', ...fields });

describe.each([1, 2])('version %s', (version) => {
  const twice = old(['a', '1'], ['b', 'x y'], ['a', '2']);

  it('sends fields of the same name as a list: in the query, the body and the headers', async () => {
    const echo = await echoOf(version, {
      requestMethod: 'POST',
      queryParametersUi: twice,
      bodyParametersUi: twice,
      headerParametersUi: old(['X-A', '1'], ['X-A', '2']),
    });
    expect([decodeURIComponent(echo.url), echo.body]).toEqual(['/echo?a[0]=1&a[1]=2&b=x y', '{"a":["1","2"],"b":"x y"}']);
    expect(headersNamed(echo, 'x-a')).toEqual(['x-a: 1', 'x-a: 2']);
  });

  it('writes lists with indices unless an option says otherwise', async () => {
    const json = { jsonParameters: true, queryParametersJson: '{"l":["x","y"]}' };
    expect(await queryOf(version, json)).toBe('l[0]=x&l[1]=y');
    expect(await queryOf(version, { ...json, options: { queryParameterArrays: 'brackets' } })).toBe('l[]=x&l[]=y');
    expect(await queryOf(version, { ...json, options: { useQueryString: true } })).toBe('l=x&l=y');
  });

  it('asks for JSON, sends names of fields in lower case, and those of JSON as they are', async () => {
    const fields = await echoOf(version, { headerParametersUi: old(['X-Mixed', 'v']) });
    expect(headersNamed(fields, 'x-mixed')).toEqual(['x-mixed: v']);
    expect(headersNamed(fields, 'accept')).toEqual(['accept: application/json,text/*;q=0.99']);
    expect(headersNamed(await echoOf(version, { jsonParameters: true, headerParametersJson: '{"X-Mixed":"v"}' }), 'x-mixed')).toEqual([
      'X-Mixed: v',
    ]);
  });

  it.each<[string, unknown]>([
    ['/object', { a: [1] }],
    ['/number', '12345678901234567890'],
  ])('returns objects in JSON under the format String as such, and other text as it is: %s', async (path, data) => {
    expect((await run(version, { url: `${server.address}${path}`, responseFormat: 'string' })).json).toEqual([{ data }]);
  });

  it('follows redirects of GET, and takes an empty JSON body for none', async () => {
    expect((await echoOf(version, { url: `${server.address}/moved` })).url).toBe('/echo');
    expect((await echoOf(version, { requestMethod: 'POST', jsonParameters: true, bodyParametersJson: '' })).body).toBe('');
  });

  it('sends the value of the body in messages of failed items', async () => {
    const { json } = await run(version, { url: `${server.address}/refused` }, { node: { onError: 'continueRegularOutput' } });
    expect(json).toMatchObject([{ error: { message: '422 - {"message":"no"}', status: 422 } }]);
  });
});

describe('version 3: new parameters, and everything as it is written', () => {
  it.each<[string, Record<string, unknown>]>([
    ['by default', {}],
    ['if the option is there, but not set', { redirect: { redirect: {} } }],
  ])('does not follow redirects %s', async (_name, options) => {
    expect((await run(3, { url: `${server.address}/moved`, options })).error?.httpCode).toBe('302');
  });

  it('follows redirects if it is told to', async () => {
    const options = { redirect: { redirect: { followRedirects: true } } };
    expect((await echoOf(3, { url: `${server.address}/moved`, options })).url).toBe('/echo');
  });

  it('takes names of body fields as they are', async () => {
    expect((await echoOf(3, { method: 'POST', sendBody: true, bodyParameters: pairs(['n.m', '1'], ['l[0]', '2']) })).body).toBe(
      '{"n.m":"1","l[0]":"2"}',
    );
  });
});

describe.each(since(4))('version %s: redirects are followed, and names of body fields are paths', (version) => {
  it.each<[string, Record<string, unknown>]>([
    ['by default', {}],
    ['if the option is there, but not set', { redirect: { redirect: {} } }],
  ])('follows redirects %s', async (_name, options) => {
    expect((await echoOf(version, { url: `${server.address}/moved`, options })).url).toBe('/echo');
  });

  it.each<[string, readonly (readonly [string, unknown])[], unknown]>([
    ['objects and lists', [['user.name', 'Ann'], ['user.tags[0]', 'x'], ['user.tags[1]', 'y'], ['plain', '1']], { user: { name: 'Ann', tags: ['x', 'y'] }, plain: '1' }], // oxfmt-ignore
    ['quoted names', [['a["b.c"]', 1]], { a: { 'b.c': 1 } }],
    ['fields within values', [['a', { b: 1 }], ['a.c', 2]], { a: { b: 1, c: 2 } }], // oxfmt-ignore
    ['the same name twice', [['a', '1'], ['a', '2']], { a: '2' }], // oxfmt-ignore
  ])('writes %s', async (_name, fields, expected) => {
    const { body } = await echoOf(version, { method: 'POST', sendBody: true, bodyParameters: pairs(...fields) });
    expect(JSON.parse(body)).toEqual(expected);
  });

  it('refuses paths that cannot be written, and names the field', async () => {
    for (const name of ['__proto__.x', 'a.constructor.prototype.b', 'a[100000000]']) {
      const { error } = await run(version, { method: 'POST', sendBody: true, bodyParameters: pairs(['a', []], [name, 1]) }); // oxfmt-ignore
      expect(error).toMatchObject({ code: 'PARAMETER_INVALID', message: `The body has no place for the field "${name}".` });
    }
  });

  it('takes names of forms as they are', async () => {
    expect((await echoOf(version, form({ bodyParameters: pairs(['n.m', '1']) }))).body).toBe('n.m=1');
  });
});

describe('fields of the same name', () => {
  const fields = pairs(['a', '1'], ['b', 'x y'], ['a', '2']);
  const headers = { sendHeaders: true, headerParameters: pairs(['X-A', '1'], ['x-a', '2']) };

  it.each(before(4.3))('before version 4.3, the last one counts: %s', async (version) => {
    expect(await queryOf(version, { sendQuery: true, queryParameters: fields })).toBe('a=2&b=x y');
    expect((await echoOf(version, form({ bodyParameters: fields }))).body).toBe('a=2&b=x%20y');
    expect(headersNamed(await echoOf(version, headers), 'x-a')).toEqual(['x-a: 2']);
  });

  it.each(since(4.3))('since version 4.3, they are a list: %s', async (version) => {
    expect(await queryOf(version, { sendQuery: true, queryParameters: fields })).toBe('a[0]=1&a[1]=2&b=x y');
    const options = { queryParameterArrays: 'repeat' };
    expect(await queryOf(version, { sendQuery: true, queryParameters: fields, options })).toBe('a=1&a=2&b=x y');
    expect((await echoOf(version, form({ bodyParameters: fields }))).body).toBe('a%5B0%5D=1&a%5B1%5D=2&b=x%20y');
    expect(headersNamed(await echoOf(version, headers), 'x-a')).toEqual(['x-a: 1', 'x-a: 2']);
  });

  it.each(all)('are several parts of a multipart form in version %s', async (version) => {
    const { body } = await echoOf(version, { ...form({ bodyParameters: fields }), contentType: 'multipart-form-data' });
    expect(body.match(/name="a"\r\n\r\n./g)).toEqual(['name="a"\r\n\r\n1', 'name="a"\r\n\r\n2']);
  });
});

describe.each(all)('version %s, like all others since 3', (version) => {
  it('writes lists with indices unless an option says otherwise', async () => {
    const json = { sendQuery: true, specifyQuery: 'json', jsonQuery: '{"l":["x","y"],"o":{"k":[1]},"n":null,"e":[]}' };
    expect(await queryOf(version, json)).toBe('l[0]=x&l[1]=y&o[k][0]=1&n=');
    for (const [format, expected] of [
      ['brackets', 'l[]=x&l[]=y&o[k][]=1&n='],
      ['repeat', 'l=x&l=y&o[k]=1&n='],
      ['indices', 'l[0]=x&l[1]=y&o[k][0]=1&n='],
      ['indicesWithoutBrackets', 'l[0]=x&l[1]=y&o[k][0]=1&n='],
    ] as const)
      expect(await queryOf(version, { ...json, options: { queryParameterArrays: format } })).toBe(expected);
  });

  it('sends a list in JSON headers as several headers', async () => {
    const echo = await echoOf(version, { sendHeaders: true, specifyHeaders: 'json', jsonHeaders: '{"X-A":["a","b"],"X-N":null,"X-E":[]}' });
    expect([headersNamed(echo, 'x-a'), headersNamed(echo, 'x-n'), headersNamed(echo, 'x-e')]).toEqual([['x-a: a', 'x-a: b'], [], []]);
  });

  it.each<[string, string]>([
    ['a=1&b=two words&c=%20', 'a=1&b=two%20words&c=%20'],
    ['a=1&a=2&b=x+y', 'a=1&a=2&b=x%20y'],
    ['a=100%&b=ü%C3%BC', 'a=100%25&b=%C3%BC%C3%BC'],
    ['', ''],
  ])('encodes the text of a form: %j', async (text, expected) => {
    expect((await echoOf(version, form({ specifyBody: 'string', body: text }))).body).toBe(expected);
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['an empty body', { sendBody: true, method: 'POST', specifyBody: 'json', jsonBody: '' }, 'JSON Body'],
    ['a body that is undefined', { sendBody: true, method: 'POST', specifyBody: 'json', jsonBody: '={{ $json.none }}' }, 'JSON Body'],
    ['an empty query', { sendQuery: true, specifyQuery: 'json', jsonQuery: '' }, 'JSON Query Parameters'],
    ['empty headers', { sendHeaders: true, specifyHeaders: 'json', jsonHeaders: ' ' }, 'JSON Headers'],
  ])('does not take %s for JSON', async (_name, parameters, label) => {
    const { error } = await run(version, parameters);
    expect(error).toMatchObject({ code: 'PARAMETER_INVALID', message: `The value in the "${label}" field is not valid JSON` });
  });
});

describe('JSON by its content type', () => {
  const read = async (version: number, path: string): Promise<unknown> => (await run(version, { url: `${server.address}${path}` })).json;

  it.each(before(4.5))('before version 4.5, is application/json alone: %s', async (version) => {
    expect(await read(version, '/json')).toEqual([{ a: 1 }]);
    expect(await read(version, '/problem')).toEqual([{ data: '{"title":"t"}' }]);
    expect(await read(version, '/text-json')).toEqual([{ data: '{"a":1}' }]);
  });

  it('since version 4.5, is every type derived from JSON', async () => {
    for (const path of ['/json', '/text-json']) expect(await read(4.5, path)).toEqual([{ a: 1 }]);
    expect(await read(4.5, '/problem')).toEqual([{ title: 't' }]);
    expect(await read(4.5, '/patch')).toEqual([{ op: 'test' }]);
  });
});

describe('numbers that JavaScript cannot represent', () => {
  const item = parseExactly('{"id":7615917337495251231}') as JsonObject;
  const json = { method: 'POST', sendBody: true };

  it.each<[string, Record<string, unknown>, string]>([
    [
      'fixed JSON',
      { specifyBody: 'json', jsonBody: '{"p_id": 7615917337495251231, "price": 10.50}' },
      '{"p_id":7615917337495251231,"price":10.50}',
    ],
    ['JSON with an expression', { specifyBody: 'json', jsonBody: '={"id": {{ $json.id }} }' }, '{"id":7615917337495251231}'],
    ['the item', { specifyBody: 'json', jsonBody: '={{ $json }}' }, '{"id":7615917337495251231}'],
    ['fields', { bodyParameters: pairs(['a.id', '={{ $json.id }}']) }, '{"a":{"id":7615917337495251231}}'],
    ['a form', { contentType: 'form-urlencoded', bodyParameters: pairs(['id', '={{ $json.id }}']) }, 'id=7615917337495251231'],
  ])('are sent as they were read: %s', async (_, parameters, expected) => {
    const { json: echo, error } = await run(4.2, { ...json, ...parameters }, { items: [item] });
    expect(error?.message).toBeUndefined();
    expect((echo[0] as unknown as Echo).body).toBe(expected);
  });

  it('are received as they were sent', async () => {
    const { json: received } = await run(4.2, { url: `${server.address}/exact` });
    expect(stringifyExactly(received)).toBe('[{"id":7615917337495251231,"list":[-9223372036854775808]}]');
  });
});
