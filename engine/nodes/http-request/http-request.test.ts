import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHttpClient } from '../../execution/http/client.ts';
import { fakeClock } from '../../testing/fake-ports.ts';
import type { HttpRoundTrip } from '../../contract/http-round-trip.ts';
import type { NodeError } from '../../sdk/index.ts';
import { runNode, type NodeCase } from '../../testing/run-node.ts';
import { stubServer, type StubServer } from '../../testing/stub-server.ts';
import { withQuery } from './send.ts';

const http = createHttpClient();
let server: StubServer;

beforeAll(async () => {
  server = await stubServer((request, response) => {
    const url = new URL(request.url, 'http://x');
    const send = (status: number, type: string, body: string | Uint8Array): void =>
      void response.writeHead(status, { 'content-type': type }).end(body);
    if (url.pathname === '/echo')
      send(
        200,
        'application/json',
        JSON.stringify({
          method: request.method,
          url: request.url,
          type: request.headers['content-type'],
          length: request.headers['content-length'],
          custom: request.headers['x-custom'],
          body: request.body,
        }),
      );
    else if (url.pathname === '/list') send(200, 'application/json; charset=utf-8', '[{"id":1},{"id":2}]');
    else if (url.pathname === '/text') send(200, 'text/plain; charset=iso-8859-1', Buffer.from('Ca\xf1\xf3n', 'latin1'));
    else if (url.pathname === '/image') send(200, 'image/png', Buffer.from([0x89, 0x50, 0x4e, 0x47]));
    else if (url.pathname === '/named')
      response.writeHead(200, { 'content-type': 'application/pdf', 'content-disposition': 'attachment; filename="r.pdf"' }).end('%PDF');
    else if (url.pathname === '/moved') response.writeHead(302, { location: '/list' }).end();
    else if (url.pathname === '/wrong-json') send(200, 'application/json', '<html>');
    else if (url.pathname === '/empty') send(204, 'application/json', '');
    else if (url.pathname === '/refused') send(422, 'application/json', '{"error":{"message":"Name is missing"}}');
    else if (url.pathname === '/closed') response.destroy();
    else if (url.pathname === '/never') return;
    else if (url.pathname === '/loop') response.writeHead(302, { location: '/loop' }).end();
    else if (url.pathname === '/silent') response.writeHead(500).end();
    else if (url.pathname === '/empty-text') send(200, 'text/plain', '');
    else if (url.pathname === '/empty-page') send(200, 'text/plain', Number(url.searchParams.get('page')) < 1 ? 'first' : '');
    else if (url.pathname === '/offsets')
      send(200, 'application/json', JSON.stringify({ sent: JSON.parse(String(request.body)) as unknown }));
    else if (url.pathname === '/broken') send(503, 'text/html', `<!doctype html><title>Closed for today</title>${'x'.repeat(70_000)}`);
    else if (url.pathname === '/pages') {
      const skip = Number(url.searchParams.get('skip') ?? 0);
      const page = [skip, skip + 1].filter((id) => id < 5).map((id) => ({ id }));
      send(page.length === 0 ? 404 : 200, 'application/json', JSON.stringify(page));
    } else if (url.pathname === '/next') {
      const page = Number(url.searchParams.get('page') ?? 1);
      send(
        200,
        'application/json',
        JSON.stringify({ page, next: page < 3 ? `http://${request.headers.host ?? ''}/next?page=${page + 1}` : null }),
      );
    } else send(404, 'text/plain', 'nothing here');
  });
});
afterAll(async () => {
  await http.close();
  await server.close();
});

/** Runs the node; `~` at the start of the URL is replaced by the server's address. */
const run = (parameters: Record<string, unknown>, more: Partial<NodeCase> = {}) =>
  runNode({
    type: 'n8n-nodes-base.httpRequest',
    version: 4.2,
    ...more,
    parameters: { ...parameters, url: String(parameters['url']).replace('~', server.address) },
    ports: { http, ...more.ports },
  });

const response = (values: Record<string, unknown>) => ({ options: { response: { response: values } } });
const pairs = (...rows: readonly (readonly [string, unknown])[]) => ({ parameters: rows.map(([name, value]) => ({ name, value })) });
const body = (values: Record<string, unknown>) => ({ method: 'POST', url: '~/echo', sendBody: true, ...values });
const file = { data: Buffer.from('file content').toString('base64'), mimeType: 'text/csv', fileName: 'a.csv' };

describe('requests', () => {
  it.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    [
      'a query',
      { url: '~/echo?a=1', sendQuery: true, queryParameters: pairs(['b', '={{ $json.n }}'], ['c', 'x y&z']) },
      { url: '/echo?a=1&b=7&c=x%20y%26z', method: 'GET' },
    ],
    [
      'a query as JSON',
      { url: '~/echo', sendQuery: true, specifyQuery: 'json', jsonQuery: '{"l":[1,2]}' },
      { url: '/echo?l%5B0%5D=1&l%5B1%5D=2' },
    ],
    [
      'lists without brackets',
      { url: '~/echo', sendQuery: true, specifyQuery: 'json', jsonQuery: '{"l":[1,2]}', options: { queryParameterArrays: 'repeat' } },
      { url: '/echo?l=1&l=2' },
    ],
    ['headers', { url: '~/echo', sendHeaders: true, headerParameters: pairs(['X-Custom', '={{ $json.n }}']) }, { custom: '7' }],
    ['headers as JSON', { url: '~/echo', sendHeaders: true, specifyHeaders: 'json', jsonHeaders: '{"X-Custom":"j"}' }, { custom: 'j' }],
    [
      'JSON by fields',
      body({ bodyParameters: pairs(['a', '={{ $json.n }}'], ['b', 'x']) }),
      { body: '{"a":7,"b":"x"}', type: 'application/json' },
    ],
    ['JSON', body({ specifyBody: 'json', jsonBody: '={{ JSON.stringify({ n: $json.n }) }}' }), { body: '{"n":7}' }],
    ['a JSON object', body({ specifyBody: 'json', jsonBody: '={{ ({ n: $json.n }) }}' }), { body: '{"n":7}' }],
    [
      'a form',
      body({ contentType: 'form-urlencoded', bodyParameters: pairs(['a', 'x y'], ['b', 'ü']) }),
      { body: 'a=x%20y&b=%C3%BC', type: 'application/x-www-form-urlencoded' },
    ],
    [
      'a form as text',
      body({ contentType: 'form-urlencoded', specifyBody: 'string', body: 'a=1' }),
      { body: 'a=1', type: 'application/x-www-form-urlencoded' },
    ],
    ['raw text', body({ contentType: 'raw', rawContentType: 'text/xml', body: '<a/>' }), { body: '<a/>', type: 'text/xml' }],
    ['a file', body({ contentType: 'binaryData', inputDataFieldName: 'doc' }), { body: 'file content', type: 'text/csv', length: '12' }],
  ])('%s', async (_name, parameters, expected) => {
    const { json, error } = await run(parameters, { items: [{ json: { n: 7 }, binary: { doc: file } }] });
    expect([error?.message, json[0]]).toEqual([undefined, expect.objectContaining(expected)]);
  });

  it('a multipart form with its length', async () => {
    const parameters = [{ parameterType: 'formData', name: 'note', value: 'hi' }, { parameterType: 'formBinaryData', name: 'doc', inputDataFieldName: 'doc' }]; // oxfmt-ignore
    const { json } = await run(body({ contentType: 'multipart-form-data', bodyParameters: { parameters } }), {
      items: [{ json: {}, binary: { doc: file } }],
    });
    const sent = json[0] as { type: string; length: string; body: string };
    expect(sent.type).toMatch(/^multipart\/form-data; boundary=/);
    expect(Number(sent.length)).toBe(sent.body.length);
    expect(sent.body).toMatch(
      /name="note"\r\n\r\nhi\r\n[\s\S]*name="doc"; filename="a\.csv"\r\nContent-Type: text\/csv\r\n\r\nfile content\r\n/,
    );
  });

  it.each<[string, readonly (readonly [string, unknown])[], 'indices', string]>([
    ['nested values', [['a', { b: [1, { c: 2 }] }]], 'indices', 'http://x/?a%5Bb%5D%5B0%5D=1&a%5Bb%5D%5B1%5D%5Bc%5D=2'],
    ['null and undefined', [['a', null], ['b', undefined]], 'indices', 'http://x/?a='], // oxfmt-ignore
  ])('writes %s into a query', (_name, query, format, expected) => expect(withQuery('http://x', query, format)).toBe(expected));
});

describe('responses', () => {
  it.each<[string, Record<string, unknown>, unknown]>([
    ['a list as items', { url: '~/list' }, [{ id: 1 }, { id: 2 }]],
    ['text in its charset', { url: '~/text' }, [{ data: 'Cañón' }]],
    ['text in another field', { url: '~/text', ...response({ responseFormat: 'text', outputPropertyName: 'page' }) }, [{ page: 'Cañón' }]],
    ['JSON as text', { url: '~/list', ...response({ responseFormat: 'text' }) }, [{ data: '[{"id":1},{"id":2}]' }]],
    ['an empty body', { url: '~/empty' }, [{}]],
    ['empty text', { url: '~/empty-text' }, [{}]],
    ['an empty body as text', { url: '~/empty', ...response({ responseFormat: 'text', outputPropertyName: 'page' }) }, [{}]],
    ['an empty body as JSON', { url: '~/empty-text', ...response({ responseFormat: 'json' }) }, [{}]],
    [
      'an empty body with its status',
      { url: '~/empty-text', ...response({ fullResponse: true }) },
      [{ headers: expect.objectContaining({ 'content-type': 'text/plain' }) as object, statusCode: 200, statusMessage: 'OK' }],
    ],
    [
      'an empty JSON body with its status',
      { url: '~/empty', ...response({ fullResponse: true }) },
      [{ headers: expect.anything() as object, statusCode: 204, statusMessage: 'No Content' }],
    ],
    ['any status if set', { url: '~/refused', ...response({ neverError: true }) }, [{ error: { message: 'Name is missing' } }]],
    [
      'a redirect left alone',
      {
        url: '~/moved',
        options: {
          redirect: { redirect: { followRedirects: false } },
          response: { response: { fullResponse: true, neverError: true, responseFormat: 'text' } },
        },
      },
      [expect.objectContaining({ statusCode: 302, statusMessage: 'Found' })],
    ],
    [
      'the full response',
      { url: '~/list', ...response({ fullResponse: true }) },
      [
        {
          body: [{ id: 1 }, { id: 2 }],
          headers: expect.objectContaining({ 'content-type': 'application/json; charset=utf-8' }) as object,
          statusCode: 200,
          statusMessage: 'OK',
        },
      ],
    ],
  ])('%s', async (_name, parameters, expected) => {
    const { json, error } = await run(parameters);
    expect([error?.message, json]).toEqual([undefined, expected]);
  });

  it.each([
    ['/image', { mimeType: 'image/png', fileName: 'image', fileExtension: 'png', fileType: 'image', bytes: 4 }],
    ['/named', { mimeType: 'application/pdf', fileName: 'r.pdf', bytes: 4 }],
  ])('a file from %s', async (path, expected) => {
    const { outputs } = await run({ url: `~${path}` });
    expect(outputs[0]).toMatchObject([{ json: {}, binary: { data: expected } }]);
  });

  it.each([1, 3, 4.2, 4.5])('adds a file to the fields and files of its item in version %s', async (version) => {
    const items = [{ json: { n: 1 }, binary: { old: file, data: file } }, { json: { n: 2 } }];
    const parameters =
      version < 3 ? { responseFormat: 'file', dataPropertyName: 'doc' } : response({ responseFormat: 'file', outputPropertyName: 'doc' });
    const { outputs } = await run({ url: '~/named', ...parameters }, { version, items });
    const doc = { fileName: 'r.pdf', bytes: 4 };
    expect(outputs[0]).toMatchObject([
      { json: { n: 1 }, binary: { old: file, data: file, doc }, pairedItem: { item: 0 } },
      { json: { n: 2 }, binary: { doc }, pairedItem: { item: 1 } },
    ]);
    expect(outputs[0]?.map(({ binary }) => Object.keys(binary ?? {}))).toEqual([['old', 'data', 'doc'], ['doc']]);
    expect(items[0]?.binary).not.toHaveProperty('doc');
  });

  it('returns the body of any status as a file if it is accepted, also when pages end with that status', async () => {
    const { outputs } = await run({ url: '~/refused', ...response({ responseFormat: 'file', neverError: true }) });
    expect(outputs[0]).toMatchObject([{ binary: { data: { fileName: 'refused', mimeType: 'application/json', bytes: 39 } } }]);
    expect((await run({ url: '~/refused', ...response({ responseFormat: 'file' }) })).error).toMatchObject({
      httpCode: '422',
      description: 'Name is missing',
    });
  });

  it('replaces a file of the same name, and the fields if headers and status are asked for', async () => {
    const items = [{ json: { n: 1 }, binary: { old: file, data: file } }];
    const { outputs } = await run({ url: '~/named', ...response({ fullResponse: true }) }, { items });
    expect(outputs[0]).toMatchObject([{ json: { statusCode: 200 }, binary: { old: file, data: { fileName: 'r.pdf' } } }]);
    expect(outputs[0]?.[0]?.json).not.toHaveProperty('n');
  });

  it('returns JSON and text without the fields and files of the item', async () => {
    for (const path of ['/list', '/text']) {
      const { outputs } = await run({ url: `~${path}` }, { items: [{ json: { n: 1 }, binary: { old: file } }] });
      expect([outputs[0]?.[0]?.json, outputs[0]?.[0]?.binary]).toEqual([expect.not.objectContaining({ n: 1 }), undefined]);
    }
  });

  it('keeps the order and lineage of the items', async () => {
    const { json, outputs } = await run(
      { url: '~/echo', sendQuery: true, queryParameters: pairs(['n', '={{ $json.n }}']) },
      { items: Array.from({ length: 30 }, (_, n) => ({ n })) },
    );
    expect(json.map((response) => response['url'])).toEqual(Array.from({ length: 30 }, (_, n) => `/echo?n=${n}`));
    expect(outputs[0]?.map((item) => item.pairedItem)).toEqual(Array.from({ length: 30 }, (_, item) => ({ item })));
  });

  it('sends batches with a pause between them', async () => {
    const clock = fakeClock(0);
    await run(
      { url: '~/list', options: { batching: { batch: { batchSize: 2, batchInterval: 500 } } } },
      { items: [{}, {}, {}, {}, {}], ports: { http, clock } },
    );
    expect(clock.now()).toBe(1000);
  });
});

describe('pages', () => {
  const pagination = (values: Record<string, unknown>, more: Record<string, unknown> = {}) => ({
    options: { pagination: { pagination: values }, response: { response: { responseFormat: 'json', ...more } } },
  });
  const skip = { parameters: { parameters: [{ type: 'qs', name: 'skip', value: '={{ $pageCount * 2 }}' }] } };
  const all = [0, 1, 2, 3, 4].map((id) => ({ id }));

  it.each<[string, Record<string, unknown>, unknown]>([
    ['until one is empty', { url: '~/pages', ...pagination(skip, { neverError: true }) }, all],
    [
      'until a status',
      { url: '~/pages', ...pagination({ ...skip, paginationCompleteWhen: 'receiveSpecificStatusCodes', statusCodesWhenComplete: '404' }) },
      all,
    ],
    [
      'until an expression is true',
      {
        url: '~/pages',
        ...pagination({ ...skip, paginationCompleteWhen: 'other', completeExpression: '={{ $response.body.length < 2 }}' }),
      },
      all,
    ],
    ['up to a number', { url: '~/pages', ...pagination({ ...skip, limitPagesFetched: true, maxRequests: 2 }) }, all.slice(0, 4)],
    [
      'by the next URL',
      {
        url: '~/next',
        ...pagination({
          paginationMode: 'responseContainsNextURL',
          nextURL: '={{ $response.body.next }}',
          paginationCompleteWhen: 'other',
          completeExpression: '={{ !$response.body.next }}',
        }),
      },
      [expect.objectContaining({ page: 1 }), expect.objectContaining({ page: 2 }), expect.objectContaining({ page: 3, next: null })],
    ],
    ['not at all when off', { url: '~/pages', ...pagination({ paginationMode: 'off' }) }, all.slice(0, 2)],
  ])('%s', async (_name, parameters, expected) => {
    const { json, error } = await run(parameters);
    expect([error?.message, json]).toEqual([undefined, expected]);
  });

  it('request the same URL again while the next one is undefined', async () => {
    const next = {
      paginationMode: 'responseContainsNextURL',
      nextURL: '={{ $response.body.none }}',
      limitPagesFetched: true,
      maxRequests: 2,
    };
    const { json } = await run({ url: '~/next', ...pagination(next) });
    expect(json.map(({ page }) => page)).toEqual([1, 1]);
  });

  it('keep the field of an empty text', async () => {
    const page = { parameters: { parameters: [{ type: 'qs', name: 'page', value: '={{ $pageCount }}' }] } };
    const { json } = await run({ url: '~/empty-page', options: { pagination: { pagination: page } } });
    expect(json).toEqual([{ data: 'first' }, { data: '' }]);
  });

  it.each<[string, number, Record<string, unknown>, string, (page: number) => unknown]>([
    [
      'a field within an object',
      4.2,
      { bodyParameters: pairs(['service', 'load'], ['data.set.root', 'Partner']) },
      'data.set.offset',
      (offset) => ({ service: 'load', data: { set: { root: 'Partner', offset } } }),
    ],
    [
      'a field within a list',
      4.2,
      { specifyBody: 'json', jsonBody: '{"call":"list","param":[{"page":9,"rows":50}]}' },
      'param[0].page',
      (page) => ({ call: 'list', param: [{ page, rows: 50 }] }),
    ],
    ['a field of a list', 4.2, { specifyBody: 'json', jsonBody: '[{"page":9,"rows":50}]' }, '[0].page', (page) => [{ page, rows: 50 }]],
    ['a field whose name has a dot', 4.2, { specifyBody: 'json', jsonBody: '{"a.b":9}' }, 'a.b', (page) => ({ 'a.b': page })],
    ['a field by its name in version 3', 3, { bodyParameters: pairs(['a.c', 'x']) }, 'a.b', (page) => ({ 'a.c': 'x', 'a.b': page })],
  ])('change %s of the body', async (_name, version, parameters, name, expected) => {
    const changed = {
      parameters: { parameters: [{ type: 'body', name, value: '={{ $pageCount }}' }] },
      limitPagesFetched: true,
      maxRequests: 3,
    };
    const { json, error } = await run(body({ ...parameters, url: '~/offsets', ...pagination(changed) }), { version });
    expect([error?.message, json.map(({ sent }) => sent)]).toEqual([undefined, [0, 1, 2].map(expected)]);
  });

  it.each<[string, Record<string, unknown>, RegExp]>([
    [
      'the answer stays the same',
      { url: '~/list', ...pagination({ parameters: { parameters: [{ type: 'qs', name: 'x', value: '1' }] } }) },
      /identical 5x/,
    ],
    ['the next URL is none', { url: '~/next', ...pagination({ paginationMode: 'responseContainsNextURL' }) }, /'' is not a valid URL/],
    [
      'the next URL is null',
      { url: '~/next', ...pagination({ paginationMode: 'responseContainsNextURL', nextURL: '={{ null }}' }) },
      /'' is not a valid URL/,
    ],
  ])('stop when %s', async (_name, parameters, message) => expect((await run(parameters)).error?.message).toMatch(message));
});

describe('failures', () => {
  it.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    [
      'a refusal, in the words of the service',
      { url: '~/refused' },
      {
        message: 'Your request is invalid or could not be processed by the service',
        description: 'Name is missing',
        httpCode: '422',
        name: 'NodeApiError',
      },
    ],
    [
      'a wrong address',
      { url: '~/nowhere' },
      { message: 'The resource you are requesting could not be found', description: 'nothing here', httpCode: '404' },
    ],
    ['an invalid address', { url: 'example' }, { message: 'Invalid URL: example. URL must start with "http" or "https".' }],
    [
      'a body that is not JSON',
      body({ specifyBody: 'json', jsonBody: '{"a":}' }),
      { message: 'The value in the "JSON Body" field is not valid JSON' },
    ],
    [
      'an answer that is not JSON',
      { url: '~/wrong-json' },
      { message: 'Response body is not valid JSON. Change "Response Format" to "Text"' },
    ],
    [
      'a file that is not there',
      body({ contentType: 'binaryData', inputDataFieldName: 'doc' }),
      { message: "This operation expects the node's input data to contain a binary file 'doc', but none was found [item 0]" },
    ],
    [
      'a header that cannot be',
      { url: '~/echo', sendHeaders: true, headerParameters: pairs(['a b\r\nx', '1']) },
      { message: '"a b\r\nx" cannot be the name of a header.' },
    ],
    [
      'a credential',
      { url: '~/echo', authentication: 'genericCredentialType', genericAuthType: 'httpHeaderAuth' },
      { message: 'The node "Node" has no credential of type "httpHeaderAuth".' },
    ],
  ])('%s', async (_name, parameters, expected) => expect((await run(parameters)).error).toMatchObject(expected));

  it('keep the request without its secrets, and the response', async () => {
    const parameters = {
      method: 'POST',
      url: '~/refused?page=2&api_key=k-123',
      sendHeaders: true,
      headerParameters: pairs(['Authorization', 'Bearer b-123'], ['X-Shop', 'north']),
      sendBody: true,
      specifyBody: 'json',
      jsonBody: '{"name":"","password":"p-\\"123","keys":1}',
    };
    const { error } = await run(parameters);
    const { exchange } = (error as NodeError).context as { exchange: HttpRoundTrip };
    expect(exchange.request).toEqual({
      method: 'POST',
      url: `${server.address}/refused?page=2&api_key=[hidden]`,
      headers: expect.objectContaining({ authorization: '[hidden]', 'x-shop': 'north' }) as object,
      body: { text: '{"name":"","password":"[hidden]","keys":1}', isCut: false },
    });
    expect(exchange.response).toMatchObject({
      status: 422,
      statusText: 'Unprocessable Entity',
      headers: { 'content-type': 'application/json' },
      body: { text: expect.stringContaining('"Name is missing"') as string, isCut: false },
    });
    expect(JSON.stringify(exchange)).not.toMatch(/[kbp]-.?123/);
  });

  it('keep 64 KiB of a response body, and of a page its title as the message', async () => {
    const { error } = await run({ url: '~/broken' });
    expect(error).toMatchObject({ httpCode: '503', description: 'Closed for today' });
    const { exchange } = (error as NodeError).context as { exchange: HttpRoundTrip };
    expect(exchange.response.body?.isCut).toBe(true);
    expect(exchange.response.body?.text).toHaveLength(65_536);
  });

  it('become items if the node continues on failure', async () => {
    const { json } = await run(
      { url: '={{ $json.url }}' },
      { items: [{ url: `${server.address}/list` }, { url: `${server.address}/refused` }], node: { onError: 'continueRegularOutput' } },
    );
    expect(json).toMatchObject([{ id: 1 }, { id: 2 }, { error: { status: 422 } }]);
  });

  const rejection = '{"error":{"message":"Name is missing"}}';
  const axios = (status: number, body: string, code = 'ERR_BAD_REQUEST') => ({
    message: `${status} - ${body}`,
    name: 'AxiosError',
    stack: `AxiosError: ${status} - ${body}`,
    ...(status < 400 ? {} : { code }),
    status,
  });

  it.each<[string, Record<string, unknown>, unknown]>([
    ['text of a detected format', { url: '~/refused' }, axios(422, JSON.stringify(rejection))],
    ['text of a file', { url: '~/refused', ...response({ responseFormat: 'file' }) }, axios(422, JSON.stringify(rejection))],
    ['a value under the format JSON', { url: '~/refused', ...response({ responseFormat: 'json' }) }, axios(422, rejection)],
    ['a value under the format Text', { url: '~/refused', ...response({ responseFormat: 'text' }) }, axios(422, rejection)],
    ['text that is not JSON', { url: '~/nowhere', ...response({ responseFormat: 'text' }) }, axios(404, '"nothing here"')],
    ['an empty body', { url: '~/silent' }, axios(500, '""', 'ERR_BAD_RESPONSE')],
    [
      'a redirect that is not followed',
      { url: '~/moved', options: { redirect: { redirect: { followRedirects: false } } } },
      axios(302, '""'),
    ],
  ])('are described by status and body: %s', async (_name, parameters, error) => {
    const { json } = await run(parameters, { items: [{ n: 1 }], node: { onError: 'continueRegularOutput' } });
    expect(json).toEqual([{ error }]);
    const { outputs } = await run(parameters, { items: [{ n: 1 }], node: { onError: 'continueErrorOutput' } });
    expect(outputs.map((items) => items?.map((item) => item.json))).toEqual([[], [{ n: 1, error }]]);
  });

  it('are cut to 64 KiB of the body', async () => {
    const { json } = await run({ url: '~/broken' }, { node: { onError: 'continueRegularOutput' } });
    const [{ error }] = json as unknown as [{ error: { message: string } }];
    expect(error.message.length).toBeGreaterThan(65_536);
    expect(error.message.length).toBeLessThan(65_600);
  });

  it.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    [
      'a refused connection',
      { url: 'http://127.0.0.1:1/' },
      { name: 'Error', message: 'connect ECONNREFUSED 127.0.0.1:1', code: 'ECONNREFUSED' },
    ],
    ['a closed connection', { url: '~/closed' }, { name: 'Error', message: 'socket hang up', code: 'ECONNRESET' }],
    [
      'a time limit',
      { url: '~/never', options: { timeout: 50 } },
      { name: 'AxiosError', message: 'timeout of 50ms exceeded', code: 'ECONNABORTED' },
    ],
    ['a loop', { url: '~/loop' }, { name: 'Error', message: 'Maximum number of redirects exceeded', code: 'ERR_FR_TOO_MANY_REDIRECTS' }],
  ])('of the network have its code: %s', async (_name, parameters, expected) => {
    const { json, outputs } = await run(parameters, { node: { onError: 'continueRegularOutput' } });
    const [{ error }] = json as unknown as [{ error: { message: string; name: string } }];
    const { message, name } = error;
    expect(json).toEqual([{ error: { ...expected, stack: `${name}: ${message}` } }]);
    // The error view keeps its own explanation.
    expect(outputs[0]?.[0]?.error).toMatchObject({ name: 'NodeApiError', code: 'NODE_REQUEST_FAILED' });
  });

  it('before the request have a message and a name, and are the message alone on the error output', async () => {
    const message = 'The value in the "JSON Body" field is not valid JSON';
    const parameters = body({ specifyBody: 'json', jsonBody: '{"a":}' });
    const { json } = await run(parameters, { node: { onError: 'continueRegularOutput' } });
    expect(json).toMatchObject([{ error: { name: 'NodeOperationError', message } }]);
    const { outputs } = await run(parameters, { items: [{ n: 1 }], node: { onError: 'continueErrorOutput' } });
    expect(outputs[1]?.map((item) => item.json)).toEqual([{ n: 1, error: message }]);
  });

  it('tell expressions of the same run the status under its older name', async () => {
    const { json } = await run({ url: '~/refused' }, { node: { onError: 'continueRegularOutput' } });
    const [{ error }] = json as unknown as [{ error: { statusCode: number; isAxiosError: boolean } }];
    expect([error.statusCode, error.isAxiosError, JSON.stringify(error).includes('statusCode')]).toEqual([422, true, false]);
  });
});

describe('versions 1 and 2', () => {
  const old = (parameters: Record<string, unknown>, version = 1) =>
    run(parameters, { version, items: [{ json: { n: 7 }, binary: { data: file } }] });
  const ui = (...rows: readonly (readonly [string, unknown])[]) => ({ parameter: rows.map(([name, value]) => ({ name, value })) });

  it.each<[string, Record<string, unknown>, unknown]>([
    [
      'query, headers and body by fields',
      {
        requestMethod: 'POST',
        url: '~/echo',
        queryParametersUi: ui(['q', '1']),
        headerParametersUi: ui(['X-Custom', 'h']),
        bodyParametersUi: ui(['b', '={{ $json.n }}']),
      },
      { url: '/echo?q=1', custom: 'h', body: '{"b":7}' },
    ],
    [
      'all as JSON',
      {
        requestMethod: 'POST',
        url: '~/echo',
        jsonParameters: true,
        queryParametersJson: '{"q":1}',
        headerParametersJson: '{"X-Custom":"h"}',
        bodyParametersJson: '={{ JSON.stringify($json) }}',
      },
      { url: '/echo?q=1', custom: 'h', body: '{"n":7}' },
    ],
    [
      'a raw body',
      {
        requestMethod: 'POST',
        url: '~/echo',
        jsonParameters: true,
        bodyParametersJson: '<a/>',
        options: { bodyContentType: 'raw', bodyContentCustomMimeType: 'text/xml' },
      },
      { body: '<a/>', type: 'text/xml' },
    ],
    [
      'a form',
      { requestMethod: 'POST', url: '~/echo', bodyParametersUi: ui(['a', '1']), options: { bodyContentType: 'form-urlencoded' } },
      { body: 'a=1' },
    ],
    [
      'a file',
      { requestMethod: 'POST', url: '~/echo', jsonParameters: true, sendBinaryData: true, options: { bodyContentType: 'raw' } },
      { body: 'file content', type: 'text/csv' },
    ],
  ])('send %s', async (_name, parameters, expected) => expect((await old(parameters)).json[0]).toMatchObject(expected as object));

  it('read JSON, text and files', async () => {
    expect((await old({ url: '~/list', options: { splitIntoItems: true } }, 2)).json).toEqual([{ id: 1 }, { id: 2 }]);
    expect((await old({ url: '~/list' })).json).toEqual([[{ id: 1 }, { id: 2 }]]);
    expect((await old({ url: '~/text', responseFormat: 'string', dataPropertyName: 'page' })).json).toEqual([{ page: 'Cañón' }]);
    expect((await old({ url: '~/image', responseFormat: 'file' })).outputs[0]).toMatchObject([
      { binary: { data: { mimeType: 'image/png' } } },
    ]);
    expect((await old({ url: '~/refused', options: { ignoreResponseCode: true, fullResponse: true } })).json).toMatchObject([
      { statusCode: 422, body: { error: {} } },
    ]);
    expect((await old({ url: '~/echo', authentication: 'basicAuth' })).error?.message).toMatch(/no credential of type "httpBasicAuth"/);
  });
});
