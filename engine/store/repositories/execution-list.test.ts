import { Kysely, SqliteDialect } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { ExecutionStatus } from '../../contract/run-data.ts';
import type { WorkflowFile } from '../../contract/workflow.ts';
import { openDatabase } from '../database.ts';
import { LargePayloads } from '../large-payloads.ts';
import type { Tables } from '../schema.ts';
import { PreparedReads } from '../prepared-reads.ts';
import { sqlite } from '../dialect.ts';
import type { Database } from '../sql-database.ts';
import { WriteGroup } from '../write-group.ts';
import { ExecutionList, type ExecutionFilter, type Page } from './execution-list.ts';
import { ExecutionFileRepository } from './execution-files.ts';
import { ExecutionRepository } from './executions.ts';
import { WorkflowRepository } from './workflows.ts';

const statuses: readonly ExecutionStatus[] = ['success', 'error', 'crashed', 'canceled', 'waiting', 'running', 'new'];
const modes = ['webhook', 'trigger', 'manual'] as const;
const owners = { w0: 'anna', w1: 'anna', w2: 'ben' } as const;
type WorkflowId = keyof typeof owners;

/** The numbers of workflows and statuses are coprime, so that every combination occurs. Some executions do not belong to the workflow's owner. */
const rows = Array.from({ length: 400 }, (_, index) => ({
  id: `e${(index * 7919) % 1000}`,
  workflowId: `w${index % 3}` as WorkflowId,
  workflowName: 'Orders',
  mode: modes[(index >> 1) % 3] ?? 'manual',
  status: statuses[(index * index + (index >> 2)) % 7] ?? 'new',
  startedAt: 1000 + (index >> 1),
  instance: 'here',
  ...(index % 11 === 0 ? {} : { ownerId: index % 13 === 0 ? 'ben' : owners[`w${index % 3}` as WorkflowId] }),
}));

async function filled() {
  const { connection, queries } = await openDatabase(':memory:', { durability: 'normal' });
  const writes = new WriteGroup(connection);
  const database: Database = { dialect: sqlite, queries, writes, reads: new PreparedReads(connection) };
  const workflows = new WorkflowRepository(database);
  for (const id of Object.keys(owners)) {
    await workflows.save(id, { id, name: id, nodes: [], connections: {} } as unknown as WorkflowFile, 1);
    connection.prepare('update workflow set owner_id = ? where id = ?').run(owners[id as WorkflowId], id);
  }
  const large = new LargePayloads(database);
  const executions = new ExecutionRepository(database, new ExecutionFileRepository(database), large);
  await Promise.all(rows.map((record) => executions.writer({ record }).saveStart()));
  const statements: { sql: string; parameters: readonly unknown[] }[] = [];
  const watched = new Kysely<Tables>({
    dialect: new SqliteDialect({ database: connection }),
    log: ({ query }) => void statements.push({ sql: query.sql, parameters: query.parameters }),
  });
  const watchedDatabase: Database = { ...database, queries: watched };
  const plans = (): { sql: string; steps: string[] }[] =>
    statements.splice(0).map(({ sql, parameters }) => ({
      sql,
      steps: (connection.prepare(`explain query plan ${sql}`).all(...parameters) as { detail: string }[]).map(({ detail }) => detail),
    }));
  return {
    list: new ExecutionList(watchedDatabase, large),
    executions: new ExecutionRepository(watchedDatabase, new ExecutionFileRepository(watchedDatabase), large),
    plans,
    connection,
    queries,
  };
}

function* combinations(): Generator<ExecutionFilter> {
  const choices = {
    workflowId: [undefined, 'w1'],
    statuses: [undefined, ['success'], ['error', 'crashed', 'canceled'], ['success', 'error', 'crashed', 'canceled', 'waiting']],
    mode: [undefined, 'trigger'],
    ownerId: [undefined, 'anna', 'ben'],
    startedAfter: [undefined, 1040],
    startedBefore: [undefined, 1180],
  };
  const filters: { [key: string]: unknown }[] = [{}];
  for (const [key, values] of Object.entries(choices)) {
    filters.splice(
      0,
      Infinity,
      ...filters.flatMap((filter) => values.map((value) => (value === undefined ? filter : { ...filter, [key]: value }))),
    );
  }
  yield* filters as ExecutionFilter[];
}

const pages: readonly Page[] = [
  { limit: 20 },
  { limit: 7, lastId: rows[300]?.id },
  { limit: 9, firstId: rows[90]?.id },
  { limit: 3, firstId: rows[90]?.id, oldestFirst: true },
] as Page[];

const isLater = (a: (typeof rows)[number], b: (typeof rows)[number]): boolean =>
  a.startedAt > b.startedAt || (a.startedAt === b.startedAt && a.id > b.id);
const latestFirst = [...rows].sort((a, b) => (isLater(a, b) ? -1 : 1));

function expected(filter: ExecutionFilter, { lastId, firstId }: Partial<Page> = {}): string[] {
  const last = rows.find(({ id }) => id === lastId);
  const first = rows.find(({ id }) => id === firstId);
  return latestFirst
    .filter(
      (row) =>
        (filter.workflowId === undefined || row.workflowId === filter.workflowId) &&
        (filter.statuses === undefined || filter.statuses.includes(row.status)) &&
        (filter.mode === undefined || row.mode === filter.mode) &&
        (filter.ownerId === undefined || row.ownerId === filter.ownerId) &&
        (filter.startedAfter === undefined || row.startedAt >= filter.startedAfter) &&
        (filter.startedBefore === undefined || row.startedAt < filter.startedBefore) &&
        (last === undefined || isLater(last, row)) &&
        (first === undefined || isLater(row, first)),
    )
    .map(({ id }) => id);
}

describe('the list of executions', () => {
  it('finds, orders and counts by every combination of filters', async () => {
    const { list } = await filled();
    for (const filter of combinations()) {
      for (const page of pages) {
        const ids = (await list.list(filter, page)).map(({ id }) => id);
        const all = expected(filter, page);
        expect({ filter, page, ids }).toEqual({
          filter,
          page,
          ids: (page.oldestFirst === true ? all.toReversed() : all).slice(0, page.limit),
        });
      }
      const count = expected(filter).length;
      expect([filter, await list.count(filter, 30), await list.count(filter, 1000)]).toEqual([filter, Math.min(count, 30), count]);
    }
  });

  it('never scans or sorts the history', async () => {
    const { list, executions, plans } = await filled();
    for (const filter of combinations()) {
      for (const page of pages) await list.list(filter, page);
      await list.count(filter, 10_001);
    }
    await list.pruneBefore(1010);
    await list.startBeyond(100);
    await executions.running();
    await executions.due(5000);
    await executions.nextDue(5);
    const bad = plans().filter(({ steps }) => steps.some((step) => /^SCAN execution\b/.test(step) || step.includes('TEMP B-TREE')));
    expect(bad).toEqual([]);
  });

  it('removes by ids, by filter and the oldest without reading the history', async () => {
    const { list, plans, connection } = await filled();
    const left = (): string[] => connection.prepare('select id from execution order by started_at desc, id desc').pluck().all() as string[];
    const ids = rows.slice(0, 120).map(({ id }) => id);
    const expected = new Set(ids);
    const isOwnOver = (row: (typeof rows)[number]): boolean => row.ownerId === 'anna' && row.status !== 'running';
    expect(await list.remove({ ids, ownerId: 'anna' }, 0)).toBe(rows.slice(0, 120).filter(isOwnOver).length);
    const rest = latestFirst.filter((row) => !(expected.has(row.id) && isOwnOver(row)));
    expect(left()).toEqual(rest.map(({ id }) => id));
    await list.remove({ workflowId: 'w1', mode: 'trigger' }, 0);
    const saved = rest.filter(
      ({ workflowId, mode, status }) => workflowId !== 'w1' || mode !== 'trigger' || ['waiting', 'running', 'new'].includes(status),
    );
    expect(left()).toEqual(saved.map(({ id }) => id));
    while ((await list.pruneBefore(Infinity)) > 0);
    expect(left()).toEqual(saved.filter(({ status }) => ['waiting', 'running', 'new'].includes(status)).map(({ id }) => id));
    expect(plans().filter(({ steps }) => steps.some((step) => /^SCAN execution\b/.test(step)))).toEqual([]);
  });

  it('gives the executions of a removed member to another user', async () => {
    const { list } = await filled();
    const count = (ownerId: string): number => rows.filter((row) => row.ownerId === ownerId).length;
    await list.changeOwner('ben', 'anna');
    expect([await list.count({ ownerId: 'ben' }, 1000), await list.count({ ownerId: 'anna' }, 1000)]).toEqual([
      0,
      count('ben') + count('anna'),
    ]);
    await list.changeOwner('anna', null);
    expect([await list.count({ ownerId: 'anna' }, 1000), await list.count({}, 1000)]).toEqual([0, rows.length]);
  });

  it('returns the start time of the newest execution beyond a limit', async () => {
    const { list } = await filled();
    expect([await list.startBeyond(100), await list.startBeyond(0), await list.startBeyond(rows.length)]).toEqual([
      latestFirst[100]?.startedAt,
      latestFirst[0]?.startedAt,
      undefined,
    ]);
  });

  it('removes few executions at a time if their payloads are large', async () => {
    const { list, executions } = await filled();
    await Promise.all(
      rows
        .slice(0, 20)
        .map((record) => executions.storedWriter(record).saveEnd({ status: 'success', stoppedAt: 5, payload: new Uint8Array(1_000_000) })),
    );
    expect(await list.pruneBefore(1010)).toBe(4);
  });
});

describe('workflows as they ran', () => {
  it('are removed with the last execution that refers to them', async () => {
    const { executions, list, connection } = await filled();
    const snapshots = (): unknown[] => connection.prepare('select hash from workflow_snapshot order by hash').pluck().all();
    const saveStart = (id: string, hash: string) =>
      executions
        .writer({ record: { ...rows[0]!, id, status: 'success' }, snapshot: () => ({ hash, data: new Uint8Array(1) }) })
        .saveStart();
    await Promise.all([saveStart('a', 'first'), saveStart('b', 'first'), saveStart('c', 'second')]);
    await list.remove({ ids: ['a', 'c'] }, 0);
    expect(snapshots()).toEqual(['first']);
    await executions.storedWriter({ ...rows[0]!, id: 'b' }).remove();
    expect(snapshots()).toEqual([]);
  });
});
