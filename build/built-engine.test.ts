// What is built runs: every example through the bundled command line.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const cli = join(root, 'out/engine/cli.js');

describe.skipIf(!existsSync(cli))('the bundled engine', () => {
  it('runs every example', () => {
    const examples = readdirSync(join(root, 'examples')).filter((name) => name.endsWith('.json'));
    const output = execFileSync(process.execPath, [cli, 'run', ...examples.map((name) => join(root, 'examples', name)), '--json'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const results = output
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { status: string; error?: { message: string } });
    expect(results.map(({ status, error }) => error?.message ?? status)).toEqual(examples.map(() => 'success'));
  });
});
