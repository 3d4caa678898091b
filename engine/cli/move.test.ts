// `millrace move` between a data folder and a real Postgres, and backups of a server on Postgres.
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startServer, type Server } from '../server.ts';
import { readSettings } from '../settings/read-settings.ts';
import { Store } from '../store/index.ts';
import { copiedTables } from '../store/move/tables.ts';
import { buildWorkflow } from '../testing/build-workflow.ts';
import { CliFolder } from '../testing/cli-kit.ts';
import { newSchema } from '../testing/postgres/schemas.ts';
import { startPostgres, type PostgresServer } from '../testing/postgres/server.ts';
import { vaultOf } from '../testing/vault-of.ts';
import { backupCommand, restoreCommand } from './commands/backup.ts';
import { exportCommand } from './commands/export.ts';
import { moveCommand } from './commands/move.ts';
import { runCommand } from './commands/runs.ts';

let postgres: PostgresServer;
beforeAll(async () => void (postgres = await startPostgres()));
afterAll(() => postgres.stop());

let folder: CliFolder;
let copy: CliFolder;
let url: string;
beforeEach(async () => {
  folder = new CliFolder();
  copy = new CliFolder();
  url = await newSchema(postgres.url);
});
afterEach(() => {
  setDatabase('');
  folder.remove();
  copy.remove();
});

/** Commands take secrets out of the environment when they first read them, so that deleting the variable would not unset it. */
const setDatabase = (address: string): void => void (process.env['MILLRACE_DATABASE'] = address);

const workflow = buildWorkflow(
  {
    T: { type: 'manualTrigger' },
    E: { type: 'set', typeVersion: 3.4, parameters: { assignments: { assignments: [{ name: 't', value: 'moved', type: 'string' }] } } },
    F: { type: 'convertToFile', typeVersion: 1.1, parameters: { operation: 'toText', sourceProperty: 't' } },
  },
  ['T -> E', 'E -> F'],
  { id: 'w', name: 'With a file' },
);

/** Fills the data folder with a workflow, its execution, and a credential. */
async function fill(): Promise<void> {
  await folder.addCredential('c', 'C', 'secret');
  await folder.call(runCommand, folder.file('w.json', workflow), '--save');
}

const start = (database: string): Promise<Server> => {
  const settings = readSettings({}, { port: 0, localAccess: 'open', logLevel: 'silent', database });
  return startServer({ dataDir: folder.dataDir, settings, version: '1', pagesFolder: folder.dataDir, environment: {} });
};

/** What a server on the data folder returns for its executions, and the text of the file of the first one. */
async function seenBy(server: Server): Promise<readonly string[]> {
  const read = async (path: string): Promise<string> => (await server.inject({ method: 'GET', path }, 'localOwner')).body;
  const list = await read('/rest/executions');
  const execution = await read(`/rest/executions/${/"id":"([\w-]+)"/.exec(list)?.[1]}`);
  return [list, execution, await read(`/rest/data/${/file:[0-9a-f-]{36}/.exec(execution)?.[0]}?action=download`)];
}

async function exported(): Promise<string> {
  return (await folder.call(exportCommand, '--all', '--out', '-')).out;
}

const database = (): string => join(folder.dataDir, 'db', 'millrace.sqlite');

describe('millrace move', () => {
  it('takes a server to Postgres and back: same exports, executions, files and credentials', async () => {
    await fill();
    const first = await start('');
    const before = [...(await seenBy(first)), await exported()];
    await first.stop();
    expect(before[2]).toBe('moved');

    const { code, out, err } = await folder.call(moveCommand, '--to', url);
    expect(code).toBe(0);
    expect(err).toMatch(
      /^Copying setting: (\d+) of \1 rows\n(?:Copying .*\n)*(?:Comparing .*\n)+Copying files of executions: 1 of 1\nComparing files of executions: 1 of 1\n$/,
    );
    expect(out).toMatch(/ {2}execution 1 row {2}checksum [\da-f]{32}\n/);
    expect(out).toMatch(new RegExp(String.raw`Both sides have the same rows: \d+ rows in ${copiedTables.length} tables\.`));
    expect(out).toMatch(/Both sides have the same files of executions: 1 file with 5 bytes, checksum [\da-f]{32}\./);
    expect(out).toContain('Now set MILLRACE_DATABASE to the address of 127.0.0.1');
    expect(out).not.toContain('locked');

    rmSync(join(folder.dataDir, 'binary'), { recursive: true });
    const second = await start(url);
    expect([...(await seenBy(second)), before[3]]).toEqual(before);
    expect(await folder.call(moveCommand, '--from', url)).toMatchObject({ code: 2, err: /A server is already running on the data folder/ });
    await second.stop();
    setDatabase(url);
    expect(await exported()).toBe(before[3]);
    setDatabase('');
    const store = await Store.open(folder.dataDir, { database: url });
    const data = (await store.credentials.get('c'))?.data ?? new Uint8Array();
    expect((await vaultOf(folder.dataDir, store)).open('c', data)).toBe('secret');
    await store.close();

    expect(await folder.call(moveCommand, '--from', url)).toMatchObject({ code: 2, err: /has a database with data of its own/ });
    renameSync(database(), `${database()}.before`);
    expect(await folder.call(moveCommand, '--from', url)).toMatchObject({ code: 0, out: /Now remove MILLRACE_DATABASE/ });
    expect(existsSync(join(folder.dataDir, 'db', 'unfinished-move'))).toBe(false);
    const third = await start('');
    expect([...(await seenBy(third)), await exported()]).toEqual(before);
    await third.stop();
    expect(await folder.openedCredential('c')).toBe('secret');
  });

  it.each([
    ['disk', 'Files of executions stay in the data folder, since MILLRACE_FILES is disk.'],
    ['s3://flows', 'Files of executions stay in the bucket. Keep its settings.'],
  ])('leaves files where they are with MILLRACE_FILES=%s', async (files, line) => {
    await fill();
    vi.stubEnv('MILLRACE_FILES', files);
    const { code, out } = await folder.call(moveCommand, '--to', url);
    vi.unstubAllEnvs();
    expect([code, out]).toEqual([0, expect.stringContaining(line)]);
    expect(out).not.toContain('the same files');
  });

  it('says that the credentials are locked in a folder that does not have their key', async () => {
    await fill();
    await folder.call(moveCommand, '--to', url);
    expect(await copy.call(moveCommand, '--from', url)).toMatchObject({
      code: 0,
      out: expect.stringContaining(`millrace key import --data-dir "${copy.dataDir}"`) as string,
    });
  });

  it.each<[string, readonly string[], RegExp]>([
    ['no address', [], /^Specify one of --to ADDRESS and --from ADDRESS\. See: millrace help move\n$/],
    ['two addresses', ['--to', 'postgres://a/b', '--from', 'postgres://a/b'], /^Specify one of/],
    ['an address of something else', ['--to', 'mysql://a/b'], /^The option --to must be an address that begins with postgres:\/\//],
    ['a folder without a database', ['--to', 'postgres://a/b'], /no database/i],
    [
      'a database that cannot be reached',
      ['--from', 'postgres://user:secret@127.0.0.1:1/b'],
      /^The database at 127\.0\.0\.1:1\/b could not be opened: /,
    ],
  ])('rejects %s', async (_what, args, message) => {
    const { code, out, err } = await folder.call(moveCommand, ...args);
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(message);
    expect(err).not.toContain('secret');
  });

  it('reads the password from a file', async () => {
    await fill();
    expect(await folder.call(moveCommand, '--to', url, '--password-file', folder.file('password', 'a/b c@\n'))).toMatchObject({ code: 0 });
  });
});

describe('a server on Postgres', () => {
  it('is backed up while it runs, to a backup that is restored to the folder and can be moved again', async () => {
    await fill();
    await folder.call(moveCommand, '--to', url);
    renameSync(database(), `${database()}.before`);
    rmSync(join(folder.dataDir, 'binary'), { recursive: true });
    const server = await start(url);
    const before = await seenBy(server);
    expect(before[2]).toBe('moved');
    setDatabase(url);
    const file = join(folder.path, 'all.backup');
    const passphrase = folder.file('passphrase.txt', 'correct horse battery\n');
    expect(await folder.call(backupCommand, file, '--passphrase-file', passphrase)).toMatchObject({
      code: 0,
      err: expect.stringContaining('1 workflow, 1 execution, 1 credential, 1 file') as unknown,
    });
    await server.stop();
    expect(readdirSync(folder.path).filter((name) => name.includes('part'))).toEqual([]);

    const { code, out } = await copy.call(restoreCommand, file, '--passphrase-file', passphrase);
    expect(code).toBe(0);
    expect(out).toContain(`millrace move --to ADDRESS --data-dir "${copy.dataDir}"`);
    setDatabase('');
    expect(await copy.openedCredential('c')).toBe('secret');
    const moved = await newSchema(postgres.url);
    expect(await copy.call(moveCommand, '--to', moved)).toMatchObject({ code: 0 });
    const settings = readSettings({}, { port: 0, localAccess: 'open', logLevel: 'silent', database: moved });
    const restored = await startServer({ dataDir: copy.dataDir, settings, version: '1', pagesFolder: copy.dataDir, environment: {} });
    expect(await seenBy(restored)).toEqual(before);
    await restored.stop();
  });

  it('is not backed up while its move is not finished', async () => {
    await fill();
    const stop = new AbortController();
    const { moveToPostgres } = await import('../store/move/index.ts');
    const onProgress = (): void => stop.abort(new Error('stopped'));
    await expect(moveToPostgres(folder.dataDir, url, { stop: stop.signal, onProgress })).rejects.toThrow('stopped');
    setDatabase(url);
    const file = join(folder.path, 'all.backup');
    expect(await folder.call(backupCommand, file, '--no-key')).toMatchObject({ code: 2, err: /move is not finished/ });
    expect(existsSync(file)).toBe(false);
    await expect(start(url)).rejects.toMatchObject({ code: 'STORE_FAILED' });
  });
});
