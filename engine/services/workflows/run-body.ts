// Parses run requests of the editor: pinned data, and earlier results or references to them, which are reused if they are still valid.
import type { RunRequestBody } from '../../contract/rest/workflows.ts';
import type { Item, RunData, TaskData } from '../../contract/run-data.ts';
import type { WorkflowFile } from '../../contract/workflow.ts';
import type { StartRequest } from '../../execution/index.ts';
import { WorkflowGraph } from '../../workflow/graph/graph.ts';
import { isRecord } from '../../workflow/values/own-properties.ts';
import { hasEarlierResults } from '../../workflow/planning/run-plan.ts';

type PinData = NonNullable<StartRequest['pinData']>;

/** Pinned data of a workflow file: items, or only their `json`. */
export function pinsOf(pinData: unknown): PinData {
  const pins = Object.create(null) as { [nodeName: string]: readonly Item[] };
  if (!isRecord(pinData)) return pins;
  for (const [name, items] of Object.entries(pinData)) {
    if (Array.isArray(items))
      pins[name] = items.map((item: unknown) => (isRecord(item) && isRecord(item['json']) ? item : { json: item }) as unknown as Item);
  }
  return pins;
}

/**
 * Returns the requested partial run. Undefined if everything must run: if there is no destination, or no earlier result that it depends on is
 * still valid.
 */
export function partialOf(workflow: WorkflowFile, body: RunRequestBody, pinData: PinData, earlier: RunData): StartRequest['partial'] {
  const destination = body.destinationNode;
  const runData = Object.assign(runDataOf(body.runData), earlier);
  if (destination === undefined || Object.keys(runData).length === 0) return undefined;
  const startNodes = (body.startNodes ?? []).map((node) => (typeof node === 'string' ? node : node.name));
  const dirtyNodes = [...(body.dirtyNodeNames ?? []), ...startNodes];
  const holds = hasEarlierResults(new WorkflowGraph(workflow), { destination, runData, dirtyNodes, pins: pinData });
  return holds ? { destination, runData, dirtyNodes, pinData } : undefined;
}

/** Reads results that the engine wrote earlier. Invalid ones are left out, so that their nodes run again. */
function runDataOf(value: unknown): RunData {
  const results = Object.create(null) as { [nodeName: string]: TaskData[] };
  if (!isRecord(value)) return results;
  for (const [name, runs] of Object.entries(value)) {
    if (!Array.isArray(runs) || !runs.every(isRecord)) continue;
    results[name] = runs.map(
      (run) => ({ ...run, source: Array.isArray(run['source']) ? (run['source'] as unknown[]) : [] }) as unknown as TaskData,
    );
  }
  return results;
}
