// Installs real packages of nodes from the registry, tries out what is in them, and writes docs/packages.md.
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { toolCommand } from '../tools.ts';
import { testedPackages } from './packages.ts';
import { detailsOf, pageOf, rowOf } from './page.ts';
import { RunInstance } from './runs/instance.ts';
import { startServices } from './runs/services.ts';
import { isFailure, tryOut, type Outcome } from './try-package.ts';

const page = join(import.meta.dirname, '../../docs/packages.md');
const { values } = parseArgs({
  options: { only: { type: 'string' }, registry: { type: 'string', default: 'https://registry.npmjs.org/' } },
});

const dataDir = await mkdtemp(join(tmpdir(), 'millrace-test-packages-'));
const services = await startServices();
const instance = await RunInstance.start(services, { dataDir, registry: values.registry });
const outcomes: Outcome[] = [];
try {
  for (const tested of testedPackages) {
    if (values.only !== undefined && !tested.name.includes(values.only)) continue;
    const outcome = await tryOut(instance, tested);
    outcomes.push(outcome);
    process.stdout.write([rowOf(outcome), ...detailsOf(outcome).map((line) => `    ${line}`), ''].join('\n'));
  }
} finally {
  await instance.close();
  await services.close();
  await rm(dataDir, { recursive: true, force: true });
}
// A part of the packages does not replace the table of all.
if (values.only === undefined) {
  await writeFile(page, pageOf(outcomes));
  execFileSync(...toolCommand('oxfmt', [page]));
}
process.exitCode = outcomes.some(isFailure) ? 1 : 0;
