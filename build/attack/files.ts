// Files that no node may open: devices, pipes, the data folder, link targets; and file content in errors.
import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Sketch } from '../faults/workflows.ts';
import { Tally, type Attack } from './attack.ts';
import { runNodes } from './runs.ts';
import type { Target } from './target.ts';

function hostilePaths({ dataDir }: Target, folder: string): readonly string[] {
  const link = (name: string, to: string): string => {
    symlinkSync(to, join(folder, name));
    return join(folder, name);
  };
  execFileSync('mkfifo', [join(folder, 'pipe')]);
  mkdirSync(join(folder, 'sub'));
  writeFileSync(join(folder, 'broken.json'), 'SECRET-CONTENT {');
  writeFileSync(join(folder, 'deep.json'), '['.repeat(200_000));
  const database = join(dataDir, 'millrace.sqlite');
  return [
    '/dev/zero', '/dev/random', '/dev/ptmx', '/dev/stdin', '/dev/fd/0', '/dev/tty', '/dev/mem', '/dev/full',
    '/proc/self/environ', '/proc/self/mem', '/proc/1/environ', '/proc/kcore', '/proc/self/fd/0', '/proc/self/root/etc/passwd', '/sys/kernel/notes',
    dataDir, database, join(dataDir, 'master.key'), join(dataDir, 'db'), join(dataDir, '..', dataDir.split('/').at(-1) ?? '', 'master.key'), `${dataDir}//./master.key`,
    link('to-data', dataDir), join(folder, 'to-data', 'master.key'), link('to-key', join(dataDir, 'master.key')), link('to-zero', '/dev/zero'), link('to-environment', '/proc/self/environ'),
    link('loop', join(folder, 'loop')), join(folder, 'pipe'), join(folder, 'sub'), join(folder, 'broken.json'), join(folder, 'deep.json'),
    'file:///etc/shadow', `${folder}/broken.json\0.json`, '', '.', '/', '\\\\host\\share', `${folder}/${'x'.repeat(5000)}`, `/${'../'.repeat(2000)}etc/shadow`, '/etc/shadow', '/etc/passwd',
  ]; // oxfmt-ignore
}

const calling = (workflowPath: string): Sketch => ({
  type: 'executeWorkflow',
  typeVersion: 1.2,
  parameters: { source: 'localFile', workflowPath, options: {} },
});

const reading = (fileSelector: string): Sketch => ({
  type: 'readWriteFile',
  typeVersion: 1,
  parameters: { operation: 'read', fileSelector, options: {} },
});

/** Ordinary files, which only Execute Workflow must reject. */
const isOrdinary = (path: string): boolean => /broken\.json$|deep\.json$|etc\/(?:passwd|shadow)$/.test(path);

const visible = /root:|SECRET-CONTENT|SQLite format|PATH=/;

export const files: Attack = {
  area: 'Files that no node may open',
  async run(target) {
    const tally = new Tally();
    const paths = hostilePaths(target, target.newFolder('files'));
    const check = (what: string, path: string, error: string | undefined, text: string): void => {
      const isPrevented = error !== undefined && !visible.test(text) && target.leak(text) === undefined;
      tally.check(isPrevented, `${what} gave ${text.slice(0, 200)}`, `${what}: ${path.slice(0, 100)}`);
    };
    const called = await runNodes(target, target.member, paths.map(calling));
    for (const [index, path] of paths.entries()) check('Execute Workflow', path, called[index]?.error, called[index]?.text ?? '');
    const readable = paths.filter((path) => !isOrdinary(path));
    const read = await runNodes(target, target.member, readable.map(reading));
    for (const [index, path] of readable.entries()) {
      const { items = [], error, text = '' } = read[index] ?? {};
      // A pattern without matches returns nothing.
      check('Read/Write Files from Disk', path, error ?? (items.length === 0 ? 'nothing' : undefined), text);
    }
    return tally;
  },
};
