// What is activated with a workflow besides its webhooks: registrations at services, and triggers. If several servers share the database, the one with
// the workflow's lease registers its webhooks and runs its long-lived triggers.
import type { WorkflowFile } from '../../contract/workflow.ts';
import type { Store } from '../../store/index.ts';
import type { MissedRuns, Triggers } from '../../triggers/index.ts';
import type { Webhooks } from '../../webhooks/index.ts';
import type { WorkflowStates } from '../executions/workflow-states.ts';
import type { ActiveWorkflows, Activity } from './active-workflows.ts';
import type { LeaseHolder, TriggerLeases } from './trigger-leases.ts';

export interface TriggerActivitiesPorts {
  readonly store: Pick<Store, 'workflows'>;
  readonly active: Pick<ActiveWorkflows, 'get' | 'turn'>;
  readonly states: Pick<WorkflowStates, 'get'>;
  readonly triggers: Triggers;
  readonly webhooks: Pick<Webhooks, 'needsRegistration' | 'register' | 'unregister'>;
  /** Absent if there can be one server only. */
  readonly leases: TriggerLeases | undefined;
  /** For workflows without a setting of their own. */
  readonly missedRuns: MissedRuns;
}

/** Returns the activities in the order in which they must be activated. */
export function triggerActivities(ports: TriggerActivitiesPorts): readonly Activity[] {
  const { leases, states, triggers, webhooks } = ports;
  leases?.serve(leaseHolder(ports, leases));
  const lease: Activity[] =
    leases === undefined ? [] : [{ activate: async () => 0, deactivate: (id) => leases.giveBack(id), cancel: (id) => leases.cancel(id) }];
  return [
    ...lease,
    // A service may call a webhook while it is registered, so it is open before, and closed after.
    {
      activate: async (workflow, _version, isFollower) => {
        const id = String(workflow.file.id);
        const isElsewhere =
          leases !== undefined && (await webhooks.needsRegistration(id, workflow)) && !(await leases.take(id, isFollower));
        if (!isElsewhere) await webhooks.register(id, workflow);
        return 0;
      },
      deactivate: (id) => webhooks.unregister(id),
    },
    {
      activate: async ({ file, principal }, _version, isFollower) => {
        const missedRuns = missedRunsOf(file) ?? ports.missedRuns;
        const options = { principal, missedRuns, isFollower, staticData: states.get(String(file.id)) };
        return (await triggers.activate(file, options)).length;
      },
      deactivate: (id) => triggers.deactivate(id),
      cancel: (id) => triggers.cancel(id),
      problems: (id) => triggers.problems(id),
    },
  ];
}

function leaseHolder({ store, active, triggers, webhooks }: TriggerActivitiesPorts, leases: TriggerLeases): LeaseHolder {
  return {
    takeOver: (id) =>
      active.turn(id, async () => {
        const workflow = active.get(id);
        // It may have been deactivated elsewhere, which this server follows in a moment.
        if (workflow === undefined || (await store.workflows.find(id))?.active !== true) return leases.giveBack(id);
        await triggers.startListening(id);
        await webhooks.register(id, workflow);
      }),
    release: (id, giveBack) =>
      active.turn(id, async () => {
        await triggers.stopListening(id);
        await webhooks.unregister(id);
        await giveBack();
      }),
  };
}

/** The workflow's own setting for missed runs. */
function missedRunsOf(file: WorkflowFile): MissedRuns | undefined {
  const { missedRuns } = (file.settings ?? {}) as { missedRuns?: unknown };
  return missedRuns === 'skip' || missedRuns === 'once' ? missedRuns : undefined;
}
