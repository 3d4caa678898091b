// The page docs/packages.md.
import { testedPackages } from './packages.ts';
import { agentsSection } from './agent.ts';
import { callsSection, countOfCalls } from './calls.ts';
import { countOf, formsSection, lineOf } from './forms.ts';
import { countOfRequests, requestsSection } from './requests.ts';
import { countOfRuns, runsSection } from './runs/package-runs.ts';
import type { Outcome } from './try-package.ts';

export function rowOf({
  name,
  version,
  catalog,
  installed,
  faults,
  failure,
  agents = [],
  runs = [],
  forms,
  requests,
  calls,
}: Outcome): string {
  const failed = catalog?.failed.length ?? 0;
  const result = failure ?? (failed === 0 ? 'every class loads' : `${failed} of the classes not loaded`);
  const cells = [
    name,
    version,
    catalog === undefined ? '' : String(catalog.nodes.length),
    catalog === undefined ? '' : String(catalog.credentials.length),
    String(faults.length),
    forms === undefined ? '' : countOf(forms),
    requests === undefined ? '' : countOfRequests(requests),
    calls === undefined ? '' : countOfCalls(calls),
    countOfRuns([
      ...runs,
      ...agents.map(({ title, failure: reason }) => ({
        make: title,
        nodes: '',
        checks: '',
        ...(reason === undefined ? {} : { failure: reason }),
      })),
    ]),
    installed.toFixed(1),
    result.replaceAll('|', '\\|'),
  ];
  return `| ${cells.join(' | ')} |`;
}

/** What a reader of the terminal should know beside the row. */
export function detailsOf({ catalog, faults, agents = [], runs = [], forms, requests, calls }: Outcome): readonly string[] {
  return [
    ...faults.map(([type, fault]) => `${type}: ${fault}`),
    ...(requests?.faults ?? []),
    ...(requests?.rejected ?? []),
    ...(calls?.faults ?? []),
    ...(forms?.faults ?? []).map((fault) => lineOf(fault)),
    ...agents.map(({ title, failure }) => `${title}: ${failure ?? 'runs'}`),
    ...runs.map(({ make, nodes, failure }) => `${nodes}, ${make}: ${failure ?? 'runs'}`),
    ...(catalog?.failed ?? []).map(({ place, reason }) => `${place.className}: ${reason}`),
  ];
}

/** Lists versions that were named when packages were installed. */
function overridesSection(names: readonly string[]): readonly string[] {
  const named = testedPackages.flatMap(({ name, overrides = {} }) =>
    names.includes(name) ? Object.entries(overrides).map(([needed, version]) => `- ${name}: \`--override ${needed}=${version}\``) : [],
  );
  if (named.length === 0) return [];
  const text =
    'Some packages do not declare all that they need, or ask for versions that the registry lacked. They were installed with these versions, which in the editor are entered under "Versions of packages that it needs":';
  return ['', '## Versions that are named', '', text, '', ...named];
}

export function pageOf(all: readonly Outcome[]): string {
  const failed = all.flatMap(({ name, catalog }) =>
    (catalog?.failed ?? []).map(({ place, reason }) => `- ${name}, \`${place.className}\`: ${reason.split('\n', 1)[0] ?? ''}`),
  );
  const faults = all.flatMap(({ faults: ofType }) => ofType.map(([type, fault]) => `- \`${type}\`: ${fault}`));
  return [
    '# Packages of nodes that are tested',
    '',
    '`npm run test:packages` installs these packages from the registry on a server, loads every node and credential class in the process of its package, validates the descriptions, opens the forms, compares the requests of declarative nodes with their declarations, calls every operation of the others, and runs workflows. It writes this page.',
    '',
    '| Package | Version | Nodes | Credential types | Descriptions with faults | Forms opened | Declared requests | Operations called | Workflows run | Seconds to install | Result |',
    '| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |',
    ...all.map(rowOf),
    ...overridesSection(all.map(({ name }) => name)),
    ...(failed.length === 0 ? [] : ['', '## Classes that do not load', '', ...failed]),
    ...formsSection(all.flatMap(({ forms = [] }) => forms)),
    ...requestsSection(all.flatMap(({ requests = [] }) => requests)),
    ...callsSection(all.flatMap(({ calls = [] }) => calls)),
    ...runsSection(all.map(({ name, runs = [] }) => ({ name, outcomes: runs }))),
    ...agentsSection(all.flatMap(({ agents = [] }) => agents)),
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
