// Rows of the table that `npm run bench:server` prints, and the servers that it measures.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProcess, type ServerProcess } from './process.ts';

const here = import.meta.dirname;
const cli = join(here, '../../../out/engine/cli.js');
/** The command as users start it; Windows runs it through a shim. */
const command = process.platform === 'win32' ? [process.execPath, cli] : [cli];
export const folder = mkdtempSync(join(tmpdir(), 'millrace-bench-'));
export const MiB = 1024 * 1024;

export const server = (dataDir: string, environment: Readonly<Record<string, string>> = {}): Promise<ServerProcess> =>
  serverOf(command, dataDir, environment);
/** `program`: the program with its first arguments. */
export const serverOf = (
  program: readonly string[],
  dataDir: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> =>
  startProcess(program, ['start', '--port', '0', '--data-dir', join(folder, dataDir)], {
    MILLRACE_LOG_LEVEL: 'silent',
    MILLRACE_LOCAL_ACCESS: 'open',
    NODE_ENV: 'production',
    ...environment,
  });
export const bare = (): Promise<ServerProcess> => startProcess([process.execPath, join(here, 'bare-server.ts')], [folder]);
export const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
export const row = (...cells: readonly string[]): void =>
  console.log(cells.map((cell, index) => (index === 0 ? cell.padEnd(52) : cell.padStart(17))).join(''));
export const mebibytes = (bytes: number): string => `${Math.round(bytes / MiB)} MiB`;
export const milliseconds = (time: number): string => `${time.toFixed(time < 10 ? 1 : 0)} ms`;

/** Durations of `count` sequential calls in milliseconds. */
export async function times(count: number, work: () => Promise<unknown>): Promise<readonly number[]> {
  const spent: number[] = [];
  while (spent.length < count) {
    const started = performance.now();
    await work();
    spent.push(performance.now() - started);
  }
  return spent;
}
