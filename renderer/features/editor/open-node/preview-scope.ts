// The scope for previews of expressions: the engine's evaluator on the run data known to the editor.
import type { JsonObject } from '../../../../engine/contract/json.ts';
import type { ItemList, RunData, TaskSource } from '../../../../engine/contract/run-data.ts';
import type { WorkflowFile, WorkflowNode } from '../../../../engine/contract/workflow.ts';
import { createScope, type ExpressionScope } from '../../../../engine/expression/index.ts';
import { WorkflowGraph } from '../../../../engine/workflow/graph/graph.ts';
import type { NodeTypeLookup } from '../../../../engine/workflow/node-type.ts';
import { completeParameters } from '../../../../engine/workflow/parameters/parameters.ts';
import { pinnedItems } from '../../../../engine/workflow/planning/pin-data.ts';
import { rootOf } from '../document/attached-layout.ts';
import { feedingEdges, LATEST, outputItems, runIndexOf, runsOf } from '../runs/run-items.ts';

export interface PreviewPlace {
  readonly workflow: WorkflowFile;
  /** Id of the workflow; a placeholder if it is not saved. */
  readonly workflowId: string;
  readonly node: WorkflowNode;
  readonly types: NodeTypeLookup;
  readonly runData: RunData;
  /** Index of the shown run of the node. */
  readonly runIndex?: number;
  /** Index of the chosen input item. */
  readonly itemIndex?: number;
  /** Default IANA time zone of workflows. */
  readonly timezone: string;
  readonly executionId?: string;
  /** Values of `$vars` by name. */
  readonly vars?: Readonly<Record<string, string>>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Returns the node whose input an expression sees, with the index of its shown run: of an attached node, the root node that uses it. */
function viewedNode({ workflow, runData, node, runIndex = LATEST }: PreviewPlace): { readonly name: string; readonly runIndex: number } {
  const root = rootOf(workflow, node.name);
  if (root === undefined) return { name: node.name, runIndex };
  const runs = runsOf(runData, node.name);
  const source = runs[runIndexOf(runs, runIndex)]?.source[0];
  return { name: root, runIndex: source?.previousNode === root ? (source.previousNodeRun ?? LATEST) : LATEST };
}

/** Returns the items of each input and their sources: those of the shown run, otherwise of the latest runs of the parent nodes. */
function arrivals(previewPlace: PreviewPlace, graph: WorkflowGraph): { inputs: ItemList[]; sources: (TaskSource | null)[] } {
  const { workflow, runData } = previewPlace;
  const viewed = viewedNode(previewPlace);
  const runs = runsOf(runData, viewed.name);
  const ran = runs[runIndexOf(runs, viewed.runIndex)];
  const inputs: ItemList[] = [];
  const sources: (TaskSource | null)[] = [];
  feedingEdges(graph, viewed.name).forEach((edges, index) => {
    const recorded = ran?.source[index];
    // A recorded source is ignored if its connection has been removed.
    const mainEdge = edges.find(
      ({ source, sourceOutput }) => recorded?.previousNode === source && (recorded.previousNodeOutput ?? 0) === sourceOutput,
    );
    const itemsAt = (source: string, output: number, run: number) => outputItems({ workflow, runData }, source, run, output);
    const edge = mainEdge ?? edges.find(({ source, sourceOutput }) => (itemsAt(source, sourceOutput, LATEST)?.length ?? 0) > 0) ?? edges[0];
    if (edge === undefined) {
      inputs[index] = null;
      sources[index] = null;
      return;
    }
    const run = mainEdge === undefined ? LATEST : (recorded?.previousNodeRun ?? 0);
    inputs[index] = itemsAt(edge.source, edge.sourceOutput, run) ?? null;
    sources[index] = {
      previousNode: edge.source,
      previousNodeOutput: edge.sourceOutput,
      previousNodeRun: Math.max(0, runIndexOf(runsOf(runData, edge.source), run)),
    };
  });
  return { inputs, sources };
}

/** Creates a scope in which missing data reads as undefined. Throws ExpressionError if the time zone is unknown. */
export function previewScope(previewPlace: PreviewPlace): ExpressionScope {
  const { workflow, workflowId, node, types } = previewPlace;
  const graph = new WorkflowGraph({ ...workflow, id: workflowId });
  const { inputs, sources } = arrivals(previewPlace, graph);
  const complete = (other: WorkflowNode | undefined): JsonObject => {
    if (other === undefined) return {};
    const description = types.description(other.type, other.typeVersion);
    return description === undefined
      ? (other.parameters as JsonObject)
      : completeParameters(other.parameters as JsonObject, other, description);
  };
  const runs = runsOf(previewPlace.runData, node.name);
  const scope = createScope({
    workflow: graph,
    node,
    runIndex: Math.max(0, runIndexOf(runs, previewPlace.runIndex ?? LATEST)),
    inputs,
    sources,
    runData: previewPlace.runData,
    mode: 'manual',
    executionId: previewPlace.executionId ?? '',
    timezone:
      workflow.settings?.timezone === undefined || workflow.settings.timezone === 'DEFAULT'
        ? previewPlace.timezone
        : workflow.settings.timezone,
    now: previewPlace.now,
    vars: previewPlace.vars ?? {},
    env: undefined,
    customData: new Map(),
    nodeContext: () => ({}),
    parameters: complete(node),
    parametersOf: (name) => complete(graph.node(name)),
    pinData: pinsOf(workflow),
    lenient: true,
  });
  scope.itemIndex = previewPlace.itemIndex ?? 0;
  return scope;
}

function pinsOf(workflow: WorkflowFile): Record<string, ItemList> {
  const pins = Object.create(null) as Record<string, ItemList>;
  for (const { name } of workflow.nodes) {
    const items = pinnedItems(workflow, name);
    if (items !== undefined) pins[name] = items;
  }
  return pins;
}
