// Commands that are killed at a random moment: backup, restore, and installing and removing a package. The same command succeeds afterwards, and
// nothing of the killed one is left.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { startPackageRegistry } from '../../engine/testing/package-registry.ts';
import { cli, Program } from './program.ts';
import type { Report } from './report.ts';
import { setField, row, webhook } from './workflows.ts';

/** Maximum milliseconds until a command is killed; most take about a second. */
const KILLED_WITHIN = 1500;
const PACKAGE = 'n8n-nodes-fixture-programmatic';
const fixture = join(import.meta.dirname, '../fixtures/programmatic');

interface Folders {
  /** The data folder. */
  readonly dataDir: string;
  /** A folder for backups only. */
  readonly backups: string;
  readonly restored: string;
}

type ReportProblem = (problem: string) => void;
export type Run = (args: readonly string[], isKilled?: boolean) => Promise<{ readonly code: number | null; readonly text: string }>;

export async function commandsScenario(folder: string, rounds: number): Promise<Report> {
  const registry = await startPackageRegistry();
  await registry.publish(fixture);
  const folders: Folders = { dataDir: join(folder, 'data'), backups: join(folder, 'backups'), restored: join(folder, 'restored') };
  mkdirSync(folders.backups, { recursive: true });
  const run = commandsWith({ MILLRACE_PACKAGE_REGISTRY: registry.url });
  const problems: string[] = [];
  let commands = 0;
  try {
    await fillData(folders.dataDir);
    for (let round = 1; round <= rounds; round++) {
      const report: ReportProblem = (problem) => void problems.push(`round ${round}: ${problem}`);
      await backUp(run, folders, report);
      await restore(run, folders, report);
      await install(run, folders, report);
      commands += 8;
    }
  } catch (error) {
    problems.push((error as Error).message);
  } finally {
    await registry.stop();
  }
  return { name: 'killed commands', rounds, calls: commands, problems };
}

/** Random data that cannot be compressed, so that a backup takes a while. */
export async function fillData(dataDir: string): Promise<void> {
  const server = await Program.start(dataDir);
  await server.save(row('large', { Webhook: webhook('large'), Keep: setField('name', 'value') }));
  for (let count = 0; count < 20; count++) {
    const body = JSON.stringify({ text: Buffer.from(crypto.getRandomValues(new Uint8Array(60_000))).toString('base64') });
    await fetch(`${server.url}webhook/large`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  }
  await server.stop();
}

async function backUp(run: Run, { dataDir, backups }: Folders, report: ReportProblem): Promise<void> {
  const args = ['backup', join(backups, 'all.backup'), '--force', '--no-key', '--data-dir', dataDir];
  await run(args, true);
  const { code, text } = await run(args);
  if (code !== 0) report(`the backup after a killed one failed: ${text}`);
  const left = readdirSync(backups).filter((name) => name !== 'all.backup');
  if (left.length > 0) report(`a killed backup left ${left.join(', ')}`);
}

async function restore(run: Run, { dataDir, backups, restored }: Folders, report: ReportProblem): Promise<void> {
  const args = ['restore', join(backups, 'all.backup'), '--data-dir', restored];
  rmSync(restored, { recursive: true, force: true });
  await run(args, true);
  // The killed one may have come to its end.
  const isDone = existsSync(join(restored, 'db')) && !readdirSync(restored).some((name) => name.startsWith('.restore'));
  const { code, text } = isDone ? { code: 0, text: '' } : await run(args);
  if (code !== 0 && !existsSync(join(restored, 'db'))) report(`the restore after a killed one failed: ${text}`);
  const list = (folder: string): Promise<{ readonly text: string }> => run(['list', '--json', '--data-dir', folder]);
  if ((await list(restored)).text !== (await list(dataDir)).text) report('the restored folder does not have the workflows of the backup');
  const server = await Program.start(restored).catch((error: unknown) => report((error as Error).message));
  await server?.stop();
  const left = readdirSync(restored).filter((name) => name.startsWith('.restore'));
  if (left.length > 0) report(`a killed restore left ${left.join(', ')}`);
}

async function install(run: Run, { dataDir }: Folders, report: ReportProblem): Promise<void> {
  const change = (...args: readonly string[]): readonly string[] => ['package', ...args, '--data-dir', dataDir];
  await run(change('install', PACKAGE), true);
  const again = await run(change('install', PACKAGE));
  if (again.code !== 0 && !again.text.includes('installed already')) report(`the installation after a killed one failed: ${again.text}`);
  await run(change('uninstall', PACKAGE), true);
  const removed = await run(change('uninstall', PACKAGE));
  if (removed.code !== 0 && !removed.text.includes('is not installed')) report(`the removal after a killed one failed: ${removed.text}`);
  const left = readdirSync(join(dataDir, 'packages')).filter((name) => name !== '.cache');
  if (left.length > 0) report(`the folder of packages still has ${left.join(', ')}`);
}

/** Returns a function that runs a command, and kills it after a random time if `isKilled`. */
export const commandsWith = (environment: Readonly<Record<string, string>>): Run =>
  async function run(args, isKilled = false) {
    const env = { ...process.env, ...environment };
    const child = spawn(process.execPath, [cli, ...args], { stdio: ['ignore', 'pipe', 'pipe'], env });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (output += String(part)));
    const closed = once(child, 'close');
    if (isKilled) {
      await Promise.race([closed, setTimeout(Math.random() * KILLED_WITHIN)]);
      child.kill('SIGKILL');
    }
    const [code] = (await closed) as [number | null];
    return { code, text: output };
  };
