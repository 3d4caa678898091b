// The scheduled nodes of an active workflow: fires their rules, and stores each next run so that a restart neither loses nor repeats it. If several
// servers share the database, all of them plan each rule. The first in the rule's own order fires it, the others only if it does not; the one
// that fires claims the run in the commit of its start.
import { errorCodeOf } from '../contract/errors.ts';
import type { ItemList } from '../contract/run-data.ts';
import { NodeError } from '../sdk/index.ts';
import type { AlarmClock } from './alarm-clock.ts';
import { triggerError } from './failure.ts';
import { planAt, type SavedPlan, type Plan } from './plan.ts';
import type { Firing, MissedRuns, ScheduleRow, ScheduleStore, TriggerTeam } from './ports.ts';
import { claimDelay } from './claim-delay.ts';
import { ScheduleRule, type RuleSetup } from './schedule-rule.ts';

/** Maximum delay of a run (busy computer, short sleep) in milliseconds before it counts as missed. */
const ON_TIME = 60_000;

/** Replaces ON_TIME right after the process has started: every run that is due by then was missed. */
const NEVER_ON_TIME = -1;

/** Milliseconds. A timer that is late by less cannot have skipped another run of its rule. */
const PUNCTUAL = 1000;

/**
 * Milliseconds. Beside other servers, each run that is late by less takes place, also after earlier ones that were missed: it may have been due on a
 * server that has died, or when the database had just come back.
 */
const CAUGHT_UP = 10_000;

/** Milliseconds until a row is looked at again that could not be read, or does not exist. */
const LOOK_AGAIN = 5000;

export interface WorkflowScheduleSetup {
  readonly workflowId: string;
  readonly zone: string;
  readonly missedRuns: MissedRuns;
  readonly alarms: AlarmClock;
  readonly store: ScheduleStore;
  /** Absent if there can be one server only. */
  readonly team: TriggerTeam | undefined;
  readonly itemsAt: (nodeName: string, at: number) => Promise<readonly ItemList[]>;
  /** Returns whether the start of the run is stored. Rejects only with CLAIM_LOST, if the firing has a claim. */
  readonly fire: (nodeName: string, items: readonly ItemList[], firing: Firing) => Promise<boolean>;
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
  /** Claims of this server in progress. */
  readonly #starting = new Map<ScheduleRule, Promise<void>>();
  #isStopped = false;

  /** Throws NodeError PARAMETER_INVALID for impossible times. */
  constructor(rules: readonly RuleSetup[], setup: WorkflowScheduleSetup) {
    this.#setup = setup;
    this.#rules = rules.map((rule) => new ScheduleRule(rule, setup.zone, (due, now) => this.#ring(due, now)));
  }

  /** Loads the stored state. `isRestart`: whether the workflow was not running before, so that every run due by now was missed. */
  async start(isRestart: boolean): Promise<void> {
    const { store, team, workflowId } = this.#setup;
    const scheduleRows = await store.load(workflowId);
    if (this.#isStopped) return;
    const now = this.#setup.alarms.now();
    if (team !== undefined) return this.#startShared(scheduleRows, isRestart && team.isAlone ? NEVER_ON_TIME : ON_TIME, team);
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

  /** Like `start`, beside other servers that may do the same, or have moved rules on. */
  async #startShared(scheduleRows: readonly ScheduleRow[], grace: number, team: TriggerTeam): Promise<void> {
    const { store, workflowId, alarms } = this.#setup;
    const isComplete = this.#rules.length === scheduleRows.length && this.#rules.every((rule) => rule.savedRow(scheduleRows) !== undefined);
    const now = alarms.now();
    for (const rule of this.#rules) {
      const row = rule.savedRow(scheduleRows);
      const plan = plannedFor(rule, row, now);
      if (row === undefined) rule.updateRow(plan);
    }
    if (!isComplete) await team.claims.saveChanged(workflowId, this.#rows());
    const rows = isComplete ? scheduleRows : await store.load(workflowId);
    if (!this.#isStopped) for (const rule of this.#rules) this.#adopt(rule, rule.savedRow(rows) ?? rule.row, grace);
  }

  #ring(rule: ScheduleRule, now: number): void {
    const { nextRun, lastRun } = rule.state;
    if (nextRun === null) return;
    const { team, track, workflowId } = this.#setup;
    if (team !== undefined) {
      // Another server may have fired it.
      if (rule.isPostponed || now - nextRun > PUNCTUAL) {
        const look = (): Promise<void> => this.#look(rule, team);
        return track((this.#starting.get(rule) ?? Promise.resolve()).then(look, look));
      }
      const delay = claimDelay(team, [workflowId, rule.row.nodeId, rule.row.rule]);
      if (delay > 0) return this.#postpone(rule, now + delay);
    }
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
      rule.moveTo(plan);
      if (this.#setup.team !== undefined) {
        if (due !== undefined) this.#setup.track(this.#claim(rule, plan, this.#setup.team, () => this.#setup.skipped(rule.nodeName, due)));
      } else {
        if (due !== undefined) this.#setup.skipped(rule.nodeName, due);
        rule.updateRow();
      }
    } else {
      rule.moveTo({ ...plan, lastRun: due });
      const starting = this.#start(rule, { at: due, missed: isMissed }, rule.state);
      this.#setup.track(starting);
      if (this.#setup.team !== undefined) this.#starting.set(rule, starting);
    }
    if (rule.state.nextRun !== null) this.#setup.alarms.set(rule);
  }

  async #start(rule: ScheduleRule, firing: Firing, state: SavedPlan): Promise<void> {
    const { itemsAt, fire, failed, team } = this.#setup;
    let items: readonly ItemList[] | undefined;
    let report = (): void => undefined;
    try {
      items = await itemsAt(rule.nodeName, firing.at);
    } catch (error) {
      report = () => failed(rule.nodeName, error);
    }
    if (this.#isStopped) return;
    if (team !== undefined) return this.#claim(rule, state, team, report, items && { firing, items });
    report();
    // Still in the same tick, so that the next run is stored together with the start of this one.
    rule.updateRow(state);
    await Promise.all([this.#save(rule), items === undefined ? undefined : fire(rule.nodeName, items, firing)]);
  }

  /** Moves a rule on for all servers, and starts its run if there are items. If another server was first, adopts what that one has stored. */
  async #claim(
    rule: ScheduleRule,
    state: SavedPlan,
    team: TriggerTeam,
    onClaim: () => void,
    run?: { readonly items: readonly ItemList[]; readonly firing: Firing },
  ): Promise<void> {
    const { alarms, fire, workflowId, onUnsaved } = this.#setup;
    const before = rule.row;
    rule.updateRow(state);
    const claimed = rule.row;
    const claim = team.claims.schedule(workflowId, claimed, before.nextRun);
    let isClaimed = false;
    const putBack = (): void => {
      if (rule.row === claimed) rule.updateRow(before);
    };
    try {
      if (run === undefined) await team.claims.write(claim);
      isClaimed = run === undefined || (await fire(rule.nodeName, run.items, { ...run.firing, claim }));
      if (isClaimed) onClaim();
    } catch (error) {
      if (errorCodeOf(error) === 'CLAIM_LOST') {
        putBack();
        return this.#look(rule, team);
      }
      onUnsaved(rule.nodeName, error);
    }
    if (isClaimed || this.#isStopped) return;
    putBack();
    this.#postpone(rule, alarms.now() + LOOK_AGAIN);
  }

  /** Reads the row of a rule, and goes on from there. */
  async #look(rule: ScheduleRule, { claims }: TriggerTeam): Promise<void> {
    const { store, workflowId, onUnsaved, alarms } = this.#setup;
    let row: ScheduleRow | undefined;
    try {
      row = rule.savedRow(await store.load(workflowId));
      if (row === undefined) {
        // Another server has removed it, and then the workflow was activated again; or it is inactive.
        await claims.restore(workflowId, rule.row);
        row = rule.savedRow(await store.load(workflowId));
      }
    } catch (error) {
      onUnsaved(rule.nodeName, error);
    }
    if (this.#isStopped) return;
    if (row === undefined) this.#postpone(rule, alarms.now() + LOOK_AGAIN);
    else this.#adopt(rule, row, ON_TIME);
  }

  /** Goes on from the stored state of a rule. */
  #adopt(rule: ScheduleRule, row: ScheduleRow, grace: number): void {
    const now = this.#setup.alarms.now();
    this.#setup.alarms.delete(rule);
    rule.updateRow(row);
    const due = firstLate(rule, row, now - Math.min(grace, CAUGHT_UP), now);
    const plan =
      due === undefined ? planAt(rule.occurrences, row, now) : { nextRun: rule.occurrences.next(due, due), lastRun: row.lastRun, due };
    this.#settle(rule, plan, now, grace);
  }

  #postpone(rule: ScheduleRule, until: number): void {
    rule.postpone(until);
    this.#setup.alarms.delete(rule);
    this.#setup.alarms.set(rule);
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

/** Returns the first run that was due at or after `since` and has not taken place; undefined if there is none. */
function firstLate({ occurrences }: ScheduleRule, { nextRun }: ScheduleRow, since: number, now: number): number | undefined {
  if (nextRun === null || nextRun > now) return undefined;
  const first = nextRun >= since ? nextRun : occurrences.next(since - 1, nextRun);
  return first === null || first > now ? undefined : first;
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
