// The engine in its own thread, called through its gateway: requests, files, events, and listening at changing addresses.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createEngine, type Engine } from './index.ts';
import { readSettings } from './settings/read-settings.ts';

let dataDir: string;
let engine: Engine;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'millrace-engine-'));
  engine = createEngine({
    dataDir,
    settings: readSettings({}, { timezone: 'UTC', logLevel: 'silent' }),
    listen: 'nowhere',
    command: 'npm run millrace --',
  });
  await engine.start();
});

afterAll(async () => {
  await engine.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const get = async (path: string): Promise<{ readonly status: number; readonly data: unknown; readonly code?: string }> => {
  const { status, body } = await engine.inject({ method: 'GET', path }, 'localOwner');
  return { status, ...(JSON.parse(body) as { readonly data: unknown }) };
};

const post = async (path: string, body: object, headers: Readonly<Record<string, string>> = {}): Promise<unknown> => {
  const response = await engine.inject({ method: 'POST', path, body: JSON.stringify(body), headers }, 'localOwner');
  expect(response.status, response.body).toBe(200);
  return (JSON.parse(response.body) as { readonly data: unknown }).data;
};

const editorUrl = async (): Promise<string> => ((await get('/rest/settings')).data as { readonly urlBaseEditor: string }).urlBaseEditor;

const isReached = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  );

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => probe.once('listening', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

describe('a backup', () => {
  it('has a command that names the program as it was started, and the folder if that is not the usual one', async () => {
    const { data } = await get('/rest/settings/general');
    expect(data).toMatchObject({ backUpCommand: `npm run millrace -- backup FILE --data-dir "${dataDir}"` });
  });

  it('is written beside the running engine', async () => {
    const path = join(dataDir, '..', `millrace-${randomUUID()}.backup`);
    try {
      expect(await engine.backup(path, 'a long passphrase')).toMatchObject({
        path: resolve(path),
        workflows: expect.any(Number) as number,
        hasKey: true,
      });
      expect(statSync(path).size).toBeGreaterThan(0);
      await expect(engine.backup(path, 'short')).rejects.toMatchObject({ code: 'BAD_REQUEST', message: /too short/ });
    } finally {
      rmSync(path, { force: true });
    }
  });
});

describe('schedules', () => {
  it('are paused from the start if the engine is created so, until they are resumed', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'millrace-engine-'));
    const paused = createEngine({
      dataDir: folder,
      settings: readSettings({}, { timezone: 'UTC', logLevel: 'silent' }),
      listen: 'nowhere',
      arePaused: true,
    });
    onTestFinished(async () => {
      await paused.stop();
      rmSync(folder, { recursive: true, force: true });
    });
    await paused.start();
    const send = async <T>(method: string, path: string, body?: object): Promise<T> => {
      const response = await paused.inject({ method, path, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }, 'localOwner');
      return (JSON.parse(response.body) as { readonly data: T }).data;
    };
    const node = (name: string, type: string, parameters: object): object => ({
      id: name,
      name,
      type: `n8n-nodes-base.${type}`,
      typeVersion: 1,
      position: [0, 0],
      parameters,
    });
    const everySecond = { rule: { interval: [{ field: 'seconds', secondsInterval: 1 }] } };
    const scheduled = { name: 'Each second', nodes: [node('Clock', 'scheduleTrigger', everySecond)], connections: {}, settings: {} };
    const { id } = await send<{ id: string }>('POST', '/rest/workflows', scheduled);
    await send('PATCH', `/rest/workflows/${id}`, { active: true });
    const pause = {
      name: 'Two seconds',
      nodes: [node('Begin', 'manualTrigger', {}), node('Wait', 'wait', { resume: 'timeInterval', amount: 2, unit: 'seconds' })],
      connections: { Begin: { main: [[{ node: 'Wait', type: 'main', index: 0 }]] } },
      settings: { saveManualExecutions: true },
    };
    const saved = await send<object>('POST', '/rest/workflows', pause);
    const { executionId } = await send<{ executionId: string }>('POST', '/rest/workflows/run', { workflowData: saved });
    const runs = async (): Promise<number> =>
      (await send<{ count: number }>('GET', `/rest/executions?filter={"workflowId":"${id}"}`)).count;
    const isOver = async (): Promise<boolean> =>
      (await send<{ status: string }>('GET', `/rest/executions/${executionId}`)).status === 'success';
    await expect.poll(isOver).toBe(true);
    expect(await runs()).toBe(0);
    await paused.pauseSchedules(false);
    await expect.poll(runs).toBeGreaterThan(0);
  });
});

describe('requests', () => {
  it('of the local owner need no cookie', async () => {
    expect(await get('/rest/login')).toMatchObject({ status: 200, data: { isPending: true } });
    expect(await get('/rest/workflows')).toMatchObject({ status: 200, data: [] });
  });

  it('without a trusted caller are identified by their headers', async () => {
    const { status, body } = await engine.inject({ method: 'GET', path: '/rest/workflows' });
    expect([status, JSON.parse(body)]).toMatchObject([401, { code: 'LOCAL_ACCESS_REQUIRED' }]);
  });

  it('get the errors of the routes', async () => {
    expect(await get('/rest/workflows/none')).toMatchObject({ status: 404, code: 'WORKFLOW_NOT_FOUND' });
    expect(await get('/rest/nothing')).toMatchObject({ status: 404, code: 'NOT_FOUND' });
  });

  it('return files as streams', async () => {
    const { status, headers, body } = await engine.openStream({ method: 'GET', path: '/rest/node-icon/n8n-nodes-base.set' }, 'localOwner');
    expect([status, headers['content-type']]).toEqual([200, 'image/svg+xml']);
    expect(await text(body as never)).toContain('<svg');
  });
});

it('events of the owner are sent to a session', async () => {
  const types: string[] = [];
  const end = engine.onPush({ id: 'window' }, { event: (number, { type }) => types.push(`${number} ${type}`), missed: () => undefined });
  const trigger = { id: 't', name: 'Start', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, position: [0, 0], parameters: {} };
  const workflowData = { name: 'Quick', nodes: [trigger], connections: {}, settings: {} };
  await post('/rest/workflows/run', { workflowData }, { 'session-id': 'window' });
  await expect.poll(() => types.at(-1)).toMatch(/executionFinished$/);
  expect(types.map((line) => Number(line.split(' ')[0]))).toEqual(types.map((_, index) => index + 1));
  end();
});

it('shells are notified when workflows start to run, manually too, and when none runs anymore', async () => {
  const received: boolean[] = [];
  const end = engine.onBusy((isBusy) => received.push(isBusy));
  const trigger = { id: 't', name: 'Start', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, position: [0, 0], parameters: {} };
  await post('/rest/workflows/run', { workflowData: { name: 'Quick', nodes: [trigger], connections: {}, settings: {} } });
  await expect.poll(() => received).toEqual([true, false]);
  end();
});

describe('listening', () => {
  it('begins, moves to another port, and ends while the engine runs; addresses follow', async () => {
    const [first, second] = [await freePort(), await freePort()];
    const events: string[] = [];
    const end = engine.onPush({ id: 'settings' }, { event: (_number, { type }) => events.push(type), missed: () => undefined });
    expect(await engine.listen({ host: '127.0.0.1', port: first })).toEqual({ host: '127.0.0.1', port: first });
    expect([await isReached(first), await editorUrl()]).toEqual([true, `http://localhost:${first}/`]);
    await engine.listen({ host: '127.0.0.1', port: second });
    expect([await isReached(first), await isReached(second), await editorUrl()]).toEqual([false, true, `http://localhost:${second}/`]);
    await engine.unlisten();
    expect(await isReached(second)).toBe(false);
    expect(await get('/rest/workflows')).toMatchObject({ status: 200 });
    await expect.poll(() => events.filter((type) => type === 'addressesChanged').length).toBe(3);
    end();
  });

  it('changes the interface at the same port', async () => {
    const port = await freePort();
    await engine.listen({ host: '127.0.0.1', port });
    expect(await engine.listen({ host: '0.0.0.0', port })).toEqual({ host: '0.0.0.0', port });
    expect(await isReached(port)).toBe(true);
    await engine.unlisten();
  });

  it('stays at its address if the new one is taken', async () => {
    const port = await freePort();
    await engine.listen({ host: '127.0.0.1', port });
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const { port: usedPort } = other.address() as AddressInfo;
    await expect(engine.listen({ host: '127.0.0.1', port: usedPort })).rejects.toMatchObject({
      code: 'PORT_TAKEN',
      params: { port: usedPort, next: usedPort + 1 },
    });
    expect(await isReached(port)).toBe(true);
    other.close();
    await engine.unlisten();
  });
});

it('resumes after the computer slept', async () => {
  await engine.resume();
  expect(await get('/rest/active')).toMatchObject({ status: 200 });
});
