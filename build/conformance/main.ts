// `npm run conformance [-- DIR] [--node NAME] [--verbose]`: runs every case of a corpus folder and prints a table by node.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { CaseResult } from './result.ts';

process.env['TZ'] = 'UTC';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { node: { type: 'string' }, verbose: { type: 'boolean', default: false }, only: { type: 'string' } },
});
const folder = resolve(positionals[0] ?? join(import.meta.dirname, '../../../shared/conformance'));
const readJson = (name: string): unknown => JSON.parse(readFileSync(join(folder, name), 'utf8'));
const files = existsSync(folder) ? readdirSync(folder) : [];
const named = (prefix: string): string[] => files.filter((name) => name.startsWith(prefix) && name.endsWith('.json')).sort();
const wants = (part: string): boolean => values.only === undefined || values.only === part;

async function collect(): Promise<Map<string, CaseResult[]>> {
  const parts = new Map<string, CaseResult[]>();
  const add = (part: string, results: readonly CaseResult[]): void => void parts.set(part, [...(parts.get(part) ?? []), ...results]);
  if (wants('workflows')) add('workflows', await (await import('./workflow-cases.ts')).runWorkflowCases(folder, values.node));
  if (wants('units'))
    for (const name of named('unit-cases'))
      add('unit cases', await (await import('./unit-cases.ts')).runUnitCases(readJson(name), values.node));
  if (values.node !== undefined) return parts;
  if (wants('expressions'))
    for (const name of named('expressions')) add('expressions', (await import('./expressions.ts')).runExpressionPairs(readJson(name)));
  if (wants('facts')) for (const name of named('facts')) add('facts', await (await import('./facts.ts')).runFacts(readJson(name)));
  return parts;
}

function print(part: string, results: readonly CaseResult[]): void {
  const groups = Map.groupBy(results, ({ group }) => group);
  console.log(`\n${part}`);
  for (const [group, cases] of [...groups].sort(([a], [b]) => a.localeCompare(b))) {
    const failed = cases.filter(({ failure }) => failure !== undefined);
    console.log(
      `  ${group.padEnd(44)} ${String(cases.length - failed.length).padStart(5)} passed ${String(failed.length).padStart(5)} failed`,
    );
    for (const { id, failure } of failed) console.log(`      ✗ ${id}: ${values.verbose ? failure : failure?.slice(0, 220)}`);
  }
}

const parts = await collect();
const all = [...parts.values()].flat();
for (const [part, results] of parts) if (results.length > 0) print(part, results);
if (all.length === 0) console.error(`No cases were found in ${folder}. Give the folder that holds index.json: npm run conformance -- DIR`);
const failed = all.filter(({ failure }) => failure !== undefined).length;
console.log(`\n${all.length - failed} passed, ${failed} failed`);
process.exit(failed > 0 || all.length === 0 ? 1 : 0);
