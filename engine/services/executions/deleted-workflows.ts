// Executions of deleted workflows: queued and waiting ones are stopped, running ones end, and their rows stay with those to whom they belong.
import { AppError } from '../../contract/errors.ts';
import type { ExecutionStatus } from '../../contract/run-data.ts';
import type { Clock } from '../../execution/index.ts';
import type { ExecutionFilter, ExecutionRecord, Store } from '../../store/index.ts';

export interface DeletedWorkflowsPorts {
  readonly store: Store;
  readonly clock: Pick<Clock, 'now'>;
  /** Stops a queued or waiting execution. Throws EXECUTION_NOT_FOUND if it is neither. */
  readonly stop: (executionId: string, reason: AppError) => Promise<unknown>;
  /** Removes finished executions. */
  readonly remove: (filter: ExecutionFilter) => Promise<unknown>;
}

/** Number of executions of a workflow that have not ended. */
export interface OpenExecutions {
  readonly queued: number;
  readonly waiting: number;
  readonly running: number;
}

/** Maximum number of executions that are counted or stopped at once. */
const COUNTED = 10_000;
const STOPPED_AT_ONCE = 100;

export class DeletedWorkflows {
  readonly #ports: DeletedWorkflowsPorts;

  constructor(ports: DeletedWorkflowsPorts) {
    this.#ports = ports;
  }

  /**
   * Returns the number of executions that a deletion of the workflow would stop, and of those that would run to their end; each is counted up to
   * 10,000.
   */
  async open(workflowId: string): Promise<OpenExecutions> {
    const count = (status: ExecutionStatus): Promise<number> =>
      this.#ports.store.executionList.count({ workflowId, statuses: [status] }, COUNTED);
    const [queued, waiting, running] = await Promise.all([count('new'), count('waiting'), count('running')]);
    return { queued, waiting, running };
  }

  /**
   * Must be called when the workflow has been deleted. Stops its queued and waiting executions, and removes those that had ended before `since`, in
   * milliseconds since the epoch. If the process ends meanwhile, `stopLeft` stops the others.
   */
  async ended(workflowId: string, since = this.#ports.clock.now()): Promise<void> {
    await this.stopLeft();
    await this.#ports.remove({ workflowId, stoppedBefore: since });
  }

  /** Stops all queued and waiting executions whose workflows were deleted. */
  async stopLeft(): Promise<void> {
    const { store } = this.#ports;
    const seen = new Set<string>();
    for (;;) {
      const remaining = (await store.executions.ofDeletedWorkflows(STOPPED_AT_ONCE + seen.size)).filter((id) => !seen.has(id));
      if (remaining.length === 0) return;
      for (const id of remaining) {
        seen.add(id);
        await this.#stop(id);
      }
    }
  }

  /** Stops a waiting execution whose workflow was deleted while it ran. Must be called each time that an execution starts to wait. */
  async waits(executionId: string, workflowId: string): Promise<void> {
    if (await this.#ports.store.workflows.isDeleted(workflowId)) await this.#stop(executionId);
  }

  /** Throws WORKFLOW_NOT_FOUND if the workflow of an execution was deleted: a retry would run without its rights. */
  async assertLeft({ id, workflowId, workflowName }: Pick<ExecutionRecord, 'id' | 'workflowId' | 'workflowName'>): Promise<void> {
    if (!(await this.#ports.store.workflows.isDeleted(workflowId))) return;
    throw new AppError('WORKFLOW_NOT_FOUND', `The execution ${id} cannot be retried: its workflow "${workflowName}" was deleted.`, {
      params: { id: workflowId },
      hint: 'To run it again, import or create the workflow anew.',
    });
  }

  /** It may have ended or continued by itself in the meantime. */
  async #stop(id: string): Promise<void> {
    await this.#ports
      .stop(id, new AppError('EXECUTION_CANCELED', 'The execution was stopped because its workflow was deleted.'))
      .catch((error: unknown) => {
        if (!(error instanceof AppError) || error.code !== 'EXECUTION_NOT_FOUND') throw error;
      });
  }
}
