// `npm run bench`: compares the engine's time with plain loops that do the same work in the same process, and measures the peak memory of a run.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { Measured } from './measure.ts';
import { workloads } from './workloads.ts';

const script = join(import.meta.dirname, 'measure.ts');

/** A workload has two processes: one repeats it to measure time, the other runs it once to measure peak memory. */
function measured(name: string, ...options: readonly string[]): Measured {
  const output = execFileSync(process.execPath, ['--expose-gc', script, name, ...options], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return JSON.parse(output) as Measured;
}

const milliseconds = (value: number): string => (value === 0 ? '' : `${value < 10 ? value.toFixed(2) : value.toFixed(0)} ms`);
const row = (cells: readonly string[]): string => cells.map((cell, index) => (index === 0 ? cell.padEnd(26) : cell.padStart(12))).join('');

console.log(row(['work', 'engine', 'bare loop', 'ratio', 'Code node', 'peak memory']));
for (const name of Object.keys(workloads)) {
  const { name: title, engine, bare, code } = measured(name);
  const { peak } = measured(name, '--once');
  console.log(
    row([
      title,
      milliseconds(engine),
      milliseconds(bare),
      `${(engine / bare).toFixed(1)} ×`,
      milliseconds(code),
      `${Math.round(peak / 1024 / 1024)} MiB`,
    ]),
  );
}
console.log(
  '\nTimes are medians of one run on one machine: compare the ratios. "engine" excludes the Code node, which has its own column.',
);
