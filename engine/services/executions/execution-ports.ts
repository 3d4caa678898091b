// Dependencies and options of the executions service.
import type { JsonObject } from '../../contract/json.ts';
import type { ExecutionFinishedEvent, ExecutionQueuedEvent } from '../../contract/push.ts';
import type { ItemList } from '../../contract/run-data.ts';
import type { WorkflowFile } from '../../contract/workflow.ts';
import type { AdmittedRequest, AdmittedWorkflow, Clock, Executor, RunListener } from '../../execution/index.ts';
import type { Logger, Responder } from '../../sdk/index.ts';
import type { Claim, ExecutionRecord, Instance, Store } from '../../store/index.ts';
import type { Principals } from '../principals.ts';
import type { CalledAs } from './execution-packer.ts';
import type { SavingDefaults } from './saving-rules.ts';
import type { WorkflowStates } from './workflow-states.ts';

/** The active workflows, whose files and identities are in memory. */
export interface ActiveFiles {
  get(id: string): AdmittedWorkflow | undefined;
  /** The current version of a file, if its workflow is active; otherwise the file itself. */
  current(file: WorkflowFile): WorkflowFile;
}

export interface ExecutionServicePorts {
  readonly executor: Executor;
  readonly store: Store;
  readonly clock: Clock;
  readonly ids: () => string;
  readonly logger: Logger;
  /** This process among those that use the database. */
  readonly instance: Pick<Instance, 'id' | 'isAlive' | 'team'>;
  /** Static data of the workflows. */
  readonly states: WorkflowStates;
  /** Defaults for workflows without saving settings. If absent, everything is saved. */
  readonly saving?: () => SavingDefaults;
  readonly principals: Pick<Principals, 'ofExecution' | 'ofStored' | 'ofPerson'>;
  /** URL of an execution, for error workflows. */
  readonly executionUrl?: (workflowId: string, executionId: string) => string;
  /** Called for every resumed run, in addition to the run's own listener. */
  readonly listener?: RunListener;
  /** Called when an execution starts to wait, so that its resumption is scheduled. */
  readonly onWaiting?: (waitTill: number) => void;
  /** Called when a queued or waiting execution was stopped or deleted. */
  readonly onWaitEnded?: (executionId: string) => void;
  /** Called when a run ends and its execution is not stored. */
  readonly onUnsaved?: (executionId: string) => void;
  /** Maximum number of concurrent production executions; Infinity for no limit. If absent, there is no queue. */
  readonly productionLimit?: number;
  /** Called when an execution is queued, and when a queued execution is stopped or deleted. */
  readonly onQueue?: (event: ExecutionQueuedEvent | ExecutionFinishedEvent, record: ExecutionRecord) => void;
}

export interface ExecutionRequest extends AdmittedRequest {
  /** Whether the execution is saved regardless of the settings. */
  readonly isKept?: boolean;
  /** Error with which the start node failed: the execution is saved, and nothing runs. */
  readonly failed?: unknown;
  readonly retryOf?: string;
  readonly called?: CalledAs;
  /** The crashed execution for which an error workflow is started. */
  readonly reports?: string;
  /** The run begins only once this is committed, together with its start if that is saved. */
  readonly claim?: Claim | undefined;
}

export interface ResumeOptions {
  /** Output of the waiting node. Default: its input. */
  readonly output?: readonly ItemList[];
  /** Id of the question that the output answers. */
  readonly question?: string;
  readonly responder?: Responder;
  readonly listener?: RunListener;
  /** Static data of the workflow, if a node has changed it. */
  readonly staticData?: JsonObject;
}
