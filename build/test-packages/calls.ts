// Calls every operation of the nodes with code, and their other functions, to find members of the interface that are missing, and code that does not end.
import type { JsonObject } from '../../engine/contract/json.ts';
import { readNode, type Catalog } from '../../engine/packages/catalog.ts';
import type { Packages } from '../../engine/packages/index.ts';
import { createCredentialTypes, createNodeRegistry } from '../../engine/registry/index.ts';
import { usePackage } from '../../engine/registry/n8n/index.ts';
import type { HttpRequest } from '../../engine/sdk/index.ts';
import { operationsOf, versionOf } from './operations.ts';
import { functionsOf, nameOf, runOperation, type Operation } from './run-operation.ts';

export interface CallOutcome {
  /** Number of operations and other functions that ended without an error. */
  readonly ended: number;
  /** Number of operations whose code refused the sample values, the answer of the service, or an own connection. */
  readonly rejected: number;
  /** Operations that ask the service again and again, which never answers as they wait for. */
  readonly waiting: readonly string[];
  /** Operations that need what this program does not have on purpose, and say so. */
  readonly unsupported: readonly string[];
  /** Operations that lacked something, or did not end. */
  readonly faults: readonly string[];
}

/** Milliseconds until an operation counts as one that does not end. */
const PATIENCE = 20_000;

/** What many services answer. Nodes that need more fail with an error of their own. */
const response: JsonObject = {
  id: 1,
  ok: true,
  success: true,
  status: 'completed',
  token: 'token',
  access_token: 'token',
  data: [{ id: 1, name: 'one' }],
  items: [{ id: 1 }],
  results: [{ id: 1 }],
  records: [{ id: 1 }],
  value: [{ id: 1 }],
  result: { id: 1 },
};

/** Errors of code that expects something that this program lacks, and not of what the service answered. */
const lacking =
  /is not supported by this program|\b(?:this|helpers|n8n_workflow_\d+|n8n_core_\d+)(?:\.\w+)+ is not a (?:function|constructor)|cannot sign HTTP requests/;

/** Members that this program does not have on purpose, and why. */
const omitted: Readonly<Record<string, string>> = {
  'this.helpers.resolveStagingBaseForTarget': 'clones by starting the program git, which packages may not',
  'this.executeAgent': 'calls agents that are kept by n8n itself, outside of workflows',
  'this.getKnownNodeTypes': 'lists the classes of all packages, to look like another node',
  'this.getWorkflowNodeContext': 'reads the inputs of another workflow, which the editor does itself',
};

/** Calls each operation of the newest version of each node with code, its polls, registrations of webhooks, and lists. */
export async function checkCalls(packages: Packages, catalog: Catalog): Promise<CallOutcome> {
  const root = packages.folderOf(catalog.name);
  const registry = createNodeRegistry();
  const credentialTypes = createCredentialTypes();
  const tables = { registry, credentialTypes, instanceId: 'test', instanceUrl: () => 'http://localhost' };
  usePackage({ ...tables, prefers: () => true }, packages, catalog);
  await registry.load(catalog.nodes.map(({ type }) => type));
  // A client that cannot reach its service would try again for minutes.
  await packages.allowNetwork(catalog.name, false);
  const match = { ended: 0, rejected: 0, waiting: [] as string[], unsupported: [] as string[], faults: [] as string[] };
  for (const node of catalog.nodes) {
    const { versions } = await readNode(root, node);
    const withCode = new Set(
      versions.filter(({ functions }) => functions.includes('execute')).map(({ description }) => String(description['version'] ?? 1)),
    );
    const [description] = registry.descriptions(node.type).toSorted((one, other) => versionOf(other) - versionOf(one));
    if (description === undefined) continue;
    const called: Operation = { registry, credentialTypes, description, operation: {}, response };
    const calls: Call[] = [];
    for (const operation of withCode.has(String(description.version)) ? operationsOf(description) : []) {
      const requests: HttpRequest[] = [];
      const run = async (): Promise<string | undefined> => (await runOperation({ ...called, operation }, requests)).error?.message;
      calls.push({ name: nameOf({ description, operation }), requests, run });
    }
    const requests: HttpRequest[] = [];
    for (const [each, use] of await functionsOf({ ...called, operation: operationsOf(description)[0] ?? {} }, requests)) {
      const run = (): Promise<string | undefined> => {
        requests.length = 0;
        return use().then(
          () => undefined,
          (error: Error) => error.message,
        );
      };
      calls.push({ name: `${nameOf({ description, operation: {} })}, ${each}`, requests, run });
    }
    for (const { name, requests: httpRequests, run } of calls) {
      const error = await endOf(run);
      const [, reason] = Object.entries(omitted).find(([member]) => error?.includes(`"${member}"`) === true) ?? [];
      if (error === undefined) match.ended++;
      else if (reason !== undefined) match.unsupported.push(`${name}: ${reason}`);
      else if (error === endless && httpRequests.length > 0) match.waiting.push(name);
      else if (lacking.test(error) || error === endless) match.faults.push(`${name}: ${error}`);
      else match.rejected++;
    }
  }
  return match;
}

const endless = `does not end within ${PATIENCE / 1000} seconds`;

interface Call {
  readonly name: string;
  /** Those that it makes. */
  readonly requests: readonly HttpRequest[];
  /** Resolves with the message of the error; undefined if there is none. */
  readonly run: () => Promise<string | undefined>;
}

async function endOf(run: Call['run']): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const timer = setTimeout(() => resolve(endless), PATIENCE);
  try {
    return await Promise.race([promise, run()]);
  } finally {
    clearTimeout(timer);
  }
}

export function countOfCalls({ ended, rejected, waiting, unsupported, faults }: CallOutcome): string {
  const called = ended + rejected + waiting.length;
  const all = called + unsupported.length + faults.length;
  return all === 0 ? '' : `${called} of ${all}`;
}

/** Returns the section of the page. */
export function callsSection(outcomes: readonly CallOutcome[]): readonly string[] {
  const sum = (count: (outcome: CallOutcome) => number): number => outcomes.reduce((total, outcome) => total + count(outcome), 0);
  const list = (title: string, lines: readonly string[]): readonly string[] =>
    lines.length === 0 ? [] : ['', title, '', ...lines.map((line) => `- ${line}`)];
  return [
    '',
    '## Operations of nodes with code',
    '',
    'Every operation of the newest version of each node with code is called with sample values, against a service that answers all requests alike, and so are polls, registrations of webhooks, and the lists of the editor. An operation counts as called if its code ends, and lacks nothing that it expects of this program. What it returns is compared for some of them only, below.',
    '',
    `- ${sum(({ ended }) => ended)} end without an error.`,
    `- ${sum(({ rejected }) => rejected)} refuse the sample values or the answer of the service, or need a connection of their own.`,
    ...list(
      'Operations that ask the service until it has done something, which it never has:',
      outcomes.flatMap(({ waiting }) => waiting),
    ),
    ...list(
      'Operations that are not supported, and say so:',
      outcomes.flatMap(({ unsupported }) => unsupported),
    ),
    ...list(
      'Operations that lack something, or do not end:',
      outcomes.flatMap(({ faults }) => faults),
    ),
  ];
}
