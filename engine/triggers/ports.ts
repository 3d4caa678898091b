// Dependencies of the triggers, and the system clock.
import type { JsonObject } from '../contract/json.ts';
import type { ItemList } from '../contract/run-data.ts';
import type { AdmittedWorkflow, Principal } from '../execution/index.ts';
import type { Executor } from '../execution/index.ts';
import type { FiredRun, Logger, WebhookReply } from '../sdk/index.ts';

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
}

export interface TriggerPorts {
  readonly detachedNode: Executor['detachedNode'];
  readonly clock: TriggerClock;
  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  readonly random: () => number;
  readonly logger: Logger;
  readonly store: ScheduleStore;
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
   */
  readonly onStaticData: (workflowId: string, data: JsonObject) => Promise<void>;
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
}

export const systemTriggerClock: TriggerClock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  at: (time, callback) => {
    const timer = setTimeout(callback, Math.max(0, time - Date.now()));
    return () => clearTimeout(timer);
  },
};
