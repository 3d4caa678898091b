// The limit for production executions on the whole server: queueing, order, and restarts.
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterEach, describe, expect, it } from 'vitest';
import { readPush } from '../../testing/push-reader.ts';
import { runningServer, type RunningServer } from '../../testing/running-server.ts';
import { slowService, type SlowService } from '../../testing/slow-service.ts';

const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

async function service(): Promise<SlowService> {
  const slow = await slowService();
  open.push(() => slow.close());
  return slow;
}

interface Row {
  readonly id: string;
  readonly status: string;
}

const node = (name: string, type: string, parameters: object, typeVersion: number): object => ({
  id: `id-${name}`,
  name,
  type: `n8n-nodes-base.${type}`,
  typeVersion,
  position: [0, 0],
  parameters,
  webhookId: name,
});

async function limited(address: string, settings: object = {}): Promise<RunningServer> {
  const running = await runningServer({ settings: { productionLimit: 1, stopSeconds: 1, ...settings } });
  const ask = node('Ask', 'httpRequest', { url: `=${address}/{{ $json.query.name }}`, options: {} }, 4.2);
  const connections = { Hook: { main: [[{ node: 'Ask', type: 'main', index: 0 }]] } };
  for (const [path, responseMode] of [
    ['now', 'onReceived'],
    ['last', 'lastNode'],
  ] as const) {
    const nodes = [node('Hook', 'webhook', { path, responseMode, options: {} }, 2), ask];
    await running.data({ method: 'POST', url: '/rest/workflows', body: { name: path, active: true, nodes, connections } });
  }
  return running;
}

const call = (running: RunningServer, name: string, path = 'now'): Promise<Response> =>
  fetch(new URL(`webhook/${path}?name=${name}`, running.server.url));
const current = async (running: RunningServer): Promise<readonly string[]> =>
  (await running.data<Row[]>({ url: '/rest/executions-current' })).map(({ status }) => status);
const queued = async (running: RunningServer): Promise<readonly Row[]> =>
  (await running.data<{ results: Row[] }>({ url: `/rest/executions?filter=${JSON.stringify({ status: 'new' })}` })).results;
const ended = async (running: RunningServer): Promise<readonly string[]> =>
  (await running.data<{ results: Row[] }>({ url: '/rest/executions' })).results.map(({ status }) => status).toSorted();

describe('executions beyond the limit', () => {
  it('are listed as new, start in order, and respond when they have run', async () => {
    const { address, requests, release } = await service();
    const running = await limited(address);
    open.push(() => running.close());
    const reader = await readPush(running.server, 's');
    open.push(async () => reader.close());
    expect((await call(running, 'first')).status).toBe(200);
    expect((await call(running, 'second')).status).toBe(200);
    const { executionId } = await reader.next('executionQueued');
    const third = call(running, 'third', 'last');
    await expect.poll(async () => (await queued(running)).length).toBe(2);
    expect((await current(running)).toSorted()).toEqual(['new', 'new', 'running']);
    release();
    await reader.next('executionStarted', (event) => event.executionId === executionId);
    expect(await (await third).json()).toEqual({ made: 1 });
    expect(requests).toEqual(['first', 'second', 'third']);
    await expect.poll(() => ended(running)).toEqual(['success', 'success', 'success']);
  });

  it('start when the limit becomes higher, and are not stopped when it becomes lower', async () => {
    const { address, requests, release } = await service();
    const running = await limited(address, { productionLimit: -1 });
    open.push(() => running.close());
    const limitTo = (productionLimit: number) =>
      running.data({ method: 'PATCH', url: '/rest/settings/general', body: { productionLimit } });
    await limitTo(1);
    for (const name of ['first', 'second', 'third']) await call(running, name);
    await expect.poll(async () => (await queued(running)).length).toBe(2);
    await limitTo(2);
    await expect.poll(() => requests).toEqual(['first', 'second']);
    await limitTo(1);
    expect((await current(running)).toSorted()).toEqual(['new', 'running', 'running']);
    await limitTo(-1);
    await expect.poll(() => requests).toEqual(['first', 'second', 'third']);
    release();
    await expect.poll(() => ended(running)).toEqual(['success', 'success', 'success']);
  });

  it('can be stopped and deleted while queued', async () => {
    const { address, requests, release } = await service();
    const running = await limited(address);
    open.push(() => running.close());
    await call(running, 'first');
    const [stopped, deleted] = [call(running, 'stopped', 'last'), call(running, 'deleted', 'last')];
    await expect.poll(async () => (await queued(running)).length).toBe(2);
    const [later, earlier] = await queued(running);
    expect(await running.data({ method: 'POST', url: `/rest/executions-current/${earlier?.id}/stop` })).toMatchObject({
      status: 'canceled',
    });
    await running.data({ method: 'POST', url: '/rest/executions/delete', body: { ids: [later?.id] } });
    expect([(await stopped).status, (await deleted).status]).toEqual([500, 500]);
    release();
    await expect.poll(() => ended(running)).toEqual(['canceled', 'success']);
    expect(requests).toEqual(['first']);
  });

  it('are stopped when their workflow is deleted', async () => {
    const { address, requests, release } = await service();
    const running = await limited(address);
    open.push(() => running.close());
    await call(running, 'first');
    const disconnected = call(running, 'gone', 'last');
    await expect.poll(async () => (await queued(running)).length).toBe(1);
    const workflows = await running.data<{ id: string; name: string }[]>({ url: '/rest/workflows' });
    await running.data({ method: 'DELETE', url: `/rest/workflows/${workflows.find(({ name }) => name === 'last')?.id}` });
    expect((await disconnected).status).toBe(500);
    expect(await queued(running)).toEqual([]);
    release();
    await expect.poll(() => ended(running)).toEqual(['canceled', 'success']);
    expect(requests).toEqual(['first']);
  });

  it('remain after a restart, and run before later ones', async () => {
    const { address, requests, release } = await service();
    const first = await limited(address);
    await call(first, 'first');
    expect((await call(first, 'second')).status).toBe(200);
    const third = call(first, 'third', 'last');
    await expect.poll(async () => (await queued(first)).length).toBe(2);
    const [{ id } = { id: '' }] = await queued(first);
    await first.close(true);
    expect([(await third).status, await (await third).json()]).toEqual([
      503,
      { code: 503, message: expect.stringContaining('continues') as string, hint: expect.stringContaining(id) as string },
    ]);
    expect(requests).toEqual(['first']);
    release();
    const second = await runningServer({ dataDir: first.dataDir, settings: { productionLimit: 1 } });
    open.push(() => second.close());
    await call(second, 'fourth');
    await expect.poll(() => ended(second)).toEqual(['canceled', 'success', 'success', 'success']);
    expect(requests).toEqual(['first', 'second', 'third', 'fourth']);
  });

  it('run after a restart without a limit', async () => {
    const { address, release } = await service();
    const first = await limited(address);
    for (const name of ['first', 'second', 'third']) await call(first, name);
    await first.close(true);
    release();
    const second = await runningServer({ dataDir: first.dataDir });
    open.push(() => second.close());
    await expect.poll(() => ended(second)).toEqual(['canceled', 'success', 'success']);
  });
});

describe('a resumed execution', () => {
  it('continues although all slots are taken, and takes one', async () => {
    const { address, requests, release, respondNext } = await service();
    const running = await limited(address);
    open.push(() => running.close());
    const wait = node('Wait', 'wait', { resume: 'webhook', httpMethod: 'POST', responseMode: 'onReceived', options: {} }, 1.1);
    const nodes = [
      node('Hook', 'webhook', { path: 'wait', options: {} }, 2),
      wait,
      node('Ask', 'httpRequest', { url: `${address}/waited`, options: {} }, 4.2),
    ];
    const connections = {
      Hook: { main: [[{ node: 'Wait', type: 'main', index: 0 }]] },
      Wait: { main: [[{ node: 'Ask', type: 'main', index: 0 }]] },
    };
    await running.data({ method: 'POST', url: '/rest/workflows', body: { name: 'Wait', active: true, nodes, connections } });
    await call(running, 'any', 'wait');
    const waiting = async (): Promise<readonly Row[]> =>
      (await running.data<{ results: Row[] }>({ url: `/rest/executions?filter=${JSON.stringify({ status: 'waiting' })}` })).results;
    await expect.poll(async () => (await waiting()).length).toBe(1);
    const [{ id } = { id: '' }] = await waiting();
    await call(running, 'first');
    await expect.poll(() => requests).toEqual(['first']);
    await call(running, 'second');
    const url = running.server.services.webhooks.resumeUrl('webhook-waiting', id);
    expect((await fetch(url, { method: 'POST' })).status).toBe(200);
    await expect.poll(() => requests).toEqual(['first', 'waited']);
    respondNext();
    await expect.poll(() => ended(running)).toEqual(['success']);
    expect((await current(running)).toSorted()).toEqual(['new', 'running']);
    release();
    await expect.poll(() => ended(running)).toEqual(['success', 'success', 'success']);
    expect(requests).toEqual(['first', 'waited', 'second']);
  });
});

/** Makes all waiting executions due, in a data folder that no server uses. */
function makeWaitsDue(dataDir: string): void {
  const database = new Sqlite(join(dataDir, 'db', 'millrace.sqlite'));
  database.prepare("update execution set wait_till = ? where status = 'waiting'").run(Date.now());
  database.close();
}

describe('waits that are due together', () => {
  it('resume a few at a time', async () => {
    const { address, requests, release } = await service();
    const first = await runningServer({ settings: { stopSeconds: 1 } });
    const wait = node('Wait', 'wait', { resume: 'timeInterval', amount: 1, unit: 'hours' }, 1.1);
    const nodes = [
      node('Hook', 'webhook', { path: 'wait', options: {} }, 2),
      wait,
      node('Ask', 'httpRequest', { url: address, options: {} }, 4.2),
    ];
    const connections = {
      Hook: { main: [[{ node: 'Wait', type: 'main', index: 0 }]] },
      Wait: { main: [[{ node: 'Ask', type: 'main', index: 0 }]] },
    };
    await first.data({ method: 'POST', url: '/rest/workflows', body: { name: 'Wait', active: true, nodes, connections } });
    await Promise.all(Array.from({ length: 50 }, (_, index) => call(first, String(index), 'wait')));
    await first.close(true);
    expect(requests).toEqual([]);
    makeWaitsDue(first.dataDir);
    const second = await runningServer({ dataDir: first.dataDir });
    open.push(() => second.close());
    await expect.poll(() => requests.length).toBe(32);
    expect(await current(second)).toHaveLength(32);
    release();
    await expect.poll(() => requests.length).toBe(50);
    await expect.poll(async () => (await current(second)).length).toBe(0);
  });
});
