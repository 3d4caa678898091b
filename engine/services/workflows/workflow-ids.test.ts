// Ids of new workflows: a user cannot get the id of another user's workflow, even of a deleted one, nor reach other users' runs by an id.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestRequest } from '../../testing/account-server.ts';
import { row, start, webhook, type Sketch } from '../../testing/run-story.ts';
import { runningServer, type As, type RunningServer } from '../../testing/running-server.ts';

let running: RunningServer;
beforeAll(async () => {
  running = await runningServer({ hasPeople: true });
});
afterAll(() => running.close());

const simple = (id?: string): object => ({ ...row({ Start: start }), ...(id === undefined ? {} : { id }) });
const created = async (as: As, body: object): Promise<string> =>
  (await running.data<{ id: string }>({ method: 'POST', url: '/rest/workflows', body }, as)).id;
const removed = (as: As, id: string): Promise<unknown> => running.data({ method: 'DELETE', url: `/rest/workflows/${id}` }, as);

describe('the id of a new workflow', () => {
  it('is that of the file if nothing names it', async () => {
    expect(await created('member', simple('free-1'))).toBe('free-1');
    expect(await created('owner', simple('free-1'))).not.toBe('free-1');
  });

  it('of a deleted workflow can be used again by its owner only', async () => {
    const id = await created('owner', simple('deleted-1'));
    await removed('owner', id);
    expect(await created('member', simple(id))).not.toBe(id);
    expect(await created('owner', simple(id))).toBe(id);
    // The tombstone follows the latest owner.
    await removed('owner', id);
    expect(await created('member', simple(id))).not.toBe(id);
  });

  it.each<readonly [what: string, id: string, naming: object]>([
    ['list of callers', 'called-1', { settings: { callerPolicy: 'workflowsFromAList', callerIds: 'a, called-1' } }],
    ['error workflow', 'called-2', { settings: { errorWorkflow: 'called-2' } }],
    ['called workflow', 'called-3', row({ Start: start, Call: { type: 'executeWorkflow', parameters: { workflowId: 'called-3' } } })],
  ])('is not one that another user’s workflow names as %s', async (_what, id, naming) => {
    await created('owner', { ...row({ Start: start }), ...naming });
    expect(await created('member', simple(id))).not.toBe(id);
    // One's own workflows may name it: they are often imported together.
    expect(await created('owner', simple(id))).toBe(id);
  });

  it('says nothing about the content of other users’ workflows', async () => {
    const secret = 'ghp_Zx9-Kq_27LmVictim';
    const code = { type: 'code', typeVersion: 2, parameters: { jsCode: `const token = '${secret}'` } };
    await created('owner', { ...row({ Start: start, Code: code }), pinData: { Start: [{ json: { token: secret } }] } });
    for (const guess of ['g', 'ghp_Z', secret, '1', '2']) expect(await created('member', simple(guess))).toBe(guess);
  });

  it.each(['unsaved', 'unsaved-owner', '__proto__', 'a/b', '../x', 'x'.repeat(65), ''])('is not "%s"', async (id) => {
    const workflow = await created('member', simple(id));
    if (id === '__proto__') expect(workflow).toBe(id);
    else expect(workflow).not.toBe(id);
  });

  it('is not one that an execution names', async () => {
    const store = running.server.services;
    const id = await created('owner', { ...row({ Hook: webhook('ran') }), id: 'ran-1', active: true });
    expect((await fetch(new URL('webhook/ran', running.server.url))).status).toBe(200);
    await store.executions.idle();
    await removed('owner', id);
    expect(await created('member', simple(id))).not.toBe(id);
  });
});

describe('what is not saved', () => {
  const wait: Sketch = { type: 'wait', typeVersion: 1.1, parameters: { amount: 30, unit: 'seconds' } };
  const run = (workflowData: object, session: string): TestRequest => ({
    method: 'POST',
    url: '/rest/workflows/run',
    body: { workflowData },
    headers: { 'session-id': session },
  });
  const ownerId = async (): Promise<string> => (await running.data<{ id: string }>({ url: '/rest/login' }, 'owner')).id;

  it('is not reached by an id that its user’s id or session is part of', async () => {
    const id = await ownerId();
    const ran = await running.data<{ executionId: string }>(run(row({ Start: start, Wait: wait }), 's'), 'owner');
    for (const squatted of [`unsaved-${id}`, 'unsaved-s', 'unsaved']) await created('member', simple(squatted));
    const listed = await running.data<{ id: string }[]>({ url: '/rest/executions-current' }, 'member');
    expect(listed).toEqual([]);
    const stopped = await running.send({ method: 'POST', url: `/rest/executions-current/${ran.executionId}/stop` }, 'member');
    expect(stopped.status).toBe(404);
    expect((await running.send({ url: `/rest/executions/${ran.executionId}` }, 'member')).status).toBe(404);
    await running.data({ method: 'POST', url: `/rest/executions-current/${ran.executionId}/stop` }, 'owner');
  });

  it('or is saved, goes on listening when another user stops or tests the same workflow', async () => {
    const hook = row({ Hook: webhook('saved-hook') });
    const id = await created('member', hook);
    const test = { ...hook, id };
    expect(await running.data(run(test, 'owners'), 'owner')).toMatchObject({ waitingForWebhook: true });
    const stop: TestRequest = { method: 'DELETE', url: `/rest/test-webhook/${id}`, headers: { 'session-id': 'owners' } };
    expect(await running.data(stop, 'member')).toBe(false);
    expect(await running.send(run(test, 'members'), 'member')).toMatchObject({ status: 409, body: { code: 'WEBHOOK_CONFLICT' } });
    expect((await fetch(new URL('webhook-test/saved-hook', running.server.url))).status).toBe(200);
    // Another window of the same user replaces the first one.
    for (const session of ['one', 'two'])
      expect(await running.data(run(test, session), 'owner')).toMatchObject({ waitingForWebhook: true });
    expect(await running.data(stop, 'owner')).toBe(true);
  });

  it('goes on listening whatever other users stop', async () => {
    const id = await ownerId();
    const hook = row({ Hook: webhook('unsaved-hook') });
    expect(await running.data(run(hook, 'mine'), 'owner')).toMatchObject({ waitingForWebhook: true });
    for (const guess of [`unsaved-${id}`, 'unsaved-mine', '__EMPTY__', 'mine', id]) {
      const stop: TestRequest = { method: 'DELETE', url: `/rest/test-webhook/${guess}`, headers: { 'session-id': 'mine' } };
      expect(await running.data(stop, 'member')).toBe(false);
    }
    // A member who runs a workflow with the same id listens beside the owner, not instead.
    const response = await running.send(run({ ...hook, id: `unsaved-${id}` }, 'mine'), 'member');
    expect(response.status).toBe(409);
    expect((await fetch(new URL('webhook-test/unsaved-hook', running.server.url))).status).toBe(200);
    const stop: TestRequest = { method: 'DELETE', url: '/rest/test-webhook/__EMPTY__', headers: { 'session-id': 'mine' } };
    expect(await running.data(stop, 'owner')).toBe(false);
  });
});
