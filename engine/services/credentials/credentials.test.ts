// Which credentials a workflow may use, over the whole server: those of its owner, or of the user who runs it manually.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Store } from '../../store/index.ts';
import type { TestRequest } from '../../testing/account-server.ts';
import { runningServer, type As, type RunningServer } from '../../testing/running-server.ts';
import { vaultOf } from '../../testing/vault-of.ts';
import { row, start, webhook, type Sketch } from '../../testing/run-story.ts';

const NAMES = { mine: 'Name of the owner', theirs: 'Name of the member', nobodys: 'Name of nobody' };

interface Execution {
  readonly status: string;
  readonly data: {
    readonly resultData: { readonly error?: { readonly message: string; readonly hint?: string }; readonly runData: object };
  };
}

let running: RunningServer;
let ownerId: string;

/** Runs work in a second process, such as the command line. */
async function elsewhere<T>(work: (store: Store) => Promise<T>): Promise<T> {
  const store = await Store.open(running.dataDir);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

function add(id: string, type: string, content: object, user: string | null, name = `Name of ${id}`): Promise<void> {
  return elsewhere(async (store) => {
    const data = (await vaultOf(running.dataDir, store)).seal(id, JSON.stringify(content));
    await store.credentials.add({ id, name, type, data, ownerId: user, nodesAccess: [], createdAt: 1, updatedAt: 1 });
  });
}

beforeAll(async () => {
  running = await runningServer({ hasPeople: true });
  ownerId = (await running.data<{ id: string }>({ url: '/rest/login' }, 'owner')).id;
  for (const [id, user] of [
    ['mine', ownerId],
    ['theirs', 'member-1'],
    ['nobodys', null],
  ] as const) {
    await add(id, 'crypto', { hmacSecret: `secret of ${id}` }, user, NAMES[id]);
    await add(`key-of-${id}`, 'httpHeaderAuth', { name: 'x-key', value: `value of ${id}` }, user, NAMES[id]);
  }
});
afterAll(() => running.close());

const seal = (credential: { id: string | null; name?: string }): Sketch => ({
  type: 'crypto',
  typeVersion: 2,
  parameters: { action: 'hmac', type: 'SHA256', value: 'text', dataPropertyName: 'sealed', encoding: 'hex' },
  credentials: { crypto: { name: 'As the file says', ...credential } },
});
const inline = (node: Sketch): Sketch => ({
  type: 'executeWorkflow',
  typeVersion: 1.1,
  parameters: {
    source: 'parameter',
    workflowJson: JSON.stringify(row({ Called: { type: 'executeWorkflowTrigger' }, Seal: node })),
    mode: 'once',
    options: {},
  },
});
const runOf = (workflowData: object): TestRequest => ({ method: 'POST', url: '/rest/workflows/run', body: { workflowData } });
const saved = { settings: { saveManualExecutions: true } };
const sealing = (id: string): ReturnType<typeof row> => row({ Start: start, Seal: seal({ id }) }, saved);

const created = async (as: As, body: object): Promise<string> =>
  (await running.data<{ id: string }>({ method: 'POST', url: '/rest/workflows', body }, as)).id;

/** Returns the outcome of an execution, as its owner sees it. */
async function ended(executionId: string): Promise<Execution> {
  await running.server.services.executions.idle();
  return running.data<Execution>({ url: `/rest/executions/${executionId}` }, 'owner');
}

async function ranByHand(as: As, workflowData: object, options: object = {}): Promise<Execution> {
  const runRequest = { method: 'POST', url: '/rest/workflows/run', body: { workflowData, ...options } } as const;
  return ended((await running.data<{ executionId: string }>(runRequest, as)).executionId);
}

/** Returns the last execution of a workflow. */
async function lastOf(workflowId: string): Promise<Execution> {
  await running.server.services.executions.idle();
  const filter = encodeURIComponent(JSON.stringify({ workflowId }));
  const { results } = await running.data<{ results: { id: string }[] }>({ url: `/rest/executions?filter=${filter}` }, 'owner');
  return ended(results[0]?.id ?? '');
}

async function called(path: string, headers: Record<string, string> = {}): Promise<number> {
  return (await fetch(new URL(`webhook/${path}`, running.server.url), { headers })).status;
}

function expectRejected({ status, data }: Execution, credential: string): void {
  expect(status).toBe('error');
  const { error } = data.resultData;
  expect(error?.message).toContain(`The node "Seal" cannot use the credential "As the file says" (id ${credential})`);
  expect(JSON.stringify(data)).not.toMatch(/Name of|secret of/);
}

it.each<[As, readonly string[]]>([
  ['owner', ['mine', 'nobodys', 'theirs']],
  ['member', ['theirs']],
])('the list of the %s says whose they are, and nothing of what is in them', async (as, ids) => {
  const response = await running.send({ url: '/rest/credentials' }, as);
  const list = (response.body.data as { id: string; type: string; ownedBy?: object; sharedWith: unknown }[]).filter(
    ({ type }) => type === 'crypto',
  );
  expect(list.map(({ id }) => id).toSorted()).toEqual(ids);
  const member = { id: 'member-1', email: 'ben@example.com', firstName: null, lastName: null };
  expect(list.find(({ id }) => id === 'theirs')).toMatchObject({ name: NAMES.theirs, nodesAccess: [], ownedBy: member, sharedWith: [] });
  expect(list.find(({ id }) => id === 'nobodys')?.ownedBy).toBeUndefined();
  expect(response.text).not.toContain('secret of');
});

describe('a run by hand', () => {
  it.each<[As, string, boolean]>([
    ['owner', 'mine', true],
    ['owner', 'nobodys', true],
    ['owner', 'theirs', false],
    ['member', 'theirs', true],
    ['member', 'mine', false],
    ['member', 'nobodys', false],
  ])('of the %s with the credential "%s" goes well: %s', async (as, credential, isGood) => {
    const execution = await ranByHand(as, { ...sealing(credential), id: await created(as, sealing(credential)) });
    if (isGood) expect(execution.status).toBe('success');
    else expectRejected(execution, credential);
  });

  it('of the owner in a workflow of the member uses what is the owner’s', async () => {
    const id = await created('member', sealing('mine'));
    const rejected = await running.send(runOf({ ...sealing('mine'), id }), 'owner');
    expect(rejected).toMatchObject({ status: 409, body: { code: 'CREDENTIALS_NOT_LENT' } });
    expect(rejected.text).toContain(NAMES.mine);
    expect((await ranByHand('owner', { ...sealing('mine'), id }, { lendsCredentials: true })).status).toBe('success');
    // The owner is asked only the first time.
    expect((await ranByHand('owner', { ...sealing('mine'), id })).status).toBe('success');
    expectRejected(await ranByHand('owner', { ...sealing('theirs'), id }), 'theirs');
  });

  it('of the owner in a workflow of the member asks for each credential and workflow, and also before an inline workflow reads one', async () => {
    const calling = row({ Start: start, Call: inline(seal({ id: 'mine' })) }, saved);
    const id = await created('member', calling);
    const failed = await ranByHand('owner', { ...calling, id });
    expect([failed.status, failed.data.resultData.error?.message]).toEqual([
      'error',
      `The node "Seal" may not use your credential "${NAMES.mine}": the workflow belongs to another user.`,
    ]);
    const again = await running.send(runOf({ ...calling, id }), 'owner');
    expect(again).toMatchObject({ status: 409, body: { code: 'CREDENTIALS_NOT_LENT' } });
    expect((await ranByHand('owner', { ...calling, id }, { lendsCredentials: true })).status).toBe('success');
    expect((await running.send(runOf({ ...sealing('mine'), id: await created('member', sealing('mine')) }), 'owner')).status).toBe(409);
  });

  it('of the owner in a workflow of the member that is deleted meanwhile does not go on', async () => {
    const wait: Sketch = { type: 'wait', typeVersion: 1.1, parameters: { resume: 'webhook', options: {} }, webhookId: 'deleted' };
    const waiting = row({ Start: start, Wait: wait, Call: inline(seal({ id: null, name: NAMES.mine })) }, saved);
    const id = await created('member', waiting);
    const { executionId } = await running.data<{ executionId: string }>(runOf({ ...waiting, id }), 'owner');
    expect((await ended(executionId)).status).toBe('waiting');
    await running.data({ method: 'DELETE', url: `/rest/workflows/${id}` }, 'member');
    await fetch(running.server.services.webhooks.resumeUrl('webhook-waiting', executionId));
    expect((await ended(executionId)).status).toBe('canceled');
  });

  it('reports the same for a credential that does not exist', async () => {
    const id = await created('owner', sealing('nowhere'));
    expectRejected(await ranByHand('owner', { ...sealing('nowhere'), id }), 'nowhere');
  });

  it('finds a credential by its name only among those it may use', async () => {
    const workflowWith = (name: string): object => row({ Start: start, Seal: seal({ id: null, name }) }, saved);
    const id = await created('member', workflowWith(NAMES.theirs));
    expect((await ranByHand('member', { ...workflowWith(NAMES.theirs), id })).status).toBe('success');
    const execution = await ranByHand('member', { ...workflowWith(NAMES.mine), id });
    expect(execution.data.resultData.error?.message).toContain('cannot use the credential named "Name of the owner"');
  });

  it('goes on in the same name after a wait, and when it is tried again', async () => {
    const wait: Sketch = { type: 'wait', typeVersion: 1.1, parameters: { resume: 'webhook', options: {} }, webhookId: 'w' };
    const workflow = row({ Start: start, Wait: wait, Seal: seal({ id: 'mine' }) }, saved);
    const id = await created('member', workflow);
    const body = { workflowData: { ...workflow, id }, lendsCredentials: true };
    const { executionId } = await running.data<{ executionId: string }>({ method: 'POST', url: '/rest/workflows/run', body }, 'owner');
    expect((await ended(executionId)).status).toBe('waiting');
    expect((await fetch(running.server.services.webhooks.resumeUrl('webhook-waiting', executionId))).status).toBe(200);
    expect((await ended(executionId)).status).toBe('success');
  });

  it('that failed is retried by the user who started it, on behalf of that user, and by nobody else', async () => {
    const id = await created('member', sealing('late'));
    const body = { workflowData: { ...sealing('late'), id } };
    const { executionId } = await running.data<{ executionId: string }>({ method: 'POST', url: '/rest/workflows/run', body }, 'owner');
    expectRejected(await ended(executionId), 'late');
    await add('late', 'crypto', { hmacSecret: 'secret of late' }, ownerId);
    const retry = (loadWorkflow: boolean, as: As) =>
      running.send({ method: 'POST', url: `/rest/executions/${executionId}/retry`, body: { loadWorkflow } }, as);
    expect([(await retry(false, 'member')).status, (await retry(true, 'member')).status]).toEqual([404, 404]);
    // The owner has not agreed that this workflow uses the credential.
    expect((await retry(false, 'owner')).body).toEqual({ data: false });
    await ranByHand('owner', { ...sealing('late'), id }, { lendsCredentials: true });
    expect([(await retry(false, 'owner')).body, (await retry(true, 'owner')).body]).toEqual([{ data: true }, { data: true }]);
  });
});

describe('an active workflow', () => {
  const active = (path: string, nodes: Record<string, Sketch>): object => ({ ...row({ Hook: webhook(path), ...nodes }), active: true });

  it('uses what is its owner’s, whoever calls', async () => {
    const good = await created('member', active('good', { Seal: seal({ id: 'theirs' }) }));
    const bad = await created('member', active('bad', { Seal: seal({ id: 'mine' }) }));
    expect([await called('good'), await called('bad')]).toEqual([200, 200]);
    expect((await lastOf(good)).status).toBe('success');
    expectRejected(await lastOf(bad), 'mine');
  });

  it('goes with its owner, together with what it has run; or it goes on with the credentials that another user takes over', async () => {
    const store = await Store.open(running.dataDir);
    const addWorkflow = (id: string, userId: string): Promise<void> =>
      store.workflows.add({
        id,
        userId,
        now: 1,
        file: { ...active(id, { Seal: seal({ id: `key-${id}` }) }), id, name: id, active: true } as never,
      });
    for (const id of ['gone', 'taken']) {
      await store.users.invite(`user-${id}`, `${id}@example.com`, 1);
      await add(`key-${id}`, 'crypto', { hmacSecret: 'secret of it' }, `user-${id}`);
      await addWorkflow(id, `user-${id}`);
    }
    await store.close();
    await running.server.services.lifecycle.follow();
    expect([await called('gone'), await called('taken')]).toEqual([200, 200]);
    expect([(await lastOf('gone')).status, (await lastOf('taken')).status]).toEqual(['success', 'success']);
    await running.data({ method: 'DELETE', url: '/rest/users/user-gone' }, 'owner');
    await running.data({ method: 'DELETE', url: '/rest/users/user-taken?transferId=member-1' }, 'owner');
    expect([await called('gone'), await called('taken')]).toEqual([404, 200]);
    expect(running.server.services.active.get('taken')?.principal.ownerId).toBe('member-1');
    const count = async (workflowId: string): Promise<number> =>
      (
        await running.data<{ count: number }>(
          { url: `/rest/executions?filter=${encodeURIComponent(JSON.stringify({ workflowId }))}` },
          'owner',
        )
      ).count;
    expect((await lastOf('taken')).status).toBe('success');
    expect([await count('gone'), await count('taken')]).toEqual([0, 2]);
  });

  it('lets nobody in by a credential that is not its owner’s', async () => {
    const locked = (path: string, key: string): Sketch => ({
      ...webhook(path),
      parameters: { path, authentication: 'headerAuth', options: {} },
      credentials: { httpHeaderAuth: { id: key, name: 'Key' } },
    });
    await created('member', { ...row({ Hook: locked('theirs', 'key-of-theirs') }), active: true });
    await created('member', { ...row({ Hook: locked('mine', 'key-of-mine') }), active: true });
    expect(await called('theirs', { 'x-key': 'value of theirs' })).toBe(200);
    expect(await called('mine', { 'x-key': 'value of mine' })).toBeGreaterThanOrEqual(400);
    await elsewhere((store) => store.credentials.share('key-of-mine', ['member-1'], 2));
    expect(await called('mine', { 'x-key': 'value of mine' })).toBe(200);
    const limit = (nodeType: string): Promise<unknown> =>
      running.data({ method: 'PATCH', url: '/rest/credentials/key-of-mine', body: { nodesAccess: [{ nodeType }] } }, 'owner');
    await limit('n8n-nodes-base.httpRequest');
    expect(await called('mine', { 'x-key': 'value of mine' })).toBeGreaterThanOrEqual(400);
    await limit('n8n-nodes-base.webhook');
    expect(await called('mine', { 'x-key': 'value of mine' })).toBe(200);
  });

  it('calls by id only workflows of its own owner, unless they let others', async () => {
    const called1: Sketch = { type: 'executeWorkflowTrigger', parameters: {} };
    const [theirs, mine] = [await created('member', row({ Start: called1 })), await created('owner', row({ Start: called1 }))];
    const calling = (workflowId: string): Sketch => ({ type: 'executeWorkflow', parameters: { source: 'database', workflowId } });
    const good = await created('member', active('calls-own', { Call: calling(theirs) }));
    const bad = await created('member', active('calls-others', { Call: calling(mine) }));
    expect([await called('calls-own'), await called('calls-others')]).toEqual([200, 200]);
    expect((await lastOf(good)).status).toBe('success');
    expect((await lastOf(bad)).data.resultData.error?.message).toMatch(/may not be called by this one: only workflows of its owner/);
  });

  it('that calls another one by its id leaves it the rights of its own owner', async () => {
    const called1: Sketch = { type: 'executeWorkflowTrigger', parameters: {} };
    const forAll = { settings: { callerPolicy: 'any' } };
    const owners = await created('owner', row({ Start: called1, Seal: seal({ id: 'mine' }) }, forAll));
    const members = await created('member', row({ Start: called1, Seal: seal({ id: 'mine' }) }, forAll));
    const calling = (workflowId: string): Sketch => ({ type: 'executeWorkflow', parameters: { source: 'database', workflowId } });
    const good = await created('member', active('calls-theirs', { Call: calling(owners) }));
    const bad = await created('owner', active('calls-members', { Call: calling(members) }));
    expect([await called('calls-theirs'), await called('calls-members')]).toEqual([200, 200]);
    expect((await lastOf(good)).status).toBe('success');
    expectRejected(await lastOf(bad), 'mine');
  });

  it('runs a workflow that it carries with its own rights, whatever id that one claims', async () => {
    const id = await created('owner', sealing('mine'));
    const inner = { ...row({ Start: { type: 'executeWorkflowTrigger', parameters: {} }, Seal: seal({ id: 'mine' }) }), id };
    const carrying: Sketch = { type: 'executeWorkflow', parameters: { source: 'parameter', workflowJson: JSON.stringify(inner) } };
    const bad = await created('member', active('carries', { Call: carrying }));
    expect(await called('carries')).toBe(200);
    expectRejected(await lastOf(bad), 'mine');
    const nested = { ...row({ Start: { type: 'executeWorkflowTrigger', parameters: {} }, Call: carrying }), id };
    const twice: Sketch = { type: 'executeWorkflow', parameters: { source: 'parameter', workflowJson: JSON.stringify(nested) } };
    const worse = await created('member', active('carries-twice', { Call: twice }));
    expect(await called('carries-twice')).toBe(200);
    expectRejected(await lastOf(worse), 'mine');
  });

  it('starts its error workflow, which has the rights of its own owner', async () => {
    const revealing = row(
      { Failed: { type: 'errorTrigger', parameters: {} }, Seal: seal({ id: 'mine' }) },
      { settings: { callerPolicy: 'any' } },
    );
    const errorWorkflow = await created('owner', revealing);
    const body = {
      ...active('fails', { Stop: { type: 'stopAndError', parameters: { errorMessage: 'No' } } }),
      settings: { errorWorkflow },
    };
    await created('member', body);
    expect(await called('fails')).toBe(200);
    expect((await lastOf(errorWorkflow)).status).toBe('success');
  });
});
