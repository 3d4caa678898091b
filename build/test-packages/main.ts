// Installs real packages of nodes from the registry, loads every node, validates its description, opens its form, checks its requests, and writes docs/packages.md.
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readNode, type Catalog } from '../../engine/packages/catalog.ts';
import { Packages } from '../../engine/packages/index.ts';
import { packageNode } from '../../engine/registry/n8n/package-node.ts';
import { descriptionFaults } from '../../engine/testing/description-faults.ts';
import { langchain, runAgents, type AgentOutcome } from './agent.ts';
import { countOf, formsSection, lineOf, openForms, type FormOutcome } from './forms.ts';
import { checkRequests, countOfRequests, requestsSection, type RequestOutcome } from './requests.ts';
import { runTunnels } from './ssh-tunnel.ts';
import { testedPackages, type TestedPackage } from './packages.ts';

interface Outcome {
  readonly name: string;
  readonly version: string;
  readonly catalog?: Catalog;
  /** Seconds. */
  readonly installed: number;
  /** Type names with the first fault of each. */
  readonly faults: readonly (readonly [type: string, fault: string])[];
  /** Why the package could not be installed. */
  readonly failure?: string;
  /** Runs of whole workflows with its nodes. */
  readonly runs?: readonly AgentOutcome[];
  readonly forms?: FormOutcome;
  readonly requests?: RequestOutcome;
}

const page = join(import.meta.dirname, '../../docs/packages.md');
const { values } = parseArgs({
  options: { only: { type: 'string' }, registry: { type: 'string', default: 'https://registry.npmjs.org/' } },
});

const folder = await mkdtemp(join(tmpdir(), 'millrace-test-packages-'));
const packages = new Packages({ folder, registry: values.registry });
const outcomes: Outcome[] = [];
try {
  for (const tested of testedPackages) {
    if (values.only !== undefined && !tested.name.includes(values.only)) continue;
    const outcome = await tryOut(tested);
    outcomes.push(outcome);
    process.stdout.write(`${rowOf(outcome)}\n`);
    for (const [type, fault] of outcome.faults) process.stdout.write(`    ${type}: ${fault}\n`);
    for (const line of [...(outcome.requests?.faults ?? []), ...(outcome.requests?.refused ?? [])]) process.stdout.write(`    ${line}\n`);
    for (const fault of outcome.forms?.faults ?? []) process.stdout.write(`    ${lineOf(fault)}\n`);
    for (const { title, failure } of outcome.runs ?? []) process.stdout.write(`    ${title}: ${failure ?? 'runs'}\n`);
    for (const { place, reason } of outcome.catalog?.failed ?? []) process.stdout.write(`    ${place.className}: ${reason}\n`);
    await packages.remove(tested.name);
  }
} finally {
  await packages.stop();
  await rm(folder, { recursive: true, force: true });
}
// A part of the packages does not replace the table of all.
if (values.only === undefined) {
  await writeFile(page, pageOf(outcomes));
  execFileSync('oxfmt', [page]);
}
process.exitCode = outcomes.some(isFailure) ? 1 : 0;

/** Faults of descriptions are the package's own, and do not count. */
function isFailure({ name, failure, catalog, runs = [], forms, requests }: Outcome): boolean {
  const known = testedPackages.find((tested) => tested.name === name)?.known ?? [];
  return (
    failure !== undefined ||
    (forms?.faults.length ?? 0) > 0 ||
    (requests?.faults.length ?? 0) > 0 ||
    runs.some((run) => run.failure !== undefined) ||
    catalog?.failed.some(({ place }) => !known.includes(place.className)) === true
  );
}

async function tryOut({ name, version, overrides = {} }: TestedPackage): Promise<Outcome> {
  const start = performance.now();
  const seconds = (): number => (performance.now() - start) / 1000;
  try {
    const catalog = await packages.install({ name, version, overrides });
    const installed = seconds();
    const runs =
      name === langchain ? await runAgents(packages, catalog) : name === 'n8n-nodes-base' ? await runTunnels(packages, catalog) : [];
    const forms = await openForms(packages, catalog);
    const requests = await checkRequests(packages, catalog);
    return { name, version: catalog.version, catalog, installed, faults: await faultsOf(catalog), runs, forms, requests };
  } catch (error) {
    return { name, version, installed: seconds(), faults: [], failure: (error as Error).message };
  }
}

/** Makes every node as the registry does, and validates the descriptions of its versions. */
async function faultsOf(catalog: Catalog): Promise<Outcome['faults']> {
  const root = packages.folderOf(catalog.name);
  const found: [string, string][] = [];
  for (const node of catalog.nodes) {
    const { versions } = packageNode(
      { packages, name: catalog.name, instanceId: '', instanceUrl: () => '', credentialType: () => Promise.resolve(undefined) },
      node.type,
      await readNode(root, node),
    );
    const [first] = versions.flatMap(({ description }) => descriptionFaults(description));
    if (first !== undefined) found.push([node.type, first]);
  }
  return found;
}

function rowOf({ name, version, catalog, installed, faults, failure, forms, requests }: Outcome): string {
  const failed = catalog?.failed.length ?? 0;
  const result = failure ?? (failed === 0 ? 'every class loads' : `${failed} of the classes not loaded`);
  const counts = catalog === undefined ? ['', ''] : [String(catalog.nodes.length), String(catalog.credentials.length)];
  return `| ${[name, version, ...counts, String(faults.length), forms === undefined ? '' : countOf(forms), requests === undefined ? '' : countOfRequests(requests), installed.toFixed(1), result].join(' | ')} |`;
}

function pageOf(all: readonly Outcome[]): string {
  const failed = all.flatMap(({ name, catalog }) =>
    (catalog?.failed ?? []).map(({ place, reason }) => `- ${name}, \`${place.className}\`: ${reason.split('\n', 1)[0] ?? ''}`),
  );
  const runs = all.flatMap((outcome) => outcome.runs ?? []);
  const faults = all.flatMap(({ faults: found }) => found.map(([type, fault]) => `- \`${type}\`: ${fault}`));
  return [
    '# Packages of nodes that are tested',
    '',
    '`npm run test:packages` installs these packages from the registry, loads every node and credential class in the process of its package, validates the descriptions, opens the forms, and compares the requests of declarative nodes with their declarations. It writes this page.',
    '',
    '| Package | Version | Nodes | Credential types | Descriptions with faults | Forms opened | Declared requests | Seconds to install | Result |',
    '| --- | --- | --- | --- | --- | --- | --- | --- | --- |',
    ...all.map(rowOf),
    ...(failed.length === 0 ? [] : ['', '## Classes that do not load', '', ...failed]),
    ...formsSection(all.flatMap(({ forms = [] }) => forms)),
    ...requestsSection(all.flatMap(({ requests = [] }) => requests)),
    ...(runs.length === 0
      ? []
      : [
          '',
          '## Workflows that are run',
          '',
          'An agent with a chat model, a memory and a tool answers a question twice, against a stand-in for the service of the model. The Postgres node queries a stand-in for a database through SSH tunnels.',
          '',
          ...runs.map(({ title, failure }) => `- ${title}: ${failure ?? 'runs'}`),
        ]),
    ...(faults.length === 0
      ? []
      : [
          '',
          '## Descriptions with faults',
          '',
          'The first fault of each node. The editor shows these nodes; the property named may look or act oddly.',
          '',
          ...faults,
        ]),
    '',
  ].join('\n');
}
