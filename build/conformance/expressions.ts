// Runs the expression pairs of a conformance file through the real expression engine, and reports those that differ.
import type { Item, ItemList, RunData, TaskSource } from '../../engine/contract/run-data.ts';
import type { WorkflowFile, WorkflowNode } from '../../engine/contract/workflow.ts';
import type { JsonObject } from '../../engine/contract/json.ts';
import { compileExpression, compileParameter, createScope, type ExpressionScope, type RunView } from '../../engine/expression/index.ts';
import { WorkflowGraph } from '../../engine/workflow/graph/graph.ts';
import { decode, judge, type Outcome } from './compare.ts';
import type { CaseResult } from './result.ts';

interface Pair {
  readonly id: string;
  readonly source: string;
  readonly level: 'engine' | 'proxy' | 'evaluator' | 'sandbox';
  readonly expression: unknown;
  readonly matcher: string;
  readonly expected?: unknown;
  readonly then?: string;
  readonly throws?: boolean;
  readonly errorPath?: string;
  readonly items?: readonly JsonObject[];
  readonly itemIndex?: number;
  readonly runIndex?: number;
  readonly mode?: RunView['mode'];
  readonly timezone?: string;
  readonly activeNode?: string;
  readonly context?: string;
  readonly globals?: Record<string, unknown>;
  /** Whether the pair's globals contained functions, which JSON cannot represent; such pairs call `$`. */
  readonly globalsHaveFunctions?: boolean;
  readonly additionalKeys?: Record<string, unknown>;
  readonly options?: { readonly timezone?: string };
  readonly proxyOptions?: { readonly throwOnMissingExecutionData?: boolean; readonly runIndex?: number; readonly connectionType?: string };
}

interface PairContext {
  readonly workflow?: Partial<WorkflowFile>;
  readonly runData?: RunData | null;
  readonly connectionInputData?: readonly Item[];
  readonly defaultReturnRunIndex?: number;
  readonly executeSource?: Readonly<Record<string, readonly (TaskSource | null)[]>>;
  readonly executeData?: { readonly source?: Readonly<Record<string, readonly (TaskSource | null)[]>> };
}

interface PairFile {
  readonly contexts?: Readonly<Record<string, unknown>>;
  readonly pairs: readonly Pair[];
}

/** Names that the corpus's own harness defines in addition to those of the pair. */
const harness = {
  workflow: { id: '123', name: 'test workflow', active: false },
  timezone: 'America/New_York',
  env: { TEST_VARIABLE_1: 'valueEnvVariable1' },
};

const lonelyNode: WorkflowNode = { id: 'node', name: 'node', type: 'test.set', typeVersion: 1, position: [0, 0], parameters: {} };

/** Runs every pair of an `expressions*.json`. */
export function runExpressionPairs(file: unknown): readonly CaseResult[] {
  const { contexts = {}, pairs = [] } = file as Partial<PairFile>;
  return pairs.map((pair) => {
    const context = pair.context === undefined ? {} : (decode(contexts[pair.context]) as PairContext);
    const failure = runPair(pair, context);
    const group = `expressions/${pair.level}`;
    return failure === undefined ? { id: pair.id, group } : { id: pair.id, group, failure };
  });
}

function runPair(pair: Pair, context: PairContext): string | undefined {
  const outcome = evaluatePair(pair, context);
  if (pair.throws !== true) return judge(outcome, pair.matcher, pair.expected);
  if (!('thrown' in outcome)) return 'expected a failure';
  return judge(errorPart(outcome.thrown, pair.errorPath), pair.matcher, pair.expected);
}

function evaluatePair(pair: Pair, context: PairContext): Outcome {
  try {
    const scope = openScope(pair, context);
    const compiled = compileParameter(decode(pair.expression));
    const value = compiled.constant
      ? compiled.value
      : pair.level === 'proxy'
        ? compileExpression(String(pair.expression)).read(scope)
        : compiled.evaluate(scope);
    return { value: pair.then === undefined ? value : accessResult(value, pair.then, scope) };
  } catch (error) {
    return { thrown: error };
  }
}

/** JavaScript access on a result (`.toISODate()`, `[0].name`), by the engine itself, in the zone of the pair. */
function accessResult(value: unknown, then: string, scope: ExpressionScope): unknown {
  return compileExpression(`={{ $result${then} }}`).evaluate(createScope(scope.view, { $result: value }));
}

/** The value at a path of an error; the error itself without a path. */
function errorPart(error: unknown, path = ''): Outcome {
  try {
    const keys = path.split('.').filter((key) => key !== '');
    return { value: keys.reduce<unknown>((value, key) => (value as Record<string, unknown> | null | undefined)?.[key], error) };
  } catch (thrown) {
    return { thrown };
  }
}

function openScope(pair: Pair, context: PairContext): ExpressionScope {
  const extra = {
    ...(pair.globalsHaveFunctions === true ? { $: () => ({}) } : {}),
    ...(decode(pair.globals) as object | undefined),
    ...(decode(pair.additionalKeys) as object | undefined),
  };
  const scope = createScope(viewOf(pair, context), Object.keys(extra).length === 0 ? undefined : extra);
  scope.itemIndex = pair.itemIndex === undefined || pair.itemIndex < 0 ? 0 : pair.itemIndex;
  return scope;
}

function viewOf(pair: Pair, context: PairContext): RunView {
  const file = context.workflow ?? {};
  const nodes = file.nodes ?? [];
  const node =
    nodes.find((candidate) => candidate.name === pair.activeNode) ?? (pair.activeNode === undefined ? nodes[0] : undefined) ?? lonelyNode;
  const workflow = new WorkflowGraph({
    ...harness.workflow,
    ...file,
    nodes: nodes.length === 0 ? [node] : nodes,
    connections: file.connections ?? {},
  } as WorkflowFile);
  const parametersOf = (name: string): JsonObject => (workflow.node(name)?.parameters ?? {}) as JsonObject;
  const states = new Map<string, JsonObject>();
  const source = context.executeSource ?? context.executeData?.source ?? {};
  return {
    workflow,
    node,
    runIndex: pair.runIndex ?? pair.proxyOptions?.runIndex ?? 0,
    inputs: [itemsOf(pair, context)],
    sources: source['main'] ?? Object.values(source)[0] ?? [],
    runData: context.runData ?? {},
    mode: pair.mode ?? 'manual',
    executionId: '1',
    timezone: pair.options?.timezone ?? pair.timezone ?? harness.timezone,
    now: Date.now,
    vars: {},
    env: harness.env,
    customData: new Map(),
    nodeContext: (name) => {
      const state = states.get(name) ?? {};
      states.set(name, state);
      return state;
    },
    parameters: node.parameters as JsonObject,
    parametersOf,
    ...(file.pinData === undefined || file.pinData === null ? {} : { pinData: file.pinData as Readonly<Record<string, ItemList>> }),
    lenient: pair.proxyOptions?.throwOnMissingExecutionData === false,
  };
}

/** Returns the input items: those of the context, those of the pair, or one empty item. */
function itemsOf(pair: Pair, context: PairContext): readonly Item[] {
  if (context.connectionInputData !== undefined) return context.connectionInputData;
  return pair.items === undefined ? [{ json: {} }] : pair.items.map((json) => ({ json: decode(json) as JsonObject }));
}
