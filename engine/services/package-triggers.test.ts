// Nodes of packages that start workflows, on a whole server and against a service: activation, events, deactivation, restarts and crashes.
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { json, text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startPackageRegistry, type PackageRegistry } from '../testing/package-registry.ts';
import { runningServer, type RunningServer } from '../testing/running-server.ts';

const name = 'n8n-nodes-fixture-triggers';
const fixture = join(import.meta.dirname, '../../build/fixtures/triggers');

/** A webhook as the service knows it. */
interface Hook {
  readonly url: string;
  readonly method: string;
  /** Why it was registered. */
  readonly mode: string;
  readonly secret: string;
}

/** The service that the nodes use, and to which the workflows report. */
class Service {
  messages: { readonly id: number }[] = [];
  refusesHooks = false;
  readonly hooks = new Map<string, Hook>();
  readonly #server: Server;
  readonly #streams = new Set<ServerResponse>();
  readonly #events: unknown[] = [];
  readonly #waiting: ((event: unknown) => void)[] = [];
  #count = 0;

  constructor() {
    this.#server = createServer((request, response) => void this.#response(request, response));
  }

  async start(): Promise<void> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Resolves with the next thing that happens to the service. */
  next(): Promise<unknown> {
    return this.#events.length > 0 ? Promise.resolve(this.#events.shift()) : new Promise((resolve) => this.#waiting.push(resolve));
  }

  say(line: string): void {
    for (const stream of this.#streams) stream.write(`${line}\n`);
  }

  #emitEvent(event: unknown): void {
    const waiting = this.#waiting.shift();
    if (waiting === undefined) this.#events.push(event);
    else waiting(event);
  }

  async #response(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method, url = '' } = request;
    const [path = ''] = url.split('?');
    const reply = (value: unknown, status = 200): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    };
    if (path === '/messages') {
      const since = Number(new URL(url, 'http://service').searchParams.get('since'));
      return reply(this.messages.filter(({ id }) => id > since));
    }
    if (path === '/lines') {
      response.writeHead(200).flushHeaders();
      this.#streams.add(response);
      response.on('close', () => this.#streams.delete(response));
      return this.#emitEvent('listening');
    }
    if (path === '/hooks' && method === 'POST') {
      const hook = (await json(request)) as Pick<Hook, 'url' | 'method' | 'mode'>;
      if (this.refusesHooks) return reply({ message: 'No more webhooks' }, 403);
      const id = String(++this.#count);
      this.hooks.set(id, { ...hook, secret: `secret ${id}` });
      return reply({ id, secret: `secret ${id}` });
    }
    if (path.startsWith('/hooks/')) {
      const id = path.slice('/hooks/'.length);
      const hook = this.hooks.get(id);
      if (method === 'DELETE') this.hooks.delete(id);
      return hook === undefined ? reply({}, 404) : reply(hook);
    }
    const body = await text(request);
    reply({});
    if (path === '/example') this.say('an example');
    else this.#emitEvent(path === '/result' ? JSON.parse(body) : path.slice(1));
  }
}

const node = (type: string, parameters: object, more: object = {}): object => ({
  id: type,
  name: type,
  type,
  typeVersion: 1,
  position: [0, 0],
  parameters,
  ...more,
});

let registry: PackageRegistry;
let running: RunningServer;
let service: Service;

/** A workflow that sends the items of its trigger to the service. */
const reporting = (type: string, parameters: object = {}): object => {
  const trigger = node(`${name}.${type}`, { url: service.url, ...parameters }, { name: 'Start', webhookId: 'bell-id' });
  const report = node(
    'n8n-nodes-base.httpRequest',
    { method: 'POST', url: `${service.url}/result`, sendBody: true, specifyBody: 'json', jsonBody: '={{ JSON.stringify($json) }}' },
    { name: 'Report', typeVersion: 4.2 },
  );
  return { nodes: [trigger, report], connections: { Start: { main: [[{ node: 'Report', type: 'main', index: 0 }]] } } };
};

const created = (workflow: object, more: object = {}) =>
  running.data<{ id: string }>({ method: 'POST', url: '/rest/workflows', body: { name: 'W', ...workflow, ...more } });
const setActive = (id: string, active: boolean) => running.data({ method: 'PATCH', url: `/rest/workflows/${id}`, body: { active } });
const start = async (dataDir?: string): Promise<void> => {
  running = await runningServer({
    settings: { packageRegistry: registry.url },
    over: 'socket',
    ...(dataDir === undefined ? {} : { dataDir }),
  });
};
const restart = async (): Promise<void> => {
  await running.close(true);
  await start(running.dataDir);
};
const testRun = (workflow: object, id: string) =>
  running.data<{ executionId?: string; waitingForWebhook?: boolean }>({
    method: 'POST',
    url: '/rest/workflows/run',
    body: { workflowData: { id, name: 'W', ...workflow } },
  });
const ring = async (content: string, secret: string, url: string): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-signature': createHmac('sha256', secret).update(content).digest('hex') },
    body: content,
  });
/** Returns the custom data of a workflow's only execution, once it has ended. */
const customDataOf = async (id: string): Promise<unknown> => {
  const filter = encodeURIComponent(JSON.stringify({ workflowId: id }));
  const { results } = await running.data<{ results: { id: string }[] }>({ url: `/rest/executions?filter=${filter}` });
  if (results[0] === undefined) return undefined;
  const { data } = await running.data<{ data: { resultData: { metadata?: unknown } } }>({ url: `/rest/executions/${results[0].id}` });
  return data.resultData.metadata;
};
const onlyHook = (): Hook => {
  expect(service.hooks.size).toBe(1);
  return [...service.hooks.values()][0] as Hook;
};

describe('nodes of packages that start workflows', () => {
  beforeAll(async () => {
    registry = await startPackageRegistry();
    await registry.publish(fixture);
    await start();
    await running.data({ method: 'POST', url: '/rest/nodes', body: { name } });
  });
  afterAll(async () => {
    await running.close();
    await registry.stop();
  });
  beforeEach(async () => {
    service = new Service();
    await service.start();
  });
  afterEach(async () => {
    for (const { id } of await running.data<{ id: string }[]>({ url: '/rest/workflows' })) {
      await running.data({ method: 'DELETE', url: `/rest/workflows/${id}` });
    }
    await service.stop();
  });

  it('a poll runs at activation, and keeps what it has seen beyond a restart', async () => {
    service.messages = [{ id: 1 }, { id: 2 }];
    await created(reporting('inboxTrigger'), { active: true });
    expect([await service.next(), await service.next()]).toEqual([{ id: 1 }, { id: 2 }]);
    service.messages.push({ id: 3 });
    await restart();
    expect(await service.next()).toEqual({ id: 3 });
  });

  it('a poll run by hand shows the newest data and keeps nothing', async () => {
    service.messages = [{ id: 1 }, { id: 2 }];
    const workflow = reporting('inboxTrigger');
    const { id } = await created(workflow);
    await testRun(workflow, id);
    expect(await service.next()).toEqual({ id: 2 });
    await testRun(workflow, id);
    expect(await service.next()).toEqual({ id: 2 });
  });

  it('polling nodes have poll times', async () => {
    const types = await running.data<{ name: string; properties: { name: string }[] }[]>({
      method: 'POST',
      url: '/rest/node-types',
      body: { nodeInfos: [{ name: `${name}.inboxTrigger`, version: 1 }] },
    });
    expect(types[0]?.properties.map((property) => property.name)).toEqual(['pollTimes', 'url']);
  });

  it('a webhook is registered, responds to the service, starts runs, and is removed', async () => {
    const { id } = await created(reporting('bellTrigger'), { active: true });
    const { url, secret, method, mode } = onlyHook();
    expect([url, method, mode]).toEqual([new URL('webhook/bell-id/bell', running.server.url).href, 'POST', 'activate']);
    const welcome = await fetch(`${url}?challenge=abc`);
    expect([welcome.status, welcome.headers.get('x-challenge'), await welcome.text()]).toEqual([202, 'abc', 'welcome']);
    const response = await ring('{"who":"Eve"}', 'wrong', url);
    expect([response.status, await response.json()]).toEqual([401, { refused: true }]);
    expect(await (await ring('{"who":"Ada"}', secret, url)).json()).toEqual({ message: 'Workflow was started' });
    expect(await service.next()).toEqual({ who: 'Ada' });
    await expect.poll(() => customDataOf(id)).toEqual({ bell: 'Ada' });
    const answered = await ring('{"answer":{"thanks":true}}', secret, url);
    expect(await answered.json()).toEqual({ thanks: true });
    await service.next();
    await setActive(id, false);
    expect(service.hooks.size).toBe(0);
  });

  it('a webhook may respond with the last node, and with a status that a function of its description computes', async () => {
    await created(reporting('bellTrigger', { respond: 'lastNode', status: '={{ 200 + 1 }}' }), { active: true });
    const { url, secret } = onlyHook();
    const response = await ring('{"who":"Ada"}', secret, url);
    expect([response.status, await response.json()]).toEqual([202, {}]);
  });

  it('a node of a package may respond', async () => {
    await registry.publish(join(fixture, '../versioned'));
    await running.data({ method: 'POST', url: '/rest/nodes', body: { name: 'n8n-nodes-fixture-versioned' } });
    const workflow = reporting('bellTrigger', { respond: 'responseNode' }) as { nodes: object[] };
    workflow.nodes[1] = node('n8n-nodes-fixture-versioned.surface', { use: 'respond' }, { name: 'Report' });
    const { id } = await created(workflow, { active: true });
    const { url, secret } = onlyHook();
    const response = await ring('{"who":"Ada"}', secret, url);
    expect([response.status, response.headers.get('x-from'), await response.json()]).toEqual([201, 'surface', { thanks: true }]);
    await setActive(id, false);
  });

  it('files of a multipart body arrive with the item', async () => {
    const workflow = reporting('bellTrigger') as { nodes: { name: string; parameters: { jsonBody?: string } }[] };
    const report = workflow.nodes.find((each) => each.name === 'Report');
    if (report !== undefined) {
      report.parameters.jsonBody =
        '={{ JSON.stringify({ ...$json, file: $binary.photo.fileName, type: $binary.photo.mimeType, size: $binary.photo.bytes }) }}';
    }
    await created(workflow, { active: true });
    const { url, secret } = onlyHook();
    const body = new FormData();
    body.append('who', 'Ada');
    body.append('photo', new Blob(['12345'], { type: 'image/png' }), 'ada.png');
    const signature = createHmac('sha256', secret).update('{"who":"Ada"}').digest('hex');
    expect((await fetch(url, { method: 'POST', headers: { 'x-signature': signature }, body })).status).toBe(200);
    expect(await service.next()).toEqual({ who: 'Ada', file: 'ada.png', type: 'image/png', size: 5 });
  });

  it('a registration that the service refuses makes the activation fail, and leaves nothing open', async () => {
    service.refusesHooks = true;
    const { id } = await created(reporting('bellTrigger'));
    const response = await running.send({ method: 'PATCH', url: `/rest/workflows/${id}`, body: { active: true } });
    expect(response).toMatchObject({
      status: 400,
      body: { code: 'ACTIVATION_FAILED', message: expect.stringContaining('(node "Start")') as unknown },
    });
    expect((await fetch(new URL('webhook/bell-id/bell', running.server.url))).status).toBe(404);
    expect(await running.data({ url: `/rest/active/error/${id}` })).toMatchObject({ error: { node: 'Start' } });
  });

  it('a registration is found again after a restart, and renewed if the service has lost it', async () => {
    await created(reporting('bellTrigger'), { active: true });
    const before = onlyHook();
    await running.close(true);
    service.hooks.clear();
    await start(running.dataDir);
    await running.data({ url: '/rest/active' });
    // The port is another one, so the URL is, too.
    await expect.poll(() => service.hooks.size).toBe(1);
    const { url, secret } = onlyHook();
    expect(url).not.toBe(before.url);
    // The service knows the new registration before its secret has been stored.
    await expect.poll(async () => (await ring('{"who":"Ada"}', secret, url)).status).toBe(200);
    expect(await service.next()).toEqual({ who: 'Ada' });
  });

  it('a test registers its own URL, and removes it after the first call', async () => {
    const workflow = reporting('bellTrigger');
    const { id } = await created(workflow);
    expect(await testRun(workflow, id)).toMatchObject({ waitingForWebhook: true });
    const { url, secret, mode } = onlyHook();
    expect([url, mode]).toEqual([new URL('webhook-test/bell-id/bell', running.server.url).href, 'manual']);
    expect((await ring('{"who":"Ada"}', secret, url)).status).toBe(200);
    expect(await service.next()).toEqual({ who: 'Ada' });
    await expect.poll(() => service.hooks.size).toBe(0);
  });

  it('a test that the service refuses fails', async () => {
    service.refusesHooks = true;
    const workflow = reporting('bellTrigger');
    const { id } = await created(workflow);
    await expect(testRun(workflow, id)).rejects.toThrow(/Forbidden|403|No more webhooks/);
  });

  it('a trigger listens until the workflow is deactivated, and signs off', async () => {
    const { id } = await created(reporting('streamTrigger'), { active: true });
    expect(await service.next()).toBe('listening');
    service.say('one');
    expect(await service.next()).toEqual({ line: 'one', count: 1, mode: 'trigger' });
    service.say('two');
    expect(await service.next()).toEqual({ line: 'two', count: 2, mode: 'trigger' });
    await setActive(id, false);
    expect(await service.next()).toBe('closed');
  });

  it('a trigger learns how its execution ended', async () => {
    const workflow = reporting('streamTrigger') as { nodes: object[] };
    workflow.nodes[1] = node('n8n-nodes-base.stopAndError', { errorMessage: 'It went wrong' }, { name: 'Report', disabled: false });
    await created(workflow, { active: true });
    await service.next();
    service.say('confirm');
    expect(await service.next()).toBe('ended-error');
  });

  it('a trigger receives the response of its workflow before the end', async () => {
    const workflow = reporting('streamTrigger') as { nodes: object[] };
    const parameters = { respondWith: 'json', responseBody: '={{ JSON.stringify({ said: $json.line }) }}', options: { responseCode: 201 } };
    workflow.nodes[1] = node('n8n-nodes-base.respondToWebhook', parameters, { name: 'Report' });
    await created(workflow, { active: true });
    await service.next();
    service.say('ask');
    expect(await service.next()).toMatchObject({ answer: { statusCode: 201, body: { said: 'ask' } } });
    expect(await service.next()).toBe('ended-success');
  });

  it('a trigger learns that its workflow gives no response', async () => {
    const workflow = reporting('streamTrigger') as { nodes: object[] };
    workflow.nodes[1] = node('n8n-nodes-base.noOp', {}, { name: 'Report' });
    await created(workflow, { active: true });
    await service.next();
    service.say('ask');
    expect([await service.next(), await service.next()]).toEqual([{ answer: null }, 'ended-success']);
  });

  it.each([
    ['garbled', 'The line cannot be read'],
    ['circular', 'The data of the node "Start" cannot be passed on: "0.0.json.inner.json" refers to an object that contains it.'],
    ['circularState', 'The static data of the node "Start" cannot be passed on: "node.self" refers to an object that contains it.'],
    ['numbers', 'The node "Start" emitted an item that is not an object.'],
  ])('a trigger saves an execution that failed, which starts the error workflow, and goes on: %s', async (line, message) => {
    const workflow = reporting('streamTrigger') as { nodes: object[]; connections: object };
    const report = {
      ...(workflow.nodes[1] as { parameters: object }),
      name: 'Tell',
      parameters: { method: 'POST', url: `${service.url}/failed` },
    };
    workflow.nodes.push(node('n8n-nodes-base.errorTrigger', {}, { name: 'Failed' }), report);
    workflow.connections = { ...workflow.connections, Failed: { main: [[{ node: 'Tell', type: 'main', index: 0 }]] } };
    const { id } = await created(workflow, { active: true });
    await service.next();
    service.say(line);
    expect(await service.next()).toBe('failed');
    service.say('one');
    expect(await service.next()).toMatchObject({ line: 'one', count: 1 });
    const filter = encodeURIComponent(JSON.stringify({ workflowId: id, status: ['error'] }));
    const { results } = await running.data<{ results: { id: string; mode: string }[] }>({ url: `/rest/executions?filter=${filter}` });
    expect(results).toMatchObject([{ mode: 'trigger' }]);
    const { data } = await running.data<{ data: { resultData: object } }>({ url: `/rest/executions/${results[0]?.id}` });
    expect(data.resultData).toMatchObject({
      error: { message: expect.stringContaining(message) as string },
      lastNodeExecuted: 'Start',
      runData: { Start: [{ executionStatus: 'error' }] },
    });
  });

  it('a trigger calls workflows, and asks what is attached to it', async () => {
    await created(reporting('streamTrigger'), { active: true });
    await service.next();
    service.say('call');
    expect(await service.next()).toEqual({ called: { n: 7 }, attached: `The node "Start" does not have an input of type 'ai_tool'.` });
  });

  it.each(['crash', 'fail'])('a trigger starts again after a %s, with its static data', async (line) => {
    await created(reporting('streamTrigger'), { active: true });
    await service.next();
    service.say('one');
    expect(await service.next()).toMatchObject({ count: 1 });
    service.say(line);
    let event = await service.next();
    if (line === 'fail') {
      expect(event).toBe('closed');
      event = await service.next();
    }
    expect(event).toBe('listening');
    service.say('two');
    expect(await service.next()).toMatchObject({ line: 'two', count: 2 });
  });

  it('a trigger that recurs keeps its times over a restart', async () => {
    const { id } = await created(reporting('streamTrigger'), { active: true });
    await service.next();
    service.say('schedule');
    expect(await service.next()).toEqual({ known: [] });
    expect(await service.next()).toEqual({ line: 'tick' });
    await setActive(id, false);
    expect(await service.next()).toBe('closed');
    await setActive(id, true);
    await service.next();
    service.say('schedule');
    expect(await service.next()).toEqual({ known: ['rule 0'] });
  });

  it('a trigger tested in the editor creates its own example', async () => {
    const workflow = reporting('streamTrigger');
    const { id } = await created(workflow);
    expect(await testRun(workflow, id)).toMatchObject({ waitingForWebhook: true });
    expect(await service.next()).toBe('listening');
    const events = [await service.next(), await service.next()];
    expect(events).toEqual(expect.arrayContaining(['closed', { line: 'an example', count: 1, mode: 'manual' }]));
  });

  it('an update of the package restarts its triggers, and registers its webhooks again', async () => {
    const { id } = await created(reporting('streamTrigger'), { active: true });
    await created(reporting('bellTrigger'), { active: true, name: 'Bell' });
    await service.next();
    await registry.publish(fixture, { version: '1.0.1' });
    await running.data({ method: 'PATCH', url: '/rest/nodes', body: { name } });
    expect(await service.next()).toBe('listening');
    service.say('after');
    expect(await service.next()).toMatchObject({ line: 'after' });
    expect([...service.hooks.keys()]).toEqual(['2']);
    expect(await running.data({ url: `/rest/active/error/${id}` })).toBeNull();
  });

  it('access to the network is stored, and a change restarts triggers', async () => {
    await created(reporting('streamTrigger'), { active: true });
    await service.next();
    const allowed = async (): Promise<unknown> =>
      (await running.data<{ packageName: string; allowsNetwork: boolean }[]>({ url: '/rest/nodes' }))
        .filter(({ packageName }) => packageName === name)
        .map(({ allowsNetwork }) => allowsNetwork);
    expect(await allowed()).toEqual([false]);
    await running.data({ method: 'PATCH', url: '/rest/nodes', body: { name, allowsNetwork: true } });
    expect([await service.next(), await allowed()]).toEqual(['listening', [true]]);
    await restart();
    expect(await allowed()).toEqual([true]);
    await running.data({ method: 'PATCH', url: '/rest/nodes', body: { name, allowsNetwork: false } });
    expect(await allowed()).toEqual([false]);
  });

  it('uninstalling removes the webhooks from the service', async () => {
    await created(reporting('bellTrigger'), { active: true });
    onlyHook();
    await running.data({ method: 'DELETE', url: `/rest/nodes?name=${name}` });
    expect([service.hooks.size, await running.data({ url: '/rest/active' })]).toEqual([0, []]);
    await running.data({ method: 'POST', url: '/rest/nodes', body: { name } });
  });

  it('workflows whose package is uninstalled say why they do not run, and start again with it', async () => {
    const { id } = await created(reporting('bellTrigger'), { active: true });
    const state = async (): Promise<unknown> => {
      const { active } = await running.data<{ active: boolean }>({ url: `/rest/workflows/${id}` });
      const [listed] = (await running.data<{ packageName: string; activeWorkflows: string[] }[]>({ url: '/rest/nodes' })).filter(
        ({ packageName }) => packageName === name,
      );
      return { active, users: listed?.activeWorkflows, hooks: service.hooks.size };
    };
    expect(await state()).toEqual({ active: true, users: ['W'], hooks: 1 });
    await running.data({ method: 'DELETE', url: `/rest/nodes?name=${name}` });
    expect(await state()).toEqual({ active: true, users: undefined, hooks: 0 });
    expect(JSON.stringify(await running.data({ url: `/rest/active/error/${id}` }))).toContain(
      `The node \\"Start\\" needs the package ${name}, which is not installed. Install it in Settings`,
    );
    await running.data({ method: 'POST', url: '/rest/nodes', body: { name } });
    expect([await state(), await running.data({ url: `/rest/active/error/${id}` })]).toEqual([
      { active: true, users: ['W'], hooks: 1 },
      null,
    ]);
  });

  it('workflows that use an uninstalled package after their own trigger stop, too, unless its node is disabled', async () => {
    const other = 'n8n-nodes-fixture-programmatic';
    await registry.publish(join(fixture, '../programmatic'));
    const install = () => running.data({ method: 'POST', url: '/rest/nodes', body: { name: other } });
    await install();
    const greeting = (path: string, more: object = {}): object => ({
      name: path,
      nodes: [
        node('n8n-nodes-base.webhook', { path }, { name: 'Start', webhookId: path }),
        node(`${other}.greet`, {}, { name: 'Greet', ...more }),
      ],
      connections: { Start: { main: [[{ node: 'Greet', type: 'main', index: 0 }]] } },
    });
    const { id } = await created(greeting('greeting'), { active: true });
    await created(greeting('silent', { disabled: true }), { active: true });
    const states = async (): Promise<number[]> => {
      const called = (path: string) => fetch(new URL(`webhook/${path}`, running.server.url));
      return [(await called('greeting')).status, (await called('silent')).status];
    };
    expect(await states()).toEqual([200, 200]);
    await running.data({ method: 'DELETE', url: `/rest/nodes?name=${other}` });
    expect(await states()).toEqual([404, 200]);
    expect(await running.data({ url: `/rest/active/error/${id}` })).toMatchObject({
      error: { node: 'Greet', message: expect.stringContaining(`needs the package ${other}, which is not installed`) as unknown },
    });
    const rejected = await running.send({
      method: 'PATCH',
      url: `/rest/workflows/${(await created(greeting('late'))).id}`,
      body: { active: true },
    });
    expect(rejected).toMatchObject({ status: 400, body: { code: 'ACTIVATION_FAILED' } });
    await install();
    expect(await states()).toEqual([200, 200]);
  });
});
