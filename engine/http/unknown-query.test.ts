// Parameters of the query that a call does not have.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runningServer, type RunningServer } from '../testing/running-server.ts';

let running: RunningServer;
beforeAll(async () => {
  running = await runningServer();
});
afterAll(() => running.close());

it.each([
  ['/rest/executions?workflowId=abc', 'workflowId', 'Its parameters are: filter, firstId, lastId, limit'],
  ['/rest/executions-current?status=running', 'status', 'Its parameters are: filter.'],
  ['/rest/executions/abc?includeData=true', 'includeData', 'Leave it out'],
  ['/rest/workflows?__proto__=1', '__proto__', 'Its parameters are: '],
])('%s is refused instead of ignored', async (url, field, hint) => {
  const { status, body } = await running.send({ url });
  expect([status, body]).toMatchObject([400, { code: 'BAD_REQUEST', hint: expect.stringContaining(hint) as string }]);
  expect(JSON.stringify(body)).toContain(`\\"${field}\\"`);
});

const withFilter = (path: string, filter: object): string =>
  `${path}?${new URLSearchParams({ filter: JSON.stringify(filter) }).toString()}`;

it.each([
  [withFilter('/rest/executions', { workflow: 'abc' }), '"workflow"', 'Its fields are: workflowId, status, finished'],
  [withFilter('/rest/executions', JSON.parse('{"__proto__":{"mode":"cli"}}') as object), '"__proto__"', 'Its fields are: '],
  [withFilter('/rest/executions-current', { workflowID: 'abc' }), '"workflowID"', 'Its fields are: workflowId'],
  [withFilter('/rest/workflows', { archived: true }), '"archived"', 'Its fields are: name, active, isArchived, tags, ids, folderId.'],
])('%s: its field is refused instead of ignored', async (url, field, hint) => {
  const { status, body } = await running.send({ url });
  expect([status, body]).toMatchObject([400, { code: 'BAD_REQUEST', hint: expect.stringContaining(hint) as string }]);
  expect(body.message).toContain(field);
});

it.each([
  [withFilter('/rest/executions', { finished: 'no' }), 'The field "finished" of the filter must be true or false.'],
  [withFilter('/rest/executions', { workflowId: ['abc'] }), 'The field "workflowId" of the filter must be a text.'],
  [withFilter('/rest/workflows', { tags: 'billing' }), 'The field "tags" of the filter must be a list.'],
])('%s: its value is refused instead of ignored', async (url, message) => {
  expect((await running.send({ url })).body).toMatchObject({ code: 'BAD_REQUEST', message });
});

const deleteBefore = '9999-01-01T00:00:00Z';
it.each([
  ['an unknown field of the filter', { deleteBefore, filters: { workflow: 'abc' } }, '"workflow"'],
  ['an unknown member beside the filter', { deleteBefore, filter: { workflowId: 'abc' } }, 'filter'],
])('deletes no execution for %s', async (_, body, field) => {
  const workflow = {
    name: 'W',
    nodes: [{ name: 'S', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, position: [0, 0], parameters: {} }],
  };
  const workflowData = { ...workflow, connections: {}, settings: { saveManualExecutions: true } };
  const saved = await running.data<{ id: string }>({ method: 'POST', url: '/rest/workflows', body: workflowData });
  await running.data({ method: 'POST', url: '/rest/workflows/run', body: { workflowData: { ...workflowData, id: saved.id } } });
  const count = async (): Promise<number> =>
    (await running.data<{ count: number }>({ url: withFilter('/rest/executions', { workflowId: saved.id }) })).count;
  await expect.poll(count).toBe(1);
  const rejected = await running.send({ method: 'POST', url: '/rest/executions/delete', body });
  expect([rejected.status, rejected.body.code]).toEqual([400, 'BAD_REQUEST']);
  expect(JSON.stringify(rejected.body)).toContain(field.replaceAll('"', String.raw`\"`));
  expect(await count()).toBe(1);
});

it('honors the times of a filter for running executions, and the earlier one when it deletes', async () => {
  const url = withFilter('/rest/executions-current', { startedAfter: deleteBefore });
  expect(await running.data({ url })).toEqual([]);
  const filters = { startedBefore: '2001-01-01T00:00:00Z' };
  const body = { deleteBefore, filters };
  expect(await running.data({ method: 'POST', url: '/rest/executions/delete', body })).toEqual({ deleted: 0 });
});
