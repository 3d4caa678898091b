// Read/Write Files from Disk with a real folder.
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Item } from '../../contract/run-data.ts';
import { createFilePort } from '../../files/file-access.ts';
import { runNode, type NodeOutcome } from '../../testing/run-node.ts';
import { normalizeFileSelector } from '../_shared/files/file-selector.ts';

const type = 'n8n-nodes-base.readWriteFile';
let folder: string;

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'millrace-disk-')));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const file = (text: string, fileName = 'a.txt'): Item => ({
  json: { id: 1 },
  binary: { data: { data: Buffer.from(text).toString('base64'), mimeType: 'text/plain', fileName } },
});
const read = (fileSelector: string, options = {}, more = {}): Promise<NodeOutcome> =>
  runNode({ type, parameters: { fileSelector, options }, ...more });
const write = (item: Item, fileName: string, options = {}, more = {}): Promise<NodeOutcome> =>
  runNode({ type, parameters: { operation: 'write', fileName, options }, items: [item], ...more });
const namesOf = ({ json }: NodeOutcome): unknown[] => json.map(({ fileName }) => fileName);

describe('a selector', () => {
  it.each([
    ['/home/a/test(1).txt', '/home/a/test\\(1\\).txt'],
    ['/home/a/test\\(1\\).txt', '/home/a/test\\(1\\).txt'],
    ['C:\\a\\test(1).txt', 'C:/a/test\\(1\\).txt'],
    ['C:\\\\a\\\\b.txt', 'C:/a/b.txt'],
    ['\\\\server\\share\\*.txt', '/server/share/*.txt'],
    ['/a/*.txt', '/a/*.txt'],
  ])('%s is read as %s', (selector, pattern) => expect(normalizeFileSelector(selector)).toBe(pattern));
});

describe('reading', () => {
  it('returns the file and its metadata', async () => {
    await writeFile(join(folder, 'a.json'), '{}');
    const { outputs, error } = await read(join(folder, 'a.json'));
    expect(error).toBeUndefined();
    const about = {
      mimeType: 'application/json',
      fileType: 'json',
      fileExtension: 'json',
      fileName: 'a.json',
      fileSize: '2 B',
      directory: folder,
    };
    expect(outputs[0]).toEqual([{ json: about, binary: { data: { ...about, data: 'e30=', bytes: 2 } }, pairedItem: { item: 0 } }]);
  });

  it('reads name, extension, MIME type and field from the options', async () => {
    await writeFile(join(folder, 'a.json'), '{}');
    const options = { fileName: 'b.bin', fileExtension: '.zip', mimeType: 'application/x-own', dataPropertyName: 'mine' };
    expect((await read(join(folder, 'a.json'), options)).outputs[0]?.[0]?.binary).toMatchObject({
      mine: { fileName: 'b.bin', fileExtension: 'zip', mimeType: 'application/x-own' },
    });
  });

  it.each<[pattern: string, names: readonly string[]]>([
    ['*.txt', ['a(1).txt', 'a.txt', 'b.txt', '{c}.txt']],
    ['a(1).txt', ['a(1).txt']],
    ['{c}.txt', ['{c}.txt']],
    ['{a,b}.txt', ['a.txt', 'b.txt']],
    ['[ab].txt', ['a.txt', 'b.txt']],
    ['?.txt', ['a.txt', 'b.txt']],
    ['**/*.txt', ['a(1).txt', 'a.txt', 'b.txt', 'd.txt', '{c}.txt']],
    ['.*.txt', ['.hidden.txt']],
    ['sub/*', ['d.txt']],
  ])('of %s returns %j', async (pattern, names) => {
    await mkdir(join(folder, 'sub'));
    for (const name of ['a.txt', 'b.txt', 'a(1).txt', '{c}.txt', '.hidden.txt', 'sub/d.txt']) await writeFile(join(folder, name), name);
    const outcome = await read(`${folder}/${pattern}`);
    expect(outcome.error).toBeUndefined();
    expect(new Set(namesOf(outcome))).toEqual(new Set(names));
  });

  it('reports that nothing was found, or continues on failure', async () => {
    expect((await read(`${folder}/*.png`)).error).toMatchObject({
      message: 'No file(s) found',
      description: `Nothing matches "${folder}/*.png".`,
    });
    const { json } = await read(`${folder}/none.png`, {}, { node: { onError: 'continueRegularOutput' } });
    expect(json).toEqual([{ error: 'No file(s) found' }]);
    expect((await read(' ')).error?.message).toContain('The file selector is empty');
  });

  it('reads regular files only', async () => {
    if (process.platform === 'win32') return;
    execFileSync('sh', ['-c', 'mkfifo "$0"', join(folder, 'pipe')]);
    expect((await read(join(folder, 'pipe'))).error?.message).toContain('is not a regular file');
    expect((await read(folder)).error?.message).toMatch(/is not a regular file|is a folder/);
    expect((await read('/dev/zero')).error?.message).toContain('belongs to the operating system');
  });

  it('stays within the allowed folders, also with links and patterns', async () => {
    await mkdir(join(folder, 'in'));
    await mkdir(join(folder, 'out'));
    await writeFile(join(folder, 'out/secret.txt'), 'x');
    await writeFile(join(folder, 'in/a.txt'), 'a');
    await symlink(join(folder, 'out'), join(folder, 'in/link'));
    const ports = { files: createFilePort({ folders: [join(folder, 'in')] }) };
    expect(namesOf(await read(`${folder}/in/*.txt`, {}, { ports }))).toEqual(['a.txt']);
    for (const selector of ['out/secret.txt', 'out/*', 'in/../out/*.txt', 'in/link/secret.txt', 'in/link/*']) {
      expect((await read(`${folder}/${selector}`, {}, { ports })).error?.message, selector).toContain('is not allowed');
    }
    expect((await write(file('x'), `${folder}/in/link/new.txt`, {}, { ports })).error?.message).toContain('is not allowed');
  });
});

describe('writing', () => {
  it('replaces or appends to the file, and passes the item on', async () => {
    const path = join(folder, 'a.txt');
    await writeFile(path, 'something longer');
    const { outputs } = await write(file('one'), path);
    expect(outputs[0]?.[0]).toMatchObject({
      json: { id: 1, fileName: path },
      binary: { data: { fileName: 'a.txt' } },
      pairedItem: { item: 0 },
    });
    expect(await readFile(path, 'utf8')).toBe('one');
    await write(file(' two'), path, { append: true });
    expect(await readFile(path, 'utf8')).toBe('one two');
  });

  it.each<[what: string, item: Item, name: (folder: string) => string, message: string]>([
    ['no file', { json: {} }, (at) => `${at}/a`, 'Item 0 has no file named "data"'],
    ['no path', file('x'), () => '', 'The path of the file is empty'],
    ['a missing folder', file('x'), (at) => `${at}/none/a`, 'does not exist'],
    ['a folder', file('x'), (at) => at, 'is a folder'],
    ['a null byte', file('x'), (at) => `${at}/a\0b`, 'null byte'],
  ])('rejects %s', async (_what, item, name, message) => {
    expect((await write(item, name(folder))).error?.message).toContain(message);
  });
});
