// The queue of production executions in the database: storing and claiming them, and starting them from stored data.
import { AppError } from '../../contract/errors.ts';
import type { ExecutionFinishedEvent, ExecutionQueuedEvent } from '../../contract/push.ts';
import type { ExecutionMode } from '../../contract/run-data.ts';
import type { WorkflowFile } from '../../contract/workflow.ts';
import type { Clock, Executor, RunListener } from '../../execution/index.ts';
import type { Logger } from '../../sdk/index.ts';
import type { Store } from '../../store/index.ts';
import { ExecutionQueue, type ExecutionQueuePorts } from './execution-queue.ts';
import { originOf, type ExecutionKeeper, type KeptExecution } from './keeper.ts';
import type { Launch } from './run-launcher.ts';
import type { SavingRules } from './saving-rules.ts';

export interface ProductionQueuePorts {
  readonly limit: number;
  readonly store: Store;
  readonly executor: Executor;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly instance: { readonly id: string };
  readonly listener?: RunListener;
  readonly keeper: ExecutionKeeper;
  /** Receives the ids of executions that are claimed in the database but have not started yet. */
  readonly claimed: Set<string>;
  readonly launch: ExecutionQueuePorts<Launch>['launch'];
  /** Throws STORE_FAILED while the database cannot be written to. */
  readonly assertWritable: () => void;
  readonly rulesOf: (workflow: WorkflowFile, mode: ExecutionMode) => SavingRules;
  /** Returns the stored workflow with its latest static data, set to run on behalf of the user who started it. */
  readonly workflowOf: (kept: KeptExecution, file: WorkflowFile) => Promise<WorkflowFile>;
  readonly onQueue?: (event: ExecutionQueuedEvent | ExecutionFinishedEvent) => void;
}

export function productionQueue(ports: ProductionQueuePorts): ExecutionQueue<Launch> {
  const { store, instance, keeper, claimed, onQueue } = ports;
  return new ExecutionQueue<Launch>({
    ...ports,
    launch: (launch) => {
      const run = ports.launch(launch);
      claimed.delete(launch.record.id);
      return run;
    },
    store: ({ record, workflow, start = {}, origin }) => {
      ports.assertWritable();
      return keeper.begin(keeper.beginning({ ...record, status: 'new' }, workflow, start, origin));
    },
    stored: () => store.executions.queued(),
    claim: async (id, startedAt) => {
      claimed.add(id);
      let isOurs = false;
      try {
        isOurs = await store.executions.claimQueued(id, instance.id, startedAt);
        return isOurs;
      } finally {
        if (!isOurs) claimed.delete(id);
      }
    },
    restore: async (id, startedAt, known) => {
      const { start: _stored, ...launch } = known ?? (await restored(ports, id));
      return { ...launch, record: { ...launch.record, startedAt }, rules: { ...launch.rules, fromStart: true } };
    },
    onQueued: ({ id, workflowId, workflowName, mode }) =>
      onQueue?.({ type: 'executionQueued', executionId: id, workflowId, workflowName, mode }),
    onDropped: (executionId, workflowId, stoppedAt) =>
      onQueue?.({ type: 'executionFinished', executionId, workflowId, status: 'canceled', stoppedAt }),
  });
}

/** Restores a stored execution that has not run yet. If its data is incomplete, the execution ends as failed and the reason is thrown. */
async function restored(ports: ProductionQueuePorts, id: string): Promise<Launch> {
  const { keeper, claimed, clock, executor, rulesOf, workflowOf, listener } = ports;
  const kept = await keeper.get(id);
  const start = kept?.payload?.start;
  if (kept?.workflow === undefined || start === undefined) {
    const failure = new AppError('EXECUTION_NOT_FOUND', `The start data of the queued execution ${id} are missing.`, { params: { id } });
    claimed.delete(id);
    await keeper.keepRefusal(id, clock.now(), failure);
    throw failure;
  }
  const { workflowId, mode } = kept.record;
  const workflow = await workflowOf(kept, { ...kept.workflow, id: workflowId });
  return {
    record: kept.record,
    workflow,
    rules: rulesOf(workflow, mode),
    origin: originOf(kept),
    listener,
    begin: (given) => executor.start({ ...start, workflow, mode, ...given }),
  };
}
