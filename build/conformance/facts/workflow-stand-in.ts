// The corpus's Workflow object, implemented with this product's pure functions on a workflow file.
import type { Item, RunData, TaskSource } from '../../../engine/contract/run-data.ts';
import type { Connections, WorkflowFile, WorkflowNode } from '../../../engine/contract/workflow.ts';
import type { RunView } from '../../../engine/expression/run-view.ts';
import { WorkflowGraph } from '../../../engine/workflow/graph/graph.ts';
import { openWorkflow } from '../../../engine/workflow/file/import.ts';
import { renameAllInParameters, type RenameOptions } from '../../../engine/workflow/references/node-references.ts';
import { renameNode } from '../../../engine/workflow/references/rename.ts';
import { findStartNode } from '../../../engine/workflow/planning/start-node.ts';
import { childrenOf, highestNodes, parentsOf, walk } from '../../../engine/workflow/graph/walk.ts';
import { connectionsByTarget, edgesBetween, pathEnds } from './workflow-functions.ts';

/** The corpus's test node types are unknown here, so each is an ordinary node. */
const types = { description: () => undefined };

/** Environment variables of the corpus's own test run. */
const environment = { TEST_VARIABLE_1: 'valueEnvVariable1' };

interface WorkflowFields {
  readonly id?: string;
  readonly name?: string;
  readonly nodes: readonly unknown[];
  readonly connections: Connections;
  readonly settings?: WorkflowFile['settings'];
}

type EvaluateArguments = [
  value: unknown,
  data: { readonly resultData: { readonly runData: RunData } } | null,
  runIndex: number,
  itemIndex: number,
  nodeName: string,
  items: readonly Item[],
];

export class WorkflowStandIn {
  #file: WorkflowFile;
  #graph: WorkflowGraph;
  readonly expression = {
    getParameterValue: (...args: EvaluateArguments): Promise<unknown> => this.#evaluate(...args),
  };

  constructor(fields: WorkflowFields) {
    const { id, name, connections, settings } = fields;
    const nodes = fields.nodes.filter((node) => typeof (node as Partial<WorkflowNode>).type === 'string');
    // In the corpus, nodes with the same name are one node.
    const byName = new Map(nodes.map((node) => [(node as WorkflowNode).name, node]));
    this.#file = openWorkflow({ id, name, settings, nodes: [...byName.values()], connections });
    this.#graph = new WorkflowGraph(this.#file);
  }

  get nodes(): Record<string, WorkflowNode> {
    return Object.fromEntries(this.#file.nodes.map((node) => [node.name, node]));
  }

  get connectionsBySourceNode(): Connections {
    return this.#file.connections;
  }

  get connectionsByDestinationNode(): Connections {
    return connectionsByTarget(this.#file.connections);
  }

  renameNodeInParameterValue(value: unknown, from: string, to: string, options?: RenameOptions): unknown {
    return renameAllInParameters(value, new Map([[from, to]]), options);
  }

  renameNode(from: string, to: string): void {
    this.#file = renameNode(this.#file, from, to).file;
    this.#graph = new WorkflowGraph(this.#file);
  }

  getNode(name: string): WorkflowNode | null {
    return this.#graph.node(name) ?? null;
  }

  getNodes(names: readonly string[]): WorkflowNode[] {
    return names.map((name) => this.#graph.node(name)).filter((node) => node !== undefined);
  }

  getChildNodes(name: string, type?: string, depth?: number): string[] {
    return childrenOf(this.#graph, name, type, depth);
  }

  getParentNodes(name: string, type?: string, depth?: number): string[] {
    return parentsOf(this.#graph, name, type, depth);
  }

  getParentNodesByDepth(name: string, depth?: number): { name: string; depth: number; indicies: readonly number[] }[] {
    return walk(this.#graph, name, 'up', 'main', depth).map((visit) => ({ name: visit.name, depth: visit.depth, indicies: visit.outputs }));
  }

  getHighestNode(name: string, input?: number): string[] {
    return highestNodes(this.#graph, name, input);
  }

  getNodeConnectionIndexes(name: string, parent: string, type?: string): unknown {
    return pathEnds(this.#graph, name, parent, type);
  }

  getStartNode(destination?: string): WorkflowNode | undefined {
    return findStartNode(this.#graph, types, { destination });
  }

  getConnectionsBetweenNodes(sources: readonly string[], targets: readonly string[]): unknown {
    return edgesBetween(this.#graph, sources, targets).map((edge) => [
      { node: edge.source, index: edge.sourceOutput, type: edge.type },
      { node: edge.target, type: edge.type, index: edge.targetInput },
    ]);
  }

  async #evaluate(...[value, data, runIndex, itemIndex, nodeName, items]: EvaluateArguments): Promise<unknown> {
    const { compileParameter, createScope } = await import('../../../engine/expression/index.ts');
    const compiled = compileParameter(value);
    if (compiled.constant) return compiled.value;
    const scope = createScope(this.#view(data?.resultData.runData ?? {}, runIndex, nodeName, items));
    scope.itemIndex = itemIndex;
    return compiled.evaluate(scope);
  }

  #view(runs: RunData, runIndex: number, nodeName: string, items: readonly Item[]): RunView {
    const node = this.#graph.node(nodeName) as WorkflowNode;
    const previous = this.#graph.edgesTo(nodeName)[0];
    const source: TaskSource | null =
      previous === undefined ? null : { previousNode: previous.source, previousNodeOutput: previous.sourceOutput };
    return {
      workflow: this.#graph,
      node,
      runIndex,
      inputs: [items],
      sources: [source],
      runData: Object.assign(Object.create(null) as RunData, runs),
      mode: 'manual',
      executionId: '1',
      timezone: 'America/New_York',
      now: () => Date.now(),
      vars: {},
      env: environment,
      customData: new Map(),
      nodeContext: () => ({}),
      parameters: node.parameters,
      parametersOf: (name) => this.#graph.node(name)?.parameters ?? {},
    };
  }
}
