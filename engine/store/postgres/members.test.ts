// Several processes on one Postgres database: which of them live, and what one learns of the changes of others.
import pg from 'pg';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { WorkflowFile } from '../../contract/workflow.ts';
import { newDatabase } from '../../testing/postgres/databases.ts';
import { Store } from '../index.ts';

const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

const workflow = { id: 'w', name: 'Orders', nodes: [], connections: {} } as unknown as WorkflowFile;
const record = { id: 'e', workflowId: 'w', workflowName: 'Orders', mode: 'webhook', status: 'running', startedAt: 1 } as const;

async function storeOn(database: string): Promise<Store> {
  const store = await Store.open('', { database });
  open.push(() => store.close());
  return store;
}

/** A process that runs executions. */
async function member(store: Store, dataDir: string, kind: 'server' | 'command' = 'command') {
  const onLost = vi.fn<() => void>();
  const instance = await store.openInstance({ dataDir, kind, onLost });
  const release = async (): Promise<void> => instance.release();
  open.push(release);
  return { instance, onLost, release };
}

async function query(database: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  await client.query(sql);
  await client.end();
}

describe('members', () => {
  it('know which others live, and which have ended', async () => {
    const database = await newDatabase();
    const first = await member(await storeOn(database), '/a');
    const second = await member(await storeOn(database), '/b');
    expect([first.instance.isAlive(second.instance.id), second.instance.isAlive(first.instance.id)]).toEqual([true, true]);
    await second.release();
    await expect.poll(() => first.instance.isAlive(second.instance.id)).toBe(false);
    await expect.poll(() => first.instance.isAlive('of long ago')).toBe(false);
  });

  it('that were not heard of have ended, can write no more, and learn of it', async () => {
    const database = await newDatabase();
    const store = await storeOn(database);
    const frozen = await member(store, '/a');
    const other = await member(await storeOn(database), '/b');
    // As if it had been away for longer than its lease.
    await query(
      database,
      `with gone as (delete from member where id = '${frozen.instance.id}' returning id) insert into ended_member select id, 1 from gone`,
    );
    await expect.poll(() => other.instance.isAlive(frozen.instance.id)).toBe(false);
    const writer = store.executions.writer({ record: { ...record, instance: frozen.instance.id } });
    await expect(writer.saveStart()).rejects.toMatchObject({ code: 'STORE_FAILED' });
    await expect.poll(() => frozen.onLost.mock.calls.length).toBe(1);
  });

  it('are one server at most, and a new one replaces that of its own folder', async () => {
    const database = await newDatabase();
    const store = await storeOn(database);
    const first = await member(store, '/a', 'server');
    await expect(store.openInstance({ dataDir: '/b', kind: 'server', onLost: () => undefined })).rejects.toMatchObject({
      code: 'DATA_FOLDER_IN_USE',
      message: expect.stringContaining(':/a') as string,
    });
    const second = await member(await storeOn(database), '/a', 'server');
    expect(second.instance.isAlive(first.instance.id)).toBe(false);
    await member(store, '/b');
  });
});

it('a database of an n8n is left alone', async () => {
  const database = await newDatabase();
  await query(database, 'drop schema public cascade; create schema public; create table workflow_entity (id text)');
  await expect(Store.open('', { database })).rejects.toMatchObject({
    code: 'STORE_FAILED',
    message: expect.stringContaining('an n8n') as string,
  });
});

describe('changes of another process', () => {
  it('are counted, but neither its executions nor own changes', async () => {
    const database = await newDatabase();
    const [ours, theirs] = [await storeOn(database), await storeOn(database)];
    await expect.poll(() => ours.changesElsewhere()).toBeGreaterThan(0);
    const seen = ours.changesElsewhere();
    await theirs.executions.writer({ record: { ...record, status: 'running', instance: 'x' } }).saveStart();
    await ours.workflows.save('w', workflow, 1);
    await theirs.variables.add({ id: 'v', name: 'a', value: 'b' }, 1);
    await expect.poll(() => ours.changesElsewhere()).toBeGreaterThan(seen);
    const afterVariable = ours.changesElsewhere();
    expect(afterVariable).toBe(seen + 1);
    await theirs.executions.requestStop('e');
    await expect.poll(() => ours.changesElsewhere()).toBe(afterVariable + 1);
  });
});
