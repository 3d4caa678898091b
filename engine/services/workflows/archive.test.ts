// Archived workflows, and what the list says about each workflow: its latest execution and its next scheduled run.
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ListedWorkflow, SavedWorkflow, WorkflowStarts } from '../../contract/rest/workflows.ts';
import { coreNode } from '../../testing/build-workflow.ts';
import { runningServer, type As, type RunningServer } from '../../testing/running-server.ts';

let running: RunningServer;
beforeEach(async () => {
  running = await runningServer({ hasPeople: true, settings: { saveManual: true } });
});
afterEach(() => running.close());

const daily = (expression: string): object =>
  coreNode('Daily', 'scheduleTrigger', 1.2, { rule: { interval: [{ field: 'cronExpression', expression }] } });
const waits = [coreNode('Start', 'manualTrigger', 1, {}), coreNode('Wait', 'wait', 1.1, { resume: 'webhook' })];
const waiting = { nodes: waits, connections: { Start: { main: [[{ node: 'Wait', type: 'main', index: 0 }]] } } };

const create = (body: object, as: As = 'owner') => running.data<SavedWorkflow>({ method: 'POST', url: '/rest/workflows', body }, as);
const change = (id: string, body: object) => running.send({ method: 'PATCH', url: `/rest/workflows/${id}`, body }, 'owner');
const list = (as: As = 'owner', filter = {}) =>
  running.data<ListedWorkflow[]>({ url: `/rest/workflows?${new URLSearchParams({ filter: JSON.stringify(filter) }).toString()}` }, as);
const run = async (id: string, workflow: object, as: As = 'owner'): Promise<string> => {
  const body = { workflowData: { ...workflow, id } };
  const { executionId } = await running.data<{ executionId: string }>({ method: 'POST', url: '/rest/workflows/run', body }, as);
  await running.server.services.executions.idle();
  return executionId;
};

it('archiving deactivates a workflow, and keeps its waiting executions', async () => {
  const nodes = [...waits, daily('0 9 * * *')];
  const { id } = await create({ name: 'Old', ...waiting, nodes, active: true });
  const executionId = await run(id, { ...waiting, nodes });
  expect((await change(id, { isArchived: true })).body).toMatchObject({ data: { isArchived: true, active: false } });
  expect(running.server.services.active.running()).not.toContain(id);
  expect(await running.data({ url: `/rest/executions/${executionId}` }, 'owner')).toMatchObject({ status: 'waiting' });
  expect(await list('owner', { isArchived: false })).toEqual([]);
  expect((await list('owner', { isArchived: true })).map((each) => each.id)).toEqual([id]);
});

it('an archived workflow is activated only after it was restored', async () => {
  const { id } = await create({ name: 'Old', nodes: [daily('0 9 * * *')], connections: {} });
  await change(id, { isArchived: true, active: true });
  const rejected = await change(id, { active: true });
  expect([rejected.status, rejected.body]).toMatchObject([409, { code: 'WORKFLOW_ARCHIVED', hint: 'Restore it first.' }]);
  expect((await change(id, { isArchived: false })).body).toMatchObject({ data: { isArchived: false, active: false } });
  expect((await change(id, { active: true })).body).toMatchObject({ data: { active: true } });
});

it('the mark of a file does not archive a new workflow, and is not stored as its content', async () => {
  const { id } = await create({ name: 'Copy', nodes: [], connections: {}, isArchived: true });
  await change(id, { name: 'Renamed', isArchived: true });
  await change(id, { isArchived: false });
  expect(await running.data({ url: `/rest/workflows/${id}` }, 'owner')).toMatchObject({ isArchived: false });
});

it('lists the latest execution that the user may see, and the next run of active workflows', async () => {
  const mine = await create({ name: 'Mine', ...waiting }, 'member');
  const own = await run(mine.id, waiting, 'member');
  const otherRun = await run(mine.id, waiting);
  const timed = await create({ name: 'Timed', nodes: [daily('0 9 * * *')], connections: {}, active: true });
  expect((await list('member'))[0]?.lastRun).toMatchObject({ id: own, status: 'waiting' });
  const byId = new Map((await list()).map((workflow) => [workflow.id, workflow]));
  expect(byId.get(mine.id)?.lastRun?.id).toBe(otherRun);
  expect(byId.get(mine.id)).not.toHaveProperty('nextRun');
  expect(byId.get(timed.id)?.nextRun).toMatch(/T09:00:00/);
  expect(byId.get(timed.id)).not.toHaveProperty('lastRun');
  await change(timed.id, { active: false });
  expect((await list()).find(({ id }) => id === timed.id)).not.toHaveProperty('nextRun');
});

it('returns the addresses of an active workflow, a form once', async () => {
  const hook = (name: string, type: string, parameters: object) => coreNode(name, type, 2, parameters);
  const nodes = [
    hook('Hook', 'webhook', { path: 'orders', httpMethod: 'POST' }),
    hook('Form', 'formTrigger', { formTitle: 'F', options: { path: 'ask' } }),
  ];
  const { id } = await create({ name: 'Open', nodes, connections: {} });
  const starts = () => running.data<WorkflowStarts>({ url: `/rest/workflows/${id}/starts` }, 'owner');
  expect((await starts()).webhooks).toEqual([]);
  await change(id, { active: true });
  expect((await starts()).webhooks).toEqual([
    { node: 'Hook', method: 'POST', url: expect.stringMatching(/\/webhook\/orders$/) as string, isForm: false },
    { node: 'Form', method: 'GET', url: expect.stringMatching(/\/form\/[\w-]+$/) as string, isForm: true },
  ]);
});

it('returns the next three runs of each schedule in the zone of the workflow, and why there are none', async () => {
  const nodes = [
    daily('0 9 * * *'),
    { ...daily('every day'), id: 'n', name: 'Never' },
    { ...daily('* * * * *'), name: 'Off', disabled: true },
  ];
  const { id } = await create({ name: 'Timed', nodes, connections: {}, settings: { timezone: 'Asia/Tokyo' } });
  const next = await running.data<WorkflowStarts>({ url: `/rest/workflows/${id}/starts` }, 'owner');
  expect(next.timezone).toBe('Asia/Tokyo');
  expect(next.nodes.map(({ name }) => name)).toEqual(['Daily', 'Never']);
  expect(next.nodes[0]?.runs.map((time) => time.slice(11))).toEqual(['00:00:00.000Z', '00:00:00.000Z', '00:00:00.000Z']);
  expect(next.nodes[1]).toMatchObject({ runs: [], error: expect.stringMatching(/\w/) as string });
});
