// What each measure that saves memory is worth: the server with all of them, and without one of them, measured alternately; and a `Roster` beside a `Set`.
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { build, loadConfigFromFile, type Plugin } from 'vite';
import type { Churn } from './churn.ts';
import { hook, load, open } from './hooks.ts';
import type { ServerProcess } from './process.ts';
import { mebibytes, median, milliseconds, row, serverOf } from './report.ts';

const ROUNDS = 3;
/** Number of webhook calls to each server. */
const CALLS = 20_000;

const root = join(import.meta.dirname, '../../..');
const program = join(root, 'out/engine/cli.js');

const withoutRelease: Plugin = {
  name: 'without-release',
  enforce: 'pre',
  load: (id) =>
    id.endsWith('engine/memory-release.ts')
      ? 'export class MemoryRelease { look() {} }\nexport const collectGarbage = () => undefined;\nexport const releaseStartMemory = () => undefined;'
      : undefined,
};

/** Builds the engine beside the usual one, with other plugins; returns the path of its program. */
async function variant(name: string, change: (plugins: readonly Plugin[]) => Plugin[]): Promise<string> {
  const loaded = await loadConfigFromFile({ command: 'build', mode: 'production' }, join(root, 'vite.config.ts'));
  if (loaded === null) throw new Error('vite.config.ts is missing.');
  const { config } = loaded;
  const outDir = join(root, 'out', name);
  const plugins = change(config.plugins as Plugin[]);
  await build({ ...config, root, configFile: false, logLevel: 'error', plugins, build: { ...config.build, outDir } });
  return join(outDir, 'cli.js');
}

interface Variant {
  readonly name: string;
  readonly command: readonly string[];
  readonly start: number[];
  readonly idle: number[];
  readonly after: number[];
}

export async function savings(): Promise<void> {
  const of = (name: string, ...command: readonly string[]): Variant => ({ name, command, start: [], idle: [], after: [] });
  try {
    const variants = [
      of('with all', program),
      // The allocator's settings are in the first line of the program.
      of('without MALLOC_*', process.execPath, program),
      of('without release of memory', await variant('without-release', (plugins) => [...plugins, withoutRelease])),
      of(
        'without lazy built-in modules',
        await variant('without-lazy', (plugins) => plugins.filter((plugin) => plugin.name !== 'lazy-builtins')),
      ),
    ];
    for (let round = 0; round < ROUNDS; round++) await measureRound(round, variants);
    row('', 'start', 'idle', '', `after ${CALLS} calls`);
    for (const { name, start, idle, after } of variants) {
      row(name, milliseconds(median(start)), mebibytes(median(idle)), '', mebibytes(median(after)));
    }
  } finally {
    for (const name of ['without-release', 'without-lazy']) rmSync(join(root, 'out', name), { recursive: true, force: true });
  }
  for (const kind of ['roster', 'set'] as const) {
    const output = execFileSync(process.execPath, [join(import.meta.dirname, 'churn.ts'), kind], { encoding: 'utf8' });
    const { time, peak } = JSON.parse(output) as Churn;
    row(`300,000 members of a ${kind === 'set' ? 'Set' : 'Roster'}, 20 at a time`, milliseconds(time / 1000), mebibytes(peak));
  }
}

/** Starts the servers one after another, and measures the memory of all at the same times. */
async function measureRound(round: number, variants: readonly Variant[]): Promise<void> {
  const servers: ServerProcess[] = [];
  try {
    for (const [index, { command, start }] of variants.entries()) {
      const server = await serverOf(command, `savings-${round}-${index}`);
      servers.push(server);
      start.push(server.startTime);
    }
    await setTimeout(10_000);
    for (const [index, { idle }] of variants.entries()) idle.push(servers[index]?.memory().now ?? Number.NaN);
    for (const { url } of servers) {
      await open(url, hook('savings', 'none', false));
      for (let calls = 0; calls < CALLS;) calls += (await load(`${url}webhook/savings`, 20)).total;
    }
    // Memory is released at most once a minute.
    await setTimeout(65_000);
    for (const [index, { after }] of variants.entries()) after.push(servers[index]?.memory().now ?? Number.NaN);
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}
