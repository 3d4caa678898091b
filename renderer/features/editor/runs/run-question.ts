// What is known of a run that is thought of: earlier results, what was changed since, what is pinned. The same for its plan and for the run itself.
import type { WorkflowFile } from '../../../../engine/contract/workflow.ts';
import { WorkflowGraph } from '../../../../engine/workflow/graph.ts';
import type { NodeTypeLookup } from '../../../../engine/workflow/node-type.ts';
import { mapEntries } from '../../../../engine/workflow/own-properties.ts';
import { planRun, type RunQuestion } from '../../../../engine/workflow/run-plan.ts';
import type { CanvasPlan } from '../canvas/index.ts';
import type { RunState } from './run-slice.ts';
import { staleNodes, staleResults } from './stale-nodes.ts';

type KnownRun = Pick<RunState, 'runData' | 'startedWith' | 'origins'>;

/** `destination`: name of the node to run up to; without one all runs anew. */
export function runQuestion(workflow: WorkflowFile, run: KnownRun, destination?: string): RunQuestion {
  // Before a pinned node runs, the user is asked whether to unpin it.
  const pins = mapEntries(workflow.pinData ?? {}, (name, items) => (name === destination ? undefined : [name, items]));
  if (destination === undefined) return { runData: {}, dirtyNodes: [], pins };
  const dirtyNodes = [...new Set([...staleNodes(run, workflow), ...staleResults(run, workflow)])];
  return { destination, runData: run.runData, dirtyNodes, pins };
}

/** What a run would do, by the ids of nodes, and in words. */
export interface ShownPlan extends CanvasPlan {
  readonly runNames: readonly string[];
  /** Names of nodes whose results of the last run are taken. */
  readonly keptNames: readonly string[];
  readonly pinnedNames: readonly string[];
  /** The node up to which it goes. */
  readonly destination?: string;
  /** The trigger whose first event it waits for. */
  readonly waitsFor?: string;
}

/** `destination`: id of the node to run up to. */
export function shownPlan(workflow: WorkflowFile, types: NodeTypeLookup, run: KnownRun, destination?: string): ShownPlan {
  const ids = new Map(workflow.nodes.map(({ name, id = '' }) => [name, id]));
  const name = destination === undefined ? undefined : workflow.nodes.find(({ id }) => id === destination)?.name;
  const { runs, gives, start } = planRun(new WorkflowGraph(workflow), types, runQuestion(workflow, run, name));
  const from = (kind: 'run' | 'pin'): readonly string[] => [...gives].filter(([, how]) => how === kind).map(([giver]) => giver);
  const first = start === undefined || gives.has(start) ? undefined : workflow.nodes.find((node) => node.name === start);
  const isCalled = first !== undefined && (types.description(first.type, first.typeVersion)?.webhooks?.length ?? 0) > 0;
  return {
    runs: new Set(runs.map((each) => ids.get(each) ?? '')),
    gives: new Map([...gives].map(([each, how]) => [ids.get(each) ?? '', how])),
    runNames: runs,
    keptNames: from('run'),
    pinnedNames: from('pin'),
    ...(name === undefined ? {} : { destination: name }),
    ...(isCalled && start !== undefined ? { waitsFor: start } : {}),
  };
}
