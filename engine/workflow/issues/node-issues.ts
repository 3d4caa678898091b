// Issues of a node as the canvas shows them, and of all nodes that a run will reach.
import type { RunData, TaskData } from '../../contract/run-data.ts';
import type { WorkflowNode } from '../../contract/workflow.ts';
import { notCrossing } from '../attached-parts.ts';
import { credentialIssues, type CredentialIssues, type CredentialLookup } from './credential-issues.ts';
import type { WorkflowGraph } from '../graph/graph.ts';
import { registryPackageOf, type NodeTypeLookup } from '../node-type.ts';
import { ownValue } from '../values/own-properties.ts';
import { nodeParameterIssues, type ParameterIssues } from './parameter-issues.ts';
import { parameterLabel } from './parameter-names.ts';
import { pinnedItems } from '../planning/pin-data.ts';
import { findStartNode, stickyNoteType } from '../planning/start-node.ts';
import { childrenOf, edgesAt, parentsOf } from '../graph/walk.ts';

/** Hint for a node of an unknown type, if the name of the type contains no package name. */
export const unknownTypeHint = 'Replace the node with one that is installed, or remove it.';

/** Says that a type is not available here, and what to do about it. */
function missingTypeText(type: string): string {
  const name = registryPackageOf(type);
  if (name === undefined) return `The node type "${type}" is unknown. ${unknownTypeHint}`;
  return `The node type "${type}" is not installed. Install or update the package ${name} in Settings › Community nodes, or replace the node.`;
}

/** Kinds without issues are absent. */
export interface NodeIssues {
  readonly typeUnknown?: true;
  readonly parameters?: ParameterIssues;
  readonly credentials?: CredentialIssues;
  /** Names of required inputs to which no node is attached. */
  readonly inputs?: readonly string[];
  /** Connection types by which nodes are attached although the node has no such input. */
  readonly unusedInputs?: readonly string[];
  /** Names of attached nodes that cannot be used because they come from another package. */
  readonly separateNodes?: readonly string[];
  /** Whether the node failed in its last execution. */
  readonly execution?: true;
}

export interface IssueOptions {
  /** If absent, credentials are not checked. */
  readonly credentials?: CredentialLookup;
  readonly runData?: RunData;
  readonly isPinned?: boolean;
  /** Returns the names of a node's required inputs to which no node is attached. If absent, inputs are not checked. */
  readonly missingInputs?: (node: WorkflowNode) => readonly string[];
  /** Returns the connection types of inputs that the node no longer has. If absent, they are not checked. */
  readonly unusedInputs?: (node: WorkflowNode) => readonly string[];
  /** Returns the names of attached nodes that the node cannot use, see `separateNodes`. If absent, they are not checked. */
  readonly separateNodes?: (node: WorkflowNode) => readonly string[];
}

/** Whether a run of a node failed. Being stopped is not a failure, unless the time limit caused it. */
export const hasFailed = ({ error, executionStatus }: TaskData): boolean =>
  error !== undefined && (executionStatus !== 'canceled' || error.code === 'EXECUTION_TIMEOUT');

/** Returns the issues of a node; undefined if it has none. Disabled and pinned nodes have none. */
export function nodeIssues(node: WorkflowNode, types: NodeTypeLookup, options: IssueOptions = {}): NodeIssues | undefined {
  if (node.disabled === true || options.isPinned === true) return undefined;
  const runs = ownValue(options.runData, node.name) as RunData[string] | undefined;
  const execution = runs?.some(hasFailed) === true ? ({ execution: true } as const) : {};
  const description = types.description(node.type, node.typeVersion);
  if (description === undefined) return { typeUnknown: true, ...execution };
  const parameters = nodeParameterIssues(node.parameters ?? {}, node, description);
  const credentials = options.credentials === undefined ? {} : credentialIssues(node, description, options.credentials);
  const inputs = options.missingInputs?.(node) ?? [];
  const unused = options.unusedInputs?.(node) ?? [];
  const separate = options.separateNodes?.(node) ?? [];
  const issues: NodeIssues = {
    ...(Object.keys(parameters).length > 0 ? { parameters } : {}),
    ...(Object.keys(credentials).length > 0 ? { credentials } : {}),
    ...(inputs.length > 0 ? { inputs } : {}),
    ...(unused.length > 0 ? { unusedInputs: unused } : {}),
    ...(separate.length > 0 ? { separateNodes: separate } : {}),
    ...execution,
  };
  return Object.keys(issues).length > 0 ? issues : undefined;
}

/** Formats issues as lines of text, with the parameter names that the node's form shows. */
export function issueTexts(issues: NodeIssues, node: Pick<WorkflowNode, 'type' | 'typeVersion'>, types: NodeTypeLookup): string[] {
  const properties = types.description(node.type, node.typeVersion)?.properties ?? [];
  const labelledPath = (path: string, message: string): string => {
    const label = parameterLabel(properties, path) ?? path;
    return message.includes(`"${label}"`) ? message : `${label}: ${message}`;
  };
  return [
    ...(issues.typeUnknown === true ? [missingTypeText(node.type)] : []),
    ...Object.entries(issues.parameters ?? {}).flatMap(([path, messages]) => messages.map((message) => labelledPath(path, message))),
    ...Object.values(issues.credentials ?? {}).flat(),
    ...(issues.inputs ?? []).map((name) => `No node is connected to the required input "${name}".`),
    ...(issues.unusedInputs ?? []).map(
      (type) =>
        `With its current parameters, this node does not use the node connected by "${type}". Change them, or remove the connection.`,
    ),
    ...(issues.separateNodes ?? []).map((name) => {
      const { message, hint } = notCrossing(name);
      return `${message} ${hint}`;
    }),
    ...(issues.execution === true ? ['The node failed in its last run.'] : []),
  ];
}

const webhookType = 'n8n-nodes-base.webhook';

export interface RunRange {
  /** Name of the node to run up to. Default: the whole workflow. */
  readonly destination?: string;
  /** Name of the trigger that starts the run, if it is known. */
  readonly start?: string;
}

/**
 * Returns the enabled nodes that a run reaches from its trigger, up to the destination. Without a known trigger: all ancestors of the destination,
 * or, without a destination, everything below the enabled webhooks or the start node.
 */
export function nodesToRun(graph: WorkflowGraph, types: NodeTypeLookup, { destination, start: startNodes }: RunRange = {}): Set<string> {
  const leading = destination === undefined ? undefined : new Set([destination, ...parentsOf(graph, destination)]);
  if (startNodes !== undefined) {
    const below = [startNodes, ...childrenOf(graph, startNodes)];
    return new Set(leading === undefined ? below : below.filter((name) => leading.has(name)));
  }
  if (leading !== undefined) return leading;
  const webhooks = [...graph.nodes.values()].filter((node) => node.type === webhookType && node.disabled !== true);
  const start = webhooks.length > 0 ? webhooks : [findStartNode(graph, types)].filter((node) => node !== undefined);
  return new Set(start.flatMap((node) => [node.name, ...childrenOf(graph, node.name)]));
}

/** Returns the issues (other than of earlier executions) of every node that the run will reach or use, by node name. */
export function runIssues(
  graph: WorkflowGraph,
  types: NodeTypeLookup,
  options: Omit<IssueOptions, 'isPinned' | 'runData'> & RunRange = {},
): Map<string, NodeIssues> {
  const result = new Map<string, NodeIssues>();
  const { destination, start, ...otherOptions } = options;
  const range = { ...(destination === undefined ? {} : { destination }), ...(start === undefined ? {} : { start }) };
  const names = nodesToRun(graph, types, range);
  for (const name of names) {
    const node = graph.node(name);
    if (node === undefined || node.type === stickyNoteType) continue;
    const isPinned = pinnedItems(graph.file, name) !== undefined;
    const issues = nodeIssues(node, types, { ...otherOptions, isPinned });
    if (issues !== undefined) result.set(name, issues);
    // Nodes attached to it are used too, and checked when their turn comes.
    const isUsing = !isPinned && node.disabled !== true;
    for (const { source } of isUsing ? edgesAt(graph, name, 'up', 'ALL_NON_MAIN') : []) names.add(source);
  }
  return result;
}

/** Whether another node of the type may be added: `maxNodes` of the description limits their number. */
export function mayAddNode(graph: WorkflowGraph, type: string, maxNodes: number | undefined): boolean {
  return maxNodes === undefined || [...graph.nodes.values()].filter((node) => node.type === type).length < maxNodes;
}
