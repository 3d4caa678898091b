// Every node with a local path uses the file port: each rejects the same hostile paths.
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Item } from '../../../contract/run-data.ts';
import { Executor } from '../../../execution/index.ts';
import { createFilePort } from '../../../files/file-access.ts';
import { programFolders } from '../../../files/own-folders.ts';
import { buildWorkflow } from '../../../testing/build-workflow.ts';
import { fakePorts } from '../../../testing/fake-ports.ts';
import { runNode } from '../../../testing/run-node.ts';

const SECRET = 'the-master-key';
let root: string;
let at: (path: string) => string;

beforeEach(() => {
  port = files;
  root = realpathSync(mkdtempSync(join(tmpdir(), 'millrace-door-')));
  at = (path) => join(root, path);
  for (const folder of ['open', 'open/data', 'closed']) mkdirSync(at(folder));
  for (const file of ['open/a.json', 'open/data/key', 'closed/key']) writeFileSync(at(file), SECRET);
  symlinkSync(at('closed'), at('open/out'));
  symlinkSync(at('closed/key'), at('open/key-link'));
  symlinkSync(at('open/data/key'), at('open/data-link'));
  symlinkSync(at('closed/new'), at('open/dangling'));
  symlinkSync(at('open/loop'), at('open/loop'));
});
afterEach(() => rmSync(root, { recursive: true }));

const files = () => createFilePort({ folders: [at('open')], blocked: [at('open/data')] });
/** All folders are allowed: only what no setting opens is rejected. */
const anywhere = () => createFilePort({ folders: ['*'] });
let port = files;
const withFile: Item = { json: {}, binary: { data: { data: 'eA==', mimeType: 'text/plain', fileName: 'x' } } };

/** Runs a node with a path; resolves with its message and its whole output as text. */
async function ran(type: string, parameters: Record<string, unknown>): Promise<{ message?: string; text: string }> {
  const { outputs, error } = await runNode({ type: `n8n-nodes-base.${type}`, parameters, items: [withFile], ports: { files: port() } });
  return { message: error?.message, text: JSON.stringify([outputs, error]) };
}

/** Tries to watch a path. */
async function watched(triggerOn: string, path: string): Promise<{ message?: string; text: string }> {
  const parameters = { triggerOn, path, events: ['add', 'change'] };
  const workflow = buildWorkflow({ Node: { type: 'localFileTrigger', typeVersion: 1, parameters } }, [], { id: 'w' });
  const { context, type } = await new Executor(fakePorts({ files: port() })).detachedNode(workflow, 'Node', {
    mode: 'trigger',
    signal: new AbortController().signal,
  });
  try {
    const stop = await type.trigger?.(Object.assign(context, { emit: async () => undefined, fail: () => undefined }));
    await stop?.();
    return { text: '' };
  } catch (error) {
    return { message: (error as Error).message, text: String(error) };
  }
}

type FileUse = readonly [name: string, use: (path: string) => Promise<{ message?: string; text: string }>];
const readers: readonly FileUse[] = [
  ['Read/Write Files from Disk, reading', (path) => ran('readWriteFile', { fileSelector: path })],
  ['Read Binary File', (path) => ran('readBinaryFile', { filePath: path })],
  ['Read Binary Files', (path) => ran('readBinaryFiles', { fileSelector: path })],
  ['Execute Workflow, local file', (path) => ran('executeWorkflow', { source: 'localFile', workflowPath: path })],
];
const writers: readonly FileUse[] = [
  ['Read/Write Files from Disk, writing', (path) => ran('readWriteFile', { operation: 'write', fileName: path })],
  [
    'Read/Write Files from Disk, appending',
    (path) => ran('readWriteFile', { operation: 'write', fileName: path, options: { append: true } }),
  ],
  ['Write Binary File', (path) => ran('writeBinaryFile', { fileName: path })],
  ['Write Binary File, appending', (path) => ran('writeBinaryFile', { fileName: path, options: { append: true } })],
];
const watchers: readonly FileUse[] = [
  ['Local File Trigger, a file', (path) => watched('file', path)],
  ['Local File Trigger, a folder', (path) => watched('folder', path)],
];

/** Returns the path of a new pipe among the allowed files. */
function pipe(): string {
  execFileSync('mkfifo', [at('open/pipe')]);
  return at('open/pipe');
}

const notAllowed = /is not allowed/;
const notRegular = /is not a regular file|is not allowed|not a folder/;
/** A path that nodes may not use, how to create it, and the expected message. */
const outside: readonly (readonly [what: string, path: () => string, message: RegExp])[] = [
  ['a file elsewhere', () => at('closed/key'), notAllowed],
  ['a path to the outside', () => `${root}/open/../closed/key`, notAllowed],
  ['a folder that is a link to the outside', () => at('open/out/key'), notAllowed],
  ['a link out', () => at('open/key-link'), notAllowed],
  ['the data folder', () => at('open/data/key'), /belongs to Millrace itself/],
  ['a link to the data folder', () => at('open/data-link'), /belongs to Millrace itself/],
  ['a device', () => '/dev/zero', notAllowed],
  ['the environment of the process', () => '/proc/self/environ', /is not allowed/],
  ['a pipe', pipe, notRegular],
];

const [program = ''] = programFolders();
const put = (path: string): string => {
  mkdirSync(dirname(at(path)), { recursive: true });
  writeFileSync(at(path), SECRET);
  return at(path);
};
const linked = (name: string, target: string): string => {
  symlinkSync(target, at(name));
  return at(name);
};
/** A path that no setting opens, and how to create it. */
const never: readonly (readonly [what: string, path: () => string])[] = [
  ['code of the program', () => join(program, 'engine/cli/main.ts')],
  ['the built program', () => join(program, 'out/engine/parsing-worker.js')],
  ['the pages of the editor', () => join(program, 'out/renderer/index.html')],
  ['a module of the program', () => join(program, 'node_modules/undici/package.json')],
  ['the program by a link', () => join(linked('program', program), 'package.json')],
  ['the executable', () => process.execPath],
  ['the key of another instance', () => (put('other/db/millrace.sqlite'), put('other/master.key'))],
  ['files of the nodes of another instance', () => (put('other/db/millrace.sqlite'), put('other/files/a.json'))],
  ['an SSH key', () => put('home/.ssh/id_rsa')],
  ['an SSH key by a link', () => (put('home/.ssh/id_rsa'), join(linked('keys', at('home/.ssh')), 'id_rsa'))],
  ['an SSH key in capitals', () => put('home/.SSH/id_rsa')],
  ['tokens of a package registry', () => put('home/.npmrc')],
  ['cookies of a browser', () => put('home/.config/google-chrome/Default/Cookies')],
  ['shared memory', () => '/dev/shm/x'],
  ['the environment of the process', () => '/proc/self/environ'],
];

/** What changes with a file; undefined if there is none. The executable is too large to be compared by its content, and files of `/proc` never stay the same. */
function stateOf(path: string): object | undefined {
  const stats = path.startsWith('/proc') ? undefined : statSync(path, { bigint: true, throwIfNoEntry: false });
  return stats && { file: stats.ino, size: stats.size, modified: stats.mtimeNs };
}

describe.skipIf(process.platform === 'win32').each([...readers, ...writers, ...watchers])('with all folders allowed, %s', (_name, use) => {
  it.each(never)('rejects %s', async (_what, path) => {
    port = anywhere;
    const target = path();
    const before = stateOf(target);
    const outcome = await use(target);
    expect(outcome.message).toMatch(notAllowed);
    expect(outcome.text).not.toContain(SECRET);
    expect(stateOf(target)).toEqual(before);
  });
});

describe.skipIf(process.platform === 'win32').each(writers)('with all folders allowed, %s', (_name, use) => {
  it.each(['home/.bashrc', 'home/.config/autostart/x.desktop', 'home/project/.git/hooks/pre-commit', 'home/.local/bin/ls'])(
    'does not write %s, which other programs run',
    async (path) => {
      port = anywhere;
      expect((await use(put(path))).message).toMatch(/other programs run what is written/);
      expect(readFileSync(at(path), 'utf8')).toBe(SECRET);
    },
  );
});

describe.skipIf(process.platform === 'win32').each(['readWriteFile', 'readBinaryFiles'])(
  'with all folders allowed, a pattern of %s',
  (type) => {
    it('matches nothing that no setting opens', async () => {
      port = anywhere;
      for (const path of ['home/.ssh/id_rsa', 'home/.npmrc', 'other/db/millrace.sqlite', 'other/master.key', 'home/a.txt']) put(path);
      for (const pattern of ['home/{*,.*}', 'home/.*/*', '*/*.key', '{home,other}/**/{*,.*}', 'other/**']) {
        const { text } = await ran(type, { fileSelector: `${root}/${pattern}` });
        expect([...text.matchAll(/"fileName":"([^"]*)"/g)].map(([, name]) => name).filter((name) => name !== 'a.txt')).toEqual([]);
      }
    });
  },
);

const untouched = (): unknown => ({
  closed: readdirSync(at('closed')),
  kept: ['closed/key', 'open/data/key'].map((path) => readFileSync(at(path), 'utf8')),
});

describe.skipIf(process.platform === 'win32').each([...readers, ...writers, ...watchers])('%s', (name, use) => {
  it.each(outside)('rejects %s', async (_, path, message) => {
    const target = path();
    const before = untouched();
    const outcome = await use(target);
    // Watching a pipe does not open it; only its name is reported.
    if (name.startsWith('Local File Trigger, a file') && path === pipe) return;
    expect(outcome.message).toMatch(message);
    expect(outcome.text).not.toContain(SECRET);
    expect(untouched()).toEqual(before);
  });

  it('creates nothing through a dangling link', async () => {
    await use(at('open/dangling'));
    await use(at('open/loop'));
    expect(existsSync(at('closed/new'))).toBe(false);
  });
});

describe.skipIf(process.platform === 'win32').each([
  ['Read/Write Files from Disk', 'readWriteFile'],
  ['Read Binary Files', 'readBinaryFiles'],
])('a pattern in %s', (_, type) => {
  const fileNames = (text: string): string[] => [...text.matchAll(/"fileName":"([^"]*)"/g)].map(([, name]) => String(name));

  it('matches only regular files that may be used', async () => {
    pipe();
    symlinkSync(at('open/a.json'), at('open/b.json'));
    const { message, text } = await ran(type, { fileSelector: `${root}/open/*` });
    expect(message).toBeUndefined();
    expect(new Set(fileNames(text))).toEqual(new Set(['a.json', 'b.json']));
  });

  it.each([
    'open/*/key',
    'open/**/key',
    'open/o*/*',
    'open/{out,data}/*',
    'open/[k]ey-link',
    'open/@(out)/key',
    'open/d[a]ta/*',
    '{open,closed}/key*',
  ])('never leads outside: %s', async (pattern) => {
    const { text } = await ran(type, { fileSelector: `${root}/${pattern}` });
    expect(fileNames(text).filter((name) => name !== 'a.json')).toEqual([]);
    expect(text).not.toMatch(/closed\/(?:key|new)"|master-key/);
  });

  it.each(['open/*/../../closed/key', 'open/*/../data*/../../closed/k', 'open/{a.json,../closed/key}', 'open/{x/..,a}/*', '*/..'])(
    'never leads to a parent folder after a wildcard: %s',
    async (pattern) => {
      expect((await ran(type, { fileSelector: `${root}/${pattern}` })).message).toMatch(
        /contains \.\. after its first wildcard|is not allowed/,
      );
    },
  );

  it('may have names with two dots', async () => {
    writeFileSync(at('open/b..json'), '1');
    writeFileSync(at('open/..c'), '1');
    const { text } = await ran(type, { fileSelector: `${root}/closed/../open/*..json` });
    expect(new Set(fileNames(text))).toEqual(new Set(['b..json']));
  });

  it('does not reveal which files exist outside', async () => {
    for (const [existing, missing] of [
      ['open/d*', 'open/dx*'],
      ['open/out*/k*', 'open/out*/x*'],
      ['open/{out/k*,x}', 'open/{out/x*,x}'],
    ] as const) {
      const message = async (pattern: string): Promise<string> => {
        const { text } = await ran(type, { fileSelector: `${root}/${pattern}` });
        return text.replaceAll(pattern, '');
      };
      expect(await message(existing)).toBe(await message(missing));
    }
  });
});
