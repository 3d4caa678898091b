// Starts error workflows: after runs that failed here, for executions whose process has ended, and after failed triggers.
import { errorCodeOf } from '../../contract/errors.ts';
import type { RunResult } from '../../contract/run-data.ts';
import type { AdmittedRequest, AdmittedWorkflow, Executor, FailedOutcome } from '../../execution/index.ts';
import type { Logger } from '../../sdk/index.ts';
import type { Store } from '../../store/index.ts';
import type { ExecutionRequest } from './execution-ports.ts';
import { storedExecution, type StoredExecution } from './stored-executions.ts';

/** Returns the address of an execution in the editor, whose URL ends with a slash. */
export const executionPage = (editorUrl: string, workflowId: string, executionId: string): string =>
  `${editorUrl}workflow/${workflowId}/executions/${executionId}`;

export interface ErrorRunsPorts {
  readonly store: Store;
  readonly executor: Pick<Executor, 'errorRun' | 'triggerErrorRun'>;
  readonly logger: Logger;
  /** Returns the URL of an execution. */
  readonly executionUrl?: (workflowId: string, executionId: string) => string;
  /** The workflow of a stored execution with the identity of its run. */
  readonly admitted: (execution: StoredExecution) => Promise<AdmittedWorkflow | undefined>;
  /** Starts an error workflow; resolves at its end. `reports`: id of the crashed execution that counts as reported once the start is stored. */
  readonly start: (request: AdmittedRequest & Pick<ExecutionRequest, 'reports' | 'claim'>) => Promise<unknown>;
  /** Present on a team, where several servers look for crashed executions. */
  readonly claims?: Pick<Store['triggerClaims'], 'errorRun'> | undefined;
}

export class ErrorRuns {
  readonly #ports: ErrorRunsPorts;
  /** Crashed executions that are being reported. */
  readonly #reporting = new Set<string>();

  constructor(ports: ErrorRunsPorts) {
    this.#ports = ports;
  }

  /** Runs the error workflow of a run that failed, if there is one. */
  async afterRun(workflow: AdmittedWorkflow, outcome: FailedOutcome): Promise<void> {
    await this.#logged(workflow, async () => {
      const request = await this.#requestFor(workflow, outcome);
      if (request !== undefined) await this.#ports.start(request);
    });
  }

  /** Runs the error workflow of an active workflow whose trigger failed, if there is one. */
  async afterTrigger(workflow: AdmittedWorkflow, nodeName: string, error: unknown): Promise<void> {
    await this.#logged(workflow, async () => {
      const request = await this.#ports.executor.triggerErrorRun(workflow, nodeName, error);
      if (request !== undefined) await this.#ports.start(request);
    });
  }

  /**
   * Runs the error workflows of crashed executions. The commit that marks an execution as crashed also marks its error workflow as due; the
   * commit that stores the start of the error workflow clears that mark. So it is neither lost nor started twice, no matter when the process ends.
   */
  async afterCrashes(): Promise<void> {
    for (const id of await this.#ports.store.executions.errorsDue()) {
      if (this.#reporting.has(id)) continue;
      this.#reporting.add(id);
      await this.#report(id).finally(() => this.#reporting.delete(id));
    }
  }

  async #report(id: string): Promise<void> {
    const { store, start, admitted, claims } = this.#ports;
    const execution = await storedExecution(store, id);
    const workflow = execution === undefined ? undefined : await admitted(execution);
    let isStarting = false;
    if (execution !== undefined && workflow !== undefined) {
      await this.#logged(workflow, async () => {
        const request = await this.#requestFor(workflow, {
          executionId: id,
          retryOf: execution.record.retryOf,
          result: crashResult(execution),
        });
        isStarting = request !== undefined;
        if (request !== undefined) await start({ ...request, reports: id, claim: claims?.errorRun(id) });
      });
    }
    if (!isStarting) await store.executions.errorReported(id);
  }

  #requestFor(workflow: AdmittedWorkflow, outcome: FailedOutcome): Promise<AdmittedRequest | undefined> {
    const { executor, executionUrl } = this.#ports;
    return executor.errorRun(workflow, outcome, executionUrl?.(workflow.principal.workflowId ?? '', outcome.executionId));
  }

  async #logged({ file }: AdmittedWorkflow, act: () => Promise<void>): Promise<void> {
    await act().catch((error: unknown) => {
      if (errorCodeOf(error) !== 'CLAIM_LOST')
        this.#ports.logger.error(`The error workflow of "${file.name ?? ''}" could not run: ${String(error)}`);
    });
  }
}

function crashResult({ record, payload }: StoredExecution): RunResult {
  const { mode, startedAt, stoppedAt = startedAt, lastNode } = record;
  const message = 'The execution ended with the process that ran it.';
  return {
    status: 'crashed',
    mode,
    startedAt,
    stoppedAt,
    resultData: {
      runData: payload?.resultData?.runData ?? {},
      ...(lastNode === undefined ? {} : { lastNodeExecuted: lastNode }),
      error: { name: 'WorkflowCrashedError', message },
    },
  };
}
