// `npm run test:planted`: plants each fault into the application and runs the test that must find it. Prints how many were found. `--only PART` selects faults by a part of their name.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { toolCommand } from '../../../build/tools.ts';
import { faults, type Fault } from './faults.ts';

interface Report {
  readonly testResults: readonly {
    readonly message: string;
    readonly assertionResults: readonly { readonly status: string; readonly failureMessages: readonly string[] }[];
  }[];
}

const folder = mkdtempSync(join(tmpdir(), 'millrace-planted-'));
const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);

/** Runs tests of specs with a fault; `none` for the sources as they are. */
async function tested(fault: string, tests: readonly Pick<Fault, 'spec' | 'test'>[]): Promise<Report['testResults']> {
  const file = join(folder, `${fault.replaceAll(/\W/g, '-')}.json`);
  const specs = new Set(tests.map(({ spec }) => `electron/e2e/${spec}.test.ts`));
  const names = tests.map(({ test }) => escaped(test)).join('|');
  const args = ['run', '--project', 'desktop', ...specs, '-t', names, '--reporter=json', `--outputFile.json=${file}`];
  await new Promise((resolve, reject) => {
    const child = spawn(...toolCommand('vitest', args), { env: { ...process.env, MILLRACE_PLANTED: fault }, stdio: 'ignore' });
    child.on('error', reject).on('close', resolve);
  });
  return (JSON.parse(readFileSync(file, 'utf8')) as Report).testResults;
}

/** Returns why the fault was not found; undefined if it was. */
async function problemOf(fault: Fault): Promise<string | undefined> {
  const results = await tested(fault.name, [fault]);
  const ran = results
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status !== 'skipped' && status !== 'pending');
  const failures = ran.filter(({ status }) => status === 'failed');
  const messages = [...results.map(({ message }) => message), ...failures.flatMap(({ failureMessages }) => failureMessages)];
  // Tests whose application did not start are skipped, or say so.
  const hasStarted = ran.length > 0 && messages.every((message) => !/ended early|did not start/.test(message));
  if (fault.endsStart === true) return hasStarted ? 'the application started' : undefined;
  if (!hasStarted) return `the application did not start: ${messages.join('\n')}`;
  return failures.length > 0 ? undefined : `${ran.length} tests passed`;
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } });
const chosen = faults.filter(({ name }) => name.includes(values.only));
const startedAt = Date.now();
let match = 0;
try {
  const sound = await tested('none', chosen);
  const wrong = sound.flatMap(({ message, assertionResults }) => [
    message,
    ...assertionResults.flatMap((result) => result.failureMessages),
  ]);
  if (wrong.some((message) => message !== '')) throw new Error(`The tests fail without a fault:\n${wrong.join('\n')}`);
  const waiting = [...chosen];
  const work = async (): Promise<void> => {
    for (let fault = waiting.shift(); fault !== undefined; fault = waiting.shift()) {
      const problem = await problemOf(fault);
      if (problem === undefined) match++;
      say(problem === undefined ? `✓ ${fault.name}` : `✗ ${fault.name}, not found by ${fault.spec}: ${problem}`);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  say(`${match} of ${chosen.length} faults found in ${Math.round((Date.now() - startedAt) / 1000)} s`);
  if (match < chosen.length) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
