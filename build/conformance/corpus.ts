// Runs every case of a corpus folder (workflows, unit cases, expressions and facts), and reads which failures are explained.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CaseResult } from './result.ts';

export interface CorpusOptions {
  /** Runs only the cases of one node. */
  readonly node?: string;
  /** Runs only one part: `workflows`, `units`, `expressions` or `facts`. */
  readonly only?: string;
}

/** Results by part. Empty for a folder that does not exist. */
export async function runCorpus(folder: string, { node, only }: CorpusOptions = {}): Promise<Map<string, readonly CaseResult[]>> {
  const parts = new Map<string, readonly CaseResult[]>();
  const files = existsSync(folder) ? readdirSync(folder) : [];
  const contents = (prefix: string): unknown[] =>
    files
      .filter((name) => name.startsWith(prefix) && name.endsWith('.json'))
      .sort()
      .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as unknown);
  const wants = (part: string): boolean => only === undefined || only === part;
  const add = (part: string, results: readonly CaseResult[]): void => void parts.set(part, [...(parts.get(part) ?? []), ...results]);
  if (wants('workflows')) add('workflows', await (await import('./workflow-cases.ts')).runWorkflowCases(folder, node));
  if (wants('units'))
    for (const file of contents('unit-cases')) add('unit cases', await (await import('./unit-cases.ts')).runUnitCases(file, node));
  if (node !== undefined) return parts;
  if (wants('expressions'))
    for (const file of contents('expressions')) add('expressions', (await import('./expressions.ts')).runExpressionPairs(file));
  if (wants('facts')) for (const file of contents('facts')) add('facts', await (await import('./facts.ts')).runFacts(file));
  return parts;
}

const page = join(import.meta.dirname, '../../docs/conformance.md');

/** Ids in the first column of the table under "Cases that fail", in backticks. */
export function arguedCases(): ReadonlySet<string> {
  const [, section = ''] = readFileSync(page, 'utf8').split('## Cases that fail\n');
  const [list = ''] = section.split(/^## /m);
  const firstColumn = list.split('\n').flatMap((line) => (line.startsWith('|') ? [line.split('|')[1] ?? ''] : []));
  return new Set(firstColumn.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? '')));
}
