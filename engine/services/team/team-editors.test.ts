// Two whole servers on one database, whose editors reach either: what an editor at one learns of runs at the other, and what it can do with them.
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Member } from '../../contract/rest/members.ts';
import { pushAddress } from '../../push/hub.ts';
import { Store } from '../../store/index.ts';
import type { TestRequest } from '../../testing/account-server.ts';
import { newDatabase } from '../../testing/postgres/databases.ts';
import { readPush, type PushReader } from '../../testing/push-reader.ts';
import { jsonOf, message, row, set, start, story, webhook, type Sketch } from '../../testing/run-story.ts';
import { runningServer, type RunningServer } from '../../testing/running-server.ts';

let database: string;
let here: RunningServer;
let there: RunningServer;
const ends: (() => unknown)[] = [];

beforeAll(async () => {
  database = await newDatabase();
  const settings = { database, encryptionKey: 'the key of both', metrics: true };
  here = await runningServer({ settings });
  there = await runningServer({ settings });
  await vi.waitUntil(() => [here, there].every(({ server }) => server.services.members.count === 2), { timeout: 60_000 });
});
afterAll(async () => {
  for (const end of ends.toReversed()) await end();
  await here.close();
  await there.close();
});

const waiting: Sketch = { type: 'wait', typeVersion: 1.1, parameters: { amount: 60, unit: 'seconds' } };
const reply: Sketch = { type: 'wait', typeVersion: 1.1, parameters: { resume: 'webhook', options: {} }, webhookId: 'reply' };
const unsaved = { id: '__EMPTY__' };
let sessions = 0;

const run = (server: RunningServer, body: object, session: string): Promise<{ executionId?: string; waitingForWebhook?: boolean }> =>
  server.data({ method: 'POST', url: '/rest/workflows/run', body, headers: { 'session-id': session } });
const stop = (id = ''): TestRequest => ({ method: 'POST', url: `/rest/executions-current/${id}/stop` });

/** Connects an editor to a server; resolves once the other server knows where it is. */
async function editor(server: RunningServer): Promise<{ session: string; reader: PushReader }> {
  const session = `session ${++sessions}`;
  const reader = await readPush(server.server, session);
  ends.push(() => reader.close());
  const other = server === here ? there : here;
  const { userId } = await other.server.services.accounts.setUp.localOwner();
  const isKnown = (): boolean => {
    other.server.services.push.send(pushAddress(userId, session), { type: 'addressesChanged' });
    return reader.events().length > 0;
  };
  await vi.waitUntil(isKnown, { timeout: 60_000 });
  return { session, reader };
}

describe('an editor at one server, with a manual run at the other', () => {
  it('sees the whole run, however large its results are', async () => {
    const { session, reader } = await editor(here);
    const text = '={{ "☃".repeat(200000) }}';
    const { executionId } = await run(
      there,
      { workflowData: row({ Start: start, A: set('a', text), B: set('b', '2') }, unsaved) },
      session,
    );
    const events = await story(reader, executionId);
    expect(message(events)).toEqual([
      'executionStarted',
      ...['Start', 'A', 'B'].flatMap((name) => [`nodeExecuteBefore ${name}`, `nodeExecuteAfter ${name}`]),
      'executionFinished success',
    ]);
    expect(jsonOf(events, 'B')).toEqual([{ a: '☃'.repeat(200_000), b: '2' }]);
  });

  it('finds the run while it runs, and stops it', async () => {
    const { session, reader } = await editor(here);
    const long: Sketch = { type: 'code', typeVersion: 2, parameters: { jsCode: 'await new Promise(() => {}); return [];' } };
    const { executionId } = await run(there, { workflowData: row({ Start: start, Long: long }, unsaved) }, session);
    await reader.next('nodeExecuteBefore', ({ nodeName }) => nodeName === 'Long');
    expect(await here.data<{ id: string }[]>({ url: '/rest/executions-current' })).toMatchObject([{ id: executionId }]);
    expect(await here.data(stop(executionId))).toMatchObject({ status: 'canceled' });
    expect(message(await story(reader, executionId)).at(-1)).toBe('executionFinished canceled');
  });

  it('runs again with the results that only the other server has', async () => {
    const { session, reader } = await editor(here);
    const workflowData = row({ Start: start, A: set('a', '={{ String(Math.random()) }}'), B: set('b', '2') }, unsaved);
    const first = await run(there, { workflowData }, session);
    const results = jsonOf(await story(reader, first.executionId), 'A');
    const earlierResults = { Start: { executionId: first.executionId }, A: { executionId: first.executionId } };
    const again = { workflowData, destinationNode: 'B', earlierResults };
    const second = await run(here, again, session);
    const events = await story(reader, second.executionId);
    expect(message(events)).toEqual(['executionStarted', 'nodeExecuteBefore B', 'nodeExecuteAfter B', 'executionFinished success']);
    expect(jsonOf(events, 'B')).toEqual([{ ...(results as [object])[0], b: '2' }]);
    const other = await here.send({ method: 'POST', url: '/rest/workflows/run', body: again, headers: { 'session-id': 'of another' } });
    expect(other.body.code).toBe('RESULTS_GONE');
  });

  it('replies to a run that waits at the other server', async () => {
    const { session, reader } = await editor(here);
    const workflowData = row({ Start: start, Reply: reply, After: set('after', '1') }, unsaved);
    const from = (items: object[], resumes?: string): object => ({
      workflowData,
      triggerToStartFrom: { name: 'Start', items, ...(resumes === undefined ? {} : { resumes }) },
    });
    const { executionId } = await run(there, from([{ json: { text: 'Hello' } }]), session);
    await story(reader, executionId);
    await run(here, from([{ json: { text: 'Again' } }], executionId), session);
    await reader.next('executionFinished', (event) => event.executionId === executionId && event.status === 'success');
    expect(jsonOf(reader.events(), 'After')).toEqual([{ text: 'Again', after: '1' }]);
    const late: TestRequest = {
      method: 'POST',
      url: '/rest/workflows/run',
      body: from([{ json: {} }], executionId),
      headers: { 'session-id': session },
    };
    expect((await there.send(late)).body.code).toBe('EXECUTION_NOT_FOUND');
  });

  it('stops what listens at the other server, and replaces it', async () => {
    const streams: ServerResponse[] = [];
    const service = createServer((_request, response) => {
      streams.push(response);
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(':\n\n');
    });
    ends.push(() => service.close().closeAllConnections());
    await once(service.listen(0, '127.0.0.1'), 'listening');
    const { port } = service.address() as AddressInfo;
    const { session, reader } = await editor(here);
    const workflowData = row({ Events: { type: 'sseTrigger', parameters: { url: `http://127.0.0.1:${port}/` } } }, unsaved);
    const end: TestRequest = { method: 'DELETE', url: '/rest/test-webhook/__EMPTY__', headers: { 'session-id': session } };
    expect(await run(there, { workflowData }, session)).toMatchObject({ waitingForWebhook: true });
    expect(await here.data(end)).toBe(true);
    await reader.next('testWebhookDeleted');
    expect(await here.data(end)).toBe(false);
    expect(await run(there, { workflowData }, session)).toMatchObject({ waitingForWebhook: true });
    await expect.poll(() => streams.filter(({ closed }) => !closed).length).toBe(1);
    const replaced = once(streams.find(({ closed }) => !closed) ?? service, 'close');
    expect(await run(here, { workflowData }, session)).toMatchObject({ waitingForWebhook: true });
    await replaced;
    await expect.poll(() => streams.filter(({ closed }) => !closed).length).toBe(1);
    expect(await there.data(end)).toBe(true);
    await expect.poll(() => reader.events().filter(({ type }) => type === 'testWebhookDeleted').length).toBe(2);
    expect(await there.data(end)).toBe(false);
  });
});

it('an editor that moves between the servers misses no end of a run', async () => {
  const { session, reader } = await editor(here);
  const { executionId } = await run(
    here,
    { workflowData: row({ Start: start, Wait: { ...waiting, parameters: { amount: 2, unit: 'seconds' } } }, unsaved) },
    session,
  );
  await reader.next('nodeExecuteBefore', ({ nodeName }) => nodeName === 'Wait');
  reader.close();
  await reader.ended;
  const lastId = reader.messages.at(-1)?.id ?? '';
  const moved = await readPush(there.server, session, { 'last-event-id': lastId });
  ends.push(() => moved.close());
  await moved.next('executionFinished', (event) => event.executionId === executionId && event.status === 'success');
  expect(moved.messages[0]).toMatchObject({ event: 'gap' });
});

it('production executions of one server are a hint at the other', async () => {
  const { reader } = await editor(here);
  const { id } = await there.data<{ id: string }>({
    method: 'POST',
    url: '/rest/workflows',
    body: { name: 'Called', active: true, ...row({ Hook: webhook('called') }) },
  });
  expect(id).toEqual(expect.any(String));
  await fetch(new URL('webhook/called', there.server.url));
  await reader.next('executionsChanged');
  expect(reader.events().filter(({ type }) => type === 'executionStarted')).toEqual([]);
});

it('the executions of a server that has ended are crashed, and editors learn of it', async () => {
  const { reader } = await editor(here);
  const store = await Store.open('', { database });
  const instance = await store.openInstance({ dataDir: '/elsewhere', kind: 'server', onLost: () => undefined });
  await expect.poll(() => here.server.services.members.count).toBe(3);
  const record = {
    id: 'e',
    workflowId: 'w',
    workflowName: 'W',
    mode: 'manual',
    status: 'running',
    startedAt: 1,
    instance: instance.id,
  } as const;
  await store.executions.writer({ record }).saveStart();
  await instance.release();
  await store.close();
  await reader.next('serverEnded');
  expect(await here.data({ url: '/rest/executions/e' })).toMatchObject({ status: 'crashed' });
});

it('the owner sees who is there', async () => {
  const expected = (isHere: boolean): unknown[] =>
    [isHere, !isHere].map((isThis) => ({ kind: 'server', isThis, state: { version: '1.2.3', runs: 0, slots: 100, serves: true } }));
  for (const [server, isHere] of [
    [here, true],
    [there, false],
  ] as const)
    await expect.poll(() => server.data<Member[]>({ url: '/rest/members' })).toMatchObject(expected(isHere));
  expect(await here.data({ url: '/rest/settings' })).toMatchObject({ hasMembers: true });
  const metrics = await (await fetch(new URL('metrics', here.server.url))).text();
  expect(metrics).toMatch(/^millrace_servers 2$/m);
  expect(metrics).toMatch(/^millrace_production_limit 100$/m);
});
