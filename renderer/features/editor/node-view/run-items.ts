// What a node received and gave, out of a run's data and the pinned data. Pure: the panes and previews read the same.
import type { Item, RunData, TaskData } from '../../../../engine/contract/run-data.ts';
import type { WorkflowFile } from '../../../../engine/contract/workflow.ts';
import type { Edge, WorkflowGraph } from '../../../../engine/workflow/graph.ts';
import { pinnedItems } from '../../../../engine/workflow/pin-data.ts';
import { edgesAt, walk } from '../../../../engine/workflow/walk.ts';

/** Stands for the newest run. */
export const LATEST = -1;

/** Data of a run beside the workflow it belongs to. */
export interface RunSource {
  readonly workflow: WorkflowFile;
  readonly runData: RunData;
}

/** A node that may give data to another. */
export interface ParentNode {
  readonly name: string;
  /** Edges between the two; 1 for direct ones. */
  readonly distance: number;
  /** Inputs that it feeds directly, in order. */
  readonly inputs: readonly number[];
  /** Outputs by which its data leaves towards the node, in order. */
  readonly outputs: readonly number[];
}

/** Nodes above a node, nearest first. Names that only connections know are left out. */
export function parentNodes(graph: WorkflowGraph, name: string): readonly ParentNode[] {
  const direct = edgesAt(graph, name, 'up');
  return walk(graph, name, 'up').flatMap((visit) => {
    if (graph.node(visit.name) === undefined) return [];
    const inputs = direct.filter(({ source }) => source === visit.name).map(({ targetInput }) => targetInput);
    return [{ name: visit.name, distance: visit.depth, inputs: sorted(inputs), outputs: sorted(visit.outputs) }];
  });
}

const sorted = (numbers: readonly number[]): readonly number[] => [...new Set(numbers)].toSorted((a, b) => a - b);

export function runsOf(runData: RunData, name: string): readonly TaskData[] {
  return Object.hasOwn(runData, name) ? (runData[name] ?? []) : [];
}

/** Index of a run that exists: the newest for LATEST and for what lies beyond; -1 where there is none. */
export function runIndexOf(runs: readonly unknown[], wanted: number): number {
  return wanted === LATEST || wanted >= runs.length ? runs.length - 1 : wanted;
}

/** Lists of the outputs of one run, pinned data first: it stands for what the node would give. Undefined where it did not run. */
export function outputLists({ workflow, runData }: RunSource, name: string, run = LATEST): readonly (readonly Item[] | null)[] | undefined {
  const pinned = pinnedItems(workflow, name);
  if (pinned !== undefined) return [pinned];
  const runs = runsOf(runData, name);
  const data = runs[runIndexOf(runs, run)]?.data;
  if (data === undefined) return undefined;
  return data['main'] ?? Object.values(data)[0] ?? [];
}

/** Items of one output; undefined where the node did not run. */
export function outputItems(source: RunSource, name: string, run = LATEST, output = 0): readonly Item[] | undefined {
  const lists = outputLists(source, name, run);
  return lists === undefined ? undefined : (lists[output] ?? []);
}

/** Outputs of a run that gave something: the first is what to look at first. */
export function firstFullOutput(lists: readonly (readonly Item[] | null)[] | undefined): number {
  const index = lists?.findIndex((list) => list !== null && list.length > 0) ?? -1;
  return Math.max(0, index);
}

/** The edges that feed each input of a node, in file order. */
export function feedingEdges(graph: WorkflowGraph, name: string): readonly (readonly Edge[])[] {
  const inputs: Edge[][] = [];
  for (const edge of edgesAt(graph, name, 'up')) (inputs[edge.targetInput] ??= []).push(edge);
  return Array.from(inputs, (edges) => edges ?? []);
}
