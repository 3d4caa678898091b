// Requests that a model fills in: placeholders, parts, authentication, and what it receives of the response.
import { afterEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../contract/json.ts';
import { callTool, type ToolCase, type ToolOutcome } from '../../testing/models/call-tool.ts';
import { stubServer, type StubServer } from '../../testing/stub-server.ts';
import { choosesServer, filledJson, filledUrl } from './placeholders.ts';

let server: StubServer;
afterEach(() => server.close());

async function call(
  parameters: JsonObject,
  args: JsonObject,
  { body = '{}', status = 200, ...more }: Partial<ToolCase> & { readonly body?: string | Uint8Array; readonly status?: number } = {},
): Promise<ToolOutcome> {
  server = await stubServer((_, response) => response.writeHead(status).end(body));
  const url = `${server.address}${String(parameters['url'] ?? '/')}`;
  return callTool({ type: 'toolHttpRequest', parameters: { ...parameters, url }, args, ...more });
}

const fields = (...values: readonly JsonObject[]): JsonObject => ({ values });
const own = (name: string, value: string): JsonObject => ({ name, valueProvider: 'fieldValue', value });

describe('the HTTP Request Tool', () => {
  it.each([1, 1.1])('fills in the placeholders of every part in version %d', async (version) => {
    const { tools, reply } = await call(
      {
        toolDescription: 'Orders',
        method: 'POST',
        url: '/users/{user}/orders',
        sendQuery: true,
        parametersQuery: fields(own('since', '{year}-01-01'), own('fixed', 'yes')),
        sendHeaders: true,
        specifyHeaders: 'json',
        jsonHeaders: '{ "X-Lang": "{lang}" }',
        sendBody: true,
        specifyBody: 'json',
        jsonBody: '{ "count": {count}, "note": "For {user}: \\"{note}\\"", "tags": "{tags}" }',
        placeholderDefinitions: fields(
          { name: 'count', description: 'How many', type: 'number' },
          { name: 'tags', type: 'json' },
          { name: 'user', description: 'Id of the user' },
        ),
      },
      { user: 'a/b', year: 2026, lang: 'de', count: 3, note: 'say "hi"', tags: ['x'] },
      { version, body: '{"ok":true}' },
    );
    expect(tools).toEqual([
      {
        name: 'My_tool',
        description: 'Orders',
        parameters: {
          type: 'object',
          properties: {
            user: { type: 'string', description: 'Id of the user' },
            year: { type: 'string' },
            lang: { type: 'string' },
            count: { type: 'number', description: 'How many' },
            note: { type: 'string' },
            tags: { type: 'object' },
          },
          required: ['user', 'year', 'lang', 'count', 'note', 'tags'],
          additionalProperties: false,
        },
      },
    ]);
    const [request] = server.received;
    expect(request).toMatchObject({ method: 'POST', url: '/users/a%2Fb/orders?since=2026-01-01&fixed=yes' });
    expect(request?.headers).toMatchObject({ 'x-lang': 'de', 'content-type': 'application/json' });
    expect(JSON.parse(request?.body ?? '')).toEqual({ count: 3, note: 'For a/b: "say "hi""', tags: ['x'] });
    expect(JSON.parse(reply)).toEqual({ ok: true });
  });

  it('asks for required and optional fields', async () => {
    const { tools } = await call(
      {
        method: 'POST',
        sendQuery: true,
        parametersQuery: fields(
          { name: 'q' },
          { name: 'filter[lang]', valueProvider: 'modelOptional' },
          { name: 'page', valueProvider: 'modelOptional' },
        ),
        sendBody: true,
        parametersBody: fields({ name: 'amount', valueProvider: 'modelRequired' }),
        placeholderDefinitions: fields({ name: 'amount', type: 'number' }),
      },
      { q: 'tea', filter_lang_: 'de', amount: 5 },
    );
    expect(tools[0]?.parameters).toMatchObject({
      properties: { q: { type: 'string' }, filter_lang_: { type: 'string' }, page: { type: 'string' }, amount: { type: 'number' } },
      required: ['q', 'amount'],
    });
    expect(server.received[0]).toMatchObject({ url: '/?q=tea&filter%5Blang%5D=de', body: '{"amount":5}' });
  });

  it('lets the model specify whole parts', async () => {
    const { tools } = await call(
      {
        method: 'PUT',
        sendQuery: true,
        specifyQuery: 'model',
        sendHeaders: true,
        specifyHeaders: 'model',
        sendBody: true,
        specifyBody: 'model',
      },
      { query: { id: [1, 2], q: { a: 1 } }, headers: { 'X-One': '1' }, body: { a: { b: true } } },
    );
    expect(tools[0]?.parameters).toMatchObject({ required: ['query', 'headers', 'body'], properties: { body: { type: 'object' } } });
    expect(server.received[0]).toMatchObject({ method: 'PUT', body: '{"a":{"b":true}}', headers: { 'x-one': '1' } });
    expect([...new URL(server.received[0]?.url ?? '', 'http://x').searchParams]).toEqual([
      ['id', '1'],
      ['id', '2'],
      ['q', '{"a":1}'],
    ]);
  });

  it.each([
    [
      'a generic credential',
      { authentication: 'genericCredentialType', genericAuthType: 'httpHeaderAuth' },
      { httpHeaderAuth: { name: 'X-Key', value: 'tool-secret' } },
    ],
    [
      'the credential of a service',
      { authentication: 'predefinedCredentialType', nodeCredentialType: 'airtopApi' },
      { airtopApi: { apiKey: 'tool-secret' } },
    ],
  ])('signs its requests with %s, which the model never sees', async (_, parameters, credentials) => {
    const outcome = await call(parameters, {}, { credentials, status: 401, body: 'Wrong key tool-secret' });
    expect(Object.values(server.received[0]?.headers ?? {}).join()).toContain('tool-secret');
    expect(outcome.reply).toContain('The service refused the request with status 401: Wrong key [hidden]');
    expect(JSON.stringify(outcome)).not.toContain('tool-secret');
  });

  it.each([
    ['JSON', '{"a":1}', {}, { a: 1 }],
    ['a field of it', '{"data":{"list":[{"id":1,"x":{"y":2,"z":3}}]}}', { dataField: 'data.list' }, [{ id: 1, x: { y: 2, z: 3 } }]],
    ['selected fields', '[{"id":1,"x":{"y":2,"z":3}}]', { fieldsToInclude: 'selected', fields: 'id, x.y, none' }, [{ id: 1, x: { y: 2 } }]],
    ['all but some fields', '{"id":1,"x":{"y":2,"z":3}}', { fieldsToInclude: 'except', fields: 'id,x.z' }, { x: { y: 2 } }],
  ])('returns %s', async (_, body, parameters, expected) => {
    const { reply } = await call({ optimizeResponse: true, ...parameters }, {}, { body });
    expect(JSON.parse(reply)).toEqual(expected);
  });

  const html = '<html><body><h1 class="t">One</h1><p>Two <a href="/x">three</a></p><nav>Menu</nav><p>Four</p></body></html>';

  it.each([
    ['elements', { cssSelector: 'p' }, 'Two <a href="/x">three</a>\n\nFour'],
    ['the text of elements', { cssSelector: 'body', onlyContent: true, elementsToOmit: 'nav, .t' }, 'Two three [/x]\n\nFour'],
    ['as many characters as it may', { cssSelector: 'p', truncateResponse: true, maxLength: 5 }, 'Two <'],
  ])('returns %s of a page', async (_, parameters, expected) => {
    const { reply } = await call({ optimizeResponse: true, responseType: 'html', ...parameters }, {}, { body: html });
    expect(reply).toBe(expected);
  });

  it('returns a text, truncated', async () => {
    const { reply } = await call(
      { optimizeResponse: true, responseType: 'text', truncateResponse: true, maxLength: 4 },
      {},
      { body: '{"a": 1}' },
    );
    expect(reply).toBe('{"a"');
  });

  it.each([
    ['the response is not JSON', { optimizeResponse: true }, 'plain', 'The response is not JSON.'],
    ['the field is missing', { optimizeResponse: true, dataField: 'x' }, '{}', 'The response has no field \\"x\\".'],
    ['no element matches', { optimizeResponse: true, responseType: 'html', cssSelector: 'h2' }, html, 'No element of the page matches'],
    ['the response is a file', {}, new Uint8Array([1, 0, 2]), 'a file, which a model cannot read'],
    [
      'its JSON is invalid',
      { method: 'POST', sendBody: true, specifyBody: 'json', jsonBody: '{ a }' },
      '',
      'The JSON of the request is not valid',
    ],
  ])('tells the model that %s', async (_, parameters, body, message) => {
    expect((await call(parameters, { a: '1' }, { body })).reply).toContain(message);
  });

  it('has no placeholder that is defined, but not used', async () => {
    const { error } = await call({ placeholderDefinitions: fields({ name: 'city' }) }, {});
    expect(error).toContain('The placeholder "city" is defined, but not used.');
  });
});

it.each(['{url}', 'https://{host}/x', 'https://api.{host}:8080/x', 'http://{host}'])(
  'the model cannot choose by %s who receives a credential',
  async (url) => {
    server = await stubServer((_, response) => response.end());
    const parameters = { url, authentication: 'genericCredentialType', genericAuthType: 'httpHeaderAuth' };
    const credentials = { httpHeaderAuth: { name: 'X-Key', value: 'tool-secret' } };
    const { error } = await callTool({
      type: 'toolHttpRequest',
      parameters,
      args: { url: server.address, host: '127.0.0.1' },
      credentials,
    });
    expect(error).toContain('The model would choose the server that receives the credential.');
    expect(choosesServer('https://{team}.example.com/{path}')).toBe(false);
    expect(choosesServer('https://example.com/{path}')).toBe(false);
  },
);

describe('a placeholder', () => {
  it.each([
    ['https://a.example/{x}', { x: '../admin?y#z' }, 'https://a.example/..%2Fadmin%3Fy%23z'],
    ['https://{x}/', { x: 'b.example' }, 'https://b.example/'],
    ['{x}', { x: 'https://c.example/a/b?c=d' }, 'https://c.example/a/b?c=d'],
    ['https://a.example/{x}', {}, 'https://a.example/'],
  ])('in the URL %s stays in its place', (url, args, expected) => {
    expect(filledUrl(url, args)).toBe(expected);
  });

  it.each(['.', '..'])('in a URL cannot lead to another folder by %s', (x) => {
    expect(() => filledUrl('https://a.example/safe/{x}/list', { x })).toThrow('would lead to another address');
  });

  it.each([
    ['{"a": {x}}', '{"a": "say \\"hi\\""}'],
    ['{"a": "{x}"}', '{"a": "say \\"hi\\""}'],
    ['{"a": "I {x}!"}', '{"a": "I say \\"hi\\"!"}'],
    ['{"a": {y}, "b": "{y}", "c": "{y} items"}', '{"a": 2, "b": 2, "c": "2 items"}'],
    ['{"a": {missing}}', '{"a": null}'],
    ['{"x": "\\"{x}"}', '{"x": "\\"say \\"hi\\""}'],
  ])('in the JSON %s becomes JSON', (json, expected) => {
    expect(filledJson(json, { x: 'say "hi"', y: 2 })).toBe(expected);
  });
});
