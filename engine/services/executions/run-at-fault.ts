// Handles the run that blocked the previous engine: it fails in the node that was running, and its workflow is deactivated if that happens again.
import type { RunData, RunResult, TaskData } from '../../contract/run-data.ts';
import { toErrorData, type AdmittedWorkflow, type Clock, type RunOutcome, type WorkMark } from '../../execution/index.ts';
import type { Logger } from '../../sdk/index.ts';
import type { ExecutionRecord, Store } from '../../store/index.ts';
import { deactivationError, faultError, type EngineFault } from '../../watchdog/engine-fault.ts';
import type { Principals } from '../principals.ts';
import type { ExecutionService } from './executions.ts';
import { originOf, storedExecution, storedState, type StoredExecution } from './stored-executions.ts';

export interface RunAtFaultPorts {
  readonly store: Store;
  readonly executions: Pick<ExecutionService, 'packer' | 'links' | 'errorRuns' | 'admitted'>;
  readonly active: { noteFailure(workflowId: string, error: unknown): void };
  readonly principals: Pick<Principals, 'ofWorkflow'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly ids: () => string;
  readonly logger: Logger;
  readonly instance: { readonly id: string };
}

export class RunAtFault {
  readonly #ports: RunAtFaultPorts;

  constructor(ports: RunAtFaultPorts) {
    this.#ports = ports;
  }

  /**
   * Stores the end of the run; called before crashed executions are recovered. Returns a function that starts the run's error workflow, to be
   * called once the server is ready.
   */
  async end(fault: EngineFault): Promise<() => Promise<void>> {
    const { logger, executions } = this.#ports;
    const { work, crash, count } = fault;
    const error = faultError(fault);
    const details = { restarts: count, ...(crash === undefined ? {} : { requests: crash.requests, crashStack: crash.stack }) };
    if (work === undefined) {
      logger.error(`The engine was restarted. The running node is not known: ${error.message}`, details);
      return () => Promise.resolve();
    }
    const { node, workflowId, executionId } = work;
    logger.error(`The engine was restarted (workflow ${workflowId}, node "${node}"): ${error.message}`, {
      workflowId,
      executionId,
      node,
      ...details,
    });
    if (fault.isRepeated) await this.#deactivate(work, fault);
    if (executionId !== '') return this.#endRun(work, fault);
    // A request of the editor, such as loading a list, belongs to no execution.
    if (work.mode === 'internal') return () => Promise.resolve();
    // A listening trigger has no execution. One is created, so that the failure appears in the list.
    await this.#endRun({ ...work, executionId: this.#ports.ids() }, fault);
    const workflow = await this.#stored(workflowId);
    return async () => (workflow === undefined ? undefined : executions.errorRuns.afterTrigger(workflow, node, error));
  }

  async #deactivate({ workflowId, node }: WorkMark, fault: EngineFault): Promise<void> {
    const { store, active, logger } = this.#ports;
    if ((await store.workflows.find(workflowId))?.active !== true) return;
    const error = deactivationError(fault);
    await store.workflows.setActive(workflowId, false);
    active.noteFailure(workflowId, error);
    logger.error(`The workflow ${workflowId} was deactivated: ${error.message}`, { workflowId, node });
  }

  async #endRun(work: WorkMark, fault: EngineFault): Promise<() => Promise<void>> {
    const { executions, store } = this.#ports;
    const { packer, links, errorRuns } = executions;
    const nothing = (): Promise<void> => Promise.resolve();
    const execution = await storedExecution(store, work.executionId);
    if (execution !== undefined && execution.record.status !== 'running') return nothing;
    const workflow = execution === undefined ? await this.#stored(work.workflowId) : await executions.admitted(execution);
    if (workflow === undefined) return nothing;
    const record = execution?.record ?? this.#newRecord(work, workflow, fault);
    const outcome: RunOutcome = { executionId: work.executionId, result: this.#result(work, record, fault, execution) };
    const origin = execution === undefined ? {} : originOf(execution);
    const delivery = await links.failure(record, faultError(fault).message);
    const state = storedState(execution);
    const writer =
      execution === undefined
        ? store.executions.writer(packer.start(record, { workflow: workflow.file, start: {}, origin }))
        : store.executions.storedWriter(record);
    const end = packer.end({ ...outcome, ...(state === undefined ? {} : { state }) }, origin, {
      start: execution?.payload?.start,
      links: { hadSteps: true, isOver: true, ...(delivery === undefined ? {} : { delivery }) },
    });
    await writer.saveEnd(end);
    return () => errorRuns.afterRun(workflow, outcome);
  }

  async #stored(workflowId: string): Promise<AdmittedWorkflow | undefined> {
    const { store, principals } = this.#ports;
    const row = await store.workflows.find(workflowId);
    return row === undefined ? undefined : { file: row.file, principal: await principals.ofWorkflow(row) };
  }

  /** Creates the row of a run whose start was not stored before the engine was blocked, or of a listening trigger. */
  #newRecord(
    { executionId, workflowId, mode }: WorkMark,
    { file, principal }: AdmittedWorkflow,
    { reason, limit }: EngineFault,
  ): ExecutionRecord {
    const { clock, instance } = this.#ports;
    const startedAt = clock.now() - (reason === 'held' ? limit * 1000 : 0);
    const { userId } = principal;
    const owner = userId === null ? {} : { ownerId: userId ?? '' };
    const row = { id: executionId, workflowId, workflowName: file.name ?? '', mode, startedAt, instance: instance.id };
    return { ...row, status: 'running', ...owner };
  }

  #result({ node }: WorkMark, { mode, startedAt }: ExecutionRecord, fault: EngineFault, execution: StoredExecution | undefined): RunResult {
    const now = this.#ports.clock.now();
    const error = toErrorData(faultError(fault), node, now);
    const runData = Object.assign(Object.create(null) as RunData, execution?.payload?.resultData?.runData);
    const runs = runData[node] ?? [];
    const startTime = fault.reason === 'held' ? Math.max(startedAt, now - fault.limit * 1000) : now;
    const task: TaskData = {
      startTime,
      executionTime: Math.max(0, now - startTime),
      executionIndex: Object.values(runData).reduce((count, list) => count + list.length, 0),
      executionStatus: 'error',
      source: [],
      error,
    };
    runData[node] = [...runs, task];
    return { status: 'error', mode, startedAt, stoppedAt: now, resultData: { runData, lastNodeExecuted: node, error } };
  }
}
