// A rule of a scheduled node: its next run and its stored state.
import type { ScheduleTime } from '../sdk/index.ts';
import type { Alarm } from './alarm-clock.ts';
import { triggerError } from './failure.ts';
import { occurrencesOf, type Occurrences } from './occurrences.ts';
import { planAfterChange, type SavedPlan } from './plan.ts';
import type { ScheduleRow } from './ports.ts';

/** A rule returned by a node. */
export interface RuleSetup {
  readonly nodeName: string;
  readonly nodeId: string;
  /** Index within the node. */
  readonly index: number;
  readonly time: ScheduleTime;
}

export class ScheduleRule implements Alarm {
  readonly nodeName: string;
  readonly occurrences: Occurrences;
  /** The stored state, or the one that is being stored. While a run is about to start, it is the previous state. */
  row: ScheduleRow;
  /** Time until which the run is left to another server. */
  #postponedUntil: number | undefined;
  readonly #ring: (rule: ScheduleRule, now: number) => void;
  #state: SavedPlan = { nextRun: null, lastRun: null };

  /** Throws NodeError PARAMETER_INVALID with the node's name for impossible times. */
  constructor({ nodeName, nodeId, index, time }: RuleSetup, zone: string, ring: (rule: ScheduleRule, now: number) => void) {
    this.nodeName = nodeName;
    try {
      this.occurrences = occurrencesOf(time, zone);
    } catch (error) {
      throw triggerError(error, nodeName);
    }
    this.row = { nodeId, rule: index, nextRun: null, lastRun: null, times: JSON.stringify({ ...time, zone }) };
    this.#ring = ring;
  }

  get state(): SavedPlan {
    return this.#state;
  }

  get time(): number {
    return this.#postponedUntil ?? this.#state.nextRun ?? Number.POSITIVE_INFINITY;
  }

  get isPostponed(): boolean {
    return this.#postponedUntil !== undefined;
  }

  postpone(until: number): void {
    this.#postponedUntil = until;
  }

  /** Returns the stored state of this rule; undefined if the rule is new or has changed. */
  savedRow(rows: readonly ScheduleRow[]): ScheduleRow | undefined {
    const { nodeId, rule, times } = this.row;
    return rows.find((row) => row.nodeId === nodeId && row.rule === rule && row.times === times);
  }

  moveTo({ nextRun, lastRun }: SavedPlan): void {
    this.#state = { nextRun, lastRun };
    this.#postponedUntil = undefined;
  }

  /** Sets the state to store. Default: the current state. */
  updateRow({ nextRun, lastRun }: SavedPlan = this.#state): void {
    this.row = { ...this.row, nextRun, lastRun };
  }

  ring(now: number): void {
    this.#ring(this, now);
  }

  timeAfterChange(now: number): number {
    this.moveTo(planAfterChange(this.occurrences, this.#state, now));
    return this.time;
  }

  /** Returns the next runs in ascending order; fewer if there are no more. */
  nextRuns(count: number): number[] {
    const match: number[] = [];
    let at = this.#state.nextRun;
    while (at !== null && match.length < count) {
      match.push(at);
      at = this.occurrences.next(at, at);
    }
    return match;
  }
}
