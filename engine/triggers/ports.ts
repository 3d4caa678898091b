// Dependencies of the triggers: nodes outside of a run, a clock with a timer, a store for next runs, and a starter of executions.
import type { JsonObject } from '../contract/json.ts';
import type { ItemList } from '../contract/run-data.ts';
import type { WorkflowFile } from '../contract/workflow.ts';
import type { Executor } from '../execution/index.ts';
import type { Logger } from '../sdk/index.ts';

export interface TriggerClock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Milliseconds on a clock that nobody can set; only differences between two readings mean anything. */
  elapsed(): number;
  /** Calls back once, when the clock shows that time (or a little before); returns a function that cancels it. Asked for at most 30 s ahead. */
  at(time: number, callback: () => void): () => void;
}

/** Stored state of one rule of a schedule, so that a restart neither loses nor repeats a run. Times in ms since the epoch. */
export interface ScheduleRow {
  readonly nodeId: string;
  /** Index of the rule within the node. */
  readonly rule: number;
  readonly nextRun: number | null;
  /** The time of the last run that was started, by the schedule (it may have started later). */
  readonly lastRun: number | null;
  /** JSON of the rule from which the next run was computed; a different text means that the rule has changed. */
  readonly times: string;
}

export interface ScheduleStore {
  load(workflowId: string): Promise<readonly ScheduleRow[]>;
  /**
   * Keeps these rows and no others for the workflow. Called in the same tick as `onFire` for the run they tell of: a store that commits once a
   * tick keeps both or none.
   */
  save(workflowId: string, rows: readonly ScheduleRow[]): Promise<void>;
  /** Stores one rule's row; the others of the workflow stay as they are. Called in the same tick as `onFire`, as `save` is. */
  saveRow(workflowId: string, row: ScheduleRow): Promise<void>;
  remove(workflowId: string): Promise<void>;
}

export interface Firing {
  /** When it was due, in ms since the epoch; now for what is not of the clock. */
  readonly at: number;
  /** It was due while the process was off or the computer asleep. */
  readonly missed: boolean;
}

export interface TriggerPorts {
  readonly standing: Executor['standing'];
  readonly clock: TriggerClock;
  /** A number from 0 (included) to 1 (excluded). */
  readonly random: () => number;
  readonly logger: Logger;
  readonly store: ScheduleStore;
  /** Starts an execution with these items, one list per output of the node. Resolves when its start is kept. */
  readonly onFire: (workflow: WorkflowFile, nodeName: string, items: readonly ItemList[], firing: Firing) => Promise<void>;
  /** A trigger of an active workflow failed: the workflow's error path starts. Each failed poll tells, a broken long-lived trigger once. */
  readonly onError: (workflow: WorkflowFile, nodeName: string, error: unknown) => void;
  /** Keeps the workflow's whole static data, changed by a trigger. In the same tick as `onFire` for what it belongs to. */
  readonly onStaticData: (workflowId: string, data: JsonObject) => Promise<void>;
}

/** Policy for scheduled runs that were due while the process was off or the computer asleep. */
export type MissedRuns = 'skip' | 'once';

export interface ActivateOptions {
  /** Static data of the workflow where it is newer than the file's. */
  readonly staticData?: JsonObject;
  /** `skip` unless told; `once`: however many were missed, one run makes up for them. */
  readonly missedRuns?: MissedRuns;
}
