// Deleting a workflow in every state of its executions, by the owner of the instance and by a member.
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ExecutionSummary } from '../../contract/rest/executions.ts';
import { Store } from '../../store/index.ts';
import { row, webhook, type Sketch } from '../../testing/run-story.ts';
import { runningServer, type As, type RunningServer } from '../../testing/running-server.ts';
import { stubServer, type StubServer } from '../../testing/stub-server.ts';

let running: RunningServer;
let stub: StubServer;
let asked: string[];
let held: ServerResponse[];

beforeEach(async () => {
  asked = [];
  held = [];
  stub = await stubServer(({ url }, response) => {
    asked.push(url.slice(1));
    held.push(response);
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
const release = (): void => {
  for (const response of held.splice(0)) response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
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
    await expect.poll(() => asked).toEqual(['runs']);
    for (const path of ['queues', 'queues']) await call(path);
    await expect.poll(() => states(as)).toEqual(['queues new', 'queues new', 'runs running', 'waits waiting']);
    expect(await deletion(waits, as)).toEqual({ queued: 0, waiting: 1, running: 0 });
    expect(await deletion(runs, as)).toEqual({ queued: 0, waiting: 0, running: 1 });
    expect(await deletion(queues, as)).toEqual({ queued: 2, waiting: 0, running: 0 });
    for (const id of [waits, runs, queues]) await remove(id, as);
    expect(await states(as)).toEqual(['queues canceled', 'queues canceled', 'runs running', 'waits canceled']);
    release();
    await expect.poll(() => asked).toEqual(['runs', 'after-runs']);
    // This one comes to wait only after its workflow was deleted.
    release();
    await call('pauses');
    await expect.poll(() => asked.at(-1)).toBe('pauses');
    await remove(pauses, as);
    release();
    const expected = ['pauses canceled', 'queues canceled', 'queues canceled', 'runs success', 'waits canceled'];
    await expect.poll(() => states(as)).toEqual(expected);
    expect(await states('owner')).toEqual(expected);
    expect(asked).toEqual(['runs', 'after-runs', 'pauses']);
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
