import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readSettings } from '../settings/read-settings.ts';
import { startServer } from '../server.ts';
import { CliFolder } from '../testing/cli-kit.ts';
import { keyCommand } from './commands/secrets.ts';

let folder: CliFolder;
beforeEach(async () => {
  folder = new CliFolder();
  await folder.addCredential('c', 'C', 'secret');
});
afterEach(() => folder.remove());

const key = (...args: readonly string[]) => folder.call(keyCommand, ...args);
const opened = () => folder.openedCredential('c');
const keyFile = () => join(folder.dataDir, 'master.key');

describe('millrace key', () => {
  it('exports the recovery key, which opens the credentials after the master key was lost', async () => {
    const exported = join(folder.path, 'recovery.txt');
    expect(await key('export', '--out', exported)).toMatchObject({ code: 0, out: '' });
    const { out } = await key('export');
    expect(out).toMatch(/^MR1(?:-[0-9A-Z]{4}){14}\n$/);
    expect([readFileSync(exported, 'utf8'), statSync(exported).mode & 0o077]).toEqual([
      out,
      process.platform === 'win32' ? expect.anything() : 0,
    ]);
    expect(await key('export', '--out', exported)).toMatchObject({ code: 2, err: /cannot be written/ });
    rmSync(keyFile());
    const { code, out: none, err } = await key('export');
    expect([code, none, err.match(/is missing/g)]).toEqual([2, '', ['is missing']]);
    const done =
      'The stored credentials are open. They are now protected by a new master key in the data folder. The recovery key stays the same.';
    expect(await key('import', '--file', exported)).toEqual({ code: 0, out: `${done}\n`, err: '' });
    expect(await opened()).toBe('secret');
  });

  it('reads the recovery key from standard input', async () => {
    const { out } = await key('export');
    writeFileSync(keyFile(), 'another key of some length');
    const child = folder.spawn('key', 'import');
    child.stdin.end(out);
    const [code] = (await once(child, 'close')) as [number];
    expect([code, await opened()]).toEqual([0, 'secret']);
  });

  it('rotates the keys', async () => {
    const before = [(await key('export')).out, readFileSync(keyFile(), 'utf8')];
    expect(await key('rotate')).toMatchObject({ code: 0, err: '', out: /Export the recovery key again/ });
    expect([(await key('export')).out === before[0], readFileSync(keyFile(), 'utf8') === before[1]]).toEqual([false, false]);
    expect(await opened()).toBe('secret');
  });

  it('changes nothing while a server runs on the folder, or with wrong arguments', async () => {
    const settings = readSettings({}, { port: 0 });
    const server = await startServer({ dataDir: folder.dataDir, settings, version: '1', pagesFolder: folder.path, environment: {} });
    expect(await key('rotate')).toMatchObject({ code: 2, err: /already running/ });
    expect((await key('export')).code).toBe(0);
    await server.stop();
    const before = readFileSync(keyFile(), 'utf8');
    for (const args of [[], ['__proto__'], ['rotate', 'now'], ['reset'], ['reset', '--confirm', 'yes'], ['import', '--file', '/no/file']])
      expect([args, (await key(...args)).code]).toEqual([args, 2]);
    expect([readFileSync(keyFile(), 'utf8'), await opened()]).toEqual([before, 'secret']);
  });

  it('gives up stored secrets only when the words are typed', async () => {
    rmSync(keyFile());
    expect(await key('reset', '--confirm', 'delete stored secrets')).toMatchObject({ code: 0 });
    expect(await folder.look(({ credentials }) => credentials.get('c'))).toMatchObject({ name: 'C', data: null });
  });
});
