// `npm run conformance [-- DIR…] [--node NAME] [--only PART] [--verbose]`: runs every case of the corpus folders and prints a table by node.
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { arguedCases, runCorpus } from './corpus.ts';
import { caseId, type CaseResult } from './result.ts';

process.env['TZ'] = 'UTC';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { node: { type: 'string' }, verbose: { type: 'boolean', default: false }, only: { type: 'string' } },
});
const folders = (positionals.length === 0 ? [join(import.meta.dirname, '../../../shared/conformance')] : positionals).map((folder) =>
  resolve(folder),
);

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

const argued = arguedCases();
let passed = 0;
let failed = 0;
let arguedFailures = 0;
for (const folder of folders) {
  if (folders.length > 1) console.log(`\n${folder}`);
  const parts = await runCorpus(folder, values);
  const all = [...parts.values()].flat();
  for (const [part, results] of parts) if (results.length > 0) print(part, results);
  if (all.length === 0) {
    console.error(`No cases were found in ${folder}. Give the folder that holds index.json: npm run conformance -- DIR`);
    process.exitCode = 1;
  }
  const wrong = all.filter(({ failure }) => failure !== undefined);
  passed += all.length - wrong.length;
  failed += wrong.length;
  arguedFailures += wrong.filter((result) => argued.has(caseId(result))).length;
}
if (arguedFailures > 0) console.log(`\n${arguedFailures} of the failures are explained in docs/conformance.md.`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : process.exitCode);
