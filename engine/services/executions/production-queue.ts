// The queue of production executions in the database: storing and claiming them, and starting them from stored data.
import { AppError } from '../../contract/errors.ts';
import type { ExecutionFinishedEvent, ExecutionQueuedEvent } from '../../contract/push.ts';
import type { ExecutionMode } from '../../contract/run-data.ts';
import type { WorkflowFile } from '../../contract/workflow.ts';
import type { AdmittedWorkflow, Clock, RunListener } from '../../execution/index.ts';
import type { Logger } from '../../sdk/index.ts';
import type { ExecutionRecord, Store } from '../../store/index.ts';
import { ExecutionQueue, type ExecutionQueuePorts } from './execution-queue.ts';
import { failedEnd, type ExecutionPacker } from './execution-packer.ts';
import type { Launch } from './run-launcher.ts';
import type { SavingRules } from './saving-rules.ts';
import { originOf, storedExecution, type StoredExecution } from './stored-executions.ts';

export interface ProductionQueuePorts {
  readonly limit: number;
  readonly store: Store;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly instance: { readonly id: string };
  readonly listener?: RunListener;
  readonly packer: ExecutionPacker;
  /** Receives the ids of executions that are claimed in the database but have not started yet. */
  readonly claimed: Set<string>;
  readonly launch: ExecutionQueuePorts<Launch>['launch'];
  /** Throws STORE_FAILED while the database cannot be written to. */
  readonly assertWritable: () => void;
  readonly rulesOf: (workflow: WorkflowFile, mode: ExecutionMode) => SavingRules;
  /** Returns the stored workflow with its latest static data, and the identity of its run. */
  readonly admitted: (execution: StoredExecution) => Promise<AdmittedWorkflow | undefined>;
  readonly onQueue?: (event: ExecutionQueuedEvent | ExecutionFinishedEvent, record: ExecutionRecord) => void;
}

export function productionQueue(ports: ProductionQueuePorts): ExecutionQueue<Launch> {
  const { store, instance, packer, claimed, onQueue } = ports;
  return new ExecutionQueue<Launch>({
    ...ports,
    launch: (launch) => {
      const run = ports.launch(launch);
      claimed.delete(launch.record.id);
      return run;
    },
    store: ({ record, request: { workflow }, start = {}, origin }) => {
      ports.assertWritable();
      return store.executions.writer(packer.start({ ...record, status: 'new' }, { workflow, start, origin })).saveStart();
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
    restore: async (id, startedAt, launched) => {
      const { start: _stored, ...launch } = launched ?? (await restored(ports, id));
      return { ...launch, record: { ...launch.record, startedAt, instance: instance.id }, rules: { ...launch.rules, fromStart: true } };
    },
    onQueued: (record) => {
      const { id: executionId, workflowId, workflowName, mode } = record;
      onQueue?.({ type: 'executionQueued', executionId, workflowId, workflowName, mode }, record);
    },
    onDropped: (record, stoppedAt) => {
      const { id: executionId, workflowId } = record;
      onQueue?.({ type: 'executionFinished', executionId, workflowId, status: 'canceled', stoppedAt }, record);
    },
  });
}

/** Restores a stored execution that has not run yet. If its data is incomplete, the execution ends as failed and the reason is thrown. */
async function restored({ store, claimed, clock, rulesOf, admitted, listener }: ProductionQueuePorts, id: string): Promise<Launch> {
  const execution = await storedExecution(store, id);
  const start = execution?.payload?.start;
  const workflow = execution === undefined ? undefined : await admitted(execution);
  if (execution === undefined || workflow === undefined || start === undefined) {
    const failure = new AppError('EXECUTION_NOT_FOUND', `The start data of the queued execution ${id} are missing.`, { params: { id } });
    claimed.delete(id);
    if (execution !== undefined) await store.executions.storedWriter(execution.record).saveEnd(failedEnd(failure, clock.now()));
    throw failure;
  }
  const { record } = execution;
  const { file, principal } = workflow;
  return {
    record,
    request: { ...start, workflow: file, principal, mode: record.mode, listener },
    rules: rulesOf(file, record.mode),
    origin: originOf(execution),
  };
}
