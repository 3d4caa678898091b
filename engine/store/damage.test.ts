// Starts with a damaged folder: a damaged database after a kill, a full disk, a missing key.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdtempSync, openSync, rmSync, statSync, truncateSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runningServer, type RunningServer } from '../testing/running-server.ts';
import { openServerFolder, Store } from './index.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'millrace-damage-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const file = (): string => join(folder, 'db', 'millrace.sqlite');

/** Creates a database of some hundred pages and overwrites its second half. */
async function damage(): Promise<void> {
  const opened = await openServerFolder(folder, { durability: 'normal' });
  for (let n = 0; n < 200; n++) await opened.store.settings.set(`setting ${n}`, 'x'.repeat(3000));
  await opened.close();
  const handle = openSync(file(), 'r+');
  const { size } = statSync(file());
  for (let page = Math.floor(size / 4096 / 2); page < size / 4096; page++)
    writeSync(handle, Buffer.alloc(2000, 0xff), 0, 2000, page * 4096);
  closeSync(handle);
}

it('reports a damaged database with its repair after a server was killed', async () => {
  await damage();
  writeFileSync(join(folder, 'db', 'server.json'), '{"process":1,"startedAt":"2026-01-01T00:00:00Z"}');
  await expect(openServerFolder(folder, { durability: 'normal' })).rejects.toMatchObject({
    code: 'STORE_FAILED',
    message: expect.stringMatching(/^The database .*millrace\.sqlite is damaged \(.+\)\. Restore a backup, .*\.recover/) as string,
  });
  // The lock is free again, and the previous server still counts as killed.
  await expect(openServerFolder(folder, { durability: 'normal' })).rejects.toMatchObject({ code: 'STORE_FAILED' });
});

it('a clean stop leaves no mark, and the next start does not read the whole file', async () => {
  await damage();
  expect(existsSync(join(folder, 'db', 'server.json'))).toBe(false);
  await (await openServerFolder(folder, { durability: 'normal' })).close();
});

it('reports damage found during a start, and the next start checks for it', async () => {
  await damage();
  const opened = await openServerFolder(folder, { durability: 'normal' });
  const outcome = await opened.store.settings.get('setting 160').catch((error: unknown) => error);
  expect(opened.explained(outcome)).toMatchObject({ code: 'STORE_FAILED', message: expect.stringContaining('is damaged') as string });
  const another = new Error('The port is taken');
  expect(opened.explained(another)).toBe(another);
  await opened.close(true);
  await expect(openServerFolder(folder, { durability: 'normal' })).rejects.toMatchObject({
    message: expect.stringContaining('is damaged') as string,
  });
});

const losses: readonly (readonly [what: string, lose: () => void, message: string])[] = [
  ['is missing', () => rmSync(file()), 'is missing'],
  ['is missing with its folder', () => rmSync(join(folder, 'db'), { recursive: true }), 'is missing'],
  ['has no byte', () => truncateSync(file()), 'is empty'],
  [
    'has no table',
    () => {
      rmSync(file());
      const empty = new Sqlite(file());
      empty.pragma('user_version = 1');
      empty.close();
    },
    'is empty',
  ],
];

it.each(losses)('a database that %s beside a key is not replaced by a new one', async (_, lose, message) => {
  await (await openServerFolder(folder, { durability: 'normal' })).close();
  lose();
  // A key in the folder proves that there was a database.
  writeFileSync(join(folder, 'master.key'), 'the key of the instance whose database is lost');
  const rejection = {
    code: 'STORE_FAILED',
    message: expect.stringMatching(new RegExp(`^The database .* ${message}, .*restore a backup.* move .*master\\.key away`)) as string,
  };
  await expect(openServerFolder(folder, { durability: 'normal' })).rejects.toMatchObject(rejection);
  await expect(Store.open(folder)).rejects.toMatchObject(rejection);
  rmSync(join(folder, 'master.key'));
  await (await openServerFolder(folder, { durability: 'normal' })).close();
});

it('a database that is lost is not replaced either if its key is not in the folder', async () => {
  const start = (): Promise<RunningServer> =>
    runningServer({ dataDir: folder, settings: { encryptionKey: 'a key of the environment, 1234' } });
  await (await start()).close(true);
  expect(existsSync(join(folder, 'master.key'))).toBe(false);
  rmSync(file());
  await expect(start()).rejects.toMatchObject({
    code: 'STORE_FAILED',
    message: expect.stringMatching(/^The database .* is missing, .*restore a backup.* move .*master\.key\.elsewhere away/) as string,
  });
  rmSync(join(folder, 'master.key.elsewhere'));
  await (await start()).close(true);
});

it.skipIf(process.platform === 'win32')('a full disk is named, and once', async () => {
  const gateway = JSON.stringify(new URL('./index.ts', import.meta.url).href);
  const program = `
    const { openServerFolder } = await import(${gateway});
    await openServerFolder(${JSON.stringify(folder)}, { durability: 'normal' }).catch((error) => console.log(JSON.stringify({ ...error, message: error.message })));`;
  // A limit on the file size simulates a full disk.
  const child = spawn(
    'bash',
    ['-c', 'trap "" XFSZ; ulimit -f 8; exec "$0" "$@"', process.execPath, '--input-type=module', '--eval', program],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let printed = '';
  child.stdout.on('data', (part) => (printed += String(part)));
  await once(child, 'close');
  const { code, message, hint } = JSON.parse(printed) as { code: string; message: string; hint?: string };
  expect([code, message, hint]).toEqual([
    'STORE_FAILED',
    `The database ${file()} cannot be opened: the disk is full or not writable. Free some space, then start again.`,
    undefined,
  ]);
});
