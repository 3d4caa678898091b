// A member's nodes against the server itself: its program, other instances, secrets of homes, commands, and archives that grow.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Sketch } from '../faults/workflows.ts';
import { zipStream } from '../../engine/nodes/_shared/files/zip.ts';
import { tarStream } from '../../engine/nodes/compression/tar.ts';
import { Tally, type Attack } from './attack.ts';
import { chunks, runNodes, type NodeOutcome } from './runs.ts';
import type { Target } from './target.ts';

const program = join(import.meta.dirname, '../..');
const MARK = 'OVERWRITTEN';
const SECRET = 'SECRET-OF-ANOTHER';
const MiB = 1024 * 1024;
const AT_ONCE = 30;

/** A node that runs others one after another, in an inline workflow. */
function chain(...nodes: readonly Sketch[]): Sketch {
  const all: readonly Sketch[] = [
    { type: 'executeWorkflowTrigger', typeVersion: 1.1, parameters: { inputSource: 'passthrough' } },
    ...nodes,
  ];
  const workflow = {
    name: 'Inline',
    // Not saved, so that the latest execution is that of the whole attack.
    settings: { executionOrder: 'v1', saveDataSuccessExecution: 'none', saveDataErrorExecution: 'none' },
    nodes: all.map(({ type, typeVersion = 1, parameters = {} }, at) => ({
      id: `c${at}`,
      name: `c${at}`,
      type: `n8n-nodes-base.${type}`,
      typeVersion,
      position: [at * 200, 0],
      parameters,
      onError: 'continueRegularOutput',
    })),
    connections: Object.fromEntries(nodes.map((_, at) => [`c${at}`, { main: [[{ node: `c${at + 1}`, type: 'main', index: 0 }]] }])),
  };
  return {
    type: 'executeWorkflow',
    typeVersion: 1.1,
    parameters: { source: 'parameter', workflowJson: JSON.stringify(workflow), options: {} },
  };
}

/** A node that makes a file of a field of the call's body. */
const fileFrom = (field: string, fileName: string): Sketch => ({
  type: 'convertToFile',
  typeVersion: 1.1,
  parameters: { operation: 'toBinary', sourceProperty: `body.${field}`, options: { fileName } },
});

const writers: readonly ((fileName: string) => Sketch)[] = [
  (fileName) => chain(fileFrom('mark', 'x'), { type: 'readWriteFile', parameters: { operation: 'write', fileName, options: {} } }),
  (fileName) =>
    chain(fileFrom('mark', 'x'), { type: 'readWriteFile', parameters: { operation: 'write', fileName, options: { append: true } } }),
  (fileName) => chain(fileFrom('mark', 'x'), { type: 'writeBinaryFile', parameters: { fileName } }),
];
const readers: readonly ((path: string) => Sketch)[] = [
  (fileSelector) => ({ type: 'readWriteFile', parameters: { operation: 'read', fileSelector, options: {} } }),
  (filePath) => ({ type: 'readBinaryFile', parameters: { filePath } }),
  (fileSelector) => ({ type: 'readBinaryFiles', parameters: { fileSelector } }),
  (workflowPath) => ({ type: 'executeWorkflow', typeVersion: 1.2, parameters: { source: 'localFile', workflowPath } }),
];

interface Victims {
  /** Files that exist. */
  readonly files: readonly string[];
  /** Paths at which no file may appear. */
  readonly missing: readonly string[];
}

/** Files of the program, of another instance and of a home, with links to them. */
function victimsIn(folder: string): Victims {
  const put = (path: string): string => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), SECRET);
    return join(folder, path);
  };
  put('other/db/millrace.sqlite');
  const own = [
    'out/engine/parsing-worker.js',
    'out/engine/cli.js',
    'out/renderer/index.html',
    'package.json',
    'node_modules/undici/package.json',
  ];
  const homes = [
    '.ssh/id_rsa',
    '.SSH/id_rsa',
    '.aws/credentials',
    '.config/gcloud/x',
    '.netrc',
    '.npmrc',
    '.config/google-chrome/Default/Cookies',
    '.mozilla/firefox/a/key4.db',
  ];
  symlinkSync(program, join(folder, 'program'));
  symlinkSync(put('other/master.key'), join(folder, 'key'));
  return {
    files: [
      ...own.map((path) => join(program, path)),
      join(folder, 'program/out/engine/parsing-worker.js'),
      ...['other/master.key', 'other/files/a', 'other/local.token'].map(put),
      join(folder, 'key'),
      ...homes.map((path) => put(`home/${path}`)),
    ].filter((path) => existsSync(path)),
    missing: [
      join(program, 'out/engine/new.js'), join(program, 'node_modules/new/index.js'), join(dirname(program), 'node_modules/new.js'), '/dev/shm/millrace-attack',
      join(folder, 'home/.bashrc'), join(folder, 'home/.config/autostart/x.desktop'), join(folder, 'home/.ssh/authorized_keys'), join(folder, 'other/new'), join(folder, 'other/db/new'),
    ],
  }; // oxfmt-ignore
}

const isRejected = ({ error }: NodeOutcome): boolean => error !== undefined && error.includes('is not allowed');

/** Reads and writes the files under attack. `otherPaths` are files that only the settings allow. */
async function useFiles(target: Target, tally: Tally, folder: string, otherPaths: readonly string[]): Promise<void> {
  const { files, missing } = victimsIn(folder);
  for (const path of missing) mkdirSync(path.startsWith(folder) ? dirname(path) : folder, { recursive: true });
  const before = new Map(files.map((path) => [path, readFileSync(path)]));
  const tries = [
    ...[...files, ...otherPaths].flatMap((path) => readers.map((node) => ({ path, sketch: node(path) }))),
    ...[...files, ...missing, ...otherPaths].flatMap((path) => writers.map((node) => ({ path, sketch: node(path) }))),
  ];
  try {
    for (const part of chunks(tries, AT_ONCE)) {
      const sketches = part.map(({ sketch }) => sketch);
      const outcomes = await runNodes(target, target.member, sketches, { mark: Buffer.from(MARK).toString('base64') });
      for (const [at, { path, sketch }] of part.entries()) {
        const outcome = outcomes[at] as NodeOutcome;
        const isPrevented = isRejected(outcome) && !/SECRET-OF|root:x/.test(outcome.text) && target.leak(outcome.text) === undefined;
        tally.check(isPrevented, `A node used a file: ${outcome.text.slice(0, 200)}`, `${sketch.type}: ${path}`);
      }
    }
    for (const [path, content] of before) tally.check(readFileSync(path).equals(content), 'A file was changed', path);
    for (const path of missing) tally.check(!existsSync(path), 'A file was created', path);
  } finally {
    for (const [path, content] of before) if (!readFileSync(path).equals(content)) writeFileSync(path, content);
    for (const path of missing) rmSync(path, { force: true });
  }
}

async function* zeros(size: number): AsyncGenerator<Uint8Array> {
  for (let left = size; left > 0; left -= MiB) yield new Uint8Array(Math.min(left, MiB));
}

async function bytesOf(content: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of content) parts.push(part);
  return Buffer.concat(parts);
}

const many = (count: number, size: number) => Array.from({ length: count }, (_, at) => ({ name: `${at}`, size, content: zeros(size) }));

const storedIn = (folder: string): number =>
  readdirSync(folder).reduce((sum, name) => sum + (statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0), 0);

/** Archives that grow: none may store more than the limit. */
async function unpackBombs(target: Target, tally: Tally): Promise<void> {
  const bombs: readonly (readonly [name: string, content: Buffer])[] = [
    ['large.zip', await bytesOf(zipStream(many(1, 400 * MiB), 0))],
    ['several.zip', await bytesOf(zipStream(many(8, 50 * MiB), 0))],
    ['large.gz', gzipSync(new Uint8Array(400 * MiB), { level: 1 })],
    ['many.zip', await bytesOf(zipStream(many(1001, 0), 0))],
    ['many.tar.gz', gzipSync(await bytesOf(tarStream(many(1001, 0), 0)))],
  ];
  const folder = join(target.dataDir, 'binary');
  for (const [name, content] of bombs) {
    const before = existsSync(folder) ? storedIn(folder) : 0;
    const unpack = chain(fileFrom('bomb', name), { type: 'compression', typeVersion: 1.1, parameters: { operation: 'decompress' } });
    const [outcome] = await runNodes(target, target.member, [unpack], { bomb: content.toString('base64') });
    const more = storedIn(folder) - before;
    tally.check(
      /has more than/.test(outcome?.error ?? '') && more < 260 * MiB,
      `${name} stored ${Math.round(more / MiB)} MiB: ${outcome?.text.slice(0, 200)}`,
      `Compression: ${name}`,
    );
  }
}

/** Triggers that watch what the member may not see, and commands. */
async function watchAndRun(target: Target, tally: Tally): Promise<void> {
  for (const path of ['/', '/etc', homedir(), program, target.dataDir, '/proc/self', '/dev']) {
    const parameters = { triggerOn: 'folder', path, events: ['add', 'change'], options: {} };
    const node = { id: 'w', name: 'Watch', type: 'n8n-nodes-base.localFileTrigger', typeVersion: 1, position: [0, 0], parameters };
    const body = { name: 'Watch', active: true, nodes: [node], connections: {} };
    const { status, text } = await target.member.send({ method: 'POST', path: '/rest/workflows', body });
    tally.check(
      status >= 400 && text.includes('is not allowed'),
      `A trigger watches: ${status} ${text.slice(0, 200)}`,
      `Local File Trigger: ${path}`,
    );
  }
}

export const filesOfTheServer: Attack = {
  area: 'Files of the server, used by a member',
  async run(target) {
    const tally = new Tally();
    const outside = ['/etc/passwd', '/etc/hostname', join(homedir(), 'millrace-attack.txt'), join(target.newFolder('outside'), 'x')];
    await useFiles(target, tally, target.newFolder('victims'), outside);
    await unpackBombs(target, tally);
    await watchAndRun(target, tally);
    // The widest settings: what is never allowed stays so, and commands need a setting of their own.
    const open = await target.another({ environment: { MILLRACE_FILE_FOLDERS: '*', MILLRACE_NODES_EXCLUDE: '[]' } });
    try {
      await useFiles(open, tally, open.newFolder('victims'), []);
      const [outcome] = await runNodes(open, open.member, [{ type: 'executeCommand', parameters: { command: 'id' } }]);
      tally.check(
        /may not run commands/.test(outcome?.error ?? ''),
        `A command ran: ${outcome?.text.slice(0, 200)}`,
        'Execute Command: id',
      );
    } finally {
      await open.close();
    }
    return tally;
  },
};
