// Packs what is stored of an execution: its start, steps, checkpoints and results.
import { createHash } from 'node:crypto';
import { errorSentence } from '../../contract/error-sentence.ts';
import { stringifyExactly } from '../../contract/exact-numbers.ts';
import type { Item, ItemList, RunData, RunResult } from '../../contract/run-data.ts';
import type { WorkflowFile } from '../../contract/workflow.ts';
import { jsonChunks, type RunOutcome, type RunProgress, type RunStep, type StoredRunState } from '../../execution/index.ts';
import type { Claim, Delivery, EndLinks, ExecutionCheckpoint, ExecutionEnd, ExecutionRecord, ExecutionStart, ExecutionStep, Snapshot, Store } from '../../store/index.ts'; // oxfmt-ignore

/** Fields of an execution that are known from its start and stored with each save. */
export interface Origin {
  /** Id of the user who started the execution by hand, null for the instance owner; absent if nobody did. */
  readonly startedBy?: string | null;
  readonly called?: CalledAs;
  /** Whether the execution is saved regardless of the settings. */
  readonly isKept?: boolean;
  /** Name of the node up to which a manual run was requested; absent if the whole workflow ran. */
  readonly executedNode?: string;
  /** Where its response is expected, on a team. */
  readonly caller?: Caller;
}

/** Where somebody waits for the response of an execution. */
export interface Caller {
  /** Id of the server; null if there may be several. */
  readonly member: string | null;
  /** Whether the response is sent in parts, as the nodes write them. */
  readonly isStreaming: boolean;
}

/** Payload of an execution, stored beside its row. The results and the state of a resumable run share the same run data. */
export interface Payload extends Origin {
  readonly resultData?: RunResult['resultData'];
  readonly state?: Omit<StoredRunState, 'runData'>;
  /** Whether the results are in the table of steps instead of here. */
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

/** What a new execution starts with. */
export interface PackedStart {
  readonly workflow: WorkflowFile;
  readonly start: StartData;
  readonly origin: Origin;
  /** Ids of its input files; those of the start data by default. */
  readonly files?: readonly string[];
  /** The crashed execution for which it runs as error workflow. */
  readonly reports?: string | undefined;
  /** Fails the commit of the start if another server has started the same run. */
  readonly claim?: Claim | undefined;
}

export class ExecutionPacker {
  readonly #store: Pick<Store, 'pack' | 'packText'>;
  /** Workflow files are never modified, so each is packed once. */
  readonly #snapshots = new WeakMap<WorkflowFile, Snapshot>();

  constructor(store: Pick<Store, 'pack' | 'packText'>) {
    this.#store = store;
  }

  start(record: ExecutionRecord, { workflow, start, origin, files, reports, claim }: PackedStart): ExecutionStart {
    return {
      record,
      snapshot: () => this.#snapshot(workflow),
      payload: () => this.#pack({ start, ...origin }),
      files: () => files ?? filesOfStart(start),
      ...(reports === undefined ? {} : { reports }),
      ...(claim === undefined ? {} : { claim }),
    };
  }

  /** The end or the wait of a run; a promise if packing takes long. `start`: start data, if the execution can be retried only from its start. */
  end(
    { result, state }: RunOutcome,
    origin: Origin,
    { start, links }: { readonly start?: StartData | undefined; readonly links?: EndLinks } = {},
  ): ExecutionEnd | Promise<ExecutionEnd> {
    const { status, stoppedAt, waitTill, resultData } = result;
    const { runData: _shared, ...rest } = state ?? {};
    const end: ExecutionEnd = {
      status,
      stoppedAt,
      waitTill,
      lastNode: resultData.lastNodeExecuted,
      errorMessage: resultData.error === undefined ? undefined : errorSentence(resultData.error),
      files: fileIds(resultData.runData),
      links,
    };
    const { caller, ...known } = origin;
    const packing = this.#pack({
      resultData,
      ...known,
      ...(caller === undefined || status !== 'waiting' ? {} : { caller }),
      ...(start === undefined ? {} : { start }),
      ...(state === undefined ? {} : { state: rest as Payload['state'] }),
    });
    return packing instanceof Promise ? packing.then((payload) => ({ ...end, payload })) : { ...end, payload: packing };
  }

  /** `index`: number of earlier steps. */
  async step({ tasks, state }: RunStep, index: number, origin: Origin): Promise<ExecutionStep> {
    const payload = await this.#pack({ ...origin, state, hasSteps: true });
    const data = await this.#store.pack(jsonChunks({ tasks } satisfies Pick<RunStep, 'tasks'>));
    return { lastNode: state.lastNode, payload, index, data, files: fileIds(runDataOf([{ tasks }])) };
  }

  async checkpoint({ resultData, state }: RunProgress, waitTill: number, origin: Origin): Promise<ExecutionCheckpoint> {
    const { runData: _shared, ...rest } = state;
    const packing = this.#pack({ resultData, ...origin, state: rest });
    const payload = packing instanceof Promise ? await packing : packing;
    return { waitTill, lastNode: resultData.lastNodeExecuted, payload, files: fileIds(resultData.runData) };
  }

  /** The payload of a waiting execution, to be stored when it resumes with this state. */
  async resumed(payload: Payload | undefined, { runData: _shared, ...state }: StoredRunState): Promise<Uint8Array> {
    return this.#pack({ ...payload, state });
  }

  #pack({ executedNode, ...payload }: Payload): Uint8Array | Promise<Uint8Array> {
    // Results are streamed only if they come first, since what follows them would not be read.
    return this.#store.pack(jsonChunks(executedNode === undefined ? payload : { executedNode, ...payload }));
  }

  #snapshot(workflow: WorkflowFile): Snapshot {
    let snapshot = this.#snapshots.get(workflow);
    if (snapshot === undefined) {
      const { staticData: _state, ...file } = workflow;
      const fileJson = stringifyExactly(file);
      snapshot = { hash: createHash('sha256').update(fileJson).digest('base64url'), data: this.#store.packText(fileJson) };
      this.#snapshots.set(workflow, snapshot);
    }
    return snapshot;
  }
}

/** The end of an execution that could not even start, or whose results cannot be stored. */
export const failedEnd = (error: unknown, stoppedAt: number, delivery?: Delivery): ExecutionEnd => ({
  status: 'error',
  stoppedAt,
  errorMessage: error instanceof Error ? error.message : String(error),
  links: { delivery },
});

export function runDataOf(steps: readonly Pick<RunStep, 'tasks'>[]): RunData {
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
