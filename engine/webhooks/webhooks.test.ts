// Webhooks over real sockets: methods and paths, responses, authentication.
import { afterEach, describe, expect, it } from 'vitest';
import { AppError } from '../contract/errors.ts';
import type { WorkflowFile } from '../contract/workflow.ts';
import type { NodeDefinition, NodeVersion } from '../sdk/index.ts';
import { buildWorkflow, type NodeSketch, asNobody } from '../testing/build-workflow.ts';
import { portsWith, testNode } from '../testing/test-nodes.ts';
import { webhookServer, type ServerOptions, type WebhookServer } from '../testing/webhook-server.ts';

let server: WebhookServer | undefined;
afterEach(async () => {
  await server?.stop();
  server = undefined;
});

type Parameters = Readonly<Record<string, unknown>>;

/** A workflow of a Webhook node and the given nodes. */
function workflow(
  parameters: Parameters,
  nodes: Readonly<Record<string, NodeSketch>> = {},
  more: Partial<WorkflowFile> & { version?: number } = {},
): WorkflowFile {
  const { version = 2, ...file } = more;
  const names = ['Webhook', ...Object.keys(nodes)];
  const hook = { type: 'webhook', typeVersion: version, webhookId: 'hook-id', parameters: { path: 'in', ...parameters } };
  return buildWorkflow(
    { Webhook: hook, ...nodes },
    names.slice(1).map((name, index) => `${names[index]} -> ${name}`),
    { id: 'w1', name: 'First', ...file },
  );
}

async function serve(
  files: WorkflowFile | readonly WorkflowFile[],
  options?: ServerOptions,
): Promise<(path: string, init?: RequestInit) => Promise<Response>> {
  server = await webhookServer(Array.isArray(files) ? (files as readonly WorkflowFile[]) : [files as WorkflowFile], options);
  const { address } = server;
  return (path, init) => fetch(`${address}${path}`, { redirect: 'manual', ...init });
}

const set = (assignments: Parameters): NodeSketch => ({
  type: 'set',
  typeVersion: 3.4,
  parameters: {
    assignments: { assignments: Object.entries(assignments).map(([name, value], id) => ({ id: String(id), name, value, type: 'string' })) },
  },
});
const respond = (parameters: Parameters): NodeSketch => ({ type: 'respondToWebhook', typeVersion: 1.4, parameters });
const post = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

describe('a webhook that responds immediately', () => {
  it('says that the workflow was started, once its start is stored', async () => {
    const order: string[] = [];
    const call = await serve(workflow({ httpMethod: 'POST' }), {
      keepStart: async () => {
        await new Promise((resolve) => setImmediate(resolve));
        order.push('kept');
      },
    });
    const response = await call('/webhook/in', post({ a: 1 }));
    order.push('answered');
    expect([response.status, await response.json(), order]).toEqual([200, { message: 'Workflow was started' }, ['kept', 'answered']]);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  });

  it.each([
    [
      new Error('text of the database'),
      500,
      null,
      { code: 0, message: 'The workflow could not be started', hint: 'See the log of the instance.' },
    ],
    [
      new AppError('STORE_FAILED', 'The database could not be written: text of the database.'),
      503,
      '5',
      { code: 503, message: 'The database of Millrace cannot be used at the moment.', hint: 'Try again in a few seconds.' },
    ],
  ])('responds without the reason if the start cannot be stored: %s', async (error, status, retryAfter, body) => {
    const keepStart = async (): Promise<never> => {
      throw error;
    };
    const call = await serve(workflow({}), { keepStart });
    const response = await call('/webhook/in');
    expect([response.status, response.headers.get('retry-after'), await response.json()]).toEqual([status, retryAfter, body]);
  });

  it.each<[string, Parameters, number, string, string | null]>([
    ['a text', { options: { responseData: 'ok' } }, 200, 'ok', 'text/html; charset=utf-8'],
    ['nothing', { options: { noResponseBody: true } }, 200, '', 'application/json; charset=utf-8'],
    [
      'a code',
      { options: { responseCode: { values: { responseCode: 201 } }, noResponseBody: true } },
      201,
      '',
      'application/json; charset=utf-8',
    ],
    [
      'a code of its own',
      { options: { responseCode: { values: { responseCode: 'customCode', customCode: 418 } }, responseData: 'x' } },
      418,
      'x',
      'text/html; charset=utf-8',
    ],
    ['JSON from an expression', { options: { responseData: '={{ { a: 1 } }}' } }, 200, '{"a":1}', 'application/json; charset=utf-8'],
    [
      'headers',
      { options: { responseData: 'x', responseHeaders: { entries: [{ name: 'Content-Type', value: 'text/css' }] } } },
      200,
      'x',
      'text/css; charset=utf-8',
    ],
  ])('can return %s', async (_, parameters, status, body, type) => {
    const call = await serve(workflow(parameters));
    const response = await call('/webhook/in');
    expect([response.status, await response.text(), response.headers.get('content-type')]).toEqual([status, body, type]);
  });

  it('gives a page an opaque origin', async () => {
    const call = await serve(workflow({ options: { responseData: '<script>1</script>' } }));
    const { headers } = await call('/webhook/in');
    expect([headers.get('content-security-policy'), headers.get('x-content-type-options')]).toEqual([
      expect.stringMatching(/^sandbox /),
      'nosniff',
    ]);
  });

  it('reads the status code from its own parameter before version 2', async () => {
    const call = await serve(workflow({ responseCode: 202 }, {}, { version: 1 }));
    expect((await call('/webhook/in')).status).toBe(202);
  });
});

describe('the output for a request', () => {
  it('is one item with headers, params, query and body', async () => {
    const call = await serve(workflow({ httpMethod: 'PUT', path: 'orders/:id', responseMode: 'lastNode' }));
    const response = await call('/webhook/hook-id/orders/a%20b?x=1&x=2&y[z]=3', {
      method: 'PUT',
      headers: { 'content-type': 'application/json', 'X-Own': 'yes' },
      body: '{"a":[1]}',
    });
    expect(await response.json()).toMatchObject({
      headers: { 'x-own': 'yes', 'content-type': 'application/json' },
      params: { id: 'a b' },
      query: { x: ['1', '2'], y: { z: '3' } },
      body: { a: [1] },
      webhookUrl: `${server?.address}/webhook/hook-id/orders/:id`,
      executionMode: 'production',
    });
  });

  it('hides the cookies of the product', async () => {
    const call = await serve(workflow({ responseMode: 'lastNode' }), { settings: { hiddenCookies: ['session'] } });
    const response = await call('/webhook/in', { headers: { cookie: 'a=1; session=secret; session-of-another=secret; b=2' } });
    expect(await response.json()).toMatchObject({ headers: { cookie: 'a=1; b=2' } });
  });

  it("is on the output of the request's method", async () => {
    const file = buildWorkflow(
      {
        Webhook: {
          type: 'webhook',
          typeVersion: 2,
          parameters: { path: 'in', multipleMethods: true, httpMethod: ['GET', 'POST'], responseMode: 'lastNode' },
        },
        Get: set({ by: 'get' }),
        Post: set({ by: 'post' }),
      },
      ['Webhook:0 -> Get', 'Webhook:1 -> Post'],
      { id: 'w1' },
    );
    const call = await serve({ ...file, nodes: file.nodes.map((node) => ({ ...node, webhookId: 'id' })) });
    expect([await (await call('/webhook/in')).json(), await (await call('/webhook/in', post({}))).json()]).toEqual([
      { by: 'get' },
      { by: 'post' },
    ]);
  });
});

describe('a webhook that responds with the last node', () => {
  const two: Readonly<Record<string, NodeSketch>> = {
    List: {
      type: 'set',
      typeVersion: 3.4,
      parameters: { mode: 'raw', jsonOutput: '{"list":[{"n":{"m":"<b>x</b>"}},{"n":{"m":"<b>x</b>"}}]}' },
    },
    Split: { type: 'splitOut', typeVersion: 1, parameters: { fieldToSplitOut: 'list' } },
  };
  it.each<[string, Parameters, string, string]>([
    ['the first item', {}, '{"n":{"m":"<b>x</b>"}}', 'application/json; charset=utf-8'],
    ['all items', { responseData: 'allEntries' }, '[{"n":{"m":"<b>x</b>"}},{"n":{"m":"<b>x</b>"}}]', 'application/json; charset=utf-8'],
    ['a field of it', { options: { responsePropertyName: 'n' } }, '{"m":"<b>x</b>"}', 'application/json; charset=utf-8'],
    ['a text in it', { options: { responsePropertyName: 'n.m' } }, '<b>x</b>', 'text/html; charset=utf-8'],
    [
      'another type',
      { options: { responsePropertyName: 'n.m', responseContentType: 'application/xml' } },
      '<b>x</b>',
      'application/xml; charset=utf-8',
    ],
    ['nothing', { responseData: 'noData' }, '', 'application/json; charset=utf-8'],
    ['nothing for a missing field', { options: { responsePropertyName: '__proto__.x' } }, '', 'application/json; charset=utf-8'],
  ])('returns %s', async (_, parameters, body, type) => {
    const call = await serve(workflow({ responseMode: 'lastNode', ...parameters }, two));
    const response = await call('/webhook/in');
    expect([response.status, await response.text(), response.headers.get('content-type') ?? '']).toEqual([200, body, type]);
  });

  it('returns a file', async () => {
    const call = await serve(
      workflow({ httpMethod: 'POST', responseMode: 'lastNode', responseData: 'firstEntryBinary', responseBinaryPropertyName: 'data' }),
    );
    const response = await call('/webhook/in', {
      method: 'POST',
      headers: { 'content-type': 'image/svg+xml', 'content-disposition': 'attachment; filename="ä b.svg"' },
      body: '<svg/>',
    });
    expect([
      await response.text(),
      response.headers.get('content-type'),
      response.headers.get('content-disposition'),
      response.headers.get('content-security-policy'),
    ]).toEqual(['<svg/>', 'image/svg+xml', null, expect.stringMatching(/^sandbox/)]);
  });

  it.each<[string, Parameters, Readonly<Record<string, NodeSketch>>, string]>([
    ['an error', {}, { Stop: { type: 'stopAndError', parameters: { errorMessage: 'secret reason' } } }, 'Error in workflow'],
    [
      'no items',
      {},
      {
        Limit: {
          type: 'filter',
          typeVersion: 2.2,
          parameters: {
            conditions: {
              combinator: 'and',
              options: { version: 2 },
              conditions: [{ id: '1', leftValue: 'a', rightValue: 'b', operator: { type: 'string', operation: 'equals' } }],
            },
          },
        },
      },
      'No item to return was found',
    ],
    ['no file', { responseData: 'firstEntryBinary' }, {}, 'No binary data to return was found'],
  ])('reports %s', async (_, parameters, nodes, message) => {
    const call = await serve(workflow({ responseMode: 'lastNode', ...parameters }, nodes));
    const response = await call('/webhook/in');
    const text = await response.text();
    expect([response.status, JSON.parse(text)]).toEqual([500, expect.objectContaining({ code: 0, message })]);
    expect(text).not.toContain('secret');
  });
});

const never = {
  conditions: {
    combinator: 'and',
    options: { version: 2 },
    conditions: [{ id: '1', leftValue: 'a', rightValue: 'b', operator: { type: 'string', operation: 'equals' } }],
  },
};

describe('a webhook with a responding node', () => {
  const mode = { responseMode: 'responseNode' };
  it.each<[string, Parameters, number, string, Readonly<Record<string, string | null>>]>([
    ['the first item', {}, 200, '{"a":"1"}', { 'content-type': 'application/json; charset=utf-8' }],
    ['all items under a key', { respondWith: 'allIncomingItems', options: { responseKey: 'x.y' } }, 200, '{"x":{"y":[{"a":"1"}]}}', {}],
    ['JSON', { respondWith: 'json', responseBody: '={ "b": {{ $json.a }} }', options: { responseCode: 404 } }, 404, '{"b":1}', {}],
    ['JSON as an object', { respondWith: 'json', responseBody: '={{ { c: $json.a } }}' }, 200, '{"c":"1"}', {}],
    [
      'a text',
      { respondWith: 'text', responseBody: '=<p>{{ $json.a }}</p>' },
      200,
      '<p>1</p>',
      { 'content-type': 'text/html; charset=utf-8' },
    ],
    [
      'a text with headers',
      {
        respondWith: 'text',
        responseBody: 'x',
        options: {
          responseHeaders: {
            entries: [
              { name: 'Content-Type', value: 'text/plain' },
              { name: 'X-Own', value: 'y' },
            ],
          },
        },
      },
      200,
      'x',
      { 'content-type': 'text/plain; charset=utf-8', 'x-own': 'y' },
    ],
    ['a redirect', { respondWith: 'redirect', redirectURL: 'www.example.com/ä' }, 307, '', { location: 'https://www.example.com/%C3%A4' }],
    [
      'a number from a text',
      { respondWith: 'text', responseBody: '={{ 5 }}' },
      200,
      '5',
      { 'content-type': 'application/json; charset=utf-8' },
    ],
    ['nothing', { respondWith: 'noData', options: { responseCode: 204 } }, 204, '', { 'content-length': null, 'content-type': null }],
    ['nothing with another status', { respondWith: 'noData' }, 200, '', { 'content-type': 'application/json; charset=utf-8' }],
    ['empty JSON', { respondWith: 'json', responseBody: '' }, 200, '', { 'content-type': 'application/json; charset=utf-8' }],
  ])('can return %s', async (_, parameters, status, body, headers) => {
    const call = await serve(workflow(mode, { Set: set({ a: '1' }), Respond: respond(parameters) }));
    const response = await call('/webhook/in');
    expect([response.status, await response.text()]).toEqual([status, body]);
    for (const [name, value] of Object.entries(headers)) expect(response.headers.get(name)).toBe(value);
  });

  it.each<[string, string]>([
    ['responseNode', 'x'],
    ['streaming', '"type":"end"'],
  ])('does not respond before the start is stored (%s)', async (responseMode, text) => {
    let keep = (): void => undefined;
    const saved = new Promise<void>((resolve) => {
      keep = resolve;
    });
    const call = await serve(workflow({ responseMode }, { Respond: respond({ respondWith: 'text', responseBody: 'x' }) }), {
      keepStart: () => saved,
    });
    let isAnswered = false;
    const answer = call('/webhook/in').then((response) => {
      isAnswered = true;
      return response.text();
    });
    while (server?.executions.get('1')?.status !== 'finished') await new Promise((resolve) => setImmediate(resolve));
    expect(isAnswered).toBe(false);
    keep();
    expect(await answer).toContain(text);
  });

  it('discards the response if the start cannot be stored', async () => {
    const { promise: kept, reject: fail } = Promise.withResolvers<void>();
    const call = await serve(workflow(mode, { Respond: respond({ respondWith: 'text', responseBody: 'x' }) }), { keepStart: () => kept });
    const response = call('/webhook/in');
    while (server?.executions.get('1')?.status !== 'finished') await new Promise((resolve) => setImmediate(resolve));
    fail(new Error('disk full'));
    expect((await response).status).toBe(500);
  });

  it('sends the first response, and the run continues', async () => {
    const call = await serve(
      workflow(mode, {
        One: respond({ respondWith: 'text', responseBody: '1' }),
        Two: respond({ respondWith: 'text', responseBody: '2' }),
      }),
    );
    expect(await (await call('/webhook/in')).text()).toBe('1');
    const execution = server?.executions.get('1');
    await execution?.done;
    expect(execution?.result?.resultData.runData['Two']?.[0]).toMatchObject({ executionStatus: 'success', hints: [{ type: 'warning' }] });
  });

  it.each<[string, Readonly<Record<string, NodeSketch>>, number, string]>([
    ['is missing', {}, 500, 'No Respond to Webhook node found in the workflow'],
    ['fails', { Respond: respond({ respondWith: 'json', responseBody: '{' }) }, 500, 'Error in workflow'],
    ['sets an invalid status code', { Respond: respond({ respondWith: 'text', options: { responseCode: 99 } }) }, 500, 'Error in workflow'],
  ])('reports that the node %s', async (_, nodes, status, message) => {
    const call = await serve(workflow(mode, nodes));
    const response = await call('/webhook/in');
    expect([response.status, await response.json()]).toEqual([status, expect.objectContaining({ message })]);
  });

  it.each<[string, NodeSketch]>([
    ['is not reached', { type: 'filter', typeVersion: 2.2, parameters: never }],
    ['gets no items', { type: 'limit', typeVersion: 1, parameters: { maxItems: 0 } }],
  ])('responds without data if the node %s', async (_, before) => {
    const call = await serve(workflow(mode, { Before: before, Respond: respond({ respondWith: 'text', responseBody: 'x' }) }));
    const response = await call('/webhook/in');
    expect([response.status, await response.text(), response.headers.get('content-type')]).toEqual([
      200,
      '',
      'application/json; charset=utf-8',
    ]);
  });

  it("adds the webhook's own headers under those of the node", async () => {
    const entries = (value: string) => [{ name: 'X-Own', value: 'yes' }, { name: 'X-Both', value }]; // oxfmt-ignore
    const call = await serve(
      workflow(
        { ...mode, options: { responseHeaders: { entries: entries('webhook') } } },
        {
          Respond: respond({ respondWith: 'text', responseBody: 'x', options: { responseHeaders: { entries: entries('node').slice(1) } } }),
        },
      ),
    );
    const { headers } = await call('/webhook/in');
    expect([headers.get('x-own'), headers.get('x-both')]).toEqual(['yes', 'node']);
  });

  // Version of the Webhook node → documented change: since 2, a node that is missing or not used is an error.
  it.each<[number, string, boolean, number, string]>([
    [1, 'lastNode', true, 200, '{"a":"1"}'],
    [1.1, 'lastNode', true, 200, '{"a":"1"}'],
    [1.1, 'responseNode', false, 200, ''],
    [2, 'lastNode', true, 500, 'Unused Respond to Webhook node found in the workflow'],
    [2, 'onReceived', true, 500, 'Unused Respond to Webhook node found in the workflow'],
    [2.1, 'lastNode', true, 500, 'Unused Respond to Webhook node found in the workflow'],
    [2, 'responseNode', false, 500, 'No Respond to Webhook node found in the workflow'],
    [2.1, 'streaming', true, 200, '"type":"end"'],
  ])('in version %s with %s, with a node: %s', async (version, responseMode, hasNode, status, text) => {
    const nodes = { Set: set({ a: '1' }), ...(hasNode ? { Respond: respond({}) } : {}) };
    const call = await serve(workflow({ responseMode }, nodes, { version }));
    const response = await call('/webhook/in');
    expect([response.status, await response.text()]).toEqual([status, expect.stringContaining(text)]);
    const result = server?.executions.get('1')?.result;
    if (status === 500)
      expect(result).toMatchObject({ status: 'error', resultData: { lastNodeExecuted: 'Webhook', error: { message: text } } });
  });

  it.each<[what: string, options: object, reason: RegExp]>([
    ['the status', { responseCode: 99_999 }, /^The node "Respond" cannot respond: The response code 99999 is invalid/],
  ])('responds with the reason if %s cannot be sent', async (_what, options, reason) => {
    const call = await serve(workflow(mode, { Respond: respond({ respondWith: 'text', responseBody: 'x', options }) }));
    const response = await call('/webhook/in');
    const hint = expect.stringMatching(reason) as string;
    expect([response.status, await response.json()]).toEqual([500, { code: 0, message: 'Error in workflow', hint }]);
    const execution = server?.executions.get('1');
    await execution?.done;
    expect(execution?.result).toMatchObject({ status: 'error', resultData: { lastNodeExecuted: 'Respond' } });
  });

  it('does not send headers that HTTP cannot transfer, and says so', async () => {
    const options = { responseHeaders: { entries: [{ name: 'a b', value: 'x' }, { name: 'X-A', value: 'a\nb' }] } }; // oxfmt-ignore
    const call = await serve(workflow(mode, { Respond: respond({ respondWith: 'text', responseBody: 'x', options }) }));
    const response = await call('/webhook/in');
    expect([response.status, await response.text(), response.headers.get('x-a')]).toEqual([200, 'x', null]);
    const execution = server?.executions.get('1');
    await execution?.done;
    expect(execution?.result?.resultData.runData['Respond']?.[0]?.hints).toMatchObject([
      { message: expect.stringContaining('"a b"') as string },
      { message: expect.stringContaining('"x-a"') as string },
    ]);
  });

  it('can stream the response', async () => {
    const call = await serve(
      workflow({ responseMode: 'streaming' }, { Set: set({ a: '1' }), Respond: respond({ respondWith: 'text', responseBody: 'hello' }) }),
    );
    const response = await call('/webhook/in');
    const lines = (await response.text())
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { type: string; content?: string });
    expect(lines.map(({ type, content }) => [type, content])).toEqual([
      ['begin', undefined],
      ['item', 'hello'],
      ['end', undefined],
    ]);
    expect(response.headers.get('transfer-encoding')).toBe('chunked');
  });

  it('responds with a signed token', async () => {
    const credentials = { jwtAuth: { keyType: 'passphrase', secret: 'a secret of thirty-two characters', algorithm: 'HS256' } };
    const open = workflow(mode, {
      Respond: { ...respond({ respondWith: 'jwt', payload: '{"sub":"me"}' }), credentials: { jwtAuth: { id: '1', name: 'x' } } },
    });
    const locked = workflow({ path: 'locked', authentication: 'jwtAuth', responseMode: 'lastNode' }, {}, { id: 'w2' });
    const call = await serve(
      [
        open,
        {
          ...locked,
          nodes: locked.nodes.map((node) => ({ ...node, webhookId: 'other', credentials: { jwtAuth: { id: '1', name: 'x' } } })),
        },
      ],
      { credentials },
    );
    const { token } = (await (await call('/webhook/in')).json()) as { token: string };
    const get = (authorization?: string): Promise<Response> =>
      call('/webhook/locked', authorization === undefined ? {} : { headers: { authorization } });
    expect((await (await get(`Bearer ${token}`)).json()) as unknown).toMatchObject({ jwtPayload: { sub: 'me' } });
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${token.split('.')[1]}.`;
    expect([(await get()).status, (await get(`Bearer ${token}x`)).status, (await get(`Bearer ${unsigned}`)).status]).toEqual([
      401, 403, 403,
    ]);
  });
});

describe('a caller that disconnects', () => {
  it('does not stop the execution', async () => {
    let go = (): void => undefined;
    const blocked = new Promise<void>((resolve) => {
      go = resolve;
    });
    let reached = (): void => undefined;
    const isThere = new Promise<void>((resolve) => {
      reached = resolve;
    });
    const http = {
      request: async () => {
        reached();
        await blocked;
        return { status: 200, statusText: '', headers: {}, url: '', bytes: async () => Buffer.from('{"late":true}') } as never;
      },
    };
    const call = await serve(
      workflow({ responseMode: 'lastNode' }, { Slow: { type: 'httpRequest', typeVersion: 4.2, parameters: { url: 'http://x.test' } } }),
      { ports: { http } },
    );
    const gone = new AbortController();
    const response = call('/webhook/in', { signal: gone.signal }).catch((error: unknown) => error);
    await isThere;
    gone.abort();
    expect(await response).toBeInstanceOf(Error);
    go();
    const execution = server?.executions.get('1');
    await execution?.done;
    expect(execution?.status).toBe('finished');
    expect(execution?.result?.resultData.runData['Slow']?.[0]?.executionStatus).toBe('success');
  });
});

describe('paths and methods', () => {
  it('are distinguished in error responses', async () => {
    const call = await serve(workflow({ httpMethod: 'POST' }));
    const wrong = await call('/webhook/in');
    expect([wrong.status, wrong.headers.get('allow'), await wrong.json()]).toEqual([
      404,
      'POST',
      { code: 404, message: 'The webhook "in" is not registered for GET requests.', hint: 'Did you mean to make a POST request?' },
    ]);
    const unknown = await call('/webhook/out');
    expect([unknown.status, await unknown.json()]).toEqual([
      404,
      expect.objectContaining({
        message: 'The requested webhook "GET out" is not registered.',
        hint: expect.stringMatching(/active/) as string,
      }),
    ]);
    expect(await (await call('/webhook-test/in', post({}))).json()).toMatchObject({
      hint: expect.stringMatching(/production address answers/) as string,
    });
    server?.webhooks.close('w1');
    expect((await call('/webhook/in', post({}))).status).toBe(404);
  });

  it.each(['/webhook/', '/webhook', '/webhook-test/', '/webhook-waiting/', '/form/?a=b', '/form-waiting/', '/webhook//'])(
    'are missing in %s, which is answered by a page',
    async (path) => {
      const call = await serve(workflow({ httpMethod: 'POST' }));
      const response = await call(path, post({}));
      expect([response.status, response.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
      expect(await response.text()).toContain(`<pre>Cannot POST ${path.replace(/\?.*/, '').replace(/\/*$/, '/')}</pre>`);
    },
  );

  it.each([
    '__proto__',
    '%2e%2e/%2e%2e/etc/passwd',
    'a%00b',
    'x'.repeat(9000),
    'constructor/prototype',
    '%',
    '%zz',
    '//',
    'a?__proto__[x]=1&constructor[prototype][y]=2',
  ])('that are hostile match nothing: %j', async (path) => {
    const call = await serve([workflow({}), workflow({ path: ':any' }, {}, { id: 'w2' })]);
    expect((await call(`/webhook/${path}`)).status).toBe(404);
    const response = await call(`/webhook/hook-id/${encodeURIComponent(path)}`);
    expect([200, 404]).toContain(response.status);
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });

  it('respond to HEAD without a body if it is registered', async () => {
    const call = await serve(workflow({ httpMethod: 'HEAD', options: { responseData: 'four' } }));
    const response = await call('/webhook/in', { method: 'HEAD' });
    expect([response.status, await response.text(), response.headers.get('content-length')]).toEqual([200, '', '4']);
  });

  it.each<[string | undefined, string | null]>([
    [undefined, 'https://b.test'],
    ['', 'https://b.test'],
    ['*', 'https://b.test'],
    ['https://a.test, https://b.test', 'https://b.test'],
    ['https://a.test', null],
  ])('lets pages of %s read the response', async (allowedOrigins, allowed) => {
    const call = await serve(workflow({ httpMethod: 'POST', ...(allowedOrigins === undefined ? {} : { options: { allowedOrigins } }) }));
    const origin = { origin: 'https://b.test' };
    const asked = await call('/webhook/in', {
      method: 'OPTIONS',
      headers: { ...origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'x-own' },
    });
    const isAllowed = allowed !== null;
    expect([
      asked.status,
      asked.headers.get('access-control-allow-origin'),
      asked.headers.get('access-control-allow-methods'),
      asked.headers.get('access-control-allow-headers'),
    ]).toEqual([204, allowed, isAllowed ? 'OPTIONS, POST' : null, isAllowed ? 'x-own' : null]);
    expect(server?.executions.size).toBe(0);
    const response = await call('/webhook/in', { ...post({}), headers: origin });
    for (const { headers } of [asked, response]) {
      expect(headers.get('access-control-allow-origin')).toBe(allowed);
      expect(headers.get('access-control-allow-credentials')).toBeNull();
    }
  });

  it.each<[string | undefined, string | null]>([
    [undefined, null],
    ['*', null],
    ['https://a.test', null],
    ['https://b.test', 'true'],
  ])('lets pages of public sites call a private network only if it names them: %s', async (allowedOrigins, expected) => {
    const call = await serve(workflow({ httpMethod: 'POST', ...(allowedOrigins === undefined ? {} : { options: { allowedOrigins } }) }));
    const { headers } = await call('/webhook/in', {
      method: 'OPTIONS',
      headers: { origin: 'https://b.test', 'access-control-request-method': 'POST', 'access-control-request-private-network': 'true' },
    });
    expect(headers.get('access-control-allow-private-network')).toBe(expected);
  });

  it.each([
    [undefined, null],
    ['null', '*'],
  ])('names no single origin to a caller of the origin %s', async (origin, expected) => {
    const call = await serve(workflow({ httpMethod: 'POST' }));
    for (const method of ['OPTIONS', 'POST'])
      expect(
        (await call('/webhook/in', { method, headers: origin === undefined ? {} : { origin } })).headers.get('access-control-allow-origin'),
      ).toBe(expected);
  });
});

describe('authentication', () => {
  const auth = (authentication: string, type: string, data: Parameters): [WorkflowFile, ServerOptions] => {
    const file = workflow({ authentication });
    return [
      { ...file, nodes: file.nodes.map((node) => ({ ...node, credentials: { [type]: { id: '1', name: 'x' } } })) },
      { credentials: { [type]: data } },
    ];
  };

  it.each<[string, string | undefined, number]>([
    ['the right name and password', 'me:pass:word', 200],
    ['a wrong password', 'me:pass', 403],
    ['a wrong name', 'you:pass:word', 403],
    ['nothing', undefined, 401],
  ])('basic auth: %s', async (_, input, status) => {
    const call = await serve(...auth('basicAuth', 'httpBasicAuth', { user: 'me', password: 'pass:word' }));
    const response = await call(
      '/webhook/in',
      input === undefined ? {} : { headers: { authorization: `Basic ${Buffer.from(input).toString('base64')}` } },
    );
    expect([response.status, response.headers.get('www-authenticate') !== null, server?.executions.size]).toEqual([
      status,
      status !== 200,
      status === 200 ? 1 : 0,
    ]);
  });

  it.each([
    [{ 'x-key': 'k' }, 200],
    [{ 'x-key': 'other' }, 403],
    [{}, 403],
  ])('header auth: %j', async (headers, status) => {
    const call = await serve(...auth('headerAuth', 'httpHeaderAuth', { name: 'X-Key', value: 'k' }));
    expect((await call('/webhook/in', { headers: headers as Record<string, string> })).status).toBe(status);
  });

  it.each<[string, string, Parameters]>([
    ['nobody without a credential', 'basicAuth', {}],
    ['nobody with an invalid method', '={{ "none of these" }}', {}],
  ])('%s', async (_, authentication) => {
    const call = await serve(workflow({ authentication }));
    expect([(await call('/webhook/in')).status >= 400, server?.executions.size]).toEqual([true, 0]);
  });

  it.each<[string, string | undefined, number, number]>([
    ['10.0.0.0/8, 127.0.0.1', undefined, 0, 200],
    ['10.0.0.0/8', undefined, 0, 403],
    ['10.0.0.0/8', '10.1.2.3', 0, 403],
    ['10.0.0.0/8', '10.1.2.3', 1, 200],
    ['10.0.0.0/8', '10.1.2.3, 192.168.0.1', 1, 403],
    ['nonsense, 10.0.0.0/x, 10.0.0.0/33, 10.0.0.0/', '10.1.2.3', 1, 403],
  ])('addresses in %s (forwarded for %s, %i proxies trusted): %i', async (ipWhitelist, forwarded, proxyHops, status) => {
    const call = await serve(workflow({ options: { ipWhitelist } }), { settings: { proxyHops } });
    expect((await call('/webhook/in', { headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded } })).status).toBe(status);
  });

  it.each([
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 200],
    ['facebookexternalhit/1.1', 403],
    ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', 403],
    ['WhatsApp/2.23', 403],
  ])('bots are ignored: %s', async (agent, status) => {
    const call = await serve(workflow({ options: { ignoreBots: true } }));
    expect((await call('/webhook/in', { headers: { 'user-agent': agent } })).status).toBe(status);
  });
});

describe('a page that loads a response as a part of itself', () => {
  const ask = (site: string, dest: string) => ({ headers: { 'sec-fetch-site': site, 'sec-fetch-dest': dest } });

  it.each<[site: string, dest: string, status: number]>([
    ['same-origin', 'script', 403],
    ['same-origin', 'style', 403],
    ['same-origin', 'worker', 403],
    ['same-origin', 'sharedworker', 403],
    ['same-origin', 'serviceworker', 403],
    ['same-origin', 'audioworklet', 403],
    ['same-origin', 'xslt', 403],
    ['same-origin', 'empty', 200],
    ['same-origin', 'image', 200],
    ['same-origin', 'iframe', 200],
    ['same-origin', 'document', 200],
    // Pages of webhooks have an opaque origin.
    ['cross-site', 'script', 200],
    ['cross-site', 'style', 200],
    // Another port or another name of the same site is not the editor.
    ['same-site', 'script', 200],
    ['none', 'document', 200],
  ])('%s as %s gets %s', async (site, dest, status) => {
    const call = await serve(workflow({}));
    const response = await call('/webhook/in', ask(site, dest));
    expect([response.status, response.headers.get('x-content-type-options')]).toEqual([status, 'nosniff']);
    expect((await call('/webhook/none', ask(site, dest))).status).toBe(status === 403 ? 403 : 404);
    expect((await call('/form/none', ask(site, dest))).status).toBe(status === 403 ? 403 : 404);
  });

  it('may do so at an origin of their own', async () => {
    const call = await serve(workflow({}), { isSeparateOrigin: true });
    expect((await call('/webhook/in', ask('same-origin', 'script'))).status).toBe(200);
  });
});

describe('opening', () => {
  it.each([
    [true, /GET webhook\/in is taken by .*"First"/],
    [false, /GET webhook\/in is taken by another workflow\.$/],
  ])('refuses a path of another workflow, which may be named (%s), and opens nothing', async (isNamed, message) => {
    const call = await serve(workflow({}), { webhookPorts: { mayName: async () => isNamed } });
    const other = buildWorkflow(
      {
        Free: { type: 'webhook', typeVersion: 2, webhookId: 'a', parameters: { path: 'free' } },
        Taken: { type: 'webhook', typeVersion: 2, webhookId: 'b', parameters: { path: '/in/' } },
      },
      [],
      { id: 'w2', name: 'Second' },
    );
    await expect(server?.webhooks.open('w2', asNobody(other))).rejects.toMatchObject({
      code: 'WEBHOOK_CONFLICT',
      status: 409,
      message: expect.stringMatching(message) as string,
    });
    expect((await call('/webhook/free')).status).toBe(404);
    expect((await call('/webhook/in')).status).toBe(200);
  });

  it('ignores nodes that are disabled or unknown', async () => {
    const file = buildWorkflow(
      { Off: { type: 'webhook', typeVersion: 2, disabled: true, parameters: { path: 'off' } }, Odd: { type: 'community.oddTrigger' } },
      [],
      { id: 'w1' },
    );
    await serve(file);
    expect(await server?.webhooks.open('w1', asNobody(file))).toBe(0);
  });
});

describe('test webhooks', () => {
  const clock = (): { now: () => number; sleep: (ms: number, signal: AbortSignal) => Promise<void>; end: () => void } => {
    let end = (): void => undefined;
    return {
      now: () => 0,
      sleep: (_, signal) =>
        new Promise((resolve, reject) => {
          end = resolve;
          signal.addEventListener('abort', () => reject(signal.reason as Error));
        }),
      end: () => end(),
    };
  };

  it('accept one request and notify the session', async () => {
    const call = await serve([]);
    const file = workflow({ responseMode: 'lastNode' });
    expect(await server?.webhooks.openTest('w1', asNobody(file), { sessionId: 's' })).toEqual([
      { node: 'Webhook', url: expect.stringMatching(/^http.*\/webhook-test\/in$/) as unknown, methods: ['GET'], isForm: false },
    ]);
    expect(await (await call('/webhook-test/in')).json()).toMatchObject({ executionMode: 'test' });
    expect((await call('/webhook-test/in')).status).toBe(404);
    expect(server?.events).toEqual([{ type: 'testWebhookReceived', workflowId: 'w1', sessionId: 's', executionId: '1' }]);
    expect(server?.executions.get('1')?.result?.mode).toBe('manual');
  });

  it('end when canceled and when their time is over', async () => {
    const time = clock();
    await serve([], { webhookPorts: { clock: time } });
    const file = workflow({});
    await server?.webhooks.openTest('w1', asNobody(file));
    expect([server?.webhooks.closeTest('w1'), server?.webhooks.closeTest('w1')]).toEqual([true, false]);
    await server?.webhooks.openTest('w1', asNobody(file));
    time.end();
    await new Promise((resolve) => setImmediate(resolve));
    expect(server?.events.map(({ type }) => type)).toEqual(['testWebhookDeleted', 'testWebhookDeleted']);
  });

  it('are not needed if the trigger is pinned or does not lead to the node', async () => {
    await serve([]);
    const file = workflow({}, { Set: set({}) });
    const opened = async (of: typeof file, test: object): Promise<number | undefined> =>
      (await server?.webhooks.openTest('w1', asNobody(of), test))?.length;
    expect([
      await opened(file, { pinData: { Webhook: [{ json: {} }] } }),
      await opened({ ...file, connections: {} }, { destination: 'Set' }),
      await opened(file, { start: 'Set' }),
      await opened(file, { destination: 'Set', start: 'Webhook' }),
    ]).toEqual([0, 0, 0, 1]);
  });
});

describe('addresses of the instance', () => {
  it('have a configurable base path and prefixes', async () => {
    const prefixes = {
      webhook: 'api/hooks',
      'webhook-test': 'api/hooks-test',
      'webhook-waiting': 'w',
      form: 'f',
      'form-test': 'ft',
      'form-waiting': 'fw',
      mcp: 'm',
      'mcp-test': 'mt',
    };
    const settings = { basePath: '/base', baseUrl: () => 'https://example.com/base', prefixes };
    const call = await serve(workflow({ responseMode: 'lastNode' }), { settings });
    expect(await (await call('/base/api/hooks/in?x=1')).json()).toMatchObject({ webhookUrl: 'https://example.com/base/api/hooks/in' });
    expect(await (await call('/api/hooks/in')).text()).toBe('not a webhook');
    const kinds = [
      '/base/api/hooks/x',
      '/base/api/hooks?x',
      '/base/api/hooks',
      '/base/api/hooks-test/x',
      '/base/api/hooksx',
      '/base/f/x',
      '/base',
      '/',
    ];
    expect(kinds.map((url) => server?.webhooks.kindOf(url))).toEqual([
      'webhook',
      'webhook',
      'webhook',
      'webhook-test',
      undefined,
      'form',
      undefined,
      undefined,
    ]);
    expect(server?.webhooks.resumeUrl('form-waiting', '1')).toMatch(/^https:\/\/example\.com\/base\/fw\/1\?signature=/);
  });
});

describe('a custom node', () => {
  const node = (webhook: NodeVersion['webhook']): NodeDefinition => {
    const { versions, ...rest } = testNode('hook', undefined, {
      group: ['trigger'],
      inputs: [],
      webhooks: [
        { name: 'setup', httpMethod: 'HEAD', path: 'own' },
        { name: 'default', httpMethod: '={{ "post" }}', path: '={{ "o" + "wn" }}' },
      ],
    });
    return { ...rest, versions: versions.map((version) => ({ ...version, webhook })) };
  };
  const file = buildWorkflow({ Hook: { type: 'test.hook', typeVersion: 1, webhookId: 'abc' } }, [], { id: 'w1' });

  it('is addressed by its id, knows which webhook was called, and may respond without starting anything', async () => {
    const saved: unknown[] = [];
    const hook = node((ctx) => {
      ctx.staticData('node')['calls'] = Number(ctx.staticData('node')['calls'] ?? 0) + 1;
      return { reply: { status: 200, headers: { 'x-name': ctx.webhookName } } };
    });
    const call = await serve(file, {
      ports: portsWith([hook]),
      webhookPorts: { staticData: () => ({ 'node:Hook': { calls: 4 } }), keepStaticData: async (...given) => void saved.push(given) },
    });
    const responses = [await call('/webhook/abc/own', { method: 'HEAD' }), await call('/webhook/abc/own', { method: 'POST' })];
    expect(responses.map(({ headers }) => headers.get('x-name'))).toEqual(['setup', 'default']);
    expect([server?.executions.size, saved[0]]).toEqual([0, ['w1', { 'node:Hook': { calls: 5 } }]]);
  });

  it.each<[string, NodeVersion['webhook'], RegExp]>([
    ['throws', () => Promise.reject(new Error('secret')), /The workflow could not be started/],
    [
      'throws before it waits',
      () => {
        throw new Error('secret');
      },
      /The workflow could not be started/,
    ],
    [
      'refuses what it is sent',
      () => Promise.reject(new AppError('BAD_REQUEST', 'Not like that.', { hint: 'Like this.' })),
      /"Not like that\.","hint":"Like this\."/,
    ],
  ])('responds with an error if it %s', async (_, webhook, expected) => {
    const call = await serve(file, { ports: portsWith([node(webhook)]) });
    const text = await (await call('/webhook/abc/own', { method: 'POST' })).text();
    expect(text).toMatch(expected);
    expect(text).not.toContain('secret');
  });

  it('may set headers that cannot be sent: they are omitted', async () => {
    const warnings: string[] = [];
    const headers = { 'a b': 'x', good: 'y', bad: 'x\ny', 'Content-Length': '999', 'transfer-encoding': 'chunked' };
    const logger = {
      debug: () => undefined,
      info: () => undefined,
      warn: (message: string) => void warnings.push(message),
      error: () => undefined,
    };
    const call = await serve(file, { ports: { ...portsWith([node(() => ({ reply: { status: 7, headers, body: 'ok' } }))]), logger } });
    const response = await call('/webhook/abc/own', { method: 'POST' });
    expect([
      response.status,
      await response.text(),
      response.headers.get('good'),
      response.headers.get('content-length'),
      warnings.length,
    ]).toEqual([200, 'ok', 'y', '2', 2]);
  });

  it('may respond with a file that no longer exists', async () => {
    const gone = { data: '', mimeType: 'text/html', id: 'file:00000000-0000-4000-8000-000000000000' };
    const call = await serve(file, { ports: portsWith([node(() => ({ reply: { status: 200, body: gone } }))]) });
    const response = await call('/webhook/abc/own', { method: 'POST' });
    expect([response.status, await response.json()]).toEqual([500, expect.objectContaining({ message: 'The response could not be sent' })]);
  });
});
