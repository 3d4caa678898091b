// Versions of workflows on a whole server: listed, named, restored and pruned.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WorkflowVersionView } from '../../contract/rest/workflow-versions.ts';
import type { SavedWorkflow } from '../../contract/rest/workflows.ts';
import { readSettings } from '../../settings/read-settings.ts';
import { Store } from '../../store/index.ts';
import { runningServer, type As, type RunningServer } from '../../testing/running-server.ts';
import { row } from '../../testing/run-story.ts';
import { VersionHistory, type VersionHistoryPorts } from './version-history.ts';

let running: RunningServer;

beforeAll(async () => {
  running = await runningServer({ hasPeople: true, settings: { historyCount: 3 } });
});
afterAll(() => running.close());

const created = async (body: object, as: As = 'owner'): Promise<SavedWorkflow> =>
  running.data({ method: 'POST', url: '/rest/workflows', body }, as);
const save = async (id: string, body: object, as: As = 'owner'): Promise<SavedWorkflow> =>
  running.data({ method: 'PATCH', url: `/rest/workflows/${id}`, body }, as);
const versionsOf = async (id: string, as: As = 'owner'): Promise<WorkflowVersionView[]> =>
  running.data({ url: `/rest/workflows/${id}/history` }, as);
const name = (id: string, version: number, body: object) =>
  running.data({ method: 'PATCH', url: `/rest/workflows/${id}/history/${version}`, body }, 'owner');
const restore = (id: string, version: number, newest: number, as: As = 'owner') =>
  running.send({ method: 'POST', url: `/rest/workflows/${id}/history/${version}/restore`, body: { version: newest } }, as);
const plain = row({ Start: { type: 'manualTrigger' } });

describe('the list of versions', () => {
  it('says who saved each version, and which is the newest', async () => {
    const { id } = await created({ ...plain, name: 'Shared' }, 'member');
    await save(id, { notes: 'by the owner' });
    expect(await versionsOf(id, 'member')).toMatchObject([
      { version: 2, name: 'Shared', isNewest: true, savedBy: { firstName: 'Anna', lastName: 'Berg' } },
      { version: 1, name: 'Shared', isNewest: false, savedBy: { email: 'ben@example.com' } },
    ]);
  });

  it('has the time and the content of each save', async () => {
    const { id, updatedAt } = await created({ ...plain, name: 'Timed' });
    const second = await save(id, { notes: 'second' });
    expect((await versionsOf(id)).map(({ savedAt }) => savedAt)).toEqual([second.updatedAt, updatedAt]);
    expect(await running.data({ url: `/rest/workflows/${id}/history/2` }, 'owner')).toMatchObject({ notes: 'second' });
    expect(await running.data({ url: `/rest/workflows/${id}/history/1` }, 'owner')).not.toHaveProperty('notes');
  });
});

describe('the name of a version', () => {
  it('is set, replaced and removed, also of the newest one', async () => {
    const { id } = await created({ ...plain, name: 'Named' });
    await name(id, 1, { name: ' Release ', description: 'as tested' });
    expect(await versionsOf(id)).toMatchObject([{ label: { name: 'Release', description: 'as tested' } }]);
    await name(id, 1, { name: 'Release 1' });
    expect(await versionsOf(id)).toMatchObject([{ label: { name: 'Release 1', description: '' } }]);
    await name(id, 1, { name: null });
    expect((await versionsOf(id))[0]).not.toHaveProperty('label');
  });

  it('keeps the version, and does not count', async () => {
    const { id } = await created({ ...plain, name: 'Kept' });
    await name(id, 1, { name: 'First' });
    for (let count = 0; count < 6; count++) await save(id, { count });
    expect((await versionsOf(id)).map(({ version }) => version)).toEqual([7, 6, 5, 4, 1]);
  });
});

describe('restoring a version', () => {
  it('saves its whole content as a new version, and keeps tags and static data', async () => {
    const first = await created({ ...plain, name: 'Before', extra: 1, tags: [{ name: 'team' }], staticData: { global: { n: 1 } } });
    const { id } = first;
    await save(id, { ...row({ Other: { type: 'manualTrigger' } }), name: 'After', pinData: { Other: [{ json: {} }] }, extra: 2 });
    const { status, body } = await restore(id, 1, 2);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ version: 3, name: 'Before', extra: 1, nodes: first.nodes, active: false, tags: [{ name: 'team' }] });
    expect(body.data).not.toHaveProperty('pinData');
    expect((await versionsOf(id)).map(({ version }) => version)).toEqual([3, 2, 1]);
    const store = await Store.open(running.dataDir);
    expect((await store.workflows.get(id))?.staticData).toEqual({ global: { n: 1 } });
    await store.close();
  });

  it('leaves the workflow active, and runs the restored content', async () => {
    const hook = (path: string) => row({ Hook: { type: 'webhook', typeVersion: 2, webhookId: path, parameters: { path } } });
    const { id } = await created({ ...hook('restored'), name: 'Active', active: true });
    await save(id, hook('newer'));
    expect((await restore(id, 1, 2)).body.data).toMatchObject({ active: true, version: 3 });
    expect((await fetch(new URL('webhook/restored', running.server.url))).status).toBe(200);
    expect((await fetch(new URL('webhook/newer', running.server.url))).status).toBe(404);
  });

  it('is refused if a newer version has been saved, or to others', async () => {
    const { id } = await created({ ...plain, name: 'Busy' });
    await save(id, { notes: 'newer' });
    expect((await restore(id, 1, 1)).body.code).toBe('WORKFLOW_CHANGED');
    expect((await restore(id, 1, 2, 'member')).status).toBe(404);
    expect((await restore(id, 1, 2, 'nobody')).status).toBe(401);
    expect((await versionsOf(id)).length).toBe(2);
  });
});

describe('pruning', () => {
  const days = (count: number): number => count * 86_400_000;
  async function history(settings: { historyAgeDays: number; historyCount: number }, now: number) {
    const store = await Store.inMemory();
    const file = { nodes: [], connections: {} };
    await store.workflows.add({ id: 'w', file, now: 0 });
    // Saved on day 0, 10, 20, 30 and 40.
    for (let version = 1; version < 5; version++) await store.workflows.update(version, { id: 'w', file, now: days(version * 10) });
    await store.workflowVersions.setLabel('w', 1, { name: 'First', description: '', now: 0, userId: null });
    const logged: string[] = [];
    const logger = { error: (text: string) => logged.push(text) } as unknown as VersionHistoryPorts['logger'];
    const ports = { workflows: store.workflows, versions: store.workflowVersions, users: store.users, settings, logger, now: () => now };
    const versions = new VersionHistory({ ...ports, service: undefined as never });
    await versions.prune();
    const left = (await store.workflowVersions.list('w')).map(({ version }) => version);
    await store.close();
    return { left, logged };
  }

  it.each<[name: string, historyAgeDays: number, historyCount: number, left: number[]]>([
    ['no limit', 0, 0, [5, 4, 3, 2, 1]],
    ['by the age of the replacement, not of the save', 25, 0, [5, 4, 3, 1]],
    ['by count, without the version that has a name', 0, 1, [5, 4, 1]],
    ['by both', 15, 2, [5, 4, 1]],
  ])('%s', async (_name, historyAgeDays, historyCount, left) => {
    expect(await history({ historyAgeDays, historyCount }, days(50))).toEqual({ left, logged: [] });
  });

  it('removes everything but the newest version and those with a name after a long time', async () => {
    expect((await history({ historyAgeDays: 1, historyCount: 0 }, days(1000))).left).toEqual([5, 1]);
  });

  it('keeps a year and a hundred versions by default', () => {
    expect(readSettings({})).toMatchObject({ historyAgeDays: 365, historyCount: 100 });
  });
});
