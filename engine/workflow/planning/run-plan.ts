// Preview of a manual run: which nodes run, and which reuse earlier or pinned data.
import type { RunData } from '../../contract/run-data.ts';
import type { WorkflowGraph } from '../graph/graph.ts';
import type { NodeTypeLookup } from '../node-type.ts';
import {
  brings,
  holdsPin,
  partialScope,
  reach,
  runsIn,
  sourcesOf,
  targetsOf,
  type PartialScopeRequest,
  type Pins,
} from './partial-scope.ts';
import { findStartNode } from './start-node.ts';
import { parentsOf } from '../graph/walk.ts';

export interface RunQuestion {
  /** Name of the node to run up to. Default: the whole workflow. */
  readonly destination?: string;
  /** Name of the trigger to start from, if it leads to the destination. Default: the best one. */
  readonly start?: string;
  /** Available results of earlier runs. */
  readonly runData: RunData;
  /** Nodes that have changed since. */
  readonly dirtyNodes: readonly string[];
  /** Pinned data by node name. */
  readonly pins: Pins;
}

export interface RunPlan {
  /** Nodes that run if they receive data, in file order. Disabled nodes pass on their input and are not included. */
  readonly runs: readonly string[];
  /** Nodes that provide data to a running node without running: pinned data, or their last output. */
  readonly gives: ReadonlyMap<string, 'run' | 'pin'>;
  /** The node that starts a full run; absent if earlier results are reused. */
  readonly start?: string;
}

/** Whether any result that the destination depends on is still valid; otherwise everything runs again from the trigger. */
export function hasEarlierResults(graph: WorkflowGraph, { destination, runData, dirtyNodes, pins }: RunQuestion): boolean {
  if (destination === undefined || Object.keys(runData).length === 0) return false;
  const isPinned = (name: string): boolean => Object.hasOwn(pins, name);
  const hasOutput = (name: string): boolean => !dirtyNodes.includes(name) && holdsPin(graph, pins, runsIn(runData, name), name);
  const gives = (name: string): boolean => isPinned(name) || (runsIn(runData, name).length > 0 && hasOutput(name));
  const isOrigin = (name: string): boolean => isPinned(name) || graph.edgesTo(name).length === 0;
  return parentsOf(graph, destination).some((name) => name !== destination && isOrigin(name) && gives(name));
}

/** Returns the plan of a run; it is empty if there is no start node or the destination does not exist. */
export function planRun(graph: WorkflowGraph, types: NodeTypeLookup, question: RunQuestion): RunPlan {
  const { destination } = question;
  if (destination !== undefined && graph.node(destination) === undefined) return { runs: [], gives: new Map() };
  return destination !== undefined && hasEarlierResults(graph, question)
    ? partialPlan(graph, types, { ...question, destination })
    : wholePlan(graph, types, question);
}

function wholePlan(graph: WorkflowGraph, types: NodeTypeLookup, question: RunQuestion): RunPlan {
  const { destination } = question;
  const start =
    question.start ?? findStartNode(graph, types, { mode: 'manual', ...(destination === undefined ? {} : { destination }) })?.name;
  if (start === undefined) return { runs: [], gives: new Map() };
  const leading = destination === undefined ? undefined : reach(graph, [destination], (name) => sourcesOf(graph, name));
  const below = reach(graph, [start], (name) => targetsOf(graph, name).filter((target) => leading?.has(target) !== false));
  return { ...requestedRuns(graph, below, question), start };
}

function partialPlan(
  graph: WorkflowGraph,
  types: NodeTypeLookup,
  question: RunQuestion & Pick<PartialScopeRequest, 'destination'>,
): RunPlan {
  const { destination, runData } = question;
  const chooseStart = (): string | undefined => findStartNode(graph, types, { mode: 'manual', destination })?.name;
  const { only, origins, stale } = partialScope(graph, { ...question, chooseStart });
  const reusable = [...only].filter((name) => !stale.has(name) && runsIn(runData, name).length > 0);
  const starts = origins.filter((name) => stale.has(name));
  const arrivals = reusable.flatMap((name) =>
    graph.edgesFrom(name).filter((edge) => stale.has(edge.target) && brings(edge, runsIn(runData, name))),
  );
  const reached = reach(graph, [...starts, ...arrivals.map(({ target }) => target)], (name) => targetsOf(graph, name));
  const willRun = new Set([...stale].filter((name) => reached.has(name)));
  const plan = requestedRuns(graph, willRun, question);
  const givers = arrivals.map(({ source }) => [source, Object.hasOwn(question.pins, source) ? 'pin' : 'run'] as const);
  return { ...plan, gives: new Map([...plan.gives, ...givers]) };
}

/** Moves pinned nodes from the running to the reused ones. */
function requestedRuns(graph: WorkflowGraph, due: ReadonlySet<string>, { pins }: RunQuestion): Pick<RunPlan, 'runs' | 'gives'> {
  const enabled = [...graph.nodes.values()].filter((node) => due.has(node.name) && node.disabled !== true).map(({ name }) => name);
  const isPinned = (name: string): boolean => Object.hasOwn(pins, name);
  return {
    runs: enabled.filter((name) => !isPinned(name)),
    gives: new Map(enabled.filter(isPinned).map((name) => [name, 'pin'] as const)),
  };
}
