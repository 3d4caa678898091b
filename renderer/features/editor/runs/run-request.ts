// The request for a run: where it starts and ends, and which earlier results it reuses.
import { UNSAVED_WORKFLOW_ID } from '../../../../engine/contract/rest/constants.ts';
import type { EarlierResults, StartingTrigger } from '../../../../engine/contract/rest/workflows.ts';
import type { RunData } from '../../../../engine/contract/run-data.ts';
import type { WorkflowFile } from '../../../../engine/contract/workflow.ts';
import { workflowToSave } from '../../../../engine/workflow/file/export.ts';
import { WorkflowGraph } from '../../../../engine/workflow/graph/graph.ts';
import type { NodeTypeLookup } from '../../../../engine/workflow/node-type.ts';
import { planRun } from '../../../../engine/workflow/planning/run-plan.ts';
import { chatTriggerOf } from '../../../../engine/workflow/planning/start-node.ts';
import { ownValue, setOwn } from '../../../../engine/workflow/values/own-properties.ts';
import { rootOf } from '../document/attached-layout.ts';
import type { EditorState } from '../document/editor-slice.ts';
import { nodeById } from '../document/operations.ts';
import { runQuestion } from './run-question.ts';
import type { RunState } from './run-slice.ts';
import { chosenTrigger } from './starting-trigger.ts';

export interface PlannedRun {
  readonly workflow: WorkflowFile;
  /** Name of the node to run up to; absent if the whole workflow runs. */
  readonly destination?: string;
  /** Name of the node to start from; absent if earlier results are reused. */
  readonly start?: string;
  /** Whether the user has chosen the start among several triggers. */
  readonly isStartChosen: boolean;
  /** Whether the run starts with a message of the chat. */
  readonly waitsForMessage: boolean;
}

/** `destination`: id of the node to run up to. An attached node is run by its root node. */
export function plannedRun(editor: EditorState, run: RunState, types: NodeTypeLookup, destination: string | undefined): PlannedRun {
  const { startTrigger, history } = editor;
  const { present: workflow } = history;
  const node = destination === undefined ? undefined : nodeById(workflow, destination)?.name;
  const name = node === undefined ? undefined : (rootOf(workflow, node) ?? node);
  const chosen = chosenTrigger(workflow, types, { chosen: startTrigger, destination: name })?.name;
  const { start, gives } = planRun(new WorkflowGraph(workflow), types, runQuestion(workflow, run, name, chosen));
  return {
    workflow,
    ...(name === undefined ? {} : { destination: name }),
    ...(start === undefined ? {} : { start }),
    isStartChosen: start !== undefined && start === chosen,
    waitsForMessage: start !== undefined && !gives.has(start) && chatTriggerOf(workflow.nodes)?.name === start,
  };
}

/** Returns the body of the request, and the results that the run reuses. `id`: that of the workflow, if it is saved. `trigger`: starts the run with its items. */
export function runRequest(planned: PlannedRun, run: RunState, types: NodeTypeLookup, id = UNSAVED_WORKFLOW_ID, trigger?: StartingTrigger) {
  const { workflow, destination, start = '', isStartChosen } = planned;
  const { runData: reused, dirtyNodes } = runQuestion(workflow, run, destination);
  const startingTrigger = trigger ?? (isStartChosen ? { name: start } : undefined);
  const partial =
    destination === undefined
      ? {}
      : {
          destinationNode: destination,
          dirtyNodeNames: [...dirtyNodes],
          earlierResults: earlierResultsOf(workflow, reused, run.origins),
        };
  return {
    reused,
    body: {
      workflowData: { ...workflowToSave(workflow, types), pinData: workflow.pinData ?? {}, id },
      ...(startingTrigger === undefined ? {} : { triggerToStartFrom: startingTrigger }),
      ...partial,
    },
  };
}

/** Maps current node names to the stored results that are displayed. */
function earlierResultsOf({ nodes }: WorkflowFile, displayed: RunData, origins: RunState['origins']): EarlierResults {
  const results: EarlierResults = {};
  for (const { id = '', name } of nodes) {
    const origin = ownValue(origins, id) as RunState['origins'][string] | undefined;
    if (origin === undefined || !Object.hasOwn(displayed, name)) continue;
    const { executionId, node } = origin;
    setOwn(results, name, { executionId, ...(node.name === name ? {} : { node: node.name }) });
  }
  return results;
}
