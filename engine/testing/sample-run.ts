// A small run for tests of expressions: a node with input, and earlier nodes with output.
import type { JsonObject } from '../contract/json.ts';
import type { Item, RunData, TaskData, TaskSource } from '../contract/run-data.ts';
import type { Connections, WorkflowNode } from '../contract/workflow.ts';
import { WorkflowGraph } from '../workflow/graph/graph.ts';
import { compileExpression, createScope, type ExpressionScope, type ExtraNames } from '../expression/index.ts';
import type { RunView } from '../expression/run-view.ts';

/** Thursday, 30 May 2024, 10:15:30 in UTC. */
export const sampleNow = Date.UTC(2024, 4, 30, 10, 15, 30);

/** Node names in a row, each connected to the next; the parameters of the last node are evaluated. */
export interface SampleRun extends Partial<Omit<RunView, 'workflow' | 'node'>> {
  readonly nodes?: readonly (string | Partial<WorkflowNode>)[];
  readonly connections?: Connections;
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Input items of the last node. */
  readonly items?: readonly Item[];
  readonly extra?: ExtraNames;
  readonly itemIndex?: number;
}

export function sampleNode(node: string | Partial<WorkflowNode>): WorkflowNode {
  const input = typeof node === 'string' ? { name: node } : node;
  return {
    id: `id of ${input.name ?? 'Node'}`,
    name: 'Node',
    type: 'test.step',
    typeVersion: 2,
    position: [0, 0],
    parameters: {},
    ...input,
  };
}

/** Connects each node to the next on its first output. */
export function inARow(names: readonly string[]): Connections {
  const connections: Connections = {};
  names.slice(0, -1).forEach((name, index) => {
    connections[name] = { main: [[{ node: names[index + 1] as string, type: 'main', index: 0 }]] };
  });
  return connections;
}

/** Task data of a finished run of a node with these output items. */
export function ran(outputs: readonly (readonly Item[] | null)[], ...source: readonly (TaskSource | null)[]): TaskData {
  return { startTime: 0, executionTime: 1, executionIndex: 0, executionStatus: 'success', source, data: { main: outputs } };
}

/** Items with these jsons, each paired with the item of the same index. */
export function itemsOf(...jsons: readonly JsonObject[]): Item[] {
  return jsons.map((json, item) => ({ json, pairedItem: { item } }));
}

export function sampleView(run: SampleRun = {}): RunView {
  const nodes = (run.nodes ?? ['Before', 'Here']).map(sampleNode);
  const names = nodes.map((node) => node.name);
  const states = new Map<string, JsonObject>();
  const workflow = new WorkflowGraph({
    id: 'w1',
    name: 'Sample',
    active: true,
    settings: { ...run.settings },
    nodes,
    connections: run.connections ?? inARow(names),
  });
  const node = nodes.at(-1) as WorkflowNode;
  return {
    workflow,
    node,
    runIndex: 0,
    inputs: [run.items ?? itemsOf({ a: 1 })],
    sources: [],
    runData: Object.create(null) as RunData,
    mode: 'manual',
    executionId: 'e1',
    timezone: 'UTC',
    now: () => sampleNow,
    vars: {},
    env: undefined,
    customData: new Map(),
    nodeContext: (name) => {
      const state = states.get(name) ?? {};
      states.set(name, state);
      return state;
    },
    parameters: node.parameters,
    parametersOf: (name) => workflow.node(name)?.parameters ?? {},
    ...run,
  };
}

export function sampleScope(run: SampleRun = {}): ExpressionScope {
  const scope = createScope(sampleView(run), run.extra);
  scope.itemIndex = run.itemIndex ?? 0;
  return scope;
}

/** Evaluates an expression, given without its braces. */
export function evaluate(code: string, run: SampleRun = {}): unknown {
  return compileExpression(`={{ ${code} }}`).evaluate(sampleScope(run));
}

/** Returns the error that an expression throws. Throws if it does not fail. */
export function evaluationError(code: string, run: SampleRun = {}): Error {
  let thrown: unknown = new TypeError(`Nothing was thrown by ${code.slice(0, 200)}`);
  try {
    evaluate(code, run);
  } catch (error) {
    thrown = error;
  }
  return thrown as Error;
}
