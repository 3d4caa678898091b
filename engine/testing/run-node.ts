// Runs one node of the registry through the real runner, fed by placeholder nodes.
import type { ErrorData, Item, ItemList, NodeHint } from '../contract/run-data.ts';
import type { WorkflowFile, WorkflowNode, WorkflowSettings } from '../contract/workflow.ts';
import { Executor, type ExecutionPorts, type ExecutionSettings } from '../execution/index.ts';
import { fakePorts } from './fake-ports.ts';

export interface NodeCase {
  /** Full type name, such as `n8n-nodes-base.set`. */
  readonly type: string;
  /** Default: the type's default version. */
  readonly version?: number;
  readonly parameters?: Readonly<Record<string, unknown>>;
  /** Items of the first input, as items or plain JSON objects. Default: one empty item, unless `inputs` is set. */
  readonly items?: readonly (Item | Readonly<Record<string, unknown>>)[];
  /** Items per input. */
  readonly inputs?: readonly (readonly (Item | Readonly<Record<string, unknown>>)[])[];
  /** Other fields of the node: onError, executeOnce, credentials … */
  readonly node?: Partial<WorkflowNode>;
  readonly settings?: WorkflowSettings;
  readonly ports?: Partial<ExecutionPorts>;
  readonly instance?: Partial<ExecutionSettings>;
  readonly staticData?: unknown;
}

export interface NodeOutcome {
  /** Items per output. Empty if the node failed. */
  readonly outputs: readonly ItemList[];
  /** The `json` of the items of output 0. */
  readonly json: readonly Readonly<Record<string, unknown>>[];
  readonly error?: ErrorData;
  readonly hints: readonly NodeHint[];
  readonly waitTill?: number;
  readonly staticData?: unknown;
  readonly metadata?: Readonly<Record<string, string>>;
}

const toItem = (value: Item | Readonly<Record<string, unknown>>): Item =>
  typeof value['json'] === 'object' && value['json'] !== null ? (value as Item) : { json: value as Item['json'] };

/** Runs one node and returns its outcome. The node is named `Node`; the nodes that feed its inputs are named `Input 0`, `Input 1` … */
export async function runNode(testCase: NodeCase): Promise<NodeOutcome> {
  const { type, version, parameters = {}, settings, node } = testCase;
  const inputs = (testCase.inputs ?? [testCase.items ?? [{ json: {} }]]).map((items) => items.map(toItem));
  const file = workflowAround({ type, version, parameters, node }, inputs.length, settings, testCase.staticData);
  const ports = fakePorts(testCase.ports);
  const pinData = Object.fromEntries(inputs.map((items, index) => [`Input ${index}`, items]));
  // If all inputs are empty, the run must start at the node to reach it.
  const start = inputs.some((items) => items.length > 0) ? { startNode: 'Start' } : { startNode: 'Node', items: [] };
  const { result, staticData } = await new Executor(ports, testCase.instance).start({
    workflow: file,
    mode: 'manual',
    ...start,
    pinData,
  }).done;
  const task = result.resultData.runData['Node']?.[0];
  const outputs = task?.data?.['main'] ?? [];
  return {
    outputs,
    json: (outputs[0] ?? []).map((item) => item.json),
    error: result.resultData.error ?? task?.error,
    hints: task?.hints ?? [],
    waitTill: result.waitTill,
    staticData,
    metadata: result.resultData.metadata,
  };
}

function workflowAround(
  { type, version, parameters, node }: Pick<NodeCase, 'type' | 'version' | 'parameters' | 'node'>,
  inputs: number,
  settings: WorkflowSettings | undefined,
  staticData: unknown,
): WorkflowFile {
  const feed = Array.from({ length: inputs }, (_, index) => `Input ${index}`);
  const noOp = (name: string, y: number): WorkflowNode => ({
    name,
    type: 'n8n-nodes-base.noOp',
    typeVersion: 1,
    position: [200, y],
    parameters: {},
  });
  return {
    id: 'test',
    name: 'Test',
    nodes: [
      { name: 'Start', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, position: [0, 0], parameters: {} },
      ...feed.map((name, index) => noOp(name, index * 100)),
      { name: 'Node', type, typeVersion: version as number, position: [400, 0], parameters: { ...parameters }, ...node },
    ],
    connections: {
      Start: { main: [feed.map((name) => ({ node: name, type: 'main', index: 0 }))] },
      ...Object.fromEntries(feed.map((name, index) => [name, { main: [[{ node: 'Node', type: 'main', index }]] }])),
    },
    settings: { executionOrder: 'v1', ...settings },
    ...(staticData === undefined ? {} : { staticData }),
  };
}
