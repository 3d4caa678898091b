// Deleting a workflow in every state of its executions, by the owner of the instance and by a member.
import { once } from 'node:events';
import { request, type IncomingMessage, type ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ExecutionSummary } from '../../contract/rest/executions.ts';
import { Store } from '../../store/index.ts';
import { row, webhook, type Sketch } from '../../testing/run-story.ts';
import { runningServer, type As, type RunningServer } from '../../testing/running-server.ts';
import { stubServer, type StubServer } from '../../testing/stub-server.ts';

let running: RunningServer;
let stub: StubServer;
let requests: string[];
let blocked: ServerResponse[];

beforeEach(async () => {
  requests = [];
  blocked = [];
  stub = await stubServer(({ url }, response) => {
    requests.push(url.slice(1));
    blocked.push(response);
  });
  running = await runningServer({ hasPeople: true, settings: { productionLimit: 1, stopSeconds: 1 } });
});
afterEach(async () => {
  await running.close();
  await stub.close();
});

const ask = (name: string): Sketch => ({
  type: 'httpRequest',
  typeVersion: 4.2,
  parameters: { url: `${stub.address}/${name}`, options: {} },
});
const wait: Sketch = {
  type: 'wait',
  typeVersion: 1.1,
  parameters: { resume: 'timeInterval', amount: 3, unit: 'hours' },
};
const set = (node: Sketch, parameters: object): Sketch => ({ ...node, parameters: { ...node.parameters, ...parameters } });
const release = (): void => {
  for (const response of blocked.splice(0)) response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
};

async function saved(name: string, nodes: Readonly<Record<string, Sketch>>, as: As): Promise<string> {
  const body = { ...row({ Hook: webhook(name), ...nodes }), name, active: true };
  return (await running.data<{ id: string }>({ method: 'POST', url: '/rest/workflows', body }, as)).id;
}

const call = (path: string): Promise<Response> => fetch(new URL(`webhook/${path}`, running.server.url));

const executions = async (as: As): Promise<readonly ExecutionSummary[]> => {
  const filter = JSON.stringify({ status: ['new', 'running', 'waiting', 'success', 'error', 'canceled'] });
  return (await running.data<{ results: ExecutionSummary[] }>({ url: `/rest/executions?filter=${filter}` }, as)).results;
};
const states = async (as: As): Promise<readonly string[]> =>
  (await executions(as)).map(({ workflowName, status }) => `${workflowName} ${status}`).toSorted();

const deletion = (id: string, as: As): Promise<unknown> => running.data({ url: `/rest/workflows/${id}/deletion` }, as);
const remove = (id: string, as: As): Promise<unknown> => running.data({ method: 'DELETE', url: `/rest/workflows/${id}` }, as);

describe.each<As>(['owner', 'member'])('a workflow that the %s deletes', (as) => {
  it('stops what is queued or waits, lets the rest end, and leaves their rows to that user', async () => {
    const waits = await saved('waits', { Wait: wait, After: ask('after-wait') }, as);
    const runs = await saved('runs', { Ask: ask('runs'), After: ask('after-runs') }, as);
    const pauses = await saved('pauses', { Ask: ask('pauses'), Wait: wait, After: ask('after-pause') }, as);
    const queues = await saved('queues', { Ask: ask('queues') }, as);
    await call('waits');
    await expect.poll(() => states(as)).toEqual(['waits waiting']);
    await call('runs');
    await expect.poll(() => requests).toEqual(['runs']);
    for (const path of ['queues', 'queues']) await call(path);
    await expect.poll(() => states(as)).toEqual(['queues new', 'queues new', 'runs running', 'waits waiting']);
    expect(await deletion(waits, as)).toEqual({ queued: 0, waiting: 1, running: 0 });
    expect(await deletion(runs, as)).toEqual({ queued: 0, waiting: 0, running: 1 });
    expect(await deletion(queues, as)).toEqual({ queued: 2, waiting: 0, running: 0 });
    for (const id of [waits, runs, queues]) await remove(id, as);
    expect(await states(as)).toEqual(['queues canceled', 'queues canceled', 'runs running', 'waits canceled']);
    release();
    await expect.poll(() => requests).toEqual(['runs', 'after-runs']);
    // This one comes to wait only after its workflow was deleted.
    release();
    await call('pauses');
    await expect.poll(() => requests.at(-1)).toBe('pauses');
    await remove(pauses, as);
    release();
    const expected = ['pauses canceled', 'queues canceled', 'queues canceled', 'runs success', 'waits canceled'];
    await expect.poll(() => states(as)).toEqual(expected);
    expect(await states('owner')).toEqual(expected);
    expect(requests).toEqual(['runs', 'after-runs', 'pauses']);
    const canceled = (await executions(as)).filter(({ status }) => status === 'canceled');
    expect(new Set(canceled.map(({ errorMessage }) => errorMessage))).toEqual(
      new Set(['The execution was stopped because its workflow was deleted.']),
    );
  });

  it('takes the executions with it that had ended', async () => {
    const id = await saved('ended', {}, as);
    await call('ended');
    await expect.poll(() => states(as)).toEqual(['ended success']);
    await remove(id, as);
    expect(await states(as)).toEqual([]);
  });
});

describe('a caller who waits for the response of a waiting execution', () => {
  const respond: Sketch = {
    type: 'respondToWebhook',
    typeVersion: 1.4,
    parameters: { respondWith: 'text', responseBody: 'x', options: {} },
  };
  const calledWaiting = async (): Promise<{ readonly id: string; readonly executionId: string; readonly response: Promise<Response> }> => {
    const body = {
      ...row({ Hook: set(webhook('held'), { responseMode: 'responseNode' }), Wait: wait, Respond: respond }),
      name: 'held',
      active: true,
    };
    const { id } = await running.data<{ id: string }>({ method: 'POST', url: '/rest/workflows', body }, 'owner');
    const response = call('held');
    await expect.poll(() => states('owner')).toEqual(['held waiting']);
    return { id, executionId: (await executions('owner'))[0]?.id ?? '', response };
  };
  const stopped = { code: 0, hint: 'The execution was stopped before it could answer.' };

  it.each<[string, (id: string, executionId: string) => Promise<unknown>]>([
    ['its workflow is deleted', (id) => remove(id, 'owner')],
    ['it is stopped', (_, id) => running.data({ method: 'POST', url: `/rest/executions-current/${id}/stop` }, 'owner')],
    ['it is deleted', (_, id) => running.data({ method: 'POST', url: '/rest/executions/delete', body: { ids: [id] } }, 'owner')],
    ['another process stops it', (_, id) => besides((store) => store.executions.cancelWaiting(id, Date.now()))],
    ['another process deletes it', (_, id) => besides((store) => store.executionList.remove({ ids: [id] }, Date.now()))],
  ])('gets one when %s', async (_, act) => {
    const { id, executionId, response } = await calledWaiting();
    await act(id, executionId);
    const { status, json } = await response.then(async (each) => ({ status: each.status, json: await each.json() }));
    expect({ status, json }).toMatchObject({ status: 500, json: stopped });
  });
});

/** Acts on the database like another process. */
async function besides(act: (store: Store) => Promise<unknown>): Promise<void> {
  const store = await Store.open(running.dataDir);
  await act(store);
  await store.close();
}

describe('after a deletion', () => {
  it('nothing of the workflow can be retried', async () => {
    const id = await saved('waits', { Wait: wait, After: ask('after') }, 'member');
    await call('waits');
    await expect.poll(() => states('member')).toEqual(['waits waiting']);
    await remove(id, 'member');
    const [left] = await executions('member');
    const retried = await running.send({ method: 'POST', url: `/rest/executions/${left?.id}/retry`, body: {} }, 'member');
    expect(retried).toMatchObject({ status: 404, body: { code: 'WORKFLOW_NOT_FOUND' } });
    expect(retried.body.message).toContain('its workflow "waits" was deleted');
    expect(requests).toEqual([]);
  });

  it('a call whose body arrives only then starts nothing', async () => {
    const body = { ...row({ Hook: set(webhook('late'), { httpMethod: 'POST' }), Ask: ask('late') }), name: 'late', active: true };
    const { id } = await running.data<{ id: string }>({ method: 'POST', url: '/rest/workflows', body }, 'owner');
    const { hostname, port, pathname } = new URL('webhook/late', running.server.url);
    const headers = { 'content-type': 'application/json', 'content-length': 2 };
    const clientRequest = request({ hostname, port, path: pathname, method: 'POST', headers });
    const responded = once(clientRequest, 'response') as Promise<[IncomingMessage]>;
    clientRequest.flushHeaders();
    await expect.poll(() => [...running.server.openRequests()]).toEqual(['POST /webhook/late']);
    await remove(id, 'owner');
    clientRequest.end('{}');
    const [response] = await responded;
    response.resume();
    expect(response.statusCode).toBe(404);
    expect(await executions('owner')).toEqual([]);
  });
});

it('a deactivated workflow keeps what waits', async () => {
  const id = await saved('waits', { Wait: wait }, 'member');
  await call('waits');
  await expect.poll(() => states('member')).toEqual(['waits waiting']);
  await running.data({ method: 'PATCH', url: `/rest/workflows/${id}`, body: { active: false } }, 'member');
  expect(await states('member')).toEqual(['waits waiting']);
});

it('a member neither sees what a deletion of another workflow would stop, nor stops it', async () => {
  const id = await saved('waits', { Wait: wait }, 'owner');
  await call('waits');
  await expect.poll(() => states('owner')).toEqual(['waits waiting']);
  expect((await running.send({ url: `/rest/workflows/${id}/deletion` }, 'member')).status).toBe(404);
  expect((await running.send({ method: 'DELETE', url: `/rest/workflows/${id}` }, 'member')).status).toBe(404);
  expect(await states('owner')).toEqual(['waits waiting']);
});

it('the next start stops what a killed deletion has left', async () => {
  await running.close();
  running = await runningServer();
  const id = await saved('waits', { Wait: wait }, 'default');
  await call('waits');
  await expect.poll(() => states('default')).toEqual(['waits waiting']);
  const { dataDir } = running;
  await running.close(true);
  const store = await Store.open(dataDir);
  await store.workflows.remove(id);
  await store.close();
  running = await runningServer({ dataDir });
  expect(await states('default')).toEqual(['waits canceled']);
});
