// Agents on a server of the test: our own time beside that of their requests, the first use of the library, and growth.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { MeasuredAgents } from '../agents.ts';
import { mebibytes, milliseconds, row } from './report.ts';

const MOST_OWN = 15;
const MOST_FIRST = 400;

export async function agents(): Promise<void> {
  const script = join(import.meta.dirname, '../agents.ts');
  const output = execFileSync(process.execPath, ['--expose-gc', script], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
  const { first, run, requests, growth } = JSON.parse(output) as MeasuredAgents;
  const own = run - requests;
  const limit = (value: number, most: number): string => `${value <= most ? 'under' : 'OVER'} ${most} ms`;
  row(
    'agent with 3 calls of a tool, its requests alone',
    milliseconds(run),
    milliseconds(requests),
    `+${milliseconds(own)}`,
    limit(own, MOST_OWN),
  );
  row('first use of an agent', milliseconds(first), '', '', limit(first, MOST_FIRST));
  row('heap after 1,000 agents', `+${mebibytes(growth)}`, '', '', '');
}
