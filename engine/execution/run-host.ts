// The part of a run that a node's context uses: its workflow, state and ports.
import type { JsonObject } from '../contract/json.ts';
import type { ConsoleLevel } from '../contract/push.ts';
import type { ExecutionMode } from '../contract/run-data.ts';
import type { ArchiveBudget, Responder, SubWorkflowCall, SubWorkflowResult, WaitingCall, WebhookReply } from '../sdk/index.ts';
import type { CompiledWorkflow } from './compiled-workflow.ts';
import type { ModelBudget } from './models/model-budget.ts';
import type { SubRuns } from './sub-runs.ts';
import type { ExecutionPorts, ExecutionSettings } from './ports.ts';
import type { Principal } from './principal.ts';
import type { Progress, StoredProgress } from './progress.ts';
import type { CompletedCall, PinData, RunState } from './run-state.ts';
import type { StaticData } from './static-data.ts';

export interface Parking {
  /** Aborted when runs should park. */
  readonly signal: AbortSignal;
  /** Parks the run before the running node, which runs again after resumption. Never resolves, since the node must not continue. */
  parkNode(): Promise<never>;
}

/** Where a call of another workflow comes from: the node, the calls of its task, and the index of this call. */
export interface CallPlace {
  readonly node: string;
  /** The run that called: of this node, or of a node that is attached to it. */
  readonly user: { readonly node: string; readonly runIndex: number };
  readonly calls: (CompletedCall | null)[];
  readonly index: number;
  /** The call of a tool that makes this one, if it can wait by itself. */
  readonly waits?: WaitingCall | undefined;
  /** Identifies a call that is made by such a tool. */
  readonly key?: string;
}

export interface RunHost {
  readonly workflow: CompiledWorkflow;
  readonly principal: Principal;
  readonly state: RunState;
  readonly ports: ExecutionPorts;
  readonly settings: ExecutionSettings;
  readonly mode: ExecutionMode;
  readonly executionId: string;
  readonly timezone: string;
  readonly signal: AbortSignal;
  /** Limits of the archives of the run. */
  readonly archives: ArchiveBudget;
  /** Counts and limits calls of models. */
  readonly models: ModelBudget;
  readonly staticData: StaticData;
  /** Pinned items by node name; absent if the run ignores them. */
  readonly pinData: PinData | undefined;
  /** Records uses of attached nodes; absent outside of runs. */
  readonly subRuns?: SubRuns;
  /** Receives the response to the call that started the run; absent if it was not started by a call. */
  readonly responder: Responder | undefined;
  /** Resolves at the given time; if the engine is stopping, the run is parked until then instead. */
  pauseUntil(time: number): Promise<void>;
  /** Absent if the run cannot be resumed later. */
  readonly parking: Parking | undefined;
  /** Opens the progress of the running task; undefined outside of runs. */
  openProgress(stored: StoredProgress | undefined, calls: readonly (CompletedCall | null)[]): Progress | undefined;
  /** Sends a response once the run waits, with others that are sent then. Returns whether runs can wait. */
  respondWhenWaiting(reply: WebhookReply): boolean;
  contextOf(nodeName: string): JsonObject;
  resumeUrl(endpoint: 'webhook-waiting' | 'form-waiting'): string | undefined;
  console(nodeName: string, values: readonly unknown[], level: ConsoleLevel): void;
  runSubWorkflow(call: SubWorkflowCall, callPlace: CallPlace): Promise<SubWorkflowResult>;
}
