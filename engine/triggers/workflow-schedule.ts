// The scheduled nodes of an active workflow: fires their rules, and stores each next run so that a restart neither loses nor repeats it.
import type { ItemList } from '../contract/run-data.ts';
import { NodeError } from '../sdk/index.ts';
import type { AlarmClock } from './alarm-clock.ts';
import { triggerError } from './failure.ts';
import { planAt, type SavedPlan, type Plan } from './plan.ts';
import type { Firing, MissedRuns, ScheduleRow, ScheduleStore } from './ports.ts';
import { ScheduleRule, type RuleSetup } from './schedule-rule.ts';

/** Maximum delay of a run (busy computer, short sleep) in milliseconds before it counts as missed. */
const ON_TIME = 60_000;

/** Replaces ON_TIME right after the process has started: every run that is due by then was missed. */
const NEVER_ON_TIME = -1;

/** Milliseconds. A timer that is late by less cannot have skipped another run of its rule. */
const PUNCTUAL = 1000;

export interface WorkflowScheduleSetup {
  readonly workflowId: string;
  readonly zone: string;
  readonly missedRuns: MissedRuns;
  readonly alarms: AlarmClock;
  readonly store: ScheduleStore;
  readonly itemsAt: (nodeName: string, at: number) => Promise<readonly ItemList[]>;
  /** Never rejects. */
  readonly fire: (nodeName: string, items: readonly ItemList[], firing: Firing) => Promise<void>;
  readonly failed: (nodeName: string, error: unknown) => void;
  /** Called for a missed run if missed runs are skipped. */
  readonly skipped: (nodeName: string, due: number) => void;
  /** Called if the next run could not be stored. */
  readonly onUnsaved: (nodeName: string, error: unknown) => void;
  /** Receives runs in progress, so that stopping waits for them. */
  readonly track: (work: Promise<unknown>) => void;
}

export class WorkflowSchedule {
  readonly #setup: WorkflowScheduleSetup;
  readonly #rules: readonly ScheduleRule[];
  #isStopped = false;

  /** Throws NodeError PARAMETER_INVALID for impossible times. */
  constructor(rules: readonly RuleSetup[], setup: WorkflowScheduleSetup) {
    this.#setup = setup;
    this.#rules = rules.map((rule) => new ScheduleRule(rule, setup.zone, (due, now) => this.#ring(due, now)));
  }

  /** Loads the stored state. `isRestart`: whether the workflow was not running before, so that every run due by now was missed. */
  async start(isRestart: boolean): Promise<void> {
    const { store, workflowId } = this.#setup;
    const scheduleRows = await store.load(workflowId);
    if (this.#isStopped) return;
    const now = this.#setup.alarms.now();
    const grace = isRestart ? NEVER_ON_TIME : ON_TIME;
    const plans = this.#rules.map((rule) => plannedFor(rule, rule.savedRow(scheduleRows), now));
    for (const [index, rule] of this.#rules.entries()) this.#settle(rule, plans[index] as Plan, now, grace);
    if (this.#differsFrom(scheduleRows)) await store.save(workflowId, this.#rows());
  }

  stop(): void {
    this.#isStopped = true;
    for (const rule of this.#rules) this.#setup.alarms.delete(rule);
  }

  /** Returns the state of the rule with this row; undefined if there is no rule with the same times. */
  stateOf({ nodeId, rule: index, times }: ScheduleRow): SavedPlan | undefined {
    return this.#rules.find(({ row }) => row.nodeId === nodeId && row.rule === index && row.times === times)?.state;
  }

  #ring(rule: ScheduleRule, now: number): void {
    const { nextRun, lastRun } = rule.state;
    if (nextRun === null) return;
    const due = now - nextRun > PUNCTUAL ? rule.occurrences.latest(nextRun, now) : nextRun;
    this.#settle(rule, { nextRun: rule.occurrences.next(now, due), lastRun, due }, now, ON_TIME);
    if (now - due > ON_TIME && this.#setup.missedRuns === 'skip') this.#setup.track(this.#save(rule));
  }

  /** Advances a rule, and starts the due run unless it is skipped. */
  #settle(rule: ScheduleRule, { due, ...plan }: Plan, now: number, grace: number): void {
    const isMissed = due !== undefined && now - due > grace;
    if (due !== undefined && this.#setup.alarms.isPaused && !(isMissed && this.#setup.missedRuns === 'skip')) {
      // It stays due, and the alarm decides after the pause. The stored row is already up to date.
      rule.moveTo({ nextRun: due, lastRun: plan.lastRun });
    } else if (due === undefined || (isMissed && this.#setup.missedRuns === 'skip')) {
      if (due !== undefined) this.#setup.skipped(rule.nodeName, due);
      rule.moveTo(plan);
      rule.updateRow();
    } else {
      rule.moveTo({ ...plan, lastRun: due });
      this.#setup.track(this.#start(rule, { at: due, missed: isMissed }, rule.state));
    }
    if (rule.state.nextRun !== null) this.#setup.alarms.set(rule);
  }

  async #start(rule: ScheduleRule, firing: Firing, state: SavedPlan): Promise<void> {
    const { itemsAt, fire, failed } = this.#setup;
    let items: readonly ItemList[] | undefined;
    try {
      items = await itemsAt(rule.nodeName, firing.at);
    } catch (error) {
      if (!this.#isStopped) failed(rule.nodeName, error);
    }
    if (this.#isStopped) return;
    // Still in the same tick, so that the next run is stored together with the start of this one.
    rule.updateRow(state);
    await Promise.all([this.#save(rule), items === undefined ? undefined : fire(rule.nodeName, items, firing)]);
  }

  /** A run takes place even if the next one cannot be stored. */
  async #save(rule: ScheduleRule): Promise<void> {
    try {
      await this.#setup.store.saveRow(this.#setup.workflowId, rule.row);
    } catch (error) {
      this.#setup.onUnsaved(rule.nodeName, error);
    }
  }

  #rows(): readonly ScheduleRow[] {
    return this.#rules.map(({ row }) => row);
  }

  #differsFrom(scheduleRows: readonly ScheduleRow[]): boolean {
    if (scheduleRows.length !== this.#rules.length) return true;
    return this.#rules.some((rule) => {
      const row = rule.savedRow(scheduleRows);
      return row === undefined || row.nextRun !== rule.row.nextRun || row.lastRun !== rule.row.lastRun;
    });
  }
}

/** Throws NodeError PARAMETER_INVALID for a rule that never fires. */
function plannedFor(rule: ScheduleRule, scheduleRow: ScheduleRow | undefined, now: number): Plan {
  const plan = planAt(rule.occurrences, scheduleRow, now);
  if (plan.nextRun === null && plan.lastRun === null && plan.due === undefined) {
    const message = `The node "${rule.nodeName}" would never fire: its times contain no future day.`;
    throw triggerError(new NodeError(message, { code: 'PARAMETER_INVALID' }), rule.nodeName);
  }
  // Until the start of a run is stored, its row says that the run is still due.
  if (scheduleRow !== undefined) rule.updateRow(scheduleRow);
  return plan;
}
