// The table of docs/security.md: each promise names a test that exists.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const page = readFileSync(join(root, 'docs/security.md'), 'utf8');
const rows = [...page.matchAll(/^\| (?<promise>[^|]+) \| `(?<path>[^`|]+)` › (?<title>[^|]+?) +\|$/gm)].map(({ groups = {} }) => groups);

it('each promise of the security page names a test that exists', () => {
  expect(rows.length).toBeGreaterThan(50);
  expect(rows.length).toBe(page.slice(page.indexOf('## Promises and their tests')).match(/^\| (?!promise|-)/gm)?.length);
  const missing = rows.filter(({ path = '', title = '' }) => {
    const file = join(root, path);
    return !existsSync(file) || !readFileSync(file, 'utf8').includes(title);
  });
  expect(missing).toEqual([]);
});
