// Determines the start node of a run and its items.
import { AppError } from '../contract/errors.ts';
import type { ExecutionMode, Item, ItemList, NodeHint } from '../contract/run-data.ts';
import { findStartNode } from '../workflow/planning/start-node.ts';
import { parentsOf } from '../workflow/graph/walk.ts';
import type { CompiledWorkflow } from './compiled-workflow.ts';
import type { PendingTask } from './run-state.ts';

const emptyItem: readonly Item[] = [{ json: {} }];

interface StartData {
  readonly items?: readonly Item[];
  readonly output?: readonly ItemList[];
  readonly hints?: readonly NodeHint[];
}

/** Returns the task that starts a node with these items on its first input, or with this output. */
export function startTask(node: string, { items = emptyItem, output, hints }: StartData = {}): PendingTask {
  const startOutput = { ...(output === undefined ? undefined : { output }), ...(hints === undefined ? undefined : { hints }) };
  return { node, inputs: [items], sources: [null], ...startOutput };
}

/** Returns a node and all nodes above it. Throws NODE_NOT_FOUND. */
export function nodesLeadingTo(workflow: CompiledWorkflow, destination: string): Set<string> {
  if (workflow.node(destination) === undefined) {
    throw new AppError('NODE_NOT_FOUND', `The workflow has no node named "${destination}".`, { params: { node: destination } });
  }
  return new Set([destination, ...parentsOf(workflow.graph, destination)].filter((name) => workflow.graph.nodes.has(name)));
}

/** Returns the start node for a run in this mode. Throws NO_START_NODE. */
export function startNodeOf(workflow: CompiledWorkflow, mode: ExecutionMode, destination?: string): string {
  const start = findStartNode(workflow.graph, workflow.types, { mode: startMode(mode), destination });
  if (start === undefined) {
    throw new AppError('NO_START_NODE', 'The workflow has no node to start from. Add a trigger, such as "Manual Trigger", and connect it.');
  }
  return start.name;
}

const startMode = (mode: ExecutionMode): string => (mode === 'integrated' || mode === 'error' ? mode : 'manual');
