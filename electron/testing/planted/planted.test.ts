// The faults can be planted: their place is in the source once, and the tests that must find them exist.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { faults } from './faults.ts';

const root = join(import.meta.dirname, '../../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

it.each(faults)('$name', ({ file, find, spec, test }) => {
  expect(read(file).split(find).length - 1, `occurrences in ${file}`).toBe(1);
  expect(read(`electron/e2e/${spec}.test.ts`)).toContain(test);
});
