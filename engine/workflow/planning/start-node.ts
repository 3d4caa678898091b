// Selects the node that a run starts from if none is given: a trigger, or the topmost node. Builds the paths of webhooks.
import type { WorkflowNode } from '../../contract/workflow.ts';
import type { WorkflowGraph } from '../graph/graph.ts';
import type { NodeDescription, NodeTypeLookup } from '../node-type.ts';
import { highestNodes, parentsOf } from '../graph/walk.ts';

const base = 'n8n-nodes-base.';
const knownTriggers = new Set(['webhook', 'cron', 'interval', 'emailReadImap', 'start', 'manualTrigger'].map((name) => base + name));

/** Preferred start node types for each mode, best first. */
const preferred: Readonly<Record<string, readonly string[]>> = {
  manual: ['manualTrigger', 'start', 'executeWorkflowTrigger', 'evaluationTrigger'].map((name) => base + name),
  integrated: ['executeWorkflowTrigger', 'start', 'manualTrigger'].map((name) => base + name),
  error: ['errorTrigger', 'start'].map((name) => base + name),
  evaluation: ['evaluationTrigger'].map((name) => base + name),
};

/** Triggers that another part of the product starts: a workflow with one of them can be active without a schedule or webhook. */
const calledTriggers: ReadonlySet<string> = new Set([
  `${base}executeWorkflowTrigger`,
  `${base}errorTrigger`,
  '@n8n/n8n-nodes-langchain.chatTrigger',
  '@n8n/n8n-nodes-langchain.manualChatTrigger',
]);

/** Whether a trigger registers nothing when its workflow is activated, even if its type is not installed. */
export const isCalledTrigger = ({ type }: Pick<WorkflowNode, 'type'>): boolean => calledTriggers.has(type);

/** Whether a node is a trigger that messages of a chat start, of any package. */
export const isChatTrigger = ({ type }: Pick<WorkflowNode, 'type'>): boolean => /\.(?:c|manualC)hatTrigger$/.test(type);

/** Returns the trigger that a message to the workflow starts; undefined if it has none, or it is disabled. */
export const chatTriggerOf = (nodes: readonly WorkflowNode[]): WorkflowNode | undefined =>
  nodes.find((node) => node.disabled !== true && isChatTrigger(node));

export const stickyNoteType = `${base}stickyNote`;

/** Whether a type starts workflows: a trigger, a schedule or a poller. */
export function isTriggerDescription(description: Pick<NodeDescription, 'group'>): boolean {
  return description.group.includes('trigger') || description.group.includes('schedule');
}

/** Like `isTriggerDescription`, for a node; an unknown type is judged by its name. */
export function isTriggerNode(node: Pick<WorkflowNode, 'type' | 'typeVersion'>, types: NodeTypeLookup): boolean {
  const description = types.description(node.type, node.typeVersion);
  return description === undefined ? knownTriggers.has(node.type) || /trigger$/i.test(node.type) : isTriggerDescription(description);
}

export interface StartOptions {
  /** Node that the run must reach: only it and the nodes above it are considered. */
  readonly destination?: string;
  /** Default: `manual`. `integrated` is a call by another workflow, `error` an error workflow. */
  readonly mode?: string;
}

/**
 * Returns the node to start from; undefined if every node is disabled or a note. In this order: the only node; a trigger for the mode; any other
 * trigger (an error trigger last); the first node without a parent; the first node.
 */
export function findStartNode(graph: WorkflowGraph, types: NodeTypeLookup, options: StartOptions = {}): WorkflowNode | undefined {
  const candidates = startCandidates(graph, options.destination);
  if (candidates.length <= 1) return candidates[0];
  const preferredTypes = preferred[options.mode ?? 'manual'] ?? preferred['manual'] ?? [];
  for (const type of preferredTypes) {
    const candidate = candidates.find((node) => node.type === type);
    if (candidate !== undefined) return candidate;
  }
  const triggers = candidates.filter((node) => isTriggerNode(node, types));
  const trigger = triggers.find((node) => node.type !== `${base}errorTrigger`) ?? triggers[0];
  if (trigger !== undefined) return trigger;
  const highest = options.destination === undefined ? undefined : graph.node(highestNodes(graph, options.destination)[0] ?? '');
  return (
    highest ?? candidates.find((node) => graph.edgesTo(node.name).length === 0 && graph.edgesFrom(node.name).length > 0) ?? candidates[0]
  );
}

function startCandidates(graph: WorkflowGraph, destination: string | undefined): WorkflowNode[] {
  const nodes =
    destination === undefined
      ? [...graph.nodes.values()]
      : [destination, ...parentsOf(graph, destination)].map((name) => graph.node(name)).filter((node) => node !== undefined);
  return nodes.filter((node) => node.disabled !== true && node.type !== stickyNoteType);
}

/**
 * Returns the path after the webhook prefix, without a leading slash. A full path, and the path of a webhook that resumes a run, are used alone;
 * others begin with the node's webhook id or, if the node has none, with the workflow's id and the node's name.
 */
export function webhookPath(
  workflowId: string,
  node: Pick<WorkflowNode, 'name' | 'webhookId'>,
  path: string,
  isFullPath = false,
  isResume = false,
): string {
  if (isResume) return path;
  if (node.webhookId === undefined) return `${workflowId}/${encodeURIComponent(node.name.toLowerCase())}/${path}`;
  if (isFullPath) return path === '' ? node.webhookId : path;
  return `${node.webhookId}/${path}`;
}
