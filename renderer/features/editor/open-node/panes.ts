// The data of the input and output pane: the chosen run and output of a parent node and of the open node.
import type { Item, RunData } from '../../../../engine/contract/run-data.ts';
import type { WorkflowFile, WorkflowNode } from '../../../../engine/contract/workflow.ts';
import { isPinned } from '../document/operations.ts';
import { firstFullOutput, LATEST, outputItems, outputLists, runIndexOf, runsOf, type ParentNode } from '../runs/run-items.ts';
import type { RunState } from '../runs/run-slice.ts';

/** The two panes beside the form. */
export type Side = 'input' | 'output';

/** Data of a pane: one output of one run of one node. */
export interface PaneData {
  /** Name of the node whose output is shown; undefined if nothing is connected. */
  readonly source?: string;
  /** Edges between the source and the open node; 0 for its own output. */
  readonly distance: number;
  /** Index of the shown run; -1 if there is none. */
  readonly run: number;
  readonly runs: number;
  /** Index of the shown output. */
  readonly output: number;
  /** Items of each output of that run; undefined if the node did not run. */
  readonly lists?: readonly (readonly Item[] | null)[];
  /** Items of the shown output; undefined if the node did not run. */
  readonly items?: readonly Item[];
  readonly isPinned: boolean;
}

/** The user's choice of parent node, runs, outputs and item. */
export interface ViewSelection {
  readonly parent?: string;
  /** -1 for the newest. */
  readonly inputRun: number;
  readonly outputRun: number;
  readonly inputBranch?: number;
  readonly outputBranch?: number;
  /** Whether both panes show the same run. */
  readonly isLinked: boolean;
  /** Index of the input item used for previews. */
  readonly item: number;
}

export const initialSelection: ViewSelection = { inputRun: LATEST, outputRun: LATEST, isLinked: true, item: 0 };

interface PaneSource {
  readonly node: WorkflowNode;
  readonly workflow: WorkflowFile;
  readonly run: RunState;
  readonly selection: ViewSelection;
}

function paneOf({ workflow, run }: PaneSource, source: string, distance: number, chosenRun: number, branch: number | undefined): PaneData {
  const data = { workflow, runData: run.runData };
  const runs = runsOf(run.runData, source);
  const lists = outputLists(data, source, chosenRun);
  const output = branch ?? firstFullOutput(lists);
  const items = lists === undefined ? undefined : outputItems(data, source, chosenRun, output);
  return {
    source,
    distance,
    run: runIndexOf(runs, chosenRun),
    runs: runs.length,
    output,
    isPinned: isPinned(workflow, source),
    ...(lists === undefined ? {} : { lists }),
    ...(items === undefined ? {} : { items }),
  };
}

export const outputPane = (parts: PaneSource): PaneData =>
  paneOf(parts, parts.node.name, 0, parts.selection.outputRun, parts.selection.outputBranch);

export function inputPane(parts: PaneSource, parents: readonly ParentNode[]): PaneData {
  const { selection, node, run } = parts;
  const parent = parents.find(({ name }) => name === selection.parent) ?? parents[0];
  if (parent === undefined) return attachedInput(parts);
  // The open node's run data contains the source run and output of its data.
  const own = runsOf(run.runData, node.name);
  const source = selection.isLinked
    ? own[runIndexOf(own, selection.outputRun)]?.source.find((each) => each?.previousNode === parent.name)
    : undefined;
  const chosenRun = selection.isLinked ? (source?.previousNodeRun ?? selection.outputRun) : selection.inputRun;
  const branch = selection.inputBranch ?? source?.previousNodeOutput ?? (parent.outputs.length === 1 ? parent.outputs[0] : undefined);
  return paneOf(parts, parent.name, parent.distance, chosenRun, branch);
}

/** Returns what a root node handed to the open node, which is attached to it, in the shown run. */
function attachedInput({ node, run, selection }: PaneSource): PaneData {
  const runs = runsOf(run.runData, node.name);
  const index = runIndexOf(runs, selection.outputRun);
  const task = runs[index];
  const [lists] = Object.values(task?.inputOverride ?? {});
  const nothing: PaneData = { distance: 1, run: index, runs: runs.length, output: 0, isPinned: false };
  if (lists === undefined) return nothing;
  const source = task?.source[0]?.previousNode;
  return { ...nothing, ...(source === undefined ? {} : { source }), lists, items: lists[0] ?? [] };
}

interface RunChoice {
  readonly side: Side;
  /** Index of the chosen run. */
  readonly run: number;
  /** Name of the open node. */
  readonly node: string;
  /** Name of the node whose data the input pane shows. */
  readonly parent: string | undefined;
  readonly isLinked: boolean;
}

/** Stores the newest run as LATEST, so that the newest is still shown when more runs follow. */
const remembered = (run: number, runs: number): number => (run === runs - 1 ? LATEST : run);

/** Returns the selection after a run was chosen; linked panes show runs that belong together. */
export function selectRun(runData: RunData, { side, run, node, parent, isLinked }: RunChoice): Partial<ViewSelection> {
  const own = runsOf(runData, node);
  const parentRuns = parent === undefined ? [] : runsOf(runData, parent);
  if (!isLinked) {
    return side === 'input' ? { inputRun: remembered(run, parentRuns.length), item: 0 } : { outputRun: remembered(run, own.length) };
  }
  // The run of the open node that received data of the chosen run.
  const runIndex = own.findIndex(({ source }) =>
    source.some((from) => from?.previousNode === parent && (from?.previousNodeRun ?? 0) === run),
  );
  const outputRun = side === 'output' || runIndex < 0 ? run : runIndex;
  return { inputRun: remembered(run, parentRuns.length), outputRun: remembered(outputRun, own.length), item: 0 };
}
