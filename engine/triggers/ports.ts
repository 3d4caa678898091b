// Dependencies of the triggers, and the system clock.
import type { JsonObject } from '../contract/json.ts';
import type { ItemList } from '../contract/run-data.ts';
import type { AdmittedWorkflow, Principal } from '../execution/index.ts';
import type { Executor } from '../execution/index.ts';
import type { FiredRun, Logger, WebhookReply } from '../sdk/index.ts';
import type { Claim, TriggerClaims } from '../store/index.ts';

export interface TriggerClock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Milliseconds on a monotonic clock; only differences between two readings are meaningful. */
  elapsed(): number;
  /** Calls back once at that time (or slightly before), at most 30 s ahead; returns a function that cancels the call. */
  at(time: number, callback: () => void): () => void;
}

/** Stored state of one rule of a schedule, so that a restart neither loses nor repeats a run. Times are in milliseconds since the epoch. */
export interface ScheduleRow {
  readonly nodeId: string;
  /** Index of the rule within the node. */
  readonly rule: number;
  readonly nextRun: number | null;
  /** The scheduled time of the last run (it may have started later). */
  readonly lastRun: number | null;
  /** JSON of the rule from which the next run was computed; different text means that the rule has changed. */
  readonly times: string;
}

export interface ScheduleStore {
  load(workflowId: string): Promise<readonly ScheduleRow[]>;
  /**
   * Replaces all rows of the workflow with these. Called in the same tick as `onFire` for the corresponding run, so that a store that commits
   * once per tick stores both or neither.
   */
  save(workflowId: string, rows: readonly ScheduleRow[]): Promise<void>;
  /** Stores one rule's row; the workflow's other rows are unchanged. Called in the same tick as `onFire`, like `save`. */
  saveRow(workflowId: string, row: ScheduleRow): Promise<void>;
  remove(workflowId: string): Promise<void>;
}

export interface Firing {
  /** Time at which it was due, in milliseconds since the epoch; the current time if it is not scheduled. */
  readonly at: number;
  /** Whether it was due while the process was stopped or the computer was asleep. */
  readonly missed: boolean;
  /** To be committed with the start of the run, which must not begin earlier. If another server was first, `onFire` rejects with CLAIM_LOST. */
  readonly claim?: Claim;
}

/** The servers that share the database, for triggers: each run is started by one of them. */
export interface TriggerTeam {
  /** Id of this server. */
  readonly id: string;
  /** Whether no other server is alive. */
  readonly isAlone: boolean;
  /** Position of this server in the order in which the servers take up what has this key; from 0. */
  readonly rank: (key: string) => number;
  readonly claims: Pick<TriggerClaims, keyof TriggerClaims>;
  /** Loads the static data of a workflow, which another server may have changed, and passes it to `staticDataChanged`. */
  readonly refreshStaticData: (workflowId: string) => Promise<void>;
  /**
   * Takes the lease to run the long-lived triggers of a workflow, and returns whether this server has it. For a user's activation, another server
   * gives it back first; throws if it does not.
   */
  readonly takeLease: (workflowId: string, isFollower: boolean) => Promise<boolean>;
}

export interface TriggerPorts {
  readonly detachedNode: Executor['detachedNode'];
  readonly clock: TriggerClock;
  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  readonly random: () => number;
  readonly logger: Logger;
  readonly store: ScheduleStore;
  /** Absent if there can be one server only. */
  readonly team?: TriggerTeam | undefined;
  /** Returns why the database cannot be written at the moment. No poll is made then, since its result could not be stored. */
  readonly storeFailure: () => Error | undefined;
  /** Called when polls or events of an active workflow wait until the database can be written. */
  readonly onPaused: (workflow: AdmittedWorkflow, reason: Error) => void;
  /**
   * Starts an execution with these items, one list per output of the node. Resolves once its start is stored. `respond` receives the first response of
   * a node.
   */
  readonly onFire: (
    workflow: AdmittedWorkflow,
    nodeName: string,
    items: readonly ItemList[],
    firing: Firing,
    respond?: (reply: WebhookReply) => void,
  ) => Promise<FiredRun | void>;
  /**
   * Called when a trigger of an active workflow fails, to start the error workflow: for each failed poll, and once for a long-lived trigger that
   * fails repeatedly.
   */
  readonly onError: (workflow: AdmittedWorkflow, nodeName: string, error: unknown) => void;
  /** Saves an execution that failed at its trigger, as the trigger reports it; its error workflow runs. The trigger continues to listen. */
  readonly onFailedRun: (workflow: AdmittedWorkflow, nodeName: string, error: unknown) => void;
  /**
   * Stores the complete static data of a workflow after a trigger has changed it. Called in the same tick as `onFire` for the corresponding run.
   * Rejects with CLAIM_LOST if another server has taken over what the claim is for.
   */
  readonly onStaticData: (workflowId: string, data: JsonObject, claim?: Claim) => Promise<void>;
}

/** What happens to scheduled runs that were due while the process was stopped or the computer was asleep. */
export type MissedRuns = 'skip' | 'once';

export interface ActivateOptions {
  /** On whose behalf the triggers act. Default: nobody's. */
  readonly principal?: Principal;
  /** Static data of the workflow, if it is newer than that of the file. */
  readonly staticData?: JsonObject;
  /** `skip` (default), or `once`: a single run replaces all missed ones. */
  readonly missedRuns?: MissedRuns;
  /** Whether it was activated on another server, or at an earlier start. Default: no, a user does so now. */
  readonly isFollower?: boolean;
}

export const systemTriggerClock: TriggerClock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  at: (time, callback) => {
    const timer = setTimeout(callback, Math.max(0, time - Date.now()));
    return () => clearTimeout(timer);
  },
};
