// Reads and writes executions: a row at the start, and the payload when they end or wait. Decides which executions can be retried.
import { createHash } from 'node:crypto';
import { AppError } from '../../contract/errors.ts';
import { errorSentence } from '../../contract/error-sentence.ts';
import type { ExecutionStatus, Item, ItemList, RunData, RunResult } from '../../contract/run-data.ts';
import type { WorkflowFile } from '../../contract/workflow.ts';
import { jsonChunks, type RunOutcome, type RunProgress, type RunStep, type StoredRunState } from '../../execution/index.ts';
import type { EndLinks, ExecutionBegin, ExecutionEnd, ExecutionRecord, Snapshot, Store } from '../../store/index.ts';
import { stringifyExactly } from '../../contract/exact-numbers.ts';

/** Fields of an execution that are known from its start and stored with each save. */
export interface Origin {
  /** Id of the user who started the execution by hand, null for the instance owner; absent if nobody did. */
  readonly startedBy?: string | null;
  readonly called?: CalledAs;
  /** Whether the execution is saved regardless of the settings. */
  readonly isKept?: boolean;
}

/** Payload of an execution, stored beside its row. The results and the state of a resumable run share the same run data. */
export interface Payload extends Origin {
  readonly resultData?: RunResult['resultData'];
  readonly state?: Omit<StoredRunState, 'runData'>;
  /** Whether the results are stored step by step in another table. */
  readonly hasSteps?: boolean;
  /** Start data, stored at the start so that a crashed execution can be retried. */
  readonly start?: StartData;
}

/** How another workflow called this one. */
export interface CalledAs {
  /** Whether the workflow was passed inline: it is not saved, and acts on behalf of its caller. */
  readonly isInline: boolean;
  /** Whether the call is part of a manual run. */
  readonly isByHand: boolean;
  readonly depth: number;
}

export interface StartData {
  readonly startNode?: string;
  readonly items?: readonly Item[];
  readonly output?: readonly ItemList[];
}

export interface KeptExecution {
  readonly record: ExecutionRecord;
  readonly payload?: Payload;
  /** The workflow as it ran; absent if it was not stored. */
  readonly workflow?: WorkflowFile;
}

/** The origin of an execution as it was stored. */
export const originOf = ({ payload: { startedBy, called, isKept } = {} }: KeptExecution): Origin => ({
  ...(startedBy === undefined ? {} : { startedBy }),
  ...(called === undefined ? {} : { called }),
  ...(isKept === undefined ? {} : { isKept }),
});

export interface EndingOptions {
  /** Start record, if it has not been written yet. */
  readonly begun?: ExecutionBegin;
  /** Start data to store if the execution can be retried only from its start. */
  readonly start?: StartData;
  readonly links?: EndLinks;
}

export interface KeeperPorts {
  readonly store: Store;
}

export class ExecutionKeeper {
  readonly #store: Store;
  /** Workflow files are never modified, so each is packed once. */
  readonly #snapshots = new WeakMap<WorkflowFile, Snapshot>();

  constructor({ store }: KeeperPorts) {
    this.#store = store;
  }

  /** Start record of an execution. */
  beginning(record: ExecutionRecord, workflow: WorkflowFile, start: StartData, origin: Origin, files?: readonly string[]): ExecutionBegin {
    return {
      record,
      snapshot: () => this.#snapshot(workflow),
      payload: () => this.#store.pack(jsonChunks({ start, ...origin })),
      files: () => files ?? filesOfStart(start),
    };
  }

  /** Stores the start of an execution. */
  begin(begun: ExecutionBegin): Promise<void> {
    return this.#store.executions.start(begun);
  }

  /** Packs the results of a run, and returns a function that writes them. The function may be called again after a failure. */
  async ending(
    { executionId, result, state }: RunOutcome,
    origin: Origin,
    { begun, start, links }: EndingOptions,
  ): Promise<() => Promise<void>> {
    const { resultData, status, stoppedAt, waitTill } = result;
    const { runData: _shared, ...rest } = state ?? {};
    const payload: Payload = {
      resultData,
      ...origin,
      ...(start === undefined ? {} : { start }),
      ...(state === undefined ? {} : { state: rest as Payload['state'] }),
    };
    const end: ExecutionEnd = {
      id: executionId,
      status,
      stoppedAt,
      waitTill,
      lastNode: resultData.lastNodeExecuted,
      errorMessage: resultData.error === undefined ? undefined : errorSentence(resultData.error),
    };
    const packing = this.#store.pack(jsonChunks(payload));
    const { executions } = this.#store;
    if (packing instanceof Promise) executions.announceEnd(executionId, packing);
    const packed = packing instanceof Promise ? await packing : packing;
    const files = fileIds(resultData.runData);
    return () => (begun === undefined ? executions.end(end, packed, files, links) : executions.add(begun, end, packed, files, links));
  }

  /** Stores the progress of a run since the last save; `index`: number of earlier saves. */
  async keepProgress(executionId: string, { tasks, state }: RunStep, index: number, origin: Origin): Promise<void> {
    const payload = await this.#store.pack(jsonChunks({ ...origin, state, hasSteps: true } satisfies Payload));
    const data = await this.#store.pack(jsonChunks({ tasks } satisfies Pick<RunStep, 'tasks'>));
    const files = fileIds(runDataOf([{ tasks }]));
    await this.#store.executions.progress.add(executionId, { lastNode: state.lastNode, payload, index, data, files });
  }

  /** Stores a checkpoint. After a crash the execution waits until `waitTill`, in milliseconds since the epoch, and resumes from it. */
  async keepCheckpoint(executionId: string, { resultData, state }: RunProgress, waitTill: number, origin: Origin): Promise<void> {
    const { runData: _shared, ...rest } = state;
    const packing = this.#store.pack(jsonChunks({ resultData, ...origin, state: rest } satisfies Payload));
    const packed = packing instanceof Promise ? await packing : packing;
    const { lastNodeExecuted, runData } = resultData;
    await this.#store.executions.progress.checkpoint(executionId, waitTill, lastNodeExecuted, packed, fileIds(runData));
  }

  /** Packs the payload of a waiting execution, to be stored when it resumes with this state. */
  async packTakenUp({ payload }: KeptExecution, { runData: _shared, ...state }: StoredRunState): Promise<Uint8Array> {
    return this.#store.pack(jsonChunks({ ...payload, state }));
  }

  /** Deletes the row of an execution that was stored only for the case of a crash. */
  forget(executionId: string, links?: EndLinks): Promise<void> {
    return this.#store.executions.remove(executionId, links);
  }

  /** Stores that an execution could not even start. */
  keepRefusal(id: string, stoppedAt: number, error: unknown, links?: EndLinks): Promise<void> {
    const errorMessage = error instanceof Error ? error.message : String(error);
    return this.#store.executions.end({ id, status: 'error', stoppedAt, errorMessage }, undefined, [], links);
  }

  /** Returns an execution's row with its data; undefined for an unknown id. */
  async get(executionId: string): Promise<KeptExecution | undefined> {
    const record = await this.#store.executions.get(executionId);
    if (record === undefined) return undefined;
    const [packed, file] = await Promise.all([
      this.#store.executions.payload(executionId),
      record.snapshot === undefined ? undefined : this.#store.executions.snapshot(record.snapshot),
    ]);
    return {
      record,
      ...(packed === undefined ? {} : { payload: await this.#whole(executionId, (await this.#store.unpack(packed)) as Payload) }),
      ...(file === undefined ? {} : { workflow: (await this.#store.unpack(file)) as WorkflowFile }),
    };
  }

  /** Returns the payload including the results that were stored step by step. */
  async #whole(executionId: string, { hasSteps, ...payload }: Payload): Promise<Payload> {
    if (hasSteps !== true) return payload;
    const steps: Pick<RunStep, 'tasks'>[] = [];
    for (const packed of await this.#store.executions.progress.steps(executionId)) {
      steps.push((await this.#store.unpack(packed)) as Pick<RunStep, 'tasks'>);
    }
    const lastNodeExecuted = payload.state?.lastNode;
    const last = lastNodeExecuted === undefined ? {} : { lastNodeExecuted };
    return { ...payload, resultData: { runData: runDataOf(steps), ...last } };
  }

  /** Returns the state from which a stored run can resume; undefined if it cannot. */
  storedState({ payload }: KeptExecution): StoredRunState | undefined {
    if (payload?.state === undefined || payload.resultData === undefined) return undefined;
    return { ...payload.state, runData: Object.entries(payload.resultData.runData) } as StoredRunState;
  }

  #snapshot(workflow: WorkflowFile): Snapshot {
    let snapshot = this.#snapshots.get(workflow);
    if (snapshot === undefined) {
      const { staticData: _state, ...file } = workflow;
      const text = stringifyExactly(file);
      snapshot = { hash: createHash('sha256').update(text).digest('base64url'), data: this.#store.packText(text) };
      this.#snapshots.set(workflow, snapshot);
    }
    return snapshot;
  }
}

function runDataOf(steps: readonly Pick<RunStep, 'tasks'>[]): RunData {
  const runData = Object.create(null) as RunData;
  for (const { tasks } of steps) for (const [node, task] of tasks) (runData[node] ??= []).push(task);
  return runData;
}

/** Ids of the stored files that the start items refer to. */
export function filesOfStart({ items, output }: StartData): readonly string[] {
  const ids = new Set<string>();
  for (const list of [items, ...(output ?? [])]) addFiles(ids, list);
  return [...ids];
}

/** Ids of the stored files that a run's items refer to. */
export function fileIds(runData: RunData): readonly string[] {
  const ids = new Set<string>();
  for (const name in runData) {
    for (const { data } of runData[name] ?? []) for (const items of data?.['main'] ?? []) addFiles(ids, items);
  }
  return [...ids];
}

function addFiles(ids: Set<string>, items: ItemList | undefined): void {
  for (const { binary } of items ?? []) {
    if (binary !== undefined) for (const { id } of Object.values(binary)) if (id !== undefined) ids.add(id);
  }
}

const retryable: ReadonlySet<ExecutionStatus> = new Set(['error', 'crashed', 'canceled']);

/** Whether an execution can be retried with the workflow `file`: its last state or its start data must be stored. */
export function isRetryable({ record, payload }: KeptExecution, file: WorkflowFile | undefined): file is WorkflowFile {
  const hasData = payload?.state !== undefined || payload?.start !== undefined;
  return retryable.has(record.status) && file !== undefined && hasData;
}

/** The error for an execution that cannot be retried, with the reason. */
export function notRetried(kept: KeptExecution): AppError {
  const { id } = kept.record;
  return new AppError('BAD_REQUEST', `The execution ${id} cannot be retried: ${whyNot(kept)}.`, { params: { id } });
}

function whyNot({ record, workflow }: KeptExecution): string {
  if (record.status === 'success') return 'it succeeded';
  if (record.status === 'waiting') return 'it is waiting';
  if (!retryable.has(record.status)) return 'it is still running';
  return workflow === undefined ? 'the workflow that it ran was not saved' : 'its start data was not saved, so run the workflow again';
}
