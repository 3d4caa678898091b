// Nodes that read files, with paths of the server's own data, devices, pipes and kernel files.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Sketch } from '../faults/workflows.ts';
import { Tally, type Attack } from './attack.ts';
import { chunks, runNodes } from './runs.ts';

const AT_ONCE = 40;

/** All nodes that read files. */
const readers: readonly ((path: string) => Sketch)[] = [
  (fileSelector) => ({ type: 'readWriteFile', parameters: { operation: 'read', fileSelector, options: {} } }),
  (filePath) => ({ type: 'readBinaryFile', parameters: { filePath } }),
  (fileSelector) => ({ type: 'readBinaryFiles', parameters: { fileSelector } }),
  (workflowPath) => ({ type: 'executeWorkflow', typeVersion: 1.2, parameters: { source: 'localFile', workflowPath } }),
];

/** Returns paths of forbidden files; links and pipes to them are created next to the data folder. */
function forbidden(dataDir: string): readonly string[] {
  const beside = mkdtempSync(join(dirname(dataDir), 'files-'));
  const at = (name: string): string => join(beside, name);
  symlinkSync(dataDir, at('folder'));
  symlinkSync(at('b'), at('a'));
  symlinkSync(at('a'), at('b'));
  execFileSync('mkfifo', [at('pipe')]);
  const own = readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  for (const [index, path] of own.entries()) symlinkSync(path, at(`link-${index}`));
  return [
    ...own,
    ...own.map((_, index) => at(`link-${index}`)),
    ...own.map((path) => path.replace(dataDir, at('folder'))),
    ...own.map((path) => `${dataDir}/../${path.slice(dirname(dataDir).length + 1)}`),
    ...own.map((path) => `/proc/self/root${path}`),
    ...['*', '**', '**/*', '{*,.*}', '*/*', '[a-z]*'].flatMap((pattern) => [join(dataDir, pattern), join(at('folder'), pattern)]),
    join(beside, 'link-*'),
    join(beside, 'fold*/**'),
    `${beside}/*/../../*/*`,
    ...['a', 'pipe'].map(at),
    '/dev/zero',
    '/dev/random',
    '/dev/ptmx',
    '/dev/stdin',
    '/dev/fd/0',
    '/proc/self/environ',
    '/proc/self/mem',
    '/proc/self/maps',
    '/proc/*/environ',
    '/sys/kernel/notes',
    '/proc/1/root/etc/shadow',
    '/proc/self/task/*/environ',
    '\0',
    '',
    ' ',
    '/'.repeat(5000),
    'a'.repeat(5000),
  ];
}

export const filesOfTheComputer: Attack = {
  area: 'Files of the computer',
  async run(target) {
    const tally = new Tally();
    const tries = forbidden(target.dataDir).flatMap((path) => readers.map((reader) => ({ path, sketch: reader(path) })));
    for (const part of chunks(tries, AT_ONCE)) {
      const outcomes = await runNodes(
        target,
        target.member,
        part.map(({ sketch }) => sketch),
      );
      for (const [index, { path, sketch }] of part.entries()) {
        const outcome = outcomes[index];
        const leak = target.leak(outcome?.text ?? '');
        const isRead =
          /"(?:fileName|mimeType|directory)":/.test(JSON.stringify(outcome?.items ?? [])) || /"binary":\{/.test(outcome?.text ?? '');
        tally.check(leak === undefined && !isRead, `A node read ${leak ?? 'a file'}`, `${sketch.type}: ${path.slice(0, 200)}`);
      }
    }
    return tally;
  },
};
