import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { randomBytes } from 'node:crypto';
import Sqlite from 'better-sqlite3';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { WorkflowFile } from '../contract/workflow.ts';
import { Store } from './index.ts';

const folders: string[] = [];
const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-store-'));
  folders.push(folder);
  return folder;
};
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const workflow: WorkflowFile = {
  id: 'w1',
  name: 'Orders',
  nodes: [{ name: '__proto__', type: 'n8n-nodes-base.noOp', typeVersion: 1, position: [0, 0], parameters: {} }],
  connections: {},
  custom: { kept: true },
} as WorkflowFile;

const execution = (id: string, startedAt: number) =>
  ({ id, workflowId: 'w1', workflowName: 'Orders', mode: 'manual', status: 'running', startedAt, instance: 'here' }) as const;
const started = (id: string, startedAt: number) => ({ record: execution(id, startedAt) });

describe('the database file', () => {
  it('has the schema that was shipped', async () => {
    const folder = newFolder();
    await (await Store.open(folder)).close();
    const database = new Sqlite(join(folder, 'db', 'millrace.sqlite'), { readonly: true });
    const tables = database
      .prepare("select sql from sqlite_master where sql is not null and name not like 'kysely%' order by name")
      .pluck()
      .all()
      .map((sql) => String(sql).replaceAll('"', '').replaceAll(/\s+/g, ' '));
    const settings = [database.pragma('auto_vacuum', { simple: true }), database.pragma('journal_mode', { simple: true })];
    database.close();
    expect(settings).toEqual([2, 'wal']);
    expect(tables).toMatchSnapshot();
  });

  it('is reopened with what was saved', async () => {
    const folder = newFolder();
    const first = await Store.open(folder);
    await first.workflows.save('w1', workflow, 1000);
    await first.close();
    const second = await Store.open(folder);
    expect(await second.workflows.get('w1')).toEqual(workflow);
    await second.close();
  });

  it('returns the space of removed executions to the disk', async () => {
    const folder = newFolder();
    const file = join(folder, 'db', 'millrace.sqlite');
    const store = await Store.open(folder);
    for (let index = 0; index < 80; index++) {
      await store.executions.writer(started(`e${index}`, index)).saveStart();
      await store.executions
        .storedWriter(execution(`e${index}`, 1))
        .saveEnd({ status: 'success', stoppedAt: index + 1, payload: randomBytes(80_000) });
    }
    await store.close();
    const full = statSync(file).size;
    const again = await Store.open(folder);
    while ((await again.executionList.pruneBefore(1000)) > 0);
    await again.freeSpace(10_000);
    expect(statSync(file).size).toBeLessThan(full / 10);
    expect(statSync(`${file}-wal`).size).toBe(0);
    await again.close();
  });

  it.skipIf(process.platform === 'win32')('is for its owner alone', async () => {
    const folder = newFolder();
    await (await Store.open(join(folder, 'data'))).close();
    expect([join(folder, 'data'), join(folder, 'data', 'db')].map((path) => statSync(path).mode & 0o077)).toEqual([0, 0]);
  });

  it('contains what was committed when the process is killed', async () => {
    const folder = newFolder();
    const program = `
      const { Store } = await import(${JSON.stringify(new URL('./index.ts', import.meta.url).href)});
      const store = await Store.open(${JSON.stringify(folder)});
      for (let index = 0; ; index++) {
        const writer = store.executions.writer({ record: { ...${JSON.stringify(execution('e', 1))}, id: 'e' + index } });
        await writer.saveStart();
        await writer.saveEnd({ status: 'success', stoppedAt: 2, payload: new Uint8Array(5000), files: ['file:' + index] });
        console.log(index);
      }`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: ['ignore', 'pipe', 'inherit'] });
    let printed = '';
    child.stdout.on('data', (part) => {
      printed += String(part);
      if (printed.split('\n').length > 20) child.kill('SIGKILL');
    });
    await once(child, 'close');
    const last = Number(printed.trimEnd().split('\n').at(-1));
    const store = await Store.open(folder);
    const saved = await store.executionList.list({}, { limit: 10_000 });
    expect(saved.filter(({ status }) => status === 'success').length).toBeGreaterThan(last);
    for (const { id, status } of saved) {
      expect([
        status,
        (await store.executions.payload(id))?.byteLength,
        (await store.files.ownersOf(`file:${id.slice(1)}`)).length,
      ]).toEqual(status === 'success' ? ['success', 5000, 1] : ['running', undefined, 0]);
    }
    await store.close();
  });

  it('of a newer version is not opened', async () => {
    const folder = newFolder();
    await (await Store.open(folder)).close();
    const database = new Sqlite(join(folder, 'db', 'millrace.sqlite'));
    database.prepare("insert into kysely_migration (name, timestamp) values ('0999-later', '2099-01-01')").run();
    database.close();
    await expect(Store.open(folder)).rejects.toMatchObject({
      code: 'STORE_FAILED',
      message: expect.stringMatching(/may come from a newer version/) as string,
    });
  });

  it('that is not a database is reported', async () => {
    const folder = newFolder();
    mkdirSync(join(folder, 'db'));
    writeFileSync(join(folder, 'db', 'millrace.sqlite'), 'text'.repeat(1000));
    await expect(Store.open(folder)).rejects.toMatchObject({
      code: 'STORE_FAILED',
      message: expect.stringMatching(/cannot be opened: file is not a database\. Move the file away/) as string,
    });
  });

  it('reports the file that cannot be opened', async () => {
    await expect(Store.open('/dev/null')).rejects.toThrow(/\/dev\/null\/db\/millrace\.sqlite cannot be opened/);
  });
});

describe('workflows', () => {
  it('are saved over each other, counting versions, with static data stored separately', async () => {
    const store = await Store.inMemory();
    await store.workflows.save('w1', workflow, 1000);
    await store.workflows.save('w1', { ...workflow, name: 'Renamed', staticData: { global: { n: 1 } } }, 2000);
    await store.workflows.changeStaticData('w1', { global: { n: 2 } });
    expect(await store.workflows.list()).toEqual([
      {
        id: 'w1',
        name: 'Renamed',
        active: false,
        isArchived: false,
        ownerId: null,
        tags: [],
        version: 2,
        createdAt: 1000,
        updatedAt: 2000,
      },
    ]);
    expect((await store.workflows.get('w1'))?.staticData).toEqual({ global: { n: 2 } });
    expect([await store.workflows.remove('w1'), await store.workflows.remove('w1'), await store.workflows.get('w1')]).toEqual([
      true,
      false,
      undefined,
    ]);
    await store.close();
  });
});

describe('a workflow that is saved again', () => {
  it('moves its previous version to the history, unless nothing changed', async () => {
    const store = await Store.inMemory();
    await store.workflows.save('w1', { ...workflow, name: 'First' }, 1000);
    await store.workflows.save('w1', { ...workflow, name: 'First' }, 2000);
    await store.workflows.save('w1', { ...workflow, name: 'Second' }, 3000);
    expect(await store.workflowVersions.list('w1')).toEqual([
      { version: 2, workflowName: 'Second', savedAt: 3000, savedBy: null, isNewest: true },
      { version: 1, workflowName: 'First', savedAt: 1000, savedBy: null, isNewest: false },
    ]);
    expect((await store.workflowVersions.file('w1', 1))?.name).toBe('First');
    await store.close();
  });

  it('keeps static data that is missing in the file', async () => {
    const store = await Store.inMemory();
    await store.workflows.save('w1', { ...workflow, staticData: { global: { n: 1 } } }, 1000);
    for (const staticData of [undefined, null]) {
      await store.workflows.save('w1', { ...workflow, name: `Renamed ${String(staticData)}`, staticData }, 2000);
      expect((await store.workflows.get('w1'))?.staticData).toEqual({ global: { n: 1 } });
    }
    await store.close();
  });

  it('is not written if nothing changed', async () => {
    const store = await Store.inMemory();
    await store.workflows.save('w1', workflow, 1000);
    await store.workflows.save('w1', workflow, 2000);
    expect(await store.workflows.list()).toMatchObject([{ version: 1, updatedAt: 1000 }]);
    await store.workflows.save('w1', { ...workflow, active: true }, 3000);
    expect(await store.workflows.list()).toMatchObject([{ version: 2, updatedAt: 3000, active: true }]);
    await store.close();
  });
});

describe('schedules', () => {
  it('store one row, new or known, and keep the others', async () => {
    const store = await Store.inMemory();
    await store.workflows.add({ id: 'w', file: { nodes: [], connections: {} }, now: 1 });
    const row = { nodeId: 'n', rule: 0, nextRun: 10, lastRun: null, times: 'a' };
    await store.schedules.save('w', [row, { ...row, rule: 1 }]);
    await store.schedules.saveRow('w', { ...row, nextRun: 20, lastRun: 10 });
    await store.schedules.saveRow('w', { ...row, nodeId: 'new' });
    expect((await store.schedules.load('w')).toSorted((a, b) => a.nodeId.localeCompare(b.nodeId) || a.rule - b.rule)).toEqual([
      { ...row, nextRun: 20, lastRun: 10 },
      { ...row, rule: 1 },
      { ...row, nodeId: 'new' },
    ]);
    await store.close();
  });
});

describe('executions', () => {
  it('are listed latest first, page by page', async () => {
    const store = await Store.inMemory();
    await Promise.all(['a', 'b', 'c', 'd'].map((id, index) => store.executions.writer(started(id, Math.floor(index / 2))).saveStart()));
    const first = await store.executionList.list({}, { limit: 2 });
    const second = await store.executionList.list({}, { limit: 2, lastId: 'c' });
    expect([first, second].map((page) => page.map(({ id }) => id))).toEqual([
      ['d', 'c'],
      ['b', 'a'],
    ]);
    expect(await store.executionList.list({}, { limit: 2, lastId: 'nobody' })).toEqual([]);
    await store.close();
  });

  it('have a packed payload, which is removed with the row', async () => {
    const store = await Store.inMemory();
    await store.executions.writer(started('a', 1)).saveStart();
    const payload = { resultData: { runData: { ['__proto__']: [{ startTime: 1 }] } }, text: 'x'.repeat(10_000) };
    const packed = store.packText(JSON.stringify(payload));
    expect(packed.byteLength).toBeLessThan(1000);
    await store.executions
      .storedWriter(execution('a', 1))
      .saveEnd({ status: 'error', stoppedAt: 5, lastNode: 'N', errorMessage: 'no', payload: packed });
    expect(await store.executions.get('a')).toEqual({
      ...execution('a', 1),
      status: 'error',
      stoppedAt: 5,
      lastNode: 'N',
      errorMessage: 'no',
    });
    expect(await store.unpack((await store.executions.payload('a')) as Uint8Array)).toEqual(payload);
    expect(await store.executionList.pruneBefore(10)).toBe(1);
    expect(await store.executions.payload('a')).toBeUndefined();
    await store.close();
  });

  it('that wait are found when they are due', async () => {
    const store = await Store.inMemory();
    for (const [id, waitTill] of [
      ['late', 500],
      ['soon', 100],
    ] as const) {
      await store.executions.writer(started(id, 1)).saveStart();
      await store.executions.storedWriter(execution(id, 1)).saveEnd({ status: 'waiting', stoppedAt: 2, waitTill });
    }
    expect((await store.executions.due(99)).map(({ id }) => id)).toEqual([]);
    expect((await store.executions.due(500)).map(({ id }) => id)).toEqual(['soon', 'late']);
    await store.close();
  });

  it('that are not over are never removed', async () => {
    const store = await Store.inMemory();
    for (const status of ['running', 'waiting', 'success', 'error', 'crashed', 'canceled'] as const) {
      await store.executions.writer(started(status, 1)).saveStart();
      if (status !== 'running')
        await store.executions
          .storedWriter(execution(status, 1))
          .saveEnd({ status, stoppedAt: 2, ...(status === 'waiting' ? { waitTill: 9 } : {}) });
    }
    expect(await store.executionList.pruneBefore(10)).toBe(4);
    expect((await store.executionList.list({}, { limit: 9 })).map(({ id }) => id)).toEqual(['waiting', 'running']);
    await store.close();
  });

  it('that wait are resumed only once', async () => {
    const store = await Store.inMemory();
    await store.executions.writer(started('a', 1)).saveStart();
    expect(await store.executions.claim('a', 'second')).toBe(false);
    await store.executions.storedWriter(execution('a', 1)).saveEnd({ status: 'waiting', stoppedAt: 2, waitTill: 3 });
    expect(
      await Promise.all([
        store.executions.claim('a', 'second'),
        store.executions.claim('a', 'third'),
        store.executions.claim('nobody', 'second'),
      ]),
    ).toEqual([true, false, false]);
    expect(await store.executions.get('a')).toMatchObject({ status: 'running', instance: 'second' });
    await store.close();
  });

  it('whose process died are marked, others are not', async () => {
    const store = await Store.inMemory();
    for (const id of ['a', 'b', 'c']) await store.executions.writer(started(id, 1)).saveStart();
    await store.executions.storedWriter(execution('c', 1)).saveEnd({ status: 'success', stoppedAt: 2 });
    expect((await store.executions.running()).map(({ id }) => id)).toEqual(['a', 'b']);
    const marks = await Promise.all([
      store.executions.markCrashed(execution('a', 1), 5),
      store.executions.markCrashed({ ...execution('b', 1), instance: 'another' }, 5),
      store.executions.markCrashed(execution('c', 1), 5),
    ]);
    expect(marks).toEqual([true, false, false]);
    expect(await Promise.all(['a', 'b', 'c'].map(async (id) => (await store.executions.get(id))?.status))).toEqual([
      'crashed',
      'running',
      'success',
    ]);
    await store.close();
  });

  it('own files until they are removed', async () => {
    const store = await Store.inMemory();
    await store.executions.writer(started('a', 1)).saveStart();
    await store.executions.storedWriter(execution('a', 1)).saveEnd({ status: 'waiting', waitTill: 1, files: ['file:1'] });
    await store.executions.storedWriter(execution('a', 1)).saveEnd({ status: 'success', stoppedAt: 2, files: ['file:1', 'file:2'] });
    expect(await Promise.all(['file:1', 'file:2', 'file:3'].map((id) => store.files.ownersOf(id)))).toEqual([['a'], ['a'], []]);
    await store.executionList.pruneBefore(10);
    expect(await store.files.ownersOf('file:1')).toEqual([]);
    await store.close();
  });

  it('end with row, payload and files atomically', async () => {
    const store = await Store.inMemory();
    await store.executions.writer(started('a', 1)).saveStart();
    const ended = store.executions
      .storedWriter(execution('a', 1))
      .saveEnd({ status: 'success', stoppedAt: 2, payload: new Uint8Array(1), files: [null as unknown as string] });
    const other = store.executions.writer(started('b', 1)).saveStart();
    await expect(ended).rejects.toMatchObject({
      code: 'STORE_FAILED',
      message: expect.stringMatching(/^The database could not be written: /) as string,
    });
    await other;
    expect([(await store.executions.get('a'))?.status, await store.executions.payload('a')]).toEqual(['running', undefined]);
    await store.close();
  });

  it.skipIf(process.platform === 'win32')('fail together when the disk is full, and can be written once there is room', async () => {
    const folder = newFolder();
    await (await Store.open(folder)).close();
    const program = `
      const { Store } = await import(${JSON.stringify(new URL('./index.ts', import.meta.url).href)});
      const store = await Store.open(${JSON.stringify(folder)});
      const row = ${JSON.stringify(execution('a', 1))};
      const writer = store.executions.writer({ record: row });
      await writer.saveStart();
      const results = await Promise.allSettled([
        writer.saveEnd({ status: 'success', stoppedAt: 2, payload: new Uint8Array(4_000_000) }),
        store.executions.writer({ record: { ...row, id: 'b' } }).saveStart(),
      ]);
      console.log(JSON.stringify({ health: store.health, results: results.map(({ status, reason }) => reason?.code ?? status), kept: (await store.executionList.list({}, { limit: 5 })).map(({ id, status }) => id + ' ' + status) }));
      await store.close();`;
    // A limit on the file size simulates a full disk.
    const child = spawn(
      'bash',
      ['-c', 'trap "" XFSZ; ulimit -f 1000; exec "$0" "$@"', process.execPath, '--input-type=module', '--eval', program],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    let printed = '';
    child.stdout.on('data', (part) => (printed += String(part)));
    await once(child, 'close');
    const { results, kept, health } = JSON.parse(printed) as { results: string[]; kept: string[]; health: unknown };
    expect(health).toMatchObject({ isOk: false, reason: expect.stringMatching(/^(the disk is full|the disk refused)/) as string });
    expect(results[0]).toBe('STORE_FAILED');
    expect(kept).toEqual(results[1] === 'fulfilled' ? ['b running', 'a running'] : ['a running']);
  });

  it('wait between ticks while another program holds the write lock, and reads continue', async () => {
    const folder = newFolder();
    const store = await Store.open(folder);
    await store.executions.writer(started('a', 1)).saveStart();
    const other = new Sqlite(join(folder, 'db', 'millrace.sqlite'));
    other.exec('begin immediate');
    const writer = store.executions.writer(started('b', 2));
    const start = writer.saveStart();
    const ended = writer.saveEnd({ status: 'success', stoppedAt: 3 });
    const removed = store.executionList.remove({ ids: ['a'], statuses: ['running', 'success'] }, 0);
    for (let turn = 0; turn < 20; turn++) {
      await nextTurn();
      expect((await store.executions.get('a'))?.status).toBe('running');
    }
    expect(await store.executions.get('b')).toBeUndefined();
    other.exec('rollback');
    await Promise.all([start, ended, removed]);
    expect((await store.executions.get('b'))?.status).toBe('success');
    expect(store.health).toEqual({ isOk: true });
    other.close();
    await store.close();
  });

  it('are rejected if the lock is held for too long, and health reports it until a write succeeds', async () => {
    const folder = newFolder();
    const store = await Store.open(folder);
    const other = new Sqlite(join(folder, 'db', 'millrace.sqlite'));
    other.exec('begin immediate');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'], now: 5_000_000 });
    const start = store.executions.writer(started('a', 1)).saveStart();
    const matchObject = expect(start).rejects.toMatchObject({
      code: 'STORE_FAILED',
      message: 'The database could not be written: another program is writing to it. Try again.',
    });
    await nextTurn();
    expect(store.health).toEqual({ isOk: true });
    await vi.advanceTimersByTimeAsync(10_200);
    await matchObject;
    expect(store.health).toMatchObject({ isOk: false, reason: expect.stringMatching(/another program/) as string });
    other.exec('rollback');
    // The store detects by itself that it can write again.
    await vi.advanceTimersByTimeAsync(2000);
    await nextTurn();
    await nextTurn();
    expect(store.health).toEqual({ isOk: true });
    vi.useRealTimers();
    other.close();
    await store.close();
  });

  it('are not made for a start that is removed before it is committed', async () => {
    const store = await Store.inMemory();
    const writer = store.executions.writer(started('a', 1));
    const start = writer.saveStart();
    const removal = writer.remove();
    await Promise.all([start, removal]);
    expect(await store.executions.get('a')).toBeUndefined();
    await store.close();
  });

  it('fail alone if one write of a group is rejected', async () => {
    const store = await Store.inMemory();
    const results = await Promise.allSettled([
      store.executions.writer(started('a', 1)).saveStart(),
      store.executions.writer(started('a', 2)).saveStart(),
      store.executions.writer(started('b', 3)).saveStart(),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect((await store.executionList.list({}, { limit: 5 })).map(({ id }) => id)).toEqual(['b', 'a']);
    await store.close();
  });
});
