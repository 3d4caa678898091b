// The triggers that can start a manual run, and the choice among them.
import type { WorkflowFile, WorkflowNode } from '../../../../engine/contract/workflow.ts';
import { WorkflowGraph } from '../../../../engine/workflow/graph/graph.ts';
import { parentsOf } from '../../../../engine/workflow/graph/walk.ts';
import type { NodeTypeLookup } from '../../../../engine/workflow/node-type.ts';
import { findStartNode, isTriggerNode } from '../../../../engine/workflow/planning/start-node.ts';

/** Returns the enabled triggers, in file order. `destination`: name of a node that they must lead to. */
export function startingTriggers(workflow: WorkflowFile, types: NodeTypeLookup, destination?: string): readonly WorkflowNode[] {
  const leading = destination === undefined ? undefined : new Set([destination, ...parentsOf(new WorkflowGraph(workflow), destination)]);
  return workflow.nodes.filter((node) => node.disabled !== true && isTriggerNode(node, types) && leading?.has(node.name) !== false);
}

/** Returns the trigger that starts the run: the one with the chosen id, otherwise the preferred one. Returns undefined if the workflow has fewer than two. */
export function chosenTrigger(
  workflow: WorkflowFile,
  types: NodeTypeLookup,
  { chosen, destination }: { readonly chosen?: string | undefined; readonly destination?: string | undefined },
): WorkflowNode | undefined {
  const triggers = startingTriggers(workflow, types, destination);
  if (triggers.length < 2) return undefined;
  const best = (): WorkflowNode | undefined =>
    findStartNode(new WorkflowGraph(workflow), types, { mode: 'manual', ...(destination === undefined ? {} : { destination }) });
  return triggers.find(({ id }) => id === chosen) ?? best();
}
