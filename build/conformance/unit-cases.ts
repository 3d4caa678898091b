// Runs the cases that test one node directly: passes parameters and inputs, and compares the outputs.
import { compileExpression, createScope } from '../../engine/expression/index.ts';
import { createSandbox } from '../../engine/sandbox/index.ts';
import { runNode } from '../../engine/testing/run-node.ts';
import { WorkflowGraph } from '../../engine/workflow/graph/graph.ts';
import { setPath } from '../../engine/workflow/values/object-path.ts';
import type { ErrorData, Item, RunData } from '../../engine/contract/run-data.ts';
import { decode, judge, show, type Outcome } from './compare.ts';
import type { CaseResult } from './result.ts';

interface UnitCase {
  readonly id: string;
  readonly class: string;
  readonly type: string;
  readonly typeVersion: number;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly inputs: readonly (readonly Item[])[];
  readonly then?: string;
  readonly matcher: string;
  readonly expected?: unknown;
  readonly node?: Readonly<Record<string, unknown>>;
}

/** Parameters that a case omits because its driver called one operation of the node. */
const operations: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  append: { mode: 'append' },
  chooseBranch: { mode: 'chooseBranch' },
  combineAll: { mode: 'combine', combineBy: 'combineAll' },
  combineByFields: { mode: 'combine', combineBy: 'combineByFields' },
  combineByPosition: { mode: 'combine', combineBy: 'combineByPosition' },
  combineBySql: { mode: 'combineBySql' },
};

/** Names for `$sequence`, which lists values in the order of the requests of the driver's node. */
const sequences: Readonly<Record<string, readonly string[]>> = { Summarize: ['options', 'fieldsToSplitBy', 'fieldsToSummarize.values'] };

const realTypes: Readonly<Record<string, string>> = {
  Summarize: 'n8n-nodes-base.summarize',
  Xml: 'n8n-nodes-base.xml',
  SwitchV3: 'n8n-nodes-base.switch',
};

/** Runs the cases of a unit-cases*.json file. */
export async function runUnitCases(file: unknown, onlyType?: string): Promise<readonly CaseResult[]> {
  const { cases } = file as { cases: readonly UnitCase[] };
  const sandbox = createSandbox();
  const results: CaseResult[] = [];
  for (const unit of cases) {
    const type = realTypes[unit.class] ?? unit.type;
    const group = `${type.replace('n8n-nodes-base.', '')} (${unit.class})`;
    if (onlyType !== undefined && !group.toLowerCase().startsWith(onlyType.toLowerCase())) continue;
    const outcome = await runNode({
      type,
      version: unit.typeVersion,
      parameters: parametersOf(unit),
      inputs: unit.inputs.map((items) => decode(items) as Item[]),
      node: unit.node,
      ports: { sandbox },
    });
    const result: Outcome =
      outcome.error === undefined ? { value: applyAccess(outcome.outputs, unit.then) } : { thrown: asError(outcome.error) };
    const failure = judge(result, unit.matcher, unit.expected);
    results.push({ id: unit.id, group, ...(failure === undefined ? {} : { failure: `${failure} — parameters ${show(unit.parameters)}` }) });
  }
  await sandbox.stop();
  return results;
}

function parametersOf(unit: UnitCase): Record<string, unknown> {
  const parameters: Record<string, unknown> = { ...operations[unit.class] };
  const { $sequence: sequence, ...named } = unit.parameters as { $sequence?: readonly unknown[]; [name: string]: unknown };
  (sequences[unit.class] ?? []).forEach((name, index) => sequence !== undefined && setPath(parameters, name, decode(sequence[index])));
  for (const [name, value] of Object.entries(named)) setPath(parameters, name, perItem(decode(value)));
  return parameters;
}

/** Converts a list of values by item to an expression that selects by the item's index. */
function perItem(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('$perItem' in value)) return value;
  return `={{ ${JSON.stringify(value.$perItem)}[$itemIndex] }}`;
}

const asError = (error: ErrorData): Error => Object.assign(new Error(error.message), { name: error.name, description: error.description });

const emptyGraph = new WorkflowGraph({ nodes: [], connections: {} });

/**
 * Applies a case's `then` to a result: JavaScript access (`[0].length`, `.toISODate()`), evaluated as an expression. Without `then`, returns the
 * value itself.
 */
function applyAccess(value: unknown, access: string | undefined): unknown {
  if (access === undefined) return value;
  const scope = createScope(
    {
      workflow: emptyGraph,
      node: { name: 'Access', type: 'access', typeVersion: 1, position: [0, 0], parameters: {} },
      runIndex: 0,
      inputs: [],
      sources: [],
      runData: Object.create(null) as RunData,
      mode: 'manual',
      executionId: '1',
      timezone: 'UTC',
      now: () => 0,
      vars: {},
      env: undefined,
      customData: new Map(),
      nodeContext: () => ({}),
      parameters: {},
      parametersOf: () => ({}),
    },
    { result: value },
  );
  return compileExpression(`={{ result${access} }}`).evaluate(scope);
}
