// Executions that wait for a request: signed URLs, items created from requests, responses, and forms with several pages.
import { afterEach, describe, expect, it } from 'vitest';
import type { WorkflowFile } from '../contract/workflow.ts';
import { buildWorkflow, type NodeSketch, asNobody } from '../testing/build-workflow.ts';
import { webhookServer, type ServerOptions, type WebhookServer } from '../testing/webhook-server.ts';

let server: WebhookServer | undefined;
afterEach(async () => {
  await server?.stop();
  server = undefined;
});

type Parameters = Readonly<Record<string, unknown>>;

const raw = (json: string): NodeSketch => ({ type: 'set', typeVersion: 3.4, parameters: { mode: 'raw', jsonOutput: json } });

function chain(nodes: Readonly<Record<string, NodeSketch>>): WorkflowFile {
  const names = Object.keys(nodes);
  return buildWorkflow(
    nodes,
    names.slice(1).map((name, index) => `${names[index]} -> ${name}`),
    { id: 'w1', name: 'Flow' },
  );
}

const hook = (parameters: Parameters = {}): NodeSketch => ({
  type: 'webhook',
  typeVersion: 2,
  webhookId: 'id',
  parameters: { path: 'in', ...parameters },
});
const wait = (parameters: Parameters): NodeSketch => ({
  type: 'wait',
  typeVersion: 1.1,
  webhookId: 'wait',
  parameters: { resume: 'webhook', ...parameters },
});

async function serve(file: WorkflowFile, options?: ServerOptions): Promise<WebhookServer> {
  server = await webhookServer([file], options);
  return server;
}

async function settled(id = '1'): Promise<string | undefined> {
  const execution = server?.executions.get(id);
  await execution?.done;
  return execution?.status;
}

const resume = (id = '1', more = ''): string => `${server?.webhooks.resumeUrl('webhook-waiting', id) ?? ''}${more}`;
const itemsOf = (node: string, id = '1'): unknown =>
  server?.executions.get(id)?.result?.resultData.runData[node]?.[0]?.data?.['main']?.[0]?.map(({ json }) => json);

describe('a Wait node', () => {
  it('resumes with the request, once', async () => {
    const { address } = await serve(
      chain({
        Webhook: hook(),
        Set: raw('{"kept":"yes"}'),
        Wait: wait({ httpMethod: 'POST', options: { responseData: '={{ $json.kept }}' } }),
        End: raw('={{ { got: $json.body } }}'),
      }),
    );
    await fetch(`${address}/webhook/in`);
    expect(await settled()).toBe('waiting');
    const call = (): Promise<Response> =>
      fetch(resume(), { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"a":1}' });
    expect((await fetch(resume())).status).toBe(404);
    expect(await (await call()).text()).toBe('yes');
    expect(await settled()).toBe('finished');
    expect(itemsOf('End')).toEqual([{ got: { a: 1 } }]);
    const again = await call();
    expect([again.status, await again.json()]).toEqual([409, { code: 409, message: 'The execution "1" has finished already.' }]);
  });

  it('resumes for one of two simultaneous requests', async () => {
    const { address } = await serve(chain({ Webhook: hook(), Wait: wait({ responseMode: 'lastNode' }), End: raw('{"end":true}') }));
    await fetch(`${address}/webhook/in`);
    await settled();
    const responses = await Promise.all([fetch(resume()), fetch(resume())]);
    expect(responses.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409]);
  });

  it.each<[string, (url: string) => string, number]>([
    ['as it is given', (url) => url, 200],
    ['with a query behind it', (url) => `${url}?approved=true`, 200],
    ['with an additional query', (url) => `${url}&approved=true`, 200],
    ['without a signature', (url) => url.split('?')[0] ?? '', 403],
    ['with another signature', (url) => `${url.slice(0, -1)}${url.endsWith('A') ? 'B' : 'A'}`, 403],
    ['of an unknown execution', (url) => url.replace('/1?', '/2?'), 404],
    ['with a suffix it does not have', (url) => url.replace('?', '/other?'), 404],
  ])('accepts its URL %s', async (_, change, status) => {
    const { address } = await serve(chain({ Webhook: hook(), Wait: wait({}) }));
    await fetch(`${address}/webhook/in`);
    await settled();
    expect((await fetch(change(resume()))).status).toBe(status);
    if (status !== 200) return;
    await settled();
    const signature = new URL(resume()).searchParams.get('signature');
    const more = change('').includes('approved') ? { approved: 'true' } : {};
    expect(itemsOf('Wait')).toEqual([expect.objectContaining({ query: { signature, ...more } })]);
  });

  it.each(['/call1', 'https'])('has a suffix at any position (%s)', async (where) => {
    const { address } = await serve(chain({ Webhook: hook(), Wait: wait({ options: { webhookSuffix: 'call1' } }) }));
    await fetch(`${address}/webhook/in`);
    await settled();
    expect((await fetch(resume())).status).toBe(404);
    expect((await fetch(where === '/call1' ? resume('1', '/call1') : resume().replace('?', '/call1?'))).status).toBe(200);
  });

  it('may select what to wait for by its items', async () => {
    const { address } = await serve(chain({ Webhook: hook(), Set: raw('{"how":"webhook"}'), Wait: wait({ resume: '={{ $json.how }}' }) }));
    await fetch(`${address}/webhook/in`);
    expect(await settled()).toBe('waiting');
    expect((await fetch(resume())).status).toBe(200);
  });

  it('is unknown for executions that do not exist', async () => {
    await serve(chain({ Webhook: hook() }));
    expect((await fetch(resume('77'))).status).toBe(404);
  });

  it('requires authentication', async () => {
    const locked = { ...wait({ incomingAuthentication: 'headerAuth' }), credentials: { httpHeaderAuth: { id: '1', name: 'x' } } };
    const { address } = await serve(chain({ Webhook: hook(), Wait: locked }), {
      credentials: { httpHeaderAuth: { name: 'x-key', value: 'k' } },
    });
    await fetch(`${address}/webhook/in`);
    await settled();
    expect([(await fetch(resume())).status, (await fetch(resume(), { headers: { 'x-key': 'k' } })).status]).toEqual([403, 200]);
    await settled();
    expect(itemsOf('Wait')).toMatchObject([{ headers: { 'x-key': '[hidden]' } }]);
  });

  it('responds with the responding node', async () => {
    const respond: NodeSketch = {
      type: 'respondToWebhook',
      typeVersion: 1.1,
      parameters: { respondWith: 'text', responseBody: '=hi {{ $json.query.who }}' },
    };
    const { address } = await serve(chain({ Webhook: hook(), Wait: wait({ responseMode: 'responseNode' }), Respond: respond }));
    await fetch(`${address}/webhook/in`);
    await settled();
    expect(await (await fetch(resume('1', '&who=me'))).text()).toBe('hi me');
  });

  it('holds the first caller for a responding node, and both receive a response', async () => {
    const respond = { type: 'respondToWebhook', typeVersion: 1.1, parameters: { respondWith: 'text', responseBody: 'late' } };
    const { address } = await serve(chain({ Webhook: hook({ responseMode: 'responseNode' }), Wait: wait({}), Respond: respond }));
    const first = fetch(`${address}/webhook/in`);
    while ((await settled()) !== 'waiting') await new Promise((resolve) => setImmediate(resolve));
    expect(await (await fetch(resume())).json()).toEqual({ message: 'Workflow was started' });
    expect(await (await first).text()).toBe('late');
  });

  it.each([
    ['a call', {}],
    ['a call or a time', { limitWaitTime: true, resumeAmount: 2, resumeUnit: 'hours' }],
    ['a long time', { resume: 'timeInterval', amount: 2, unit: 'hours' }],
    ['a form', { resume: 'form', formTitle: 'F', formFields: { values: [{ fieldLabel: 'Name' }] } }],
  ])('is the last node for now while it waits for %s', async (_, parameters) => {
    const nodes = { Webhook: hook({ responseMode: 'lastNode' }), Set: raw('{"n":1}'), Wait: wait(parameters), End: raw('{"end":true}') };
    const { address } = await serve(chain(nodes));
    expect(await (await fetch(`${address}/webhook/in`)).json()).toEqual({ n: 1 });
    expect(await settled()).toBe('waiting');
  });

  it('lets pages of all sites read its responses, once the address is signed', async () => {
    const { address } = await serve(chain({ Webhook: hook(), Wait: wait({ httpMethod: 'PUT' }) }));
    await fetch(`${address}/webhook/in`);
    await settled();
    const read = async (url: string, method: string): Promise<readonly unknown[]> => {
      const { status, headers } = await fetch(url, { method, headers: { origin: 'https://a.test' } });
      return [status, headers.get('access-control-allow-origin'), headers.get('access-control-allow-credentials')];
    };
    expect(await read(resume().split('?')[0] ?? '', 'PUT')).toEqual([403, null, null]);
    expect(await read(resume(), 'OPTIONS')).toEqual([204, '*', null]);
    expect(await read(resume(), 'GET')).toEqual([404, '*', null]);
    expect(await read(resume(), 'PUT')).toEqual([200, '*', null]);
    expect(await read(resume(), 'PUT')).toEqual([409, null, null]);
  });

  it('responds to each caller of a run that waits twice', async () => {
    const last = { responseMode: 'lastNode' };
    const { address } = await serve(chain({ Webhook: hook(), Wait: wait(last), Again: wait(last), End: raw('{"end":true}') }));
    await fetch(`${address}/webhook/in`);
    await settled();
    expect(await (await fetch(resume('1', '&turn=1'))).json()).toMatchObject({ query: { turn: '1' } });
    while (server?.executions.get('1')?.status !== 'waiting') await new Promise((resolve) => setImmediate(resolve));
    expect(await (await fetch(resume('1', '&turn=2'))).json()).toEqual({ end: true });
  });

  it('lets a responding node respond to the first caller when the time is over', async () => {
    const respond = { type: 'respondToWebhook', typeVersion: 1.1, parameters: { respondWith: 'json', responseBody: '{"end":true}' } };
    const { address } = await serve(
      chain({
        Webhook: hook({ responseMode: 'responseNode' }),
        Wait: wait({ limitWaitTime: true, resumeAmount: 2, resumeUnit: 'hours' }),
        Respond: respond,
      }),
    );
    const first = fetch(`${address}/webhook/in`);
    while ((await settled()) !== 'waiting') await new Promise((resolve) => setImmediate(resolve));
    const { waitTill = 0, startedAt = 0 } = server?.executions.get('1')?.result ?? {};
    expect(waitTill - startedAt).toBeGreaterThan(7_000_000);
    await server?.resumeByClock('1');
    expect(await (await first).json()).toEqual({ end: true });
  });

  it('shows a form', async () => {
    const form = wait({
      resume: 'form',
      formTitle: '=Hello {{ $json.kept }}',
      formFields: { values: [{ fieldLabel: 'Name', requiredField: true }] },
      responseMode: 'lastNode',
      options: { respondWithOptions: { values: { respondWith: 'redirect', redirectUrl: 'https://example.com/done' } } },
    });
    const { address } = await serve(
      chain({ Webhook: hook(), Set: raw('{"kept":"you"}'), Wait: form, End: raw('={{ { name: $json.Name } }}') }),
    );
    await fetch(`${address}/webhook/in`);
    await settled();
    const url = server?.webhooks.resumeUrl('form-waiting', '1') ?? '';
    expect(await (await fetch(url)).text()).toContain('<h1>Hello you</h1>');
    expect((await fetch(resume())).status).toBe(404);
    const response = await fetch(url, { method: 'POST', body: new URLSearchParams({ 'field-0': 'Me' }), redirect: 'manual' });
    expect([response.status, response.headers.get('location')]).toEqual([303, 'https://example.com/done']);
    expect(itemsOf('End')).toEqual([{ name: 'Me' }]);
  });
});

describe('a Wait node that shows a form', () => {
  const form = (parameters: Parameters = {}): NodeSketch =>
    wait({ resume: 'form', formTitle: 'F', formFields: { values: [{ fieldLabel: 'Name' }] }, ...parameters });
  const fill = async (): Promise<Response> => {
    await fetch(`${server?.address}/webhook/in`);
    await settled();
    return fetch(server?.webhooks.resumeUrl('form-waiting', '1') ?? '', {
      method: 'POST',
      body: new URLSearchParams({ 'field-0': 'Me' }),
      redirect: 'manual',
    });
  };

  it('responds to a form immediately if no other pages follow', async () => {
    const { promise: held, resolve: go } = Promise.withResolvers<void>();
    const request = async (): Promise<never> => {
      await held;
      return {
        status: 200,
        statusText: '',
        headers: { 'content-type': 'application/json' },
        url: '',
        bytes: async () => Buffer.from('{}'),
      } as never;
    };
    const slow: NodeSketch = { type: 'httpRequest', typeVersion: 4.2, parameters: { url: 'http://x.test' } };
    await serve(chain({ Webhook: hook(), Wait: form(), Slow: slow }), { ports: { http: { request } } });
    const response = await fill();
    expect([response.status, await response.text(), server?.executions.get('1')?.status]).toEqual([
      200,
      expect.stringContaining('Thank you'),
      'running',
    ]);
    go();
  });

  it('redirects to the next form', async () => {
    await serve(chain({ Webhook: hook(), Wait: form(), Again: form({ formTitle: '=Hi {{ $json.Name }}' }) }));
    const response = await fill();
    expect(response.status).toBe(303);
    expect(await (await fetch(new URL(response.headers.get('location') ?? '', response.url))).text()).toContain('<h1>Hi Me</h1>');
  });
});

describe('a form of several pages', () => {
  const trigger = (parameters: Parameters = {}): NodeSketch => ({
    type: 'formTrigger',
    typeVersion: 2.2,
    webhookId: 'form-id',
    parameters: {
      formTitle: 'First',
      formFields: {
        values: [
          { fieldLabel: 'Name', requiredField: true },
          { fieldLabel: 'Age', fieldType: 'number' },
        ],
      },
      ...parameters,
    },
  });
  const page: NodeSketch = {
    type: 'form',
    typeVersion: 2.3,
    webhookId: 'page',
    parameters: {
      defineForm: 'json',
      jsonOutput:
        '={{ [{ fieldLabel: "Colour", fieldType: "dropdown", fieldOptions: { values: [{ option: "red" }, { option: $json.Name }] } }] }}',
      options: { formTitle: '=For {{ $json.Name }}' },
    },
  };
  const end = (parameters: Parameters): NodeSketch => ({
    type: 'form',
    typeVersion: 2.3,
    webhookId: 'end',
    parameters: { operation: 'completion', ...parameters },
  });
  const fill = (url: string, fields: Record<string, string>): Promise<Response> =>
    fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
  const nextOf = (response: Response): string => new URL(response.headers.get('location') ?? '', response.url).href;

  it('redirects from page to page to the end', async () => {
    const { address } = await serve(
      chain({
        Form: trigger(),
        Page: page,
        End: end({
          completionTitle: '=Thanks {{ $("Form").item.json.Name }}',
          completionMessage: '<b>{{ $json.Colour }}</b><script>alert(1)</script>',
        }),
      }),
    );
    const first = await fetch(`${address}/form/form-id?Name=Ann`);
    const html = await first.text();
    expect(html).toContain('<h1>First</h1>');
    expect(html).toContain('value="Ann"');
    const second = await fill(first.url, { 'field-0': 'Ann <i>', 'field-1': '4' });
    expect(second.status).toBe(303);
    const next = nextOf(second);
    expect(next).toBe(server?.webhooks.resumeUrl('form-waiting', '1'));
    const pageHtml = await (await fetch(next)).text();
    expect(pageHtml).toContain('<h1>For Ann &lt;i&gt;</h1>');
    expect(pageHtml).toContain('<option>Ann &lt;i&gt;</option>');
    const wrong = await fill(next, { 'field-0': 'blue' });
    expect([wrong.status, await wrong.text()]).toEqual([422, expect.stringContaining('Please choose one of the options.')]);
    const last = await fill(next, { 'field-0': 'red' });
    const lastHtml = await last.text();
    expect([last.status, lastHtml]).toEqual([200, expect.stringContaining('<h1>Thanks Ann &lt;i&gt;</h1>')]);
    expect(lastHtml).not.toContain('alert(1)');
    expect(itemsOf('Form')).toEqual([
      expect.objectContaining({ Name: 'Ann <i>', Age: 4, formMode: 'production', formQueryParameters: { Name: 'Ann' } }),
    ]);
    expect(itemsOf('Page')).toEqual([expect.objectContaining({ Colour: 'red', submittedAt: expect.stringMatching(/^\d{4}-/) as string })]);
    expect(JSON.stringify(itemsOf('Page'))).not.toContain('formQueryParameters');
    expect(await (await fetch(next)).text()).toContain('Your response has been recorded');
  });

  it.each([
    [1, 0],
    [2.5, 0],
    [2.6, null],
  ])('a number that is left empty on a page of version %d is %j', async (typeVersion, number) => {
    const parameters = { formFields: { values: [{ fieldLabel: 'Age', fieldType: 'number' }] } };
    const { address } = await serve(chain({ Form: trigger(), Page: { ...page, typeVersion, parameters }, End: end({}) }));
    const first = await fill(`${address}/form/form-id`, { 'field-0': 'x' });
    await fill(nextOf(first), { 'field-0': '' });
    expect(itemsOf('Page')).toEqual([expect.objectContaining({ Age: number })]);
  });

  it.each<[string, Parameters, number, string]>([
    ['redirects', { respondWith: 'redirect', redirectUrl: 'https://example.com/x' }, 303, ''],
    ['does not redirect to scripts', { respondWith: 'redirect', redirectUrl: 'javascript:alert(1)' }, 200, 'Thank you'],
    ['shows a page of its own', { respondWith: 'showText', responseText: '<h1>Mine</h1>' }, 200, '<h1>Mine</h1>'],
  ])('ends as configured: %s', async (_, parameters, status, text) => {
    const { address } = await serve(chain({ Form: trigger(), End: end(parameters) }));
    const response = await fill(`${address}/form/form-id`, { 'field-0': 'x' });
    expect([response.status, await response.text()]).toEqual([status, expect.stringContaining(text)]);
    expect(response.headers.get('content-security-policy') ?? 'sandbox').toContain('sandbox');
  });

  it('returns a file at the end', async () => {
    const { address } = await serve(
      chain({
        Form: trigger({ formFields: { values: [{ fieldLabel: 'My file', fieldType: 'file', multipleFiles: false }] } }),
        End: end({ respondWith: 'returnBinary', completionTitle: 'Here', inputDataFieldName: 'My_file' }),
      }),
    );
    const body = new FormData();
    body.append('field-0', new Blob(['hello'], { type: 'text/html' }), 'x".html');
    const html = await (await fetch(`${address}/form/form-id`, { method: 'POST', body })).text();
    expect(html).toContain(`data:application/octet-stream;base64,${Buffer.from('hello').toString('base64')}`);
    expect(itemsOf('Form')).toEqual([
      expect.objectContaining({ 'My file': expect.objectContaining({ mimetype: 'text/html', size: 5 }) as unknown }),
    ]);
  });

  it.each<[string, Parameters, number, string]>([
    ['says thank you', {}, 200, 'Your response has been recorded'],
    [
      'says what it is told',
      { options: { respondWithOptions: { values: { respondWith: 'text', formSubmittedText: '=Bye {{ $json.Name }}' } } } },
      200,
      'Bye &lt;x&gt;',
    ],
    ['reports a failed run', { responseMode: 'lastNode' }, 500, 'Something went wrong'],
  ])('of one page %s', async (_, parameters, status, text) => {
    const stop: NodeSketch = { type: 'stopAndError', parameters: { errorMessage: 'secret' } };
    const { address } = await serve(chain({ Form: trigger(parameters), Stop: stop }));
    const response = await fill(`${address}/form/form-id`, { 'field-0': '<x>' });
    const html = await response.text();
    expect([response.status, html]).toEqual([status, expect.stringContaining(text)]);
    expect(html).not.toContain('secret');
  });

  it('shows a waiting page if the work takes long, and then the next page', async () => {
    const http = { open: (): void => undefined };
    const blocked = new Promise<void>((resolve) => {
      http.open = resolve;
    });
    const request = async (): Promise<never> => {
      await blocked;
      return {
        status: 200,
        statusText: '',
        headers: { 'content-type': 'application/json' },
        url: '',
        bytes: async () => Buffer.from('{"Name":"late"}'),
      } as never;
    };
    const patient = { settings: { patience: 1 }, ports: { http: { request } } };
    const slow: NodeSketch = { type: 'httpRequest', typeVersion: 4.2, parameters: { url: 'http://x.test' } };
    const { address } = await serve(chain({ Form: trigger(), Slow: slow, Page: page, End: end({ completionTitle: 'Over' }) }), patient);
    const response = await fill(`${address}/form/form-id`, { 'field-0': 'x' });
    const next = nextOf(response);
    expect(await (await fetch(next)).text()).toContain('http-equiv="refresh"');
    http.open();
    expect(await settled()).toBe('waiting');
    expect(await (await fetch(next)).text()).toContain('<h1>For late</h1>');
  });

  it('keeps the last page after a waiting page', async () => {
    let open = (): void => undefined;
    const blocked = new Promise<void>((resolve) => {
      open = resolve;
    });
    const request = async (): Promise<never> => {
      await blocked;
      return {
        status: 200,
        statusText: '',
        headers: { 'content-type': 'application/json' },
        url: '',
        bytes: async () => Buffer.from('{}'),
      } as never;
    };
    const slow: NodeSketch = { type: 'httpRequest', typeVersion: 4.2, parameters: { url: 'http://x.test' } };
    const { address } = await serve(chain({ Form: trigger(), Slow: slow, End: end({ completionTitle: 'Over' }) }), {
      settings: { patience: 1 },
      ports: { http: { request } },
    });
    const next = nextOf(await fill(`${address}/form/form-id`, { 'field-0': 'x' }));
    open();
    expect(await settled()).toBe('waiting');
    expect(await (await fetch(next)).text()).toContain('<h1>Over</h1>');
    expect(await settled()).toBe('finished');
  });

  it('can be tested at its test URL: the page any number of times, one submission', async () => {
    const file = chain({ Form: trigger() });
    const { address, webhooks, events } = await serve(chain({ Webhook: hook() }));
    await webhooks.openTest('w1', asNobody(file));
    const url = `${address}/form-test/form-id`;
    expect(await (await fetch(url)).text()).toContain('This is a test');
    expect((await fetch(url)).status).toBe(200);
    expect((await fill(url, { 'field-0': 'x' })).status).toBe(200);
    const gone = await fetch(url);
    expect([gone.status, gone.headers.get('content-type'), await gone.text()]).toEqual([
      404,
      'text/html; charset=utf-8',
      expect.stringContaining('Form not found'),
    ]);
    expect(events.map(({ type }) => type)).toEqual(['testWebhookReceived']);
    await settled();
    expect(itemsOf('Form')).toEqual([expect.objectContaining({ formMode: 'test' })]);
  });

  it('requires name and password, and ignores bots', async () => {
    const locked = {
      ...trigger({ authentication: 'basicAuth', options: { ignoreBots: true } }),
      credentials: { httpBasicAuth: { id: '1', name: 'x' } },
    };
    const { address } = await serve(chain({ Form: locked }), { credentials: { httpBasicAuth: { user: 'me', password: 'p' } } });
    const get = (headers: Record<string, string>): Promise<Response> =>
      fetch(`${address}/form/form-id`, { headers: { 'user-agent': 'Firefox', ...headers } });
    const authorization = `Basic ${Buffer.from('me:p').toString('base64')}`;
    const responses = [await get({}), await get({ authorization }), await get({ authorization, 'user-agent': 'WhatsApp/2' })];
    expect(responses.map(({ status }) => status)).toEqual([401, 200, 403]);
  });
});
