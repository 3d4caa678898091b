// `millrace backup` and `millrace restore`: beside a server, into an empty folder, with and without the key, and with files that are not sound.
import { createReadStream, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createHash, randomUUID } from 'node:crypto';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip, gunzipSync, gzipSync } from 'node:zlib';
import { extract, pack } from 'tar-stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startServer, type Server } from '../server.ts';
import { openWorkFolder } from '../services/backup/work-folder.ts';
import { readSettings } from '../settings/read-settings.ts';
import { buildWorkflow } from '../testing/build-workflow.ts';
import { CliFolder } from '../testing/cli-kit.ts';
import { backupCommand, restoreCommand } from './commands/backup.ts';
import { runCommand } from './commands/runs.ts';

const PASSPHRASE = 'correct horse battery';

let folder: CliFolder;
let copy: CliFolder;
let passphrase: string;
beforeEach(async () => {
  folder = new CliFolder();
  copy = new CliFolder();
  passphrase = folder.file('passphrase.txt', `${PASSPHRASE}\n`);
  await folder.addCredential('c', 'C', 'secret');
});
afterEach(() => {
  folder.remove();
  copy.remove();
});

const workflow = buildWorkflow(
  {
    T: { type: 'manualTrigger' },
    E: { type: 'set', typeVersion: 3.4, parameters: { assignments: { assignments: [{ name: 't', value: 'kept', type: 'string' }] } } },
    F: { type: 'convertToFile', typeVersion: 1.1, parameters: { operation: 'toText', sourceProperty: 't' } },
  },
  ['T -> E', 'E -> F'],
  { id: 'w', name: 'With a file' },
);

const file = (): string => join(folder.path, 'all.backup');
const backup = (...args: readonly string[]) => folder.call(backupCommand, file(), ...args);
const restore = (...args: readonly string[]) => copy.call(restoreCommand, file(), ...args);
const start = (dataDir: string): Promise<Server> => {
  const settings = readSettings({}, { port: 0, localAccess: 'open', logLevel: 'silent' });
  return startServer({ dataDir, settings, version: '1', pagesFolder: dataDir, environment: {} });
};

interface Entry {
  readonly name: string;
  readonly bytes: Buffer;
}

async function entriesOf(path: string): Promise<Entry[]> {
  const entries: Entry[] = [];
  const reader = extract();
  const piped = pipeline(createReadStream(path), createGunzip(), reader);
  for await (const entry of reader) entries.push({ name: entry.header.name, bytes: Buffer.from(await text(entry as never), 'utf8') });
  await piped;
  return entries;
}

/** Writes an archive whose checksums are right. */
async function writeArchive(entries: readonly Entry[], type: 'file' | 'symlink' = 'file'): Promise<void> {
  const writer = pack();
  const sums = entries.map(({ name, bytes }) => `${createHash('sha256').update(bytes).digest('hex')}  ${name}\n`).join('');
  for (const { name, bytes } of [...entries, { name: 'SHA256SUMS', bytes: Buffer.from(sums) }]) {
    if (type === 'symlink' && name.startsWith('binary/')) writer.entry({ name, type, linkname: '/etc' });
    else writer.entry({ name }, bytes);
  }
  writer.finalize();
  const chunks: Buffer[] = [];
  for await (const chunk of writer.pipe(createGzip())) chunks.push(chunk as Buffer);
  writeFileSync(file(), Buffer.concat(chunks));
}

const manifest = async (): Promise<Record<string, unknown>> =>
  JSON.parse((await entriesOf(file()))[0]?.bytes.toString() ?? '') as Record<string, unknown>;

describe('millrace backup and restore', () => {
  it('carry workflows, executions with their files, and credentials to another folder, beside a running server', async () => {
    await folder.call(runCommand, folder.file('w.json', workflow), '--save');
    const server = await start(folder.dataDir);
    expect(await backup('--passphrase-file', passphrase)).toMatchObject({
      code: 0,
      err: expect.stringContaining('1 workflow, 1 execution, 1 credential, 1 file') as unknown,
    });
    await server.stop();
    expect(readdirSync(folder.path).toSorted()).toEqual(['all.backup', 'data', 'passphrase.txt', 'w.json']);
    if (process.platform !== 'win32') expect(statSync(file()).mode & 0o077).toBe(0);
    const content = gunzipSync(readFileSync(file())).toString('latin1');
    expect(content).not.toContain(readFileSync(join(folder.dataDir, 'master.key'), 'utf8').trim());

    expect(await restore('--passphrase-file', passphrase)).toMatchObject({ code: 0, out: /1 workflow, 1 execution.*\n.*can be used/s });
    expect(readdirSync(copy.dataDir).toSorted()).toEqual(['binary', 'db', 'master.key']);
    expect(await copy.openedCredential('c')).toBe('secret');
    // The copy has a key of its own, and the original still has its key.
    expect(readFileSync(join(copy.dataDir, 'master.key'), 'utf8')).not.toBe(readFileSync(join(folder.dataDir, 'master.key'), 'utf8'));
    expect(await folder.openedCredential('c')).toBe('secret');

    const restored = await start(copy.dataDir);
    const read = async (path: string): Promise<string> => (await restored.inject({ method: 'GET', path }, 'localOwner')).body;
    const id = /"id":"([\w-]+)"/.exec(await read('/rest/executions'))?.[1];
    const fileId = /file:[0-9a-f-]{36}/.exec(await read(`/rest/executions/${id}`))?.[0];
    expect(await read(`/rest/data/${fileId}?action=download`)).toBe('kept');
    expect(await read('/rest/workflows/w')).toContain('With a file');
    await restored.stop();
  });

  it('say that files in a bucket stay there', async () => {
    vi.stubEnv('MILLRACE_FILES', 's3://flows/items');
    const { code, err } = await backup('--no-key');
    vi.unstubAllEnvs();
    expect([code, err]).toEqual([0, expect.stringContaining('Files of executions in the bucket flows are not part of the backup.')]);
  });

  it('leave the key out if there is no passphrase', async () => {
    expect(await backup('--no-key')).toMatchObject({
      code: 0,
      err: expect.stringContaining(`millrace key export --data-dir "${folder.dataDir}"\n`) as unknown,
    });
    expect(await manifest()).toMatchObject({ key: null, contains: { credentials: 1 } });
    expect(await restore()).toMatchObject({ code: 0, out: /The credentials are locked\. Open them with the recovery key/ });
    await expect(copy.openedCredential('c')).rejects.toMatchObject({ code: 'VAULT_LOCKED' });
    expect(await copy.look(({ credentials }) => credentials.get('c'))).toMatchObject({ name: 'C' });
  });

  it('name the packages of nodes, whose files they do not contain, and the commands that install them', async () => {
    const record = { overrides: {}, installedAt: 1, allowsNetwork: false };
    const packages = [
      { name: '@acme/n8n-nodes-b', version: '2.0.0-rc.1', integrity: 'sha512-b' },
      { name: 'n8n-nodes-a', version: '1.2.3', integrity: 'sha512-a' },
    ];
    await folder.look(async (store) => {
      for (const each of packages) await store.packages.put({ ...each, ...record });
    });
    await backup('--no-key');
    expect(await manifest()).toMatchObject({ packages });
    const { out } = await restore();
    expect(out).toContain('2 packages of nodes were installed.');
    for (const { name, version } of packages) {
      expect(out).toContain(`  millrace package install ${name}@${version} --data-dir "${copy.dataDir}"\n`);
    }
  });

  it('reject a short passphrase, an existing file and a file that cannot be written', async () => {
    expect(await backup('--passphrase-file', folder.file('short', 'short'))).toMatchObject({ code: 2, err: /too short/ });
    await backup('--no-key');
    const before = readFileSync(file());
    expect(await backup('--no-key')).toMatchObject({ code: 2, err: /already exists/ });
    expect(readFileSync(file()).equals(before)).toBe(true);
    expect(await backup('--no-key', '--force')).toMatchObject({ code: 0 });
    expect(await folder.call(backupCommand, join(folder.path, 'none', 'x'), '--no-key')).toMatchObject({
      code: 2,
      err: /cannot be written/,
    });
    expect(await folder.call(backupCommand)).toMatchObject({ code: 2, err: /Specify the file/ });
  });

  it.each<[string, (database: string) => void]>([
    ['missing', (database) => rmSync(database)],
    ['empty', (database) => writeFileSync(database, '')],
  ])('are not created from a folder whose database is %s, beside an earlier backup', async (what, lose) => {
    await backup('--no-key');
    const before = readFileSync(file());
    lose(join(folder.dataDir, 'db', 'millrace.sqlite'));
    expect(await backup('--no-key', '--force')).toMatchObject({
      code: 2,
      err: expect.stringContaining(`is ${what}, but the data folder has a key`) as string,
    });
    expect(readFileSync(file()).equals(before)).toBe(true);
  });

  it('fill an empty folder only', async () => {
    await backup('--no-key');
    mkdirSync(copy.dataDir);
    writeFileSync(join(copy.dataDir, 'mine.txt'), 'mine');
    expect(await restore()).toMatchObject({ code: 2, err: /is not empty/ });
    expect(readdirSync(copy.dataDir)).toEqual(['mine.txt']);
  });
});

describe('what a killed command has left', () => {
  /** Creates a temporary folder whose lock nobody holds. */
  const leave = (path: string, contents: Readonly<Record<string, string>>): void => {
    for (const [name, content] of Object.entries({ 'millrace.lock': '', ...contents })) {
      mkdirSync(join(path, name, '..'), { recursive: true });
      writeFileSync(join(path, name), content);
    }
  };

  it('is removed by the next backup to the same folder, unless it is in use or not ours', async () => {
    leave(`${file()}.part-left`, { archive: 'half' });
    leave(join(folder.path, 'other.backup.part-left'), { database: 'half' });
    mkdirSync(join(folder.path, 'mine.part-of-my-data'));
    mkdirSync(`${file()}.part-new`);
    mkdirSync(`${file()}.part-${randomUUID()}`);
    const live = await openWorkFolder(`${file()}.part-`);
    expect(await backup('--no-key')).toMatchObject({ code: 0 });
    const left = readdirSync(folder.path).filter((name) => name.includes('.part-'));
    expect(left.toSorted()).toEqual([basename(live.path), 'all.backup.part-new', 'mine.part-of-my-data'].toSorted());
    await live.remove();
  });

  it('does not keep a backup from being restored', async () => {
    await backup('--no-key');
    leave(join(copy.dataDir, '.restore-early'), { 'binary/half': 'x' });
    // This one was killed before it was locked.
    mkdirSync(join(copy.dataDir, `.restore-${randomUUID()}`));
    // This one was killed while it moved its contents to their place.
    leave(join(copy.dataDir, '.restore-late'), { 'complete.json': '["binary","master.key","db"]', 'db/millrace.sqlite': 'x' });
    mkdirSync(join(copy.dataDir, 'binary'));
    writeFileSync(join(copy.dataDir, 'master.key'), 'the key of the first attempt');
    expect(await restore()).toMatchObject({ code: 0 });
    expect(readdirSync(copy.dataDir).filter((name) => name.startsWith('.'))).toEqual([]);
    expect(existsSync(join(copy.dataDir, 'master.key'))).toBe(false);
  });

  it('is left alone while another restore is under way', async () => {
    await backup('--no-key');
    const live = await openWorkFolder(join(copy.dataDir, '.restore-'), { recursive: true });
    expect(await restore()).toMatchObject({ code: 2, err: /Another restore .* is under way/ });
    await live.remove();
    expect(await restore()).toMatchObject({ code: 0 });
  });

  it('is brought to its end by the next start, if everything was checked', async () => {
    await backup('--passphrase-file', passphrase);
    expect(await restore('--passphrase-file', passphrase)).toMatchObject({ code: 0 });
    const late = join(copy.dataDir, '.restore-late');
    leave(late, { 'complete.json': '["master.key","db"]' });
    renameSync(join(copy.dataDir, 'db'), join(late, 'db'));
    leave(join(copy.dataDir, '.restore-early'), { 'binary/half': 'x' });
    const server = await start(copy.dataDir);
    await server.stop();
    expect(readdirSync(copy.dataDir).filter((name) => name.startsWith('.restore'))).toEqual([]);
    expect(await copy.look(async ({ credentials }) => (await credentials.list()).map(({ name }) => name))).toEqual(['C']);
  });
});

describe('a backup that cannot be restored', () => {
  const rejected = async (reason: RegExp, ...args: readonly string[]): Promise<void> => {
    expect(await restore(...args)).toMatchObject({ code: 2, err: reason });
    expect(existsSync(copy.dataDir)).toBe(false);
  };

  it('because the passphrase is wrong', async () => {
    await backup('--passphrase-file', passphrase);
    await rejected(
      /passphrase of the backup is wrong.*MILLRACE_BACKUP_PASSPHRASE/s,
      '--passphrase-file',
      folder.file('other', 'another passphrase'),
    );
  });

  it('because there is no passphrase', async () => {
    await backup('--passphrase-file', passphrase);
    await rejected(/^The backup contains the key.*MILLRACE_BACKUP_PASSPHRASE/s, '--passphrase-file', folder.file('empty', ''));
  });

  it('because it is cut off or a byte is changed', async () => {
    await backup('--no-key');
    const whole = readFileSync(file());
    writeFileSync(file(), whole.subarray(0, Math.floor(whole.length * 0.9)));
    await rejected(/damaged/);
    const tar = gunzipSync(whole);
    // Within the database, which begins after the manifest.
    tar[tar.indexOf('SQLite format 3') + 5000] = 0xaa;
    writeFileSync(file(), gzipSync(tar));
    await rejected(/a checksum is wrong/);
  });

  it('because its checksums are missing', async () => {
    await backup('--no-key');
    const tar = gunzipSync(readFileSync(file()));
    writeFileSync(file(), gzipSync(Buffer.concat([tar.subarray(0, tar.indexOf('SHA256SUMS')), Buffer.alloc(1024)])));
    await rejected(/incomplete/);
  });

  it('because it is something else', async () => {
    writeFileSync(file(), 'text');
    await rejected(/not a backup/);
    await writeArchive([{ name: 'manifest.json', bytes: Buffer.from('{"format":"other"}') }]);
    await rejected(/not a backup/);
    expect(await copy.call(restoreCommand, join(folder.path, 'none'))).toMatchObject({
      code: 2,
      err: /none cannot be read: there is no such file\./,
    });
    expect(await copy.call(restoreCommand, folder.path)).toMatchObject({ code: 2, err: /cannot be read: it is a folder\./ });
  });

  it('because a newer version wrote it', async () => {
    await backup('--no-key');
    const about = { ...(await manifest()), millrace: '99.1.0' };
    for (const newer of [{ schema: '9999-later' }, { version: 2 }]) {
      await writeArchive([{ name: 'manifest.json', bytes: Buffer.from(JSON.stringify({ ...about, ...newer })) }]);
      await rejected(/made by Millrace 99\.1\.0, which is newer/);
    }
  });

  it('because its paths lead elsewhere', async () => {
    await backup('--no-key');
    const first = { name: 'manifest.json', bytes: Buffer.from(JSON.stringify(await manifest())) };
    for (const name of ['../out', '/tmp/out', 'db/../../out', 'binary/x', 'master.key', 'db/server.lock', 'db/starts/..', 'sums']) {
      await writeArchive([first, { name, bytes: Buffer.from('x') }]);
      await rejected(/damaged: it contains/);
    }
    await writeArchive([first, { name: 'binary/00000000-0000-0000-0000-000000000000', bytes: Buffer.alloc(0) }], 'symlink');
    await rejected(/damaged: it contains/);
    expect(existsSync(join(copy.path, 'out'))).toBe(false);
  });

  it('because its database is damaged', async () => {
    await backup('--no-key');
    const first = { name: 'manifest.json', bytes: Buffer.from(JSON.stringify(await manifest())) };
    await writeArchive([first, { name: 'db/millrace.sqlite', bytes: Buffer.from('not a database'.repeat(1000)) }]);
    await rejected(/damaged/);
    await writeArchive([first]);
    expect((await restore()).code).toBe(2);
    expect(existsSync(copy.dataDir)).toBe(false);
  });
});
