// Links called executions and their callers through the database: results for waiting callers, and pending calls.
import type { JsonObject } from '../../contract/json.ts';
import type { RunResult } from '../../contract/run-data.ts';
import type { WorkflowFile } from '../../contract/workflow.ts';
import { jsonChunks, openCalls, withCallResults, type CallResult, type Clock, type Executor, type StoredRunState } from '../../execution/index.ts'; // oxfmt-ignore
import type { Delivery, ExecutionRecord, Store } from '../../store/index.ts';

export interface CallLinksPorts {
  readonly store: Store;
  readonly executor: Pick<Executor, 'callResult'>;
  readonly clock: Pick<Clock, 'now'>;
}

export class CallLinks {
  readonly #ports: CallLinksPorts;

  constructor(ports: CallLinksPorts) {
    this.#ports = ports;
  }

  /** Returns the result of a finished execution for its caller; undefined if no caller waits for it. `workflow`: the version that ran. */
  async result(record: ExecutionRecord, workflow: WorkflowFile, result: RunResult): Promise<Delivery | undefined> {
    if (record.parent?.call === undefined) return undefined;
    return this.#delivery(record, await this.#ports.executor.callResult(workflow, result));
  }

  /** Returns the failure of an execution for its caller; undefined if no caller waits for it. */
  async failure(record: ExecutionRecord, error: string): Promise<Delivery | undefined> {
    return record.parent?.call === undefined ? undefined : this.#delivery(record, { error });
  }

  /**
   * Returns the state of a caller with the results received so far. A called execution that was deleted, or ended without a result, counts as
   * failed.
   */
  async withResults(id: string, state: StoredRunState): Promise<StoredRunState> {
    const open = openCalls(state);
    if (open.length === 0) return state;
    const { store } = this.#ports;
    const packed = await store.executions.calls.results(id);
    const results = new Map<string, CallResult>();
    for (const { executionId } of open) {
      const came = packed.get(executionId);
      if (came !== undefined) results.set(executionId, (await store.unpack(came)) as CallResult);
      else {
        const record = await store.executions.get(executionId);
        if (record === undefined) results.set(executionId, { error: `The called execution ${executionId} was deleted before its end.` });
        else if (!active.has(record.status))
          results.set(executionId, { error: `The result of the called execution ${executionId} is lost.` });
      }
    }
    return withCallResults(state, results);
  }

  /** Stops the executions that these deleted executions have called, since their results are no longer needed. */
  async endAbandoned(parentIds: readonly string[], stop: (id: string) => Promise<unknown>): Promise<void> {
    const { executions } = this.#ports.store;
    const abandoned = await executions.calls.abandoned(parentIds);
    if (abandoned.length === 0) return;
    for (const id of abandoned) await stop(id).catch(() => undefined);
    await executions.removeAbandonedResults(parentIds);
  }

  async #delivery({ id, parent }: ExecutionRecord, result: CallResult): Promise<Delivery> {
    const data = await this.#ports.store.pack(jsonChunks(result as unknown as JsonObject));
    return { childId: id, parentId: parent?.id ?? '', data, now: this.#ports.clock.now() };
  }
}

const active: ReadonlySet<string> = new Set(['new', 'running', 'waiting']);
