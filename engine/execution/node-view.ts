// The RunView of a node's run: what its expressions read from the run's live state, and whether the node may run.
import type { JsonObject } from '../contract/json.ts';
import type { ExecutionMode, ItemList, RunData, TaskSource } from '../contract/run-data.ts';
import type { WorkflowNode } from '../contract/workflow.ts';
import { compileExpression, createScope, type RunView } from '../expression/index.ts';
import type { WorkflowGraph } from '../workflow/graph/graph.ts';
import { childrenOf, parentsOf } from '../workflow/graph/walk.ts';
import { parameterLabel } from '../workflow/issues/parameter-names.ts';
import type { DetachedContext } from '../sdk/index.ts';
import type { NodePort } from '../workflow/node-type.ts';
import type { CompiledNode } from './compiled-workflow.ts';
import { Marking } from './marking.ts';
import type { RunHost } from './run-host.ts';

const noParameters: JsonObject = {};

export class NodeView implements RunView {
  readonly node: WorkflowNode;
  readonly runIndex: number;
  readonly inputs: readonly ItemList[];
  readonly sources: readonly (TaskSource | null)[];
  readonly modelInput: JsonObject | undefined;
  readonly reviewedTool: RunView['reviewedTool'];
  readonly #host: RunHost;
  readonly #compiled: CompiledNode;

  constructor(
    host: RunHost,
    compiled: CompiledNode,
    task: { readonly runIndex: number; readonly inputs: readonly ItemList[]; readonly sources: readonly (TaskSource | null)[] },
    modelInput?: JsonObject,
    reviewedTool?: RunView['reviewedTool'],
  ) {
    this.#host = host;
    this.#compiled = compiled;
    this.node = compiled.node;
    this.runIndex = task.runIndex;
    this.inputs = task.inputs;
    this.sources = task.sources;
    this.modelInput = modelInput;
    this.reviewedTool = reviewedTool;
  }

  get workflow(): WorkflowGraph {
    return this.#host.workflow.graph;
  }
  get runData(): RunData {
    return this.#host.state.runData;
  }
  get mode(): ExecutionMode {
    return this.#host.mode;
  }
  get executionId(): string {
    return this.#host.executionId;
  }
  get timezone(): string {
    return this.#host.timezone;
  }
  get now(): () => number {
    return () => this.#host.ports.clock.now();
  }
  get vars(): Readonly<Record<string, unknown>> {
    return this.#host.settings.vars;
  }
  get env(): Readonly<Record<string, string>> | undefined {
    return this.#host.settings.env;
  }
  get resumeUrl(): string | undefined {
    return this.#host.resumeUrl('webhook-waiting');
  }
  get resumeFormUrl(): string | undefined {
    return this.#host.resumeUrl('form-waiting');
  }
  get customData(): Map<string, string> {
    return this.#host.state.customData;
  }
  get parameters(): JsonObject {
    return this.#compiled.parameters;
  }
  get pinData(): { readonly [nodeName: string]: ItemList } | undefined {
    return this.#host.pinData;
  }
  parameterLabel = (path: string): string | undefined => parameterLabel(this.#compiled.description?.properties ?? [], path);
  nodeContext = (nodeName: string): JsonObject => this.#host.contextOf(nodeName);
  parametersOf = (nodeName: string): JsonObject => this.#host.workflow.node(nodeName)?.parameters ?? noParameters;
}

/** Returns the node's mark for a watchdog; undefined if there is no watchdog. */
export function markingOf(host: RunHost, node: CompiledNode): Marking | undefined {
  const { marks } = host.ports;
  if (marks === undefined) return undefined;
  const work = { executionId: host.executionId, workflowId: host.principal.workflowId ?? '', node: node.name, mode: host.mode };
  return new Marking(marks, work, host.executionId === '' ? undefined : host.signal);
}

/** Whether enough inputs have data for a node to run (`requiredInputs` of its description). */
export function hasRequiredInputs(host: RunHost, node: CompiledNode, inputs: readonly (ItemList | undefined)[]): boolean {
  const required = requiredInputs(host, node, inputs);
  const filled = (index: number): boolean => (inputs[index]?.length ?? 0) > 0;
  if (typeof required === 'number') return inputs.filter((_, index) => filled(index)).length >= Math.min(required, inputs.length);
  return required.every(filled);
}

function requiredInputs(host: RunHost, node: CompiledNode, inputs: readonly (ItemList | undefined)[]): number | readonly number[] {
  const required = node.description?.requiredInputs;
  if (typeof required !== 'string') return required ?? 1;
  const view = new NodeView(host, node, { runIndex: 0, inputs: inputs.map((items) => items ?? null), sources: [] });
  markingOf(host, node)?.now();
  const value = compileExpression(required).evaluate(createScope(view));
  return typeof value === 'number' || Array.isArray(value) ? (value as number | number[]) : 1;
}

/** Returns the inputs or outputs of a node that are computed from its parameters, or listed. `inputs`: its items. */
export function portsOf(
  host: RunHost,
  node: CompiledNode,
  direction: 'inputs' | 'outputs',
  inputs: readonly ItemList[],
): readonly NodePort[] {
  const listed = node.description?.[direction] ?? [];
  if (typeof listed !== 'string') return listed;
  markingOf(host, node)?.now();
  const value = compileExpression(listed).evaluate(createScope(new NodeView(host, node, { runIndex: 0, inputs, sources: [] })));
  return Array.isArray(value) ? (value as readonly NodePort[]) : [];
}

/** Returns the URLs, by name, of a node's webhooks that start its workflow. Empty if no server is running. */
export function webhookUrlsOf(
  { ports, workflow, mode }: RunHost,
  { node, description }: CompiledNode,
  context: DetachedContext,
): ReadonlyMap<string, string> {
  if (ports.webhookUrls === undefined || description === undefined || (description.webhooks ?? []).length === 0) return new Map();
  return ports.webhookUrls(node, { context, type: { description } }, workflow.graph.id, mode === 'manual');
}

/** Returns the nodes above or below a node, with complete parameters. */
export function relativesOf(
  { workflow }: RunHost,
  nodeName: string,
  direction: 'parents' | 'children',
  type: string,
): readonly WorkflowNode[] {
  const names = (direction === 'parents' ? parentsOf : childrenOf)(workflow.graph, nodeName, type);
  const nodes = names.map((name) => workflow.node(name)).filter((node) => node !== undefined);
  return nodes.map(({ node, parameters }) => ({ ...node, parameters }));
}
