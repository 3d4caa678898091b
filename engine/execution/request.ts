// Requests to start or resume an execution, and their results.
import type { JsonObject } from '../contract/json.ts';
import type { ExecutionMode, Item, ItemList, NodeHint, RunResult } from '../contract/run-data.ts';
import type { WorkflowFile } from '../contract/workflow.ts';
import type { ModelBudget } from './models/model-budget.ts';
import type { ArchiveBudget, Responder } from '../sdk/index.ts';
import type { CancellationScope } from './cancellation.ts';
import type { PartialRunRequest } from './partial-run.ts';
import type { Principal } from './principal.ts';
import type { RunListener } from './ports.ts';
import type { PinData, RunProgress, RunStep, StoredRunState } from './run-state.ts';

export interface StartRequest {
  readonly workflow: WorkflowFile;
  /** Identity of the run. Default: nobody's, without any permissions. */
  readonly principal?: Principal;
  readonly mode: ExecutionMode;
  readonly executionId?: string;
  /** Node to start from. Default: the start node of a manual run. */
  readonly startNode?: string;
  /** Items for the start node. Default: one empty item. */
  readonly items?: readonly Item[];
  /** Output of the start node, one list per output. The start node itself does not run, as for a trigger that has fired. */
  readonly output?: readonly ItemList[];
  /** Notices shown with `output`. */
  readonly hints?: readonly NodeHint[];
  /** Custom data that the execution starts with. */
  readonly customData?: readonly (readonly [key: string, value: string])[];
  /** Runs only the nodes that lead to this one, and does not pass on its output. */
  readonly destination?: string;
  /** Reuses results of an earlier run on the way to the destination. */
  readonly partial?: PartialRunRequest;
  readonly pinData?: PinData;
  /** Receives events of this run and of the runs it calls; events contain the id of their execution. */
  readonly listener?: RunListener;
  /** Receives the response to the call that starts the run. */
  readonly responder?: Responder;
  /** Static data of the workflow, if it is newer than that of the file. */
  readonly staticData?: JsonObject;
  /** Reads the latest static data when the run first uses it; absent if `staticData` or that of the file is the latest. */
  readonly latestStaticData?: (() => Promise<unknown>) | undefined;
  /** Whether this is part of a manual run, whose static data is not stored. */
  readonly isManual?: boolean;
  /**
   * Called after each node, and before the run pauses (`isPause`). `take` returns what was done since its previous call, or undefined; call it
   * immediately or not at all. `resume` can continue from all steps combined.
   */
  readonly onProgress?: (take: () => RunStep | undefined, isPause: boolean) => void;
  /** Resolves once the start of the execution is stored: until then the run sends no requests, runs no user code and calls no workflow. */
  readonly stored?: Promise<void>;
  /** Stores states from which the run can be resumed if the process crashes during a pause; absent without storage. */
  readonly checkpoint?: Checkpoint;
  /** Stores a checkpoint of the run that called this one, and of its callers. */
  readonly checkpointCaller?: () => Promise<void>;
  /** Whether the run's checkpoint is already stored: the run was parked to wait for a called workflow. */
  readonly isCheckpointed?: boolean;
  /** Number of callers above this workflow. Default: 0. */
  readonly depth?: number;
  /** Canceling this scope stops the run. */
  readonly parent?: CancellationScope;
  /** Limits of the archives of the run that called this one, which count together. Default: limits of its own. */
  readonly archives?: ArchiveBudget;
  /** Counts calls of models by the run that called this one. */
  readonly callerModels?: ModelBudget;
}

/** A request to start a run whose identity is known. */
export type AdmittedRequest = StartRequest & { readonly principal: Principal };

/** Stores checkpoints of a run while it pauses or waits for called workflows. */
export interface Checkpoint {
  /** `waitTill`: time at which the run would continue, in milliseconds since the epoch. */
  save(progress: RunProgress, waitTill: number): Promise<void>;
  /** Called when the run continues by itself and must no longer be resumed from the checkpoint. */
  clear(): Promise<void>;
}

/** Link between a called execution and its caller. */
export interface CallLink {
  readonly parentId: string;
  /** Id of the stored workflow of the caller; empty if it is not saved. */
  readonly parentWorkflowId: string;
  readonly parentNode: string;
  /** Number of the call within its task; absent if the caller does not wait for the result. */
  readonly index?: number;
  /** Whether the workflow was passed inline: it is not saved, and has the caller's identity. */
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
  | 'latestStaticData'
  | 'principal'
  | 'isManual'
  | 'onProgress'
  | 'stored'
  | 'checkpoint'
  | 'checkpointCaller'
  | 'isCheckpointed'
  | 'depth'
  | 'archives'
  | 'callerModels'
> & {
  /** Output of the waiting node, one list per output. Default: its input. */
  readonly output?: readonly ItemList[];
  /** Id of the question that the output answers. */
  readonly question?: string;
};

/** A run, and the data to store after it. */
export interface RunOutcome {
  readonly executionId: string;
  readonly result: RunResult;
  /** Static data to store with the workflow; undefined if it has not changed. */
  readonly staticData?: JsonObject;
  /** Static data before these changes; present with `staticData`. */
  readonly staticDataBefore?: unknown;
  /** Argument of `resume`; present if the run waits, failed or was stopped. */
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
   * Starts a called workflow. `done` resolves when the run has ended, or with `waiting` once that is stored. Returns undefined if the caller is
   * not a stored execution: the workflow then runs within its caller.
   */
  startCalled(request: StartRequest, link: CallLink): RunningExecution | undefined;
}
