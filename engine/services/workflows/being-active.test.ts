// Activating and deactivating workflows on a whole server: responses, conflicts, and the state after a restart.
import { once } from 'node:events';
import { createServer, type Server as HttpServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { WorkflowFile } from '../../contract/workflow.ts';
import { Store } from '../../store/index.ts';
import type { TestRequest } from '../../testing/account-server.ts';
import { runningServer, type RunningServer } from '../../testing/running-server.ts';

interface Saved extends WorkflowFile {
  readonly id: string;
  readonly version: number;
}

const node = (name: string, type: string, parameters: object = {}, typeVersion = 1, more: object = {}): object => ({
  id: `id-${name}`,
  name,
  type: `n8n-nodes-base.${type}`,
  typeVersion,
  position: [0, 0],
  parameters,
  ...more,
});
const hook = (path: string, more: object = {}): object => ({
  ...node('Hook', 'webhook', { path, options: {} }, 2),
  webhookId: path,
  ...more,
});
const plain = { nodes: [node('Start', 'manualTrigger')], connections: {} };
const hooked = (path: string): { nodes: object[]; connections: object } => ({ nodes: [hook(path)], connections: {} });

const create = (body: object): TestRequest => ({ method: 'POST', url: '/rest/workflows', body });
const patch = (id: string, body: object): TestRequest => ({ method: 'PATCH', url: `/rest/workflows/${id}`, body });

let running: RunningServer;
const created = (body: object) => running.data<Saved>(create(body));
const saved = (id: string, body: object) => running.data<Saved>(patch(id, body));
const read = (id: string) => running.data<Saved>({ url: `/rest/workflows/${id}` });
const activationFailure = (id: string) =>
  running.data<{ error: { message: string; node?: string } } | null>({ url: `/rest/active/error/${id}` });
const activeIds = () => running.data<string[]>({ url: '/rest/active' });
const called = async (path: string): Promise<number> => (await fetch(new URL(`webhook/${path}`, running.server.url))).status;

/** Runs work in a second process, such as the command line. */
async function elsewhere<T>(work: (store: Store) => Promise<T>): Promise<T> {
  const store = await Store.open(running.dataDir);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

describe('being active', () => {
  let services: HttpServer;
  let address: string;
  /** Connections held open by the service. */
  const blocked: ServerResponse[] = [];
  let behaviour: 'stream' | 'refuse' | 'silent' = 'stream';

  beforeAll(async () => {
    services = createServer((_request, response) => {
      blocked.push(response);
      services.emit('asked');
      if (behaviour === 'refuse') response.writeHead(503).end();
      else if (behaviour === 'stream') response.writeHead(200, { 'content-type': 'text/event-stream' }).write(':\n\n');
    }).listen(0, '127.0.0.1');
    await once(services, 'listening');
    address = `http://127.0.0.1:${(services.address() as AddressInfo).port}`;
    running = await runningServer();
  });
  afterAll(async () => {
    await running.close();
    services.closeAllConnections();
    services.close();
  });
  afterEach(async () => {
    behaviour = 'stream';
    for (const { id } of await running.data<{ id: string }[]>({ url: '/rest/workflows' })) {
      await running.data({ method: 'DELETE', url: `/rest/workflows/${id}` });
    }
  });
  const listening = (): object => ({ nodes: [node('Events', 'sseTrigger', { url: `${address}/events` })], connections: {} });

  it('opens the webhook until the workflow is deactivated or deleted', async () => {
    const { id } = await created({ ...hooked('on'), name: 'On', active: true });
    expect([await activeIds(), await called('on')]).toEqual([[id], 200]);
    await saved(id, { active: false });
    expect([await activeIds(), await called('on')]).toEqual([[], 404]);
    await saved(id, { active: true });
    expect(await called('on')).toBe(200);
    await running.data({ method: 'DELETE', url: `/rest/workflows/${id}` });
    expect([await activeIds(), await called('on')]).toEqual([[], 404]);
  });

  it('requires a node that starts the workflow', async () => {
    const { id } = await created({ ...plain, name: 'Nothing' });
    const response = await running.send(patch(id, { active: true }));
    expect(response).toMatchObject({
      status: 400,
      body: { code: 'ACTIVATION_FAILED', message: expect.stringContaining('Nothing starts the workflow') as unknown },
    });
    expect((await read(id)).active).toBe(false);
    const disabled = await running.send(
      create({ nodes: [hook('off', { disabled: true })], connections: {}, name: 'Disabled', active: true }),
    );
    expect(disabled).toMatchObject({ status: 400, body: { message: expect.stringContaining('Your changes are saved') as unknown } });
  });

  it('requires a credential for a webhook that checks its callers', async () => {
    const locked = { ...node('Hook', 'webhook', { path: 'locked', authentication: 'basicAuth' }, 2), webhookId: 'locked' };
    const { id } = await created({ nodes: [locked], connections: {}, name: 'Locked' });
    expect(await running.send(patch(id, { active: true }))).toMatchObject({
      status: 400,
      body: {
        code: 'ACTIVATION_FAILED',
        message: expect.stringContaining(
          '(node "Hook"): It checks its callers by a credential of type "httpBasicAuth", and none is selected.',
        ) as unknown,
        hint: 'Select a credential in the node "Hook", or turn off its authentication.',
      },
    });
    const credentials = { httpBasicAuth: { id: 'any', name: 'Any' } };
    await saved(id, { nodes: [{ ...locked, credentials }], active: true });
    expect((await read(id)).active).toBe(true);
  });

  it.each([
    ['n8n-nodes-base.executeWorkflowTrigger'],
    ['n8n-nodes-base.errorTrigger'],
    ['@n8n/n8n-nodes-langchain.chatTrigger'],
    ['@n8n/n8n-nodes-langchain.manualChatTrigger'],
  ])('registers nothing for a workflow that starts with %s alone, and is not an error', async (type) => {
    const nodes = [{ id: '1', name: 'Start', type, typeVersion: 1, position: [0, 0], parameters: {} }];
    const { id } = await created({ nodes, connections: {}, name: 'Called by others' });
    await saved(id, { active: true });
    expect([(await read(id)).active, await activeIds(), await activationFailure(id)]).toEqual([true, [id], null]);
    await saved(id, { active: false });
    expect(await activeIds()).toEqual([]);
  });

  it('is rejected with 409 if another workflow has the path, and names that workflow', async () => {
    await created({ ...hooked('taken'), name: 'Has it', active: true });
    const { id } = await created({ ...hooked('taken'), name: 'Wants it' });
    const response = await running.send(patch(id, { active: true }));
    expect(response).toMatchObject({
      status: 409,
      body: { code: 'WEBHOOK_CONFLICT', message: expect.stringMatching(/taken.*"Has it"|"Has it".*taken/) as unknown },
    });
    expect((await activationFailure(id))?.error.message).toBe(response.body.message);
    await saved(id, { active: false });
    expect(await activationFailure(id)).toBeNull();
  });

  it('applies saved changes immediately', async () => {
    const { id } = await created({ ...hooked('before'), name: 'Moves', active: true });
    await saved(id, hooked('after'));
    expect([await called('before'), await called('after')]).toEqual([404, 200]);
  });

  it('ends with an error if saved changes cannot run, without losing them', async () => {
    await created({ ...hooked('theirs'), name: 'Theirs', active: true });
    const { id } = await created({ ...hooked('mine'), name: 'Mine', active: true });
    const response = await running.send(patch(id, hooked('theirs')));
    expect(response).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('Your changes are saved, and the workflow is deactivated.') as unknown },
    });
    expect(await read(id)).toMatchObject({ active: false, version: 2, nodes: hooked('theirs').nodes });
    expect([await called('mine'), await called('theirs')]).toEqual([404, 200]);
    expect((await activationFailure(id))?.error.message).toContain('Theirs');
  });

  it('reaches one state after concurrent switches and saves', async () => {
    const { id } = await created({ ...hooked('race'), name: 'Race' });
    for (let round = 0; round < 5; round++) {
      const changes: object[] = [
        { active: true },
        { notes: round },
        { active: false },
        { active: true, round },
        { settings: {} },
        { active: round % 2 === 0 },
      ];
      const responses = await Promise.all(changes.map((change) => running.send(patch(id, change))));
      expect(responses.map(({ status }) => status)).toEqual(changes.map(() => 200));
      const { active } = await read(id);
      expect(await called('race')).toBe(active ? 200 : 404);
      expect(await activeIds()).toEqual(active ? [id] : []);
      expect(running.server.services.active.running()).toEqual(active ? [id] : []);
      expect(await elsewhere(async (store) => (await store.workflows.find(id))?.active)).toBe(active);
    }
  });

  it('ends if the workflow is deleted during activation', async () => {
    const { id } = await created({ ...hooked('ghost'), name: 'Ghost' });
    await Promise.all([
      running.send(patch(id, { active: true })),
      running.send({ method: 'DELETE', url: `/rest/workflows/${id}` }),
      running.send(patch(id, { active: true })),
    ]);
    expect([running.server.services.active.running(), await called('ghost')]).toEqual([[], 404]);
  });

  it('follows changes of another process', async () => {
    const { active } = running.server.services;
    const on = await created({ ...hooked('followed'), name: 'Followed' });
    const off = await created({ ...hooked('unfollowed'), name: 'Unfollowed', active: true });
    await elsewhere(async ({ workflows }) => {
      await workflows.setActive(on.id, true);
      await workflows.setActive(off.id, false);
    });
    await active.follow();
    expect([await called('followed'), await called('unfollowed')]).toEqual([200, 404]);
    await elsewhere(({ workflows }) =>
      workflows.save(on.id, { ...(hooked('moved') as unknown as WorkflowFile), name: 'Followed', active: true }, 1),
    );
    await active.follow();
    expect([await called('followed'), await called('moved')]).toEqual([404, 200]);
    await elsewhere(({ workflows }) => workflows.remove(on.id));
    await active.follow();
    expect([active.running(), await called('moved')]).toEqual([[], 404]);
  });

  it('is not ended by following other processes during activation', async () => {
    const { active } = running.server.services;
    const { id } = await created({ ...listening(), name: 'Slow' });
    behaviour = 'silent';
    const event = once(services, 'asked');
    const switching = saved(id, { active: true });
    await event;
    const following = active.follow();
    blocked.at(-1)?.writeHead(200, { 'content-type': 'text/event-stream' }).write(':\n\n');
    await Promise.all([switching, following]);
    expect([active.running(), await activeIds()]).toEqual([[id], [id]]);
  });

  it('resumes at the start, shows failures, and does not delay the stop', async () => {
    const good = await created({ ...hooked('again'), name: 'Again', active: true });
    const broken = await created({ ...listening(), name: 'Broken', active: true });
    const slow = await created({ ...listening(), name: 'Slow', active: true });
    const { dataDir } = running;
    await running.close(true);
    behaviour = 'refuse';
    running = await runningServer({ dataDir });
    while ((await activationFailure(broken.id)) === null || (await activationFailure(slow.id)) === null)
      await new Promise((resolve) => setImmediate(resolve));
    expect(await called('again')).toBe(200);
    await expect.poll(async () => (await running.send({ url: '/healthz/readiness' })).status).toBe(200);
    expect([await activeIds(), (await read(broken.id)).active]).toEqual([[good.id], true]);
    expect((await activationFailure(broken.id))?.error).toMatchObject({ node: 'Events', message: expect.any(String) as unknown });
    // Activating it again retries immediately.
    behaviour = 'stream';
    await saved(broken.id, { active: true });
    expect(await activationFailure(broken.id)).toBeNull();
    expect((await activeIds()).toSorted()).toEqual([good.id, broken.id].toSorted());
    await running.close(true);
    behaviour = 'silent';
    const event = once(services, 'asked');
    running = await runningServer({ dataDir });
    await event;
    expect((await running.send({ url: '/healthz/readiness' })).body).toEqual({ status: 'starting' });
    await running.close(true);
    expect(await elsewhere(async (store) => (await store.workflows.list({ active: true })).length)).toBe(3);
    behaviour = 'stream';
    running = await runningServer({ dataDir });
  });

  it('does not change if stopping interrupts an activation', async () => {
    const { id } = await created({ ...listening(), name: 'Interrupted', active: true });
    behaviour = 'silent';
    const event = once(services, 'asked');
    const saving = running.send(patch(id, { notes: 'new' }));
    await event;
    const { dataDir } = running;
    await running.close(true);
    expect((await saving).status).toBe(400);
    expect(await elsewhere((store) => store.workflows.find(id))).toMatchObject({ active: true, version: 2 });
    behaviour = 'stream';
    running = await runningServer({ dataDir });
  });

  it('starts no workflow in safe mode, and starts it again without', async () => {
    const { id } = await created({ ...hooked('safe'), name: 'Safe', active: true });
    expect(await called('safe')).toBe(200);
    const { dataDir } = running;
    await running.close(true);
    running = await runningServer({ dataDir, settings: { safeMode: true } });
    expect(await called('safe')).toBe(404);
    // A change by another process activates nothing either.
    await elsewhere((store) => store.settings.set('other', 'changed'));
    await running.server.services.lifecycle.follow();
    expect(await called('safe')).toBe(404);
    // Neither does a change by the user, who may want to repair the workflow first.
    await saved(id, hooked('repaired'));
    const other = await created({ ...hooked('other'), name: 'Other' });
    expect((await saved(other.id, { active: true })).active).toBe(true);
    expect([await called('safe'), await called('repaired'), await called('other')]).toEqual([404, 404, 404]);
    await running.close(true);
    running = await runningServer({ dataDir });
    expect([await called('safe'), await called('repaired'), await called('other')]).toEqual([404, 200, 200]);
    expect((await read(id)).active).toBe(true);
  });
});
