// Copies of the database: beside a process that writes, and before migrations.
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeOlder, olderSchema } from '../testing/older-database.ts';
import { DatabaseCopy, Store } from './index.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'millrace-copy-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const copies = (): string[] =>
  readdirSync(join(folder, 'db')).includes('before-updates') ? readdirSync(join(folder, 'db', 'before-updates')) : [];

describe('a copy', () => {
  it('contains what was committed when it began, although the store is written to all the time', async () => {
    const store = await Store.open(folder);
    for (let n = 0; n < 20; n++) await store.settings.set(`before ${n}`, 'x'.repeat(1024 * 1024));
    const copying = { isOver: false };
    const path = join(folder, 'copy');
    const copied = DatabaseCopy.of(folder, path).finally(() => (copying.isOver = true));
    let written = 0;
    while (!copying.isOver) await store.settings.set(`after ${written++}`, 'y');
    const copy = await copied;
    expect([copy.damage(), written > 0]).toEqual([undefined, true]);
    copy.close();
    await store.close();
    const database = new Sqlite(path, { readonly: true });
    const keys = database.prepare('select key from setting').pluck().all() as string[];
    database.close();
    expect(keys.filter((key) => key.startsWith('before'))).toHaveLength(20);
    expect(keys.filter((key) => key.startsWith('after'))).toEqual([]);
    expect(readdirSync(folder).toSorted()).toEqual(['copy', 'db']);
    if (process.platform !== 'win32') expect(statSync(path).mode & 0o077).toBe(0);
  });
});

describe('before an update', () => {
  const open = async (migrationBackups?: number): Promise<void> => (await Store.open(folder, { migrationBackups })).close();

  it('a new database and a current one are not copied', async () => {
    await open();
    await open();
    expect(copies()).toEqual([]);
  });

  it('the last two databases are kept, each with its content', async () => {
    await open();
    makeOlder(folder);
    const store = await Store.open(folder);
    await store.settings.set('of', 'the second version');
    await store.close();
    const [first = ''] = copies();
    expect(first).toMatch(/^\d{4}-.*\.sqlite$/);
    const copy = DatabaseCopy.open(join(folder, 'db', 'before-updates', first));
    expect(copy.schema).toBe(olderSchema);
    copy.close();
    for (let n = 0; n < 2; n++) {
      makeOlder(folder);
      await open();
    }
    expect(copies()).toHaveLength(2);
    expect(copies()).not.toContain(first);
  });

  it('nothing is copied if the setting is 0, and nothing is updated if copying fails', async () => {
    await open();
    makeOlder(folder);
    writeFileSync(join(folder, 'db', 'before-updates'), 'in the way');
    await expect(open()).rejects.toMatchObject({
      code: 'STORE_FAILED',
      hint: expect.stringContaining('MILLRACE_MIGRATION_BACKUPS') as unknown,
    });
    rmSync(join(folder, 'db', 'before-updates'));
    await open(0);
    expect(copies()).toEqual([]);
  });
});
