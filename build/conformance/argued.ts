// Ids of the failing cases that docs/conformance.md explains, read from its table.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const page = join(import.meta.dirname, '../../docs/conformance.md');

/** Ids in the first column of the table under "Cases that fail", in backticks. */
export function arguedCases(): ReadonlySet<string> {
  const [, section = ''] = readFileSync(page, 'utf8').split('## Cases that fail\n');
  const [list = ''] = section.split(/^## /m);
  const firstColumn = list.split('\n').flatMap((line) => (line.startsWith('|') ? [line.split('|')[1] ?? ''] : []));
  return new Set(firstColumn.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? '')));
}
