// What waiting executions wait for, and continuing them over REST.
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { ExecutionWait } from '../../contract/rest/executions.ts';
import type { TestRequest } from '../../testing/account-server.ts';
import { readPush, type PushReader } from '../../testing/push-reader.ts';
import { jsonOf, row, set, start, type Sketch } from '../../testing/run-story.ts';
import { runningServer, type RunningServer } from '../../testing/running-server.ts';

let running: RunningServer;
const readers: PushReader[] = [];
beforeAll(async () => {
  running = await runningServer({ hasPeople: true });
});
afterEach(() => {
  for (const reader of readers.splice(0)) reader.close();
});
afterAll(() => running.close());

const wait = (parameters: object): Sketch => ({ type: 'wait', typeVersion: 1.1, parameters });
const post = (path: string, body?: object): TestRequest => ({ method: 'POST', url: `/rest${path}`, body, headers: { 'session-id': 's' } });
const waitOf = (id: string) => running.data<ExecutionWait>({ url: `/rest/executions/${id}/wait` }, 'owner');

/** Saves and runs a workflow until it waits; returns its execution's id. */
async function untilItWaits(node: Sketch): Promise<{ readonly id: string; readonly reader: PushReader }> {
  const reader = await readPush(running.server, 's', { cookie: running.cookieOf('owner') ?? '' });
  readers.push(reader);
  const file = { ...row({ Start: start, Pause: node, After: set('after', '1') }), name: 'Waits' };
  const { id: workflowId } = await running.data<{ id: string }>(post('/workflows', file), 'owner');
  const { executionId: id = '' } = await running.data<{ executionId?: string }>(
    post('/workflows/run', { workflowData: { ...file, id: workflowId } }),
    'owner',
  );
  // The wait may not be stored yet; requests wait until it is.
  await reader.next('executionFinished', (event) => event.executionId === id && event.status === 'waiting');
  return { id, reader };
}
const ended = async (reader: PushReader, id: string): Promise<string> =>
  (await reader.next('executionFinished', (event) => event.executionId === id && event.status !== 'waiting')).status;

it('names the time, and continues before it', async () => {
  const { id, reader } = await untilItWaits(wait({ resume: 'timeInterval', amount: 2, unit: 'days' }));
  const { waitTill = '', ...waitFields } = await waitOf(id);
  expect(waitFields).toEqual({ kind: 'time', node: 'Pause' });
  expect(Date.parse(waitTill)).toBeGreaterThan(Date.now());
  expect(await running.data(post(`/executions/${id}/resume`), 'owner')).toEqual({ executionId: id });
  expect(await ended(reader, id)).toBe('success');
  expect(reader.events()).toContainEqual(expect.objectContaining({ type: 'nodeExecuteAfter', nodeName: 'After' }));
  await running.server.services.executions.idle();
  const again = await running.send(post(`/executions/${id}/resume`), 'owner');
  expect([again.status, again.body.code]).toEqual([404, 'EXECUTION_NOT_FOUND']);
});

it('of an unsaved workflow continues with the placeholder id in expressions', async () => {
  const reader = await readPush(running.server, 's', { cookie: running.cookieOf('owner') ?? '' });
  readers.push(reader);
  const pause = wait({ resume: 'timeInterval', amount: 2, unit: 'days' });
  const workflowData = row({ Start: start, Pause: pause, After: set('id', '={{ $workflow.id }}') }, { id: '__EMPTY__' });
  const { executionId: id = '' } = await running.data<{ executionId?: string }>(post('/workflows/run', { workflowData }), 'owner');
  await reader.next('executionFinished', (event) => event.executionId === id && event.status === 'waiting');
  await running.data(post(`/executions/${id}/resume`), 'owner');
  expect(await ended(reader, id)).toBe('success');
  expect(jsonOf(reader.events(), 'After')).toEqual([{ id: '__EMPTY__' }]);
});

it.each([
  ['webhook', { httpMethod: 'POST', options: { webhookSuffix: 'yes' } }, ['POST'], /webhook-waiting\/[^/]+\/yes\?signature=/],
  [
    'form',
    { formTitle: 'Name', formFields: { values: [{ fieldLabel: 'Name' }] }, options: {} },
    ['GET', 'POST'],
    /form-waiting\/[^/]+\?signature=/,
  ],
])('names the address of a wait for a %s, which works', async (kind, parameters, methods, address) => {
  const { id, reader } = await untilItWaits(wait({ resume: kind, ...parameters }));
  const details = await waitOf(id);
  expect(details).toEqual({ kind, node: 'Pause', methods, url: expect.stringMatching(address) as unknown });
  const { status } = await fetch(details.url ?? '', { method: methods[0] ?? '' });
  expect(status).toBe(200);
  if (kind === 'webhook') expect(await ended(reader, id)).toBe('success');
});

it('leads to a called execution, which must continue first', async () => {
  const child = {
    ...row({
      When: { type: 'executeWorkflowTrigger', typeVersion: 1.1, parameters: { inputSource: 'passthrough' } },
      Pause: wait({ resume: 'webhook', options: {} }),
    }),
    name: 'Child',
  };
  const { id: childId } = await running.data<{ id: string }>(post('/workflows', child), 'owner');
  const { id, reader } = await untilItWaits({
    type: 'executeWorkflow',
    typeVersion: 1.2,
    parameters: { workflowId: { __rl: true, mode: 'id', value: childId }, options: {} },
  });
  const { kind, called = [] } = await waitOf(id);
  expect([kind, called]).toEqual(['workflow', [expect.any(String)]]);
  const rejected = await running.send(post(`/executions/${id}/resume`), 'owner');
  expect([rejected.status, rejected.body.hint]).toEqual([400, `Continue the called execution (${called[0] ?? ''}) instead.`]);
  await running.data(post(`/executions/${called[0] ?? ''}/resume`), 'owner');
  expect(await ended(reader, id)).toBe('success');
});
