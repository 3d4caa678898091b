// Several processes on one Postgres database: which of them live, and what one learns of the changes of others.
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { WorkflowFile } from '../../contract/workflow.ts';
import { newDatabase } from '../../testing/postgres/databases.ts';
import { Wire } from '../../testing/postgres/wire.ts';
import { LEASE } from './lease.ts';
import { rankFor, Store, type Instance, type MemberState, type Team } from '../index.ts';

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

function team({ instance }: { readonly instance: Instance }): Team {
  if (instance.team === undefined) throw new Error('not a server');
  return instance.team;
}

async function query(database: string, sql: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  const { rows } = await client.query<Readonly<Record<string, unknown>>>(sql);
  await client.end();
  return rows;
}

/** Time at which a member has renewed its lease; NaN once it has ended. */
async function seenAt(database: string, id: string): Promise<number> {
  const [row] = await query(database, `select seen_at from member where id = '${id}'`);
  return Number(row?.['seen_at']);
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

  it('that could not renew their leases because the database did not respond are not ended when it does', async () => {
    const database = await newDatabase();
    const [wire, otherWire] = [await Wire.to(database), await Wire.to(database)];
    open.push(
      () => wire.close(),
      () => otherWire.close(),
    );
    const first = await member(await storeOn(wire.address), '/a');
    const other = await member(await storeOn(otherWire.address), '/b');
    for (const each of [wire, otherWire]) each.freeze();
    await delay(LEASE + 500);
    const frozenUntil = await seenAt(database, first.instance.id);
    wire.restore();
    await expect.poll(() => seenAt(database, first.instance.id)).toBeGreaterThan(frozenUntil);
    // It has looked at the leases of others by its next renewal.
    const renewed = await seenAt(database, first.instance.id);
    await expect.poll(() => seenAt(database, first.instance.id)).toBeGreaterThan(renewed);
    otherWire.restore();
    await expect.poll(() => seenAt(database, other.instance.id)).toBeGreaterThan(renewed);
    expect([first.onLost.mock.calls, other.onLost.mock.calls]).toEqual([[], []]);
  });

  it('may be several servers, and a new one replaces that of its own folder', async () => {
    const database = await newDatabase();
    const store = await storeOn(database);
    const first = await member(store, '/a', 'server');
    const other = await member(await storeOn(database), '/b', 'server');
    await member(store, '/c');
    const second = await member(await storeOn(database), '/a', 'server');
    expect([first, other].map(({ instance: { id } }) => second.instance.isAlive(id))).toEqual([false, true]);
    const servers = [second.instance.id, other.instance.id].sort();
    await expect.poll(() => [other, second].map(({ instance: { team } }) => team?.servers)).toEqual([servers, servers]);
    expect((await team(second).members()).map(({ kind }) => kind)).toEqual(['server', 'command', 'server']);
  });
});

describe('a team', () => {
  async function twoServers(): Promise<readonly [Team, Team, () => Promise<void>]> {
    const database = await newDatabase();
    const store = await storeOn(database);
    await store.workflows.save('w', workflow, 1);
    const first = await member(store, '/a', 'server');
    const second = await member(await storeOn(database), '/b', 'server');
    const { release } = second;
    return [team(first), team(second), release];
  }

  it('passes messages of any size on, to all or to one, in order', async () => {
    const [first, second] = await twoServers();
    const received: unknown[] = [];
    const record = (to: string) => (body: unknown, from: string) => received.push([to, body, from === first.id]);
    first.messages.on('topic', record('first'));
    second.messages.on('topic', record('second'));
    second.messages.on('other', record('other'));
    const large = '☃'.repeat(10_000);
    await Promise.all([
      first.messages.send('topic', { large }),
      first.messages.send('topic', 1, second.id),
      first.messages.send('topic', 1, first.id),
      first.messages.send('topic', 1),
    ]);
    await expect.poll(() => received).toEqual([['second', { large }, true], ['second', 1, true], ['second', 1, true]]); // oxfmt-ignore
  });

  it('gives the lease of a workflow to one server, until that one gives it back or ends', async () => {
    const [first, second, release] = await twoServers();
    expect(await second.leases.take(['w', 'unknown'])).toEqual(new Set(['w']));
    expect(await first.leases.take(['w'])).toEqual(new Set());
    expect(await second.leases.take(['w'])).toEqual(new Set(['w']));
    await first.leases.giveBack(['w']);
    expect(await first.leases.take(['w'])).toEqual(new Set());
    await second.leases.giveBack(['w']);
    expect(await first.leases.take(['w'])).toEqual(new Set(['w']));
    await first.leases.giveBack(['w']);
    await second.leases.take(['w']);
    await release();
    expect(await first.leases.take(['w'])).toEqual(new Set(['w']));
  });

  it('learns what each server says about itself', async () => {
    const [first, second] = await twoServers();
    const state: MemberState = { version: '1.0.0', runs: 3, slots: null, load: 0.5, serves: true };
    first.describe(() => state);
    await expect
      .poll(async () => (await second.members()).map((one) => [one.place.split(':').at(-1), one.state]), { timeout: 5000 })
      .toEqual([['/a', state], ['/b', null]]); // oxfmt-ignore
    first.describe(() => ({ ...state, serves: false }));
    await expect.poll(() => second.serving, { timeout: 5000 }).toEqual([second.id]);
    expect(second.servers).toHaveLength(2);
  });

  it('agrees on who is first, and gives each about as many first places', () => {
    const servers = ['a', 'b', 'c'];
    const keys = Array.from({ length: 300 }, (_, index) => `workflow ${index}`);
    const ranks = keys.map((key) => servers.map((id) => rankFor(key, { id, servers })));
    expect(ranks.every((rank) => new Set(rank).size === 3 && Math.max(...rank) === 2)).toBe(true);
    for (const index of servers.keys()) expect(ranks.filter((rank) => rank[index] === 0).length).toBeGreaterThan(60);
    const withoutA = keys.map((key) => ['b', 'c'].map((id) => rankFor(key, { id, servers: ['b', 'c'] })));
    expect(ranks.every(([a], index) => a === 0 || withoutA[index]?.indexOf(0) === (ranks[index]?.indexOf(0) ?? 0) - 1)).toBe(true);
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
