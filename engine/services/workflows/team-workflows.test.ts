// Workflows on two servers of one database: what a user does at one of them holds at the other within a second.
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { row, set, start, webhook } from '../../testing/run-story.ts';
import type { RunningServer } from '../../testing/running-server.ts';
import { startTeam, type TestTeam } from '../../testing/team.ts';

let team: TestTeam;
let here: RunningServer;
let there: RunningServer;
beforeAll(async () => {
  team = await startTeam();
  [here, there] = team.servers;
});
afterAll(() => team.close());

const headers = { 'session-id': 'session' };
const created = (path: string): Promise<{ id: string }> =>
  here.data({ method: 'POST', url: '/rest/workflows', body: { name: path, ...row({ Hook: webhook(path), A: set('a', path) }) } });
const activate = (server: RunningServer, id: string, active = true) =>
  server.send({ method: 'PATCH', url: `/rest/workflows/${id}`, body: { active } });
const call = async ({ server }: RunningServer, path: string): Promise<number> => (await fetch(new URL(path, server.url))).status;
const listen = (server: RunningServer, workflowData: object) =>
  server.data<{ waitingForWebhook?: boolean }>({ method: 'POST', url: '/rest/workflows/run', body: { workflowData }, headers });
const stopListening = (server: RunningServer, id: string): Promise<boolean> =>
  server.data({ method: 'DELETE', url: `/rest/test-webhook/${id}`, headers });

describe('an active workflow', () => {
  it('has its webhooks at both servers, until it is deactivated at either', async () => {
    const { id } = await created('orders');
    await activate(here, id);
    await expect.poll(() => call(there, 'webhook/orders')).toBe(200);
    await activate(there, id, false);
    expect(await call(there, 'webhook/orders')).toBe(404);
    await expect.poll(() => call(here, 'webhook/orders')).toBe(404);
  });

  it('that failed to be activated at one server shows why at both', async () => {
    const { id } = await here.data<{ id: string }>({
      method: 'POST',
      url: '/rest/workflows',
      body: { name: 'Nothing', ...row({ Start: start }) },
    });
    expect((await activate(here, id)).status).not.toBe(200);
    const failures = [here, there].map((server) => server.data<{ error: { message: string } } | null>({ url: `/rest/active/error/${id}` }));
    for (const failure of await Promise.all(failures)) expect(failure?.error.message).toContain('Nothing starts the workflow');
  });

  it('acts on behalf of a new owner at both servers', async () => {
    const { id } = await created('moved');
    await activate(here, id);
    const ownerAt = ({ server }: RunningServer) => server.services.active.get(id)?.principal.ownerId;
    await expect.poll(() => ownerAt(there)).toBeNull();
    const client = new pg.Client({ connectionString: team.database });
    await client.connect();
    await client.query("update workflow set owner_id = 'ben' where id = $1", [id]);
    await expect.poll(() => [ownerAt(here), ownerAt(there)]).toEqual(['ben', 'ben']);
    await client.end();
  });

  it('is not active with the same path as another one that the other server activates at the same moment', async () => {
    for (let round = 0; round < 5; round++) {
      const [one, other] = [await created(`same-${round}`), await created(`same-${round}`)];
      const results = await Promise.all([activate(here, one.id), activate(there, other.id)]);
      expect(results.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(results.find(({ status }) => status === 409)?.body.code).toBe('WEBHOOK_CONFLICT');
      const stored = await here.data<{ id: string; active: boolean }[]>({ url: '/rest/workflows' });
      const active = stored.filter(({ id, active: isActive }) => isActive && [one.id, other.id].includes(id));
      expect(active).toHaveLength(1);
    }
  });
});

describe('a test webhook', () => {
  it('that a user opens at one server runs at the other, once', async () => {
    const workflow = row({ Hook: webhook('tested'), A: set('a', '1') }, { id: 'unsaved-one' });
    expect(await listen(here, workflow)).toMatchObject({ waitingForWebhook: true });
    expect(await call(there, 'webhook-test/tested')).toBe(200);
    expect(await call(there, 'webhook-test/tested')).toBe(404);
    await expect.poll(() => call(here, 'webhook-test/tested')).toBe(404);
  });

  it('is closed at both servers by either', async () => {
    const workflow = row({ Hook: webhook('closed'), A: set('a', '1') }, { id: 'unsaved-two' });
    await listen(here, workflow);
    expect(await stopListening(there, 'unsaved-two')).toBe(true);
    await expect.poll(() => call(here, 'webhook-test/closed')).toBe(404);
    expect(await call(there, 'webhook-test/closed')).toBe(404);
  });

  it('is opened again at another server by its user, and by nobody else with its path', async () => {
    const workflow = (id: string) => row({ Hook: webhook('again'), A: set('a', '1') }, { id });
    await listen(here, workflow('unsaved-three'));
    const other = { method: 'POST', url: '/rest/workflows/run', body: { workflowData: workflow('unsaved-four') }, headers } as const;
    expect((await there.send(other)).body.code).toBe('WEBHOOK_CONFLICT');
    expect(await listen(there, workflow('unsaved-three'))).toMatchObject({ waitingForWebhook: true });
    expect(await call(here, 'webhook-test/again')).toBe(200);
    await expect.poll(() => call(there, 'webhook-test/again')).toBe(404);
  });
});

describe('a manual run', () => {
  it('that is not saved is continued at the other server with its results', async () => {
    const workflowData = row({ Start: start, A: set('a', '1'), B: set('b', '2') }, { id: '__EMPTY__' });
    const body = { workflowData, destinationNode: 'A' };
    const { executionId } = await here.data<{ executionId: string }>({ method: 'POST', url: '/rest/workflows/run', body, headers });
    await here.server.services.executions.idle();
    const earlierResults = { Start: { executionId }, A: { executionId } };
    const next = { workflowData, destinationNode: 'B', startNodes: ['B'], earlierResults };
    expect(await there.send({ method: 'POST', url: '/rest/workflows/run', body: next, headers })).toMatchObject({ status: 200 });
    const gone = { ...next, earlierResults: { Start: { executionId: 'other' }, A: { executionId: 'other' } } };
    expect((await there.send({ method: 'POST', url: '/rest/workflows/run', body: gone, headers })).body.code).toBe('RESULTS_GONE');
  });
});

it('a form whose pages reach both servers in turns goes on to its end, which both then show', async () => {
  const form = { formTitle: 'First', formFields: { values: [{ fieldLabel: 'Name' }] } };
  const nodes = row({
    Form: { type: 'formTrigger', typeVersion: 2.2, webhookId: 'asked', parameters: form },
    Page: {
      type: 'form',
      typeVersion: 2.3,
      webhookId: 'page',
      parameters: { formFields: form.formFields, options: { formTitle: 'Second' } },
    },
    End: { type: 'form', typeVersion: 2.3, webhookId: 'end', parameters: { operation: 'completion', completionTitle: 'The end' } },
  });
  const { id } = await here.data<{ id: string }>({ method: 'POST', url: '/rest/workflows', body: { name: 'Form', ...nodes } });
  await activate(here, id);
  const fill = (url: URL): Promise<Response> =>
    fetch(url, { method: 'POST', body: new URLSearchParams({ 'field-0': 'Anna' }), redirect: 'manual' });
  const at = ({ server }: RunningServer, address: string | null): URL => {
    const { pathname, search } = new URL(address ?? '', server.url);
    return new URL(`${pathname}${search}`, server.url);
  };
  const first = await fill(at(here, '/form/asked'));
  const page = first.headers.get('location');
  const text = async (server: RunningServer): Promise<string> => (await fetch(at(server, page))).text();
  await expect.poll(() => text(there)).toContain('Second');
  const last = await fill(at(there, page));
  expect(last.status === 303 || (await last.text()).includes('The end')).toBe(true);
  await expect.poll(() => text(there)).toContain('Thank you');
  await expect.poll(() => text(here)).toContain('Thank you');
});
