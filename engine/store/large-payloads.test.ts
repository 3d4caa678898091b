// Large payloads are stored in parts: complete or not at all, and removed with the rows that use them.
import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Store } from './index.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'millrace-large-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const record = (id: string, startedAt = 1) =>
  ({ id, workflowId: 'w', workflowName: '', mode: 'webhook', status: 'running', startedAt, instance: 'here' }) as const;
const large = (): Buffer => randomBytes(3_000_000);

/** Comparing millions of bytes one by one would take seconds. */
const hash = (payload: Uint8Array | undefined): string | undefined => payload && createHash('sha256').update(payload).digest('base64');

function query(sql: string): unknown[] {
  const database = new Sqlite(join(folder, 'db', 'millrace.sqlite'), { readonly: true });
  const rows = database.prepare(sql).all();
  database.close();
  return rows;
}

const count = (table: string): number => (query(`select count(*) as n from ${table}`) as [{ n: number }])[0].n;
const left = (): readonly number[] => [count('large_payload'), count('large_payload_part')];

async function removeAll(store: Store): Promise<void> {
  while (await store.largePayloads.removeSome());
}

describe('a large payload', () => {
  it('is read as it was written, by the end of a started execution, of one that was not stored, and of one that waits', async () => {
    const store = await Store.open(folder);
    const payloads = [large(), large(), large()] as const;
    await store.executions.writer({ record: record('a') }).saveStart();
    await store.executions.storedWriter(record('a')).saveEnd({ status: 'success', stoppedAt: 2, payload: payloads[0] });
    await store.executions.writer({ record: record('b') }).saveEnd({ status: 'success', stoppedAt: 2, payload: payloads[1] });
    const writer = store.executions.writer({ record: record('c') });
    const start = writer.saveStart();
    await writer.saveEnd({ status: 'waiting', waitTill: 5, payload: payloads[2] });
    await start;
    for (const [index, id] of ['a', 'b', 'c'].entries()) {
      expect((await store.executions.get(id))?.status).toBe(index === 2 ? 'waiting' : 'success');
      expect(hash(await store.executions.payload(id))).toBe(hash(payloads[index]));
    }
    expect(query('select max(length(data)) as longest from large_payload_part')).toEqual([{ longest: 256 * 1024 }]);
    await store.close();
  });

  it('lets other writes be committed between its parts', async () => {
    const store = await Store.open(folder);
    await store.executions.writer({ record: record('a') }).saveStart();
    const done: string[] = [];
    const end = store.executions
      .storedWriter(record('a'))
      .saveEnd({ status: 'success', stoppedAt: 2, payload: large() })
      .then(() => done.push('large'));
    for (let n = 0; n < 5; n++) done.push(await store.settings.set('n', n).then(() => 'other'));
    await end;
    expect(done).toEqual(['other', 'other', 'other', 'other', 'other', 'large']);
    await store.close();
  });

  it('replaces the previous one, whose parts are removed: by progress, a checkpoint, a resumed execution and its end', async () => {
    const store = await Store.open(folder);
    const { executions } = store;
    await executions.writer({ record: record('a') }).saveStart();
    const [state, step, checkpoint, input, result] = [large(), large(), large(), large(), large()];
    await executions.progress.add('a', { lastNode: 'N', payload: state, index: 0, data: step, files: [] });
    const steps = await executions.progress.steps('a');
    expect([await executions.payload('a'), ...steps].map(hash)).toEqual([state, step].map(hash));
    await executions.progress.checkpoint('a', { waitTill: 7, lastNode: 'N', payload: checkpoint, files: [] });
    expect(hash(await executions.payload('a'))).toBe(hash(checkpoint));
    await executions.storedWriter(record('a')).saveEnd({ status: 'waiting', waitTill: 5 });
    expect(await executions.claim('a', 'there', { payload: input })).toBe(true);
    // It no longer waits.
    expect(await executions.claim('a', 'there', { payload: large() })).toBe(false);
    expect(hash(await executions.payload('a'))).toBe(hash(input));
    await executions.storedWriter(record('a')).saveEnd({ status: 'success', stoppedAt: 9, payload: result, links: { hadSteps: true } });
    await removeAll(store);
    expect(hash(await executions.payload('a'))).toBe(hash(result));
    expect(left()).toEqual([1, 12]);
    await store.close();
  });

  it('is the result for a waiting caller, also of a call that is not saved', async () => {
    const store = await Store.open(folder);
    const { executions } = store;
    await executions.writer({ record: record('caller') }).saveStart();
    const parent = { id: 'caller', workflowId: 'w', node: 'Call', call: 0 };
    const results = [large(), large()] as const;
    const delivery = (childId: string, data: Uint8Array) => ({ delivery: { childId, parentId: 'caller', data, now: 3 } });
    await executions.writer({ record: { ...record('saved'), parent } }).saveStart();
    await executions
      .storedWriter(record('saved'))
      .saveEnd({ status: 'success', stoppedAt: 2, payload: large(), links: delivery('saved', results[0]) });
    await executions.writer({ record: { ...record('unsaved'), parent } }).saveStart();
    await executions.storedWriter(record('unsaved')).remove(delivery('unsaved', results[1]));
    const callerResults = await executions.calls.results('caller');
    expect(['saved', 'unsaved'].map((id) => hash(callerResults.get(id)))).toEqual(results.map(hash));
    await executions.storedWriter(record('caller')).saveEnd({ status: 'success', stoppedAt: 4, links: { isOver: true } });
    await removeAll(store);
    expect(left()).toEqual([1, 12]);
    await store.close();
  });

  it('is removed with its execution, and its space returns to the disk', async () => {
    const store = await Store.open(folder);
    for (const [index, id] of ['old', 'deleted', 'latest'].entries())
      await store.executions.writer({ record: record(id, index) }).saveEnd({ status: 'success', stoppedAt: 9, payload: large() });
    const used = await store.usedBytes();
    expect(await store.executionList.pruneBefore(1)).toBe(1);
    expect(left()).toEqual([2, 24]);
    expect(await store.executionList.remove({ ids: ['deleted'] }, 10)).toBe(1);
    await removeAll(store);
    expect(left()).toEqual([1, 12]);
    expect(await store.usedBytes()).toBeLessThan(used - 5_900_000);
    expect(await store.freeSpace(10_000)).toBeGreaterThan(1400);
    expect(await store.executions.payload('old')).toBeUndefined();
    expect(await store.executions.payload('latest')).toHaveLength(3_000_000);
    await store.close();
  });

  it('leaves nothing if its row cannot be written', async () => {
    const store = await Store.open(folder);
    await store.executions.writer({ record: record('a') }).saveStart();
    const again = store.executions.writer({ record: record('a') }).saveEnd({ status: 'success', stoppedAt: 2, payload: large() });
    await expect(again).rejects.toMatchObject({ code: 'STORE_FAILED' });
    await removeAll(store);
    expect(left()).toEqual([0, 0]);
    expect([(await store.executions.get('a'))?.status, await store.executions.payload('a')]).toEqual(['running', undefined]);
    await store.close();
  });

  it('whose process is killed between two parts is not there, and its parts are removed once the process has ended', async () => {
    const program = `
      const { default: Sqlite } = await import('better-sqlite3');
      const { setImmediate: nextTurn } = await import('node:timers/promises');
      const { Store } = await import(${JSON.stringify(new URL('./index.ts', import.meta.url).href)});
      const store = await Store.open(${JSON.stringify(folder)}, { writesMuch: true });
      await store.executions.writer({ record: ${JSON.stringify(record('a'))} }).saveStart();
      const other = new Sqlite(${JSON.stringify(join(folder, 'db', 'millrace.sqlite'))}, { readonly: true });
      const parts = other.prepare('select count(*) from large_payload_part').pluck();
      void store.executions.storedWriter(${JSON.stringify(record('a'))}).saveEnd({ status: 'success', stoppedAt: 2, payload: new Uint8Array(30_000_000) });
      // After the first checkpoint of the parts.
      while (parts.get() < 12) await nextTurn();
      process.kill(process.pid, 'SIGKILL');`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: ['ignore', 'inherit', 'inherit'] });
    expect(await once(child, 'close')).toEqual([null, 'SIGKILL']);
    const store = await Store.open(folder);
    expect([(await store.executions.get('a'))?.status, await store.executions.payload('a')]).toEqual(['running', undefined]);
    const [payloads, parts] = left();
    expect(payloads).toBe(1);
    expect(parts).toBeGreaterThanOrEqual(12);
    expect(parts).toBeLessThan(114);
    await store.largePayloads.settle((instance) => instance === 'here');
    await removeAll(store);
    expect(left()).toEqual([1, parts]);
    await store.largePayloads.settle(() => false);
    await removeAll(store);
    expect(left()).toEqual([0, 0]);
    // The execution can still end.
    await store.executions.storedWriter(record('a')).saveEnd({ status: 'crashed', stoppedAt: 3 });
    await store.close();
  });
});
