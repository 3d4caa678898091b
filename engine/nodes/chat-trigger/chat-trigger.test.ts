// The Chat Trigger: its page, messages, files, sessions, and who may use it.
import { load } from 'cheerio';
import { afterEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../contract/json.ts';
import type { Item } from '../../contract/run-data.ts';
import { buildWorkflow } from '../../testing/build-workflow.ts';
import { webhookServer, type ServerOptions, type WebhookServer } from '../../testing/webhook-server.ts';

let server: WebhookServer | undefined;
afterEach(async () => {
  await server?.stop();
  server = undefined;
});

interface Chat {
  readonly parameters?: JsonObject;
  readonly version?: number;
  readonly options?: ServerOptions;
  readonly code?: string;
}

/** Opens a chat whose workflow returns the message in capitals. Returns its address. */
async function chat({ parameters = {}, version = 1.5, options = {} }: Chat = {}): Promise<string> {
  const nodes = {
    Chat: {
      type: '@n8n/n8n-nodes-langchain.chatTrigger',
      typeVersion: version,
      webhookId: 'id',
      parameters: { public: true, ...parameters },
      credentials: { httpBasicAuth: { id: '1', name: 'Basic' } },
    },
    Answer: {
      type: 'set',
      typeVersion: 3.4,
      parameters: {
        mode: 'manual',
        assignments: { assignments: [{ id: '1', name: 'output', type: 'string', value: '={{ $json.chatInput.toUpperCase() }}' }] },
      },
    },
  };
  server = await webhookServer([buildWorkflow(nodes, ['Chat -> Answer'], { id: 'w1' })], {
    credentials: { httpBasicAuth: { user: 'ada', password: 'pass' } },
    ...options,
  });
  return `${server.address}/webhook/id/chat`;
}

const post = (address: string, body: JsonObject, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(address, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) });

const message = { action: 'sendMessage', sessionId: 's1', chatInput: 'hello' };

async function received(): Promise<Item | undefined> {
  const execution = server?.executions.get('1');
  await execution?.done;
  return execution?.result?.resultData.runData['Chat']?.[0]?.data?.['main']?.[0]?.[0];
}

interface Settings {
  readonly url: string;
  readonly token: string;
  readonly initialMessages: readonly string[];
  readonly accept: string | null;
  readonly isStreaming: boolean;
}

async function pageOf(
  address: string,
  init: RequestInit = {},
): Promise<{ $: ReturnType<typeof load>; settings: Settings; response: Response }> {
  const response = await fetch(address, init);
  const $ = load(await response.text());
  return { $, settings: JSON.parse($('#settings').text()) as Settings, response };
}

function form(fields: Record<string, string>, files: readonly File[] = []): FormData {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  for (const file of files) body.append('files', file);
  return body;
}

describe('a message', () => {
  it('starts the workflow with its fields, and is answered by the last node', async () => {
    const response = await post(await chat(), { ...message, metadata: { lang: 'en' } });
    expect([response.status, await response.json()]).toEqual([200, { output: 'HELLO' }]);
    expect((await received())?.json).toEqual({ ...message, metadata: { lang: 'en' } });
  });

  it('is answered by the last node in all versions', async () => {
    for (const version of [1, 1.1, 1.2, 1.3, 1.4, 1.5]) {
      expect(await (await post(await chat({ version }), message)).json()).toEqual({ output: 'HELLO' });
      await server?.stop();
    }
  });

  it('has the files of allowed types', async () => {
    const address = await chat({ parameters: { options: { allowFileUploads: true, allowedFilesMimeTypes: 'text/*' } } });
    const files = [new File(['one'], 'one.txt', { type: 'text/plain' }), new File(['x'], 'x.bin', { type: 'application/octet-stream' })];
    await fetch(address, { method: 'POST', body: form(message, files) });
    const item = await received();
    expect(Object.keys(item?.binary ?? {})).toEqual(['data0']);
    expect(item?.json['files']).toMatchObject([{ fileName: 'one.txt', mimeType: 'text/plain' }]);
  });

  it('has no files unless they are allowed', async () => {
    await fetch(await chat(), { method: 'POST', body: form(message, [new File(['one'], 'one.txt', { type: 'text/plain' })]) });
    expect(await received()).toMatchObject({ json: { chatInput: 'hello' } });
    expect((await received())?.binary).toBeUndefined();
  });

  it('is refused if the chat is not public', async () => {
    const response = await post(await chat({ parameters: { public: false } }), message);
    expect([response.status, await response.text()]).toEqual([404, 'This chat is not public.']);
    expect(server?.executions.size).toBe(0);
  });

  it('keeps hostile names as data', async () => {
    const address = await chat();
    const body = '{"chatInput":"a","sessionId":"__proto__","__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":2}}}';
    await fetch(address, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    await received();
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });
});

describe('the page', () => {
  it('has the texts of the node, and nothing from elsewhere', async () => {
    const address = await chat({
      parameters: { initialMessages: 'Hi\n\nI am here', options: { title: 'My <chat>', subtitle: 'Ask "me"', inputPlaceholder: 'Go' } },
    });
    const { $, settings, response } = await pageOf(address);
    expect($('h1').text()).toBe('My <chat>');
    expect($('.chat-header p').text()).toBe('Ask "me"');
    expect(settings).toMatchObject({
      url: address,
      initialMessages: ['Hi', 'I am here'],
      accept: null,
      isStreaming: false,
      texts: { placeholder: 'Go' },
    });
    expect($('script[src], link, img, iframe').length).toBe(0);
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain('sandbox allow-scripts');
    expect(policy).not.toContain('allow-same-origin');
    expect(policy).toContain("frame-ancestors 'none'");
  });

  it.each(['"><script>x</script>', '</script><script>x</script>', '</style><svg onload=x>', "'><img src=x onerror=x>"])(
    'runs and loads nothing of hostile texts: %s',
    async (text) => {
      const options = { title: text, subtitle: text, customCss: text, inputPlaceholder: text, getStarted: text, showWelcomeScreen: true };
      const { $ } = await pageOf(await chat({ parameters: { initialMessages: text, options } }));
      expect($('script').length).toBe(2);
      expect($('svg, img, iframe, [onload], [onerror]').length).toBe(0);
    },
  );

  it('may send messages and read answers, although its origin is opaque and only others are allowed', async () => {
    const address = await chat({ parameters: { options: { allowedOrigins: 'https://shop.example' } } });
    const { settings } = await pageOf(address);
    const response = await fetch(address, {
      method: 'POST',
      headers: { origin: 'null' },
      body: form({ ...message, token: settings.token }),
    });
    expect(await response.json()).toEqual({ output: 'HELLO' });
    expect(response.headers.get('access-control-allow-origin')).toBe('null');
    expect((await received())?.json).toEqual(message);
  });

  it('streams the answer if the node says so', async () => {
    const address = await chat({ parameters: { options: { responseMode: 'streaming' } } });
    expect((await pageOf(address)).settings.isStreaming).toBe(true);
    const response = await post(address, message);
    expect(response.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
  });

  it('does not exist for chats in other pages, whose widget frames it', async () => {
    const address = await chat({
      parameters: { mode: 'webhook', options: { allowedOrigins: 'https://shop.example, https://other.example' } },
    });
    expect((await fetch(address)).status).toBe(404);
    const widget = await fetch(`${address}?widget`);
    expect(widget.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(await widget.text()).toContain(JSON.stringify(address));
    const framed = await fetch(`${address}?framed`);
    expect(framed.headers.get('content-security-policy')).toContain('frame-ancestors https://shop.example https://other.example');
  });
});

describe('earlier messages', () => {
  it('are none unless they are loaded', async () => {
    const response = await post(await chat(), { action: 'loadPreviousSession', sessionId: 's1' });
    expect(await response.json()).toEqual({ data: [] });
    expect(server?.executions.size).toBe(0);
  });

  it('are asked of the workflow if it loads them itself', async () => {
    const address = await chat({ parameters: { options: { loadPreviousSession: 'manually' } } });
    await post(address, { action: 'loadPreviousSession', sessionId: 's1', chatInput: '' });
    expect((await received())?.json).toMatchObject({ action: 'loadPreviousSession', sessionId: 's1' });
  });
});

describe('a chat with a password', () => {
  const parameters = { authentication: 'basicAuth' };
  const right = { authorization: `Basic ${Buffer.from('ada:pass').toString('base64')}` };

  it('refuses others', async () => {
    const address = await chat({ parameters });
    expect((await fetch(address)).status).toBe(401);
    expect((await post(address, message)).status).toBe(401);
    expect((await fetch(address, { method: 'POST', body: form({ ...message, token: 'x.y' }) })).status).toBe(403);
    expect((await fetch(address, { method: 'POST', body: form(message) })).status).toBe(401);
    expect(server?.executions.size).toBe(0);
  });

  it('accepts messages with it, and those of its page', async () => {
    const address = await chat({ parameters });
    expect((await post(address, message, right)).status).toBe(200);
    const { settings } = await pageOf(address, { headers: right });
    expect((await fetch(address, { method: 'POST', body: form({ ...message, token: settings.token }) })).status).toBe(200);
  });

  it('refuses the token of another chat', async () => {
    const { settings } = await pageOf(await chat());
    await server?.stop();
    const address = await chat({ parameters });
    expect((await fetch(address, { method: 'POST', body: form({ ...message, token: settings.token }) })).status).toBe(403);
  });
});

describe('a chat for people with an account', () => {
  const ada = { id: '1', email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace' };
  const signedInUser = async (cookies: string, _isLocal: boolean, workflowId: string | undefined): Promise<typeof ada | undefined> =>
    cookies === 'session=ada' && workflowId !== 'w1' ? ada : undefined;
  const options: ServerOptions = { webhookPorts: { signedInUser } };
  const parameters = { authentication: 'n8nUserAuth' };

  it('refuses others', async () => {
    const address = await chat({ parameters, options });
    expect((await fetch(address)).status).toBe(401);
    expect((await post(address, message)).status).toBe(401);
  });

  it('refuses messages that do not come from its page, even with the cookie of a person', async () => {
    const address = await chat({ parameters, options });
    expect((await post(address, message, { cookie: 'session=ada' })).status).toBe(401);
    expect(server?.executions.size).toBe(0);
  });

  it.each([
    [1.5, ada],
    [1.4, undefined],
  ])('names the person in the item, since version 1.5: %d', async (version, user) => {
    const address = await chat({ parameters, options, version });
    const { settings } = await pageOf(address, { headers: { cookie: 'session=ada' } });
    await fetch(address, { method: 'POST', body: form({ ...message, token: settings.token }) });
    expect((await received())?.json['user']).toEqual(user);
  });

  it('may be limited to people who may run the workflow', async () => {
    const address = await chat({ parameters: { ...parameters, requireExecuteAccess: true }, options });
    expect((await fetch(address, { headers: { cookie: 'session=ada' } })).status).toBe(401);
  });
});
