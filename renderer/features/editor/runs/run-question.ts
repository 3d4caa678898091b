// The inputs of a run: previous results, changed nodes and pinned data. The preview and the actual run use the same inputs.
import type { WorkflowFile } from '../../../../engine/contract/workflow.ts';
import { WorkflowGraph } from '../../../../engine/workflow/graph/graph.ts';
import type { NodeTypeLookup } from '../../../../engine/workflow/node-type.ts';
import { mapEntries } from '../../../../engine/workflow/values/own-properties.ts';
import { planRun, type RunQuestion } from '../../../../engine/workflow/planning/run-plan.ts';
import type { CanvasPlan } from '../canvas/index.ts';
import type { RunState } from './run-slice.ts';
import { chosenTrigger } from './starting-trigger.ts';
import { staleNodes, staleResults } from './stale-nodes.ts';

type KnownRun = Pick<RunState, 'runData' | 'startedWith' | 'origins'>;

/** `destination`: name of the node to run up to. Without it, all nodes run. `start`: name of the trigger to start from, if it was chosen. */
export function runQuestion(workflow: WorkflowFile, run: KnownRun, destination?: string, start?: string): RunQuestion {
  // The user is asked to unpin a pinned destination before it runs.
  const pins = mapEntries(workflow.pinData ?? {}, (name, items) => (name === destination ? undefined : [name, items]));
  const from = start === undefined ? {} : { start };
  if (destination === undefined) return { ...from, runData: {}, dirtyNodes: [], pins };
  const dirtyNodes = [...new Set([...staleNodes(run, workflow), ...staleResults(run, workflow)])];
  return { ...from, destination, runData: run.runData, dirtyNodes, pins };
}

/** The effect of a run, for the canvas and as text. */
export interface PlanView extends CanvasPlan {
  readonly runNames: readonly string[];
  /** Names of the nodes whose previous results are reused. */
  readonly reusedNames: readonly string[];
  readonly pinnedNames: readonly string[];
  /** Name of the destination node. */
  readonly destination?: string;
  /** Name of the trigger whose first event the run waits for. */
  readonly waitsFor?: string;
}

/** `destination`: id of the node to run up to. `chosen`: id of the trigger that was last chosen to start runs. */
export function planView(workflow: WorkflowFile, types: NodeTypeLookup, run: KnownRun, destination?: string, chosen?: string): PlanView {
  const ids = new Map(workflow.nodes.map(({ name, id = '' }) => [name, id]));
  const name = destination === undefined ? undefined : workflow.nodes.find(({ id }) => id === destination)?.name;
  const trigger = chosenTrigger(workflow, types, { chosen, destination: name })?.name;
  const { runs, gives, start } = planRun(new WorkflowGraph(workflow), types, runQuestion(workflow, run, name, trigger));
  const from = (kind: 'run' | 'pin'): readonly string[] => [...gives].filter(([, how]) => how === kind).map(([giver]) => giver);
  const first = start === undefined || gives.has(start) ? undefined : workflow.nodes.find((node) => node.name === start);
  const isCalled = first !== undefined && (types.description(first.type, first.typeVersion)?.webhooks?.length ?? 0) > 0;
  return {
    runs: new Set(runs.map((each) => ids.get(each) ?? '')),
    gives: new Map([...gives].map(([each, how]) => [ids.get(each) ?? '', how])),
    runNames: runs,
    reusedNames: from('run'),
    pinnedNames: from('pin'),
    ...(name === undefined ? {} : { destination: name }),
    ...(isCalled && start !== undefined ? { waitsFor: start } : {}),
  };
}
