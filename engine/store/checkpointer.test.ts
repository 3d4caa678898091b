// During many commits, a thread checkpoints the log, the log stays short, and nothing is lost.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterAll, expect, it } from 'vitest';
import { Store } from './store.ts';

const folder = mkdtempSync(join(tmpdir(), 'millrace-checkpoints-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('checkpoints the log while the process continues to write', async () => {
  const store = await Store.open(folder, { writesMuch: true });
  const payload = Buffer.alloc(40_000, 'x');
  const add = (count: number): Promise<void> => {
    const record = {
      id: `e${count}`,
      workflowId: 'w',
      workflowName: '',
      mode: 'webhook',
      status: 'running',
      startedAt: 1,
      instance: 'here',
    } as const;
    return store.executions.writer({ record }).saveEnd({ status: 'success', payload });
  };
  let count = 0;
  // The thread has checkpointed the log: only that makes the database itself grow, since commits alone wait until the log is longer.
  const size = (name: string): number => statSync(join(folder, 'db', name)).size;
  const startedAt = size('millrace.sqlite');
  while (size('millrace.sqlite') < startedAt + 1_000_000 && count < 20_000) await add(count++);
  expect(size('millrace.sqlite')).toBeGreaterThan(startedAt);
  // After a checkpoint the log starts again and is much shorter than what was written. How soon depends on the machine.
  const isShort = (): boolean => count * payload.length > 2 * size('millrace.sqlite-wal');
  while ((count < 1500 || !isShort()) && count < 20_000) await add(count++);
  expect(isShort()).toBe(true);
  await store.close();
  const database = new Sqlite(join(folder, 'db', 'millrace.sqlite'), { readonly: true });
  expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
  expect(database.prepare('select count(*) as n from execution_data').get()).toEqual({ n: count });
  database.close();
});

it('keeps the log short while a large payload is written, which waits for it', async () => {
  const own = join(folder, 'large');
  const store = await Store.open(own, { writesMuch: true });
  const payload = randomBytes(48 * 1024 * 1024);
  const record = {
    id: 'e',
    workflowId: 'w',
    workflowName: '',
    mode: 'webhook',
    status: 'running',
    startedAt: 1,
    instance: 'here',
  } as const;
  await store.executions.writer({ record }).saveEnd({ status: 'success', payload });
  // The file is never longer than the log was: two rounds and the commits between them.
  expect(statSync(join(own, 'db', 'millrace.sqlite-wal')).size).toBeLessThan(8 * 1024 * 1024);
  expect(payload.equals((await store.executions.payload('e')) ?? new Uint8Array())).toBe(true);
  await store.close();
});

it('ends with a store that was never busy, and with one that is closed during a checkpoint', async () => {
  const store = await Store.open(folder, { writesMuch: true });
  await Promise.all(Array.from({ length: 10 }, (_, n) => store.settings.set(`e${n}`, n)));
  await store.close();
});

it('is awaited if nothing else keeps the process alive', async () => {
  const program = `
    const { Store } = await import(${JSON.stringify(new URL('./index.ts', import.meta.url).href)});
    const store = await Store.open(${JSON.stringify(folder)}, { writesMuch: true });
    const end = performance.now() + 250;
    for (let n = 0; performance.now() < end; n++) await store.settings.set('n', 'x'.repeat(1000) + n);
    await store.close();
    console.log('closed');`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  let printed = '';
  child.stdout.on('data', (part) => (printed += String(part)));
  expect(await once(child, 'close')).toEqual([0, null]);
  expect(printed).toBe('closed\n');
});
