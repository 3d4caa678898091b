// Requests to start or resume an execution, and their results.
import type { JsonObject } from '../contract/json.ts';
import type { ExecutionMode, Item, ItemList, NodeHint, RunResult } from '../contract/run-data.ts';
import type { WorkflowFile } from '../contract/workflow.ts';
import type { Responder } from '../sdk/index.ts';
import type { CancellationScope } from './cancellation.ts';
import type { PartialRunRequest } from './partial-run.ts';
import type { RunListener } from './ports.ts';
import type { PinData, RunProgress, RunStep, StoredRunState } from './run-state.ts';

export interface StartRequest {
  readonly workflow: WorkflowFile;
  readonly mode: ExecutionMode;
  readonly executionId?: string;
  /** Node to start from; default: the one that a manual run would select. */
  readonly startNode?: string;
  /** Items for the start node; default: one empty item. */
  readonly items?: readonly Item[];
  /** Output of the start node, which does not run (a trigger that has fired); one list per output. */
  readonly output?: readonly ItemList[];
  /** Notices shown with `output`. */
  readonly hints?: readonly NodeHint[];
  /** Run only what leads to this node, and do not pass its output on. */
  readonly destination?: string;
  /** Reuse the results of an earlier run on the way to the destination. */
  readonly partial?: PartialRunRequest;
  readonly pinData?: PinData;
  /** Receives events of this run and of the runs it calls; events name their execution. */
  readonly listener?: RunListener;
  /** Receives the response to the call that starts the run. */
  readonly responder?: Responder;
  /** State stored with the workflow, if it is newer than the file's. */
  readonly staticData?: JsonObject;
  /** Workflow whose owner's credentials are used; defaults to the workflow itself. Set to the caller for workflows passed in by a call. */
  readonly inNameOf?: WorkflowFile;
  /** Part of a manual run: its static data is not stored. */
  readonly isByHand?: boolean;
  /**
   * Called after each node, and before the run yields (`isPause`). `take` returns what was done since the previous call, undefined if
   * nothing was; it must be called immediately or not at all. `resume` can continue from all steps together.
   */
  readonly onProgress?: (take: () => RunStep | undefined, isPause: boolean) => void;
  /** Resolves when the start of the execution is stored: the run sends no requests, runs no user code and calls no workflow before that. */
  readonly stored?: Promise<void>;
  /** Stores a state from which the run can be resumed after a crash during a pause; absent without storage. */
  readonly checkpoint?: Checkpoint;
  /** Stores a checkpoint of the run that called this one, and of its callers. */
  readonly checkpointCaller?: () => Promise<void>;
  /** The checkpoint of the run is already stored: it was parked because of a workflow it called. */
  readonly isCheckpointed?: boolean;
  /** Depth of the call: number of callers above this workflow; 0 by default. */
  readonly depth?: number;
  /** Stopping this scope stops the run. */
  readonly parent?: CancellationScope;
}

/** Stores checkpoints of a run while it pauses or waits for called workflows. */
export interface Checkpoint {
  /** `waitTill`: when it would continue, in milliseconds since the epoch. */
  save(progress: RunProgress, waitTill: number): Promise<void>;
  /** The run continues by itself: it must no longer be resumed from the checkpoint. */
  clear(): Promise<void>;
}

/** Link between a called execution and its caller. */
export interface CallLink {
  readonly parentId: string;
  readonly parentWorkflowId: string;
  readonly parentNode: string;
  /** Number of the call within its task; absent if the caller does not wait for the end. */
  readonly index?: number;
  /** The workflow came with the call: it is not saved, and has the caller's permissions. */
  readonly isInline: boolean;
  /** Whether the caller still exists and can receive the result. */
  readonly isAwaited: () => boolean;
  /** Stores a checkpoint of the caller and of its callers. */
  readonly checkpointCaller: () => Promise<void>;
}

/** Options for resuming a run; its bounds are stored with it. */
export type ResumeRequest = Pick<
  StartRequest,
  | 'workflow'
  | 'mode'
  | 'executionId'
  | 'listener'
  | 'parent'
  | 'responder'
  | 'staticData'
  | 'inNameOf'
  | 'isByHand'
  | 'onProgress'
  | 'stored'
  | 'checkpoint'
  | 'checkpointCaller'
  | 'isCheckpointed'
  | 'depth'
> & {
  /** Output of the waiting node, one list per output; defaults to its input. */
  readonly output?: readonly ItemList[];
};

/** A run and what must be stored after it. */
export interface RunOutcome {
  readonly executionId: string;
  readonly result: RunResult;
  /** Static data to store with the workflow; undefined if it did not change. */
  readonly staticData?: JsonObject;
  /** Set if the run waits, failed or was stopped: the argument of `resume`. */
  readonly state?: StoredRunState;
}

export interface RunningExecution {
  readonly executionId: string;
  readonly done: Promise<RunOutcome>;
  /** Stops the run and everything it waits for. */
  stop(reason?: Error): void;
}

/** Runs called workflows as executions of their own. */
export interface CalledRuns {
  /**
   * Starts a called workflow. `done` resolves when the run is over, or with `waiting` when that is stored. Undefined if the caller is not
   * a stored execution: the workflow then runs within its caller.
   */
  start(request: StartRequest, link: CallLink): RunningExecution | undefined;
}
