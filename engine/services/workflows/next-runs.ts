// The next runs of the schedules of a workflow, for the editor and the list.
import type { NextRuns } from '../../contract/rest/workflows.ts';
import type { WorkflowFile } from '../../contract/workflow.ts';
import { zoneOf } from '../../execution/timers.ts';
import type { NodeRegistry } from '../../registry/index.ts';
import type { Triggers } from '../../triggers/index.ts';

export interface NextRunsPorts {
  readonly triggers: Pick<Triggers, 'nextRuns'>;
  readonly registry: Pick<NodeRegistry, 'load' | 'node'>;
  /** Returns the instance's time zone. */
  readonly timezone: () => string;
}

/** Returns the zone in which times of a workflow are shown. An invalid setting, with which it cannot run, counts as none. */
export function shownZone(timezone: unknown, instanceZone: string): string {
  try {
    return zoneOf(timezone) ?? instanceZone;
  } catch {
    return instanceZone;
  }
}

/** Number of runs per node. */
const RUNS = 3;

/** Returns the next runs of each enabled schedule. A schedule that is invalid has its error instead. Throws WORKFLOW_INVALID for an unknown time zone. */
export async function nextRunsOf(file: WorkflowFile, { triggers, registry, timezone }: NextRunsPorts): Promise<NextRuns> {
  await registry.load(file.nodes.map(({ type }) => type));
  const scheduled = file.nodes.filter(
    ({ type, typeVersion, disabled }) => disabled !== true && registry.node(type, typeVersion)?.schedule !== undefined,
  );
  const zone = zoneOf(file.settings?.timezone) ?? timezone();
  const nodes = await Promise.all(
    scheduled.map(async (node) => {
      // Only this node: another trigger may be incomplete.
      const alone: WorkflowFile = { ...file, nodes: [node], connections: {} };
      try {
        const times = await triggers.nextRuns(alone, node.name, RUNS);
        return { name: node.name, runs: times.map((time) => new Date(time).toISOString()) };
      } catch (error) {
        return { name: node.name, runs: [], error: error instanceof Error ? error.message : String(error) };
      }
    }),
  );
  return { timezone: zone, nodes };
}
