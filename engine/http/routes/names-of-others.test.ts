// Responses, errors and events for a member contain nothing about other users' workflows, executions and credentials.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPush, type PushReader } from '../../testing/push-reader.ts';
import { runningServer, type RunningServer } from '../../testing/running-server.ts';
import type { TestRequest } from '../../testing/account-server.ts';
import { row } from '../../testing/run-story.ts';

const webhook = (path: string) => ({ type: 'webhook', typeVersion: 2, webhookId: path, parameters: { path, responseMode: 'lastNode' } });
const patch = (id: string, body: object): TestRequest => ({ method: 'PATCH', url: `/rest/workflows/${id}`, body });

let running: RunningServer;
let events: PushReader;
/** Names and ids that belong to the owner. */
const planted: string[] = ['Secret plan', 'Secret node', 'Secret caller', 'Secret key'];
const own = { called: '', wants: '', execution: '', tag: '' };
const foreign = { plan: '', execution: '', credential: '' };

async function saved(body: object, as: 'owner' | 'member'): Promise<string> {
  return (await running.data<{ id: string }>({ method: 'POST', url: '/rest/workflows', body }, as)).id;
}

const latest = async (workflowId: string, as: 'owner' | 'member'): Promise<{ id: string; parentExecution?: object }> => {
  const url = `/rest/executions?filter=${encodeURIComponent(JSON.stringify({ workflowId }))}`;
  const { results } = await running.data<{ results: { id: string }[] }>({ url }, as);
  return results[0] ?? { id: '' };
};

beforeAll(async () => {
  running = await runningServer({ over: 'socket', hasPeople: true });
  const cookie = running.cookieOf('member');
  events = await readPush(running.server, 'session-1', cookie === undefined ? {} : { cookie });
  own.tag = (await running.data<{ id: string }>({ method: 'POST', url: '/rest/tags', body: { name: 'team' } }, 'owner')).id;
  const tags = [own.tag];
  const called = row({ Start: { type: 'executeWorkflowTrigger' } }, { name: 'Called', settings: { callerPolicy: 'any' }, tags });
  own.called = await saved(called, 'member');
  foreign.plan = await saved({ ...row({ 'Secret node': webhook('taken') }), name: 'Secret plan', tags, active: true }, 'owner');
  const calling = { type: 'executeWorkflow', typeVersion: 1.2, parameters: { workflowId: { __rl: true, mode: 'id', value: own.called } } };
  const caller = await saved({ ...row({ Hook: webhook('go'), Call: calling }), name: 'Secret caller', active: true }, 'owner');
  own.wants = await saved({ ...row({ Hook: webhook('taken') }), name: 'Wants it' }, 'member');
  const credential = { name: 'Secret key', type: 'httpHeaderAuth', data: {} };
  foreign.credential = (await running.data<{ id: string }>({ method: 'POST', url: '/rest/credentials', body: credential }, 'owner')).id;
  expect((await fetch(new URL('webhook/go', running.server.url))).status).toBe(200);
  foreign.execution = (await latest(caller, 'owner')).id;
  own.execution = (await latest(own.called, 'member')).id;
  planted.push(foreign.plan, caller, foreign.credential);
});
afterAll(async () => {
  events.close();
  await running.close();
});

const learned = (text: string): string[] => planted.filter((secret) => text.includes(secret));

it('the owner sees who has called the workflow of a member, and the member does not', async () => {
  expect(await latest(own.called, 'owner')).toMatchObject({ parentExecution: { executionId: foreign.execution } });
  expect(own.execution).not.toBe('');
  expect(await latest(own.called, 'member')).not.toHaveProperty('parentExecution');
});

it.each<[what: string, request: () => TestRequest, message: RegExp]>([
  ['an activation', () => patch(own.wants, { active: true }), /GET webhook\/taken is taken by another workflow/],
  ['the reason that is kept', () => ({ url: `/rest/active/error/${own.wants}` }), /taken by another workflow/],
  [
    'an activation while saving',
    () => ({ method: 'POST', url: '/rest/workflows', body: { ...row({ Hook: webhook('taken') }), active: true } }),
    /taken by another workflow/,
  ],
])('%s does not name the workflow that has the path', async (_, request, message) => {
  const { text } = await running.send(request(), 'member');
  expect(text).toMatch(message);
  expect(learned(text)).toEqual([]);
});

it('a test does not name the workflow that waits at its path', async () => {
  const run = (id: string): TestRequest => ({
    method: 'POST',
    url: '/rest/workflows/run',
    body: { workflowData: { ...row({ 'Secret node': webhook('test') }), id, name: 'Secret plan' } },
  });
  await running.data(run(foreign.plan), 'owner');
  const other = { ...row({ Hook: webhook('test') }), id: own.wants, name: 'Wants it' };
  const { status, text } = await running.send({ method: 'POST', url: '/rest/workflows/run', body: { workflowData: other } }, 'member');
  expect([status, learned(text)]).toEqual([409, []]);
});

it('the conflict names a workflow of the same user, and everything to the owner', async () => {
  const mine = { ...row({ Hook: webhook('mine') }), name: 'Mine', active: true };
  await saved(mine, 'member');
  const again = { method: 'POST', url: '/rest/workflows', body: { ...mine, name: 'Again' } } as const;
  expect((await running.send(again, 'member')).body.message).toContain('of the workflow "Mine"');
  expect((await running.send(again, 'owner')).body.message).toContain('of the workflow "Mine"');
});

it.each<[what: string, request: TestRequest]>([
  ['is proposed', { url: '/rest/workflows/new?name=Secret%20plan' }],
  ['is saved', { method: 'POST', url: '/rest/workflows', body: { ...row({}), name: 'Secret plan' } }],
])('a name that another user has %s without a number', async (_, request) => {
  const { id, name } = await running.data<{ id?: string; name: string }>(request, 'member');
  expect(name).toBe('Secret plan');
  expect((await running.data<{ name: string }>({ url: '/rest/workflows/new?name=Secret%20plan' }, 'owner')).name).toMatch(
    /^Secret plan \d$/,
  );
  if (id === undefined) return;
  expect((await running.data<{ name: string }>({ url: '/rest/workflows/new?name=Secret%20plan' }, 'member')).name).toBe('Secret plan 2');
  await running.data({ method: 'DELETE', url: `/rest/workflows/${id}` }, 'member');
});

it('a rename does not meet the names of others', async () => {
  expect(await running.data(patch(own.wants, { name: 'Secret caller' }), 'member')).toMatchObject({ name: 'Secret caller' });
  await running.data(patch(own.wants, { name: 'Wants it' }), 'member');
});

it('tags count the workflows that the caller sees', async () => {
  const count = async (as: 'owner' | 'member'): Promise<unknown> =>
    (await running.data<{ name: string; usageCount: number }[]>({ url: '/rest/tags?withUsageCount=true' }, as))[0]?.usageCount;
  expect([await count('owner'), await count('member')]).toEqual([2, 1]);
});

describe('responses to a member', () => {
  it('without parameters contain nothing of others, whatever the route', async () => {
    const lists = running.mounted.filter(({ method, path }) => method === 'GET' && !/[:*]/.test(path) && path !== '/push');
    expect(lists.length).toBeGreaterThan(15);
    const leaks: string[] = [];
    for (const { path } of lists) {
      const { text } = await running.send({ url: `/rest${path}` }, 'member');
      for (const secret of learned(text)) leaks.push(`${path}: ${secret}`);
    }
    expect(leaks).toEqual([]);
  });

  it.each<[url: () => string]>([
    [() => `/rest/executions/${own.execution}`],
    [() => `/rest/workflows/${own.called}`],
    [() => `/rest/workflows/${own.called}/history`],
    [() => '/rest/executions-current'],
    [() => `/rest/executions?filter=${encodeURIComponent(JSON.stringify({ workflowId: own.called }))}`],
  ])('about their own things contain nothing of others: %s', async (url) => {
    const { status, text } = await running.send({ url: url() }, 'member');
    expect([status, learned(text)]).toEqual([200, []]);
    expect(text).not.toContain(`"executionId":"${foreign.execution}"`);
  });

  it.each<[request: () => TestRequest]>([
    [() => ({ url: `/rest/workflows/${foreign.plan}` })],
    [() => patch(foreign.plan, { active: false })],
    [() => ({ url: `/rest/active/error/${foreign.plan}` })],
    [() => ({ method: 'DELETE', url: `/rest/workflows/${foreign.plan}` })],
    [() => ({ url: `/rest/executions/${foreign.execution}` })],
    [() => ({ method: 'POST', url: `/rest/executions/${foreign.execution}/stop` })],
    [() => ({ method: 'POST', url: `/rest/executions/${foreign.execution}/retry`, body: {} })],
    [() => ({ url: `/rest/credentials/${foreign.credential}` })],
    [() => ({ method: 'PUT', url: `/rest/credentials/${foreign.credential}/share`, body: { shareWithIds: [] } })],
  ])('about what is not theirs say that it does not exist: %s', async (request) => {
    const { status, text } = await running.send(request(), 'member');
    // The id is the member's own input.
    const rest = learned(text).filter((secret) => !(request().url ?? '').includes(secret));
    expect([status, rest]).toEqual([404, []]);
  });
});

it('events of a member contain nothing of others', () => {
  expect(learned(JSON.stringify(events.events()))).toEqual([]);
});
