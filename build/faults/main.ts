// `npm run test:faults`: kills, full disks and stops against the built server. Options: --rounds N (default 200), --only NAME.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { scenarios } from './scenarios.ts';
import { head, formatReport } from './report.ts';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '200' }, only: { type: 'string' } } });
const folder = mkdtempSync(join(tmpdir(), 'millrace-faults-'));
let failed = 0;
try {
  console.log(head);
  for (const [name, scenario] of Object.entries(scenarios)) {
    if (values.only !== undefined && values.only !== name) continue;
    const report = await scenario(folder, Number(values.rounds));
    console.log(formatReport(report));
    failed += report.problems.length;
  }
} finally {
  if (failed === 0) rmSync(folder, { recursive: true, force: true });
  else console.log(`The data folders are kept in ${folder}.`);
}
process.exitCode = failed === 0 ? 0 : 1;
