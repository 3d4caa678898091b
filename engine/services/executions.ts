// Use cases around executions: run and keep, read back, take up what waits, mark what died, remove what is old.
import { AppError } from '../contract/errors.ts';
import type { RunData, RunResult } from '../contract/run-data.ts';
import type { WorkflowFile } from '../contract/workflow.ts';
import {
  slicedJsonChunks,
  type Clock,
  type Executor,
  type RunOutcome,
  type StartRequest,
  type StoredRunState,
} from '../execution/index.ts';
import type { Logger } from '../sdk/index.ts';
import type { ExecutionRecord, Store } from '../store/index.ts';

/** What is kept of an execution beside its row. A run that can go on shares its run data with its results. */
interface Payload {
  readonly workflow: WorkflowFile;
  readonly resultData: RunResult['resultData'];
  readonly state?: Omit<StoredRunState, 'runData'>;
}

/** Files of executions, wherever they are. */
interface FileSweeper {
  sweep(isKept: (id: string) => Promise<boolean>, now: number): Promise<number>;
}

export interface ExecutionServicePorts {
  readonly executor: Executor;
  readonly store: Store;
  readonly clock: Pick<Clock, 'now'>;
  readonly ids: () => string;
  readonly logger: Logger;
  /** Id of this process, and whether the process of an id is alive. */
  readonly process: { readonly id: number; isAlive(id: number): boolean };
  readonly files?: FileSweeper;
}

/** A run and what became of keeping it. */
export interface KeptOutcome extends RunOutcome {
  /** Why the results could not be kept; absent when they were. */
  readonly notKept?: AppError;
}

/** Executions removed per commit, and pages given back at a time: so much may hold the process. */
const PRUNED_AT_ONCE = 50;
const PAGES_AT_ONCE = 2000;

export class ExecutionService {
  readonly #ports: ExecutionServicePorts;
  /** Executions that this process runs. */
  readonly #running = new Set<string>();

  constructor(ports: ExecutionServicePorts) {
    this.#ports = ports;
  }

  /** Saves the workflow, runs it, and keeps the execution with its data. The error workflow runs after a failure, and is kept likewise. */
  async runAndSave(request: StartRequest): Promise<KeptOutcome> {
    const { store, ids, clock } = this.#ports;
    const id = request.workflow.id === undefined ? ids() : String(request.workflow.id);
    await store.workflows.save(id, request.workflow, clock.now());
    const saved = await store.workflows.get(id);
    // The file goes on with the static data that earlier runs kept.
    return this.#run({ ...request, workflow: { ...request.workflow, id, staticData: saved?.staticData } });
  }

  /** Takes up a waiting execution. Throws EXECUTION_NOT_FOUND when there is none, or it does not wait (any more). */
  async resume(executionId: string): Promise<KeptOutcome> {
    const { store, process } = this.#ports;
    const record = await store.executions.get(executionId);
    const payload = await this.#payload(executionId);
    if (record === undefined || payload?.state === undefined || !(await store.executions.claim(executionId, process.id))) {
      throw new AppError('EXECUTION_NOT_FOUND', `There is no waiting execution ${executionId}.`, { params: { id: executionId } });
    }
    const state = { ...payload.state, runData: Object.entries(payload.resultData.runData) };
    const saved = await store.workflows.get(record.workflowId);
    const workflow = saved === undefined ? payload.workflow : { ...payload.workflow, staticData: saved.staticData };
    return this.#follow(executionId, workflow, () => this.#ports.executor.resume({ workflow, mode: record.mode, executionId }, state).done);
  }

  /** Takes up all waiting executions whose time has come; answers how they went on. */
  async resumeDue(): Promise<readonly KeptOutcome[]> {
    const due = await this.#ports.store.executions.due(this.#ports.clock.now());
    const outcomes = await Promise.allSettled(due.map(({ id }) => this.resume(id)));
    return outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  }

  /** An execution's row with its data; undefined for an unknown id. */
  async get(executionId: string): Promise<{ readonly record: ExecutionRecord; readonly payload?: Payload } | undefined> {
    const record = await this.#ports.store.executions.get(executionId);
    return record === undefined ? undefined : { record, payload: await this.#payload(executionId) };
  }

  /** Marks executions whose process died while they ran; answers their ids. */
  async recover(): Promise<readonly string[]> {
    const { store, process, clock } = this.#ports;
    const isLost = (record: ExecutionRecord): boolean =>
      record.process === process.id ? !this.#running.has(record.id) : !process.isAlive(record.process);
    const lost = (await store.executions.running()).filter(isLost).map(({ id }) => id);
    await store.executions.markCrashed(lost, clock.now());
    return lost;
  }

  /** Removes executions that started before `time` with their data and files, and gives the space back to the disk; answers how many went. */
  async prune(time: number): Promise<number> {
    const { store, files, clock } = this.#ports;
    let count = 0;
    for (let removed = PRUNED_AT_ONCE; removed === PRUNED_AT_ONCE; count += removed)
      removed = await store.executions.pruneBefore(time, PRUNED_AT_ONCE);
    await files?.sweep((id) => store.executions.ownsFile(id), clock.now());
    while (store.freeSpace(PAGES_AT_ONCE) === PAGES_AT_ONCE) await new Promise((resolve) => setImmediate(resolve));
    return count;
  }

  async #run(request: StartRequest): Promise<KeptOutcome> {
    const { store, executor, ids, clock, process } = this.#ports;
    const { workflow, mode } = request;
    const executionId = request.executionId ?? ids();
    const record = {
      id: executionId,
      workflowId: String(workflow.id),
      workflowName: workflow.name ?? '',
      mode,
      startedAt: clock.now(),
      process: process.id,
    };
    await store.executions.start({ ...record, status: 'running' });
    return this.#follow(executionId, workflow, () => executor.start({ ...request, executionId }).done);
  }

  /** Lets a run go on to its end and keeps what it left. */
  async #follow(executionId: string, workflow: WorkflowFile, run: () => Promise<RunOutcome>): Promise<KeptOutcome> {
    this.#running.add(executionId);
    try {
      const outcome = await run();
      const notKept = await this.#keep(workflow, outcome);
      await this.#runErrorWorkflow(workflow, outcome);
      return notKept === undefined ? outcome : { ...outcome, notKept };
    } catch (error) {
      await this.#keepRefusal(executionId, error);
      throw error;
    } finally {
      this.#running.delete(executionId);
    }
  }

  async #runErrorWorkflow(workflow: WorkflowFile, outcome: RunOutcome): Promise<void> {
    try {
      const request = await this.#ports.executor.errorRun(workflow, outcome);
      if (request !== undefined) await this.#run(request);
    } catch (error) {
      this.#ports.logger.error(`The error workflow of "${workflow.name ?? ''}" could not run: ${String(error)}`, {
        executionId: outcome.executionId,
      });
    }
  }

  async #payload(executionId: string): Promise<Payload | undefined> {
    const { store } = this.#ports;
    const packed = await store.executions.payload(executionId);
    return packed === undefined ? undefined : ((await store.unpack(packed)) as Payload);
  }

  /** Keeps what a run left; answers why that could not be. */
  async #keep(workflow: WorkflowFile, { executionId, result, state, staticData }: RunOutcome): Promise<AppError | undefined> {
    const { store, logger } = this.#ports;
    const { resultData, status, stoppedAt, waitTill } = result;
    const { runData: _shared, ...rest } = state ?? {};
    const payload = { workflow, resultData, ...(state === undefined ? {} : { state: rest }) };
    const end = {
      id: executionId,
      status,
      stoppedAt,
      waitTill,
      lastNode: resultData.lastNodeExecuted,
      errorMessage: resultData.error?.message,
    };
    try {
      await store.executions.end(end, await store.pack(slicedJsonChunks(payload)), fileIds(resultData.runData));
      // What people try out by hand leaves no trace in the next run (documented for static data).
      if (staticData !== undefined && result.mode !== 'manual') await store.workflows.saveStaticData(String(workflow.id), staticData);
      return undefined;
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      logger.error(`The execution ${executionId} could not be kept: ${reason}`, { executionId });
      return cause instanceof AppError ? cause : new AppError('STORE_FAILED', `The execution could not be kept: ${reason}`, { cause });
    }
  }

  /** Notes that an execution could not even start; the reason is thrown to whoever wanted it. */
  async #keepRefusal(id: string, error: unknown): Promise<void> {
    const { store, clock, logger } = this.#ports;
    const errorMessage = error instanceof Error ? error.message : String(error);
    await store.executions
      .end({ id, status: 'error', stoppedAt: clock.now(), errorMessage })
      .catch((cause: unknown) => logger.error(`The execution ${id} could not be kept: ${String(cause)}`, { executionId: id }));
  }
}

/** Ids of the files in the binary store that a run's items name. */
function fileIds(runData: RunData): readonly string[] {
  const ids = new Set<string>();
  for (const runs of Object.values(runData)) {
    for (const { data } of runs) {
      for (const items of data?.['main'] ?? []) {
        for (const { binary } of items ?? []) {
          if (binary !== undefined) for (const { id } of Object.values(binary)) if (id !== undefined) ids.add(id);
        }
      }
    }
  }
  return [...ids];
}
