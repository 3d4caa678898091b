// A node that looks for news every so often: once when its workflow is activated, then by its poll times.
import { NodeError } from '../sdk/index.ts';
import type { ItemList } from '../contract/run-data.ts';
import type { JsonObject } from '../contract/json.ts';
import type { StandingNode } from '../execution/index.ts';
import { firingTime, numberFor, triggerTimes } from '../workflow/cron.ts';
import type { ActiveWorkflow } from './active-workflow.ts';
import type { Alarm } from './alarm-clock.ts';
import { occurrencesOf, type Occurrences } from './occurrences.ts';

/** Documented: a node polls once a minute at most. */
const LEAST_DISTANCE = 60_000;

interface Found {
  readonly items: readonly ItemList[] | null;
  readonly before: JsonObject;
  readonly after: JsonObject | undefined;
}

export class PollingNode implements Alarm {
  readonly name: string;
  readonly #workflow: ActiveWorkflow;
  readonly #times: readonly Occurrences[];
  /** When each of the poll times comes next. */
  #next: readonly (number | null)[] = [];
  #isPolling = false;
  time = Number.POSITIVE_INFINITY;

  /** Throws NodeError PARAMETER_INVALID for poll times that cannot be. */
  constructor(workflow: ActiveWorkflow, standing: StandingNode) {
    this.name = standing.compiled.name;
    this.#workflow = workflow;
    this.#times = pollTimesOf(standing, workflow.alarms.now());
  }

  /** The first poll. Throws when it fails; what it finds is fired by the function it answers. */
  async check(): Promise<() => Promise<void>> {
    const found = await this.#poll();
    return () => this.#handOn(found);
  }

  start(): void {
    const now = this.#workflow.alarms.now();
    this.#setNext(this.#times.map((times) => times.next(now, null)));
    if (this.time < Number.POSITIVE_INFINITY) this.#workflow.alarms.set(this);
  }

  stop(): void {
    this.#workflow.alarms.delete(this);
  }

  /** The next polls, in no order. */
  nextRuns(count: number): number[] {
    const now = this.#workflow.alarms.now();
    return this.#times.flatMap((times, index) => {
      const found: number[] = [];
      let at = this.#next[index] ?? times.next(now, null);
      for (; at !== null && found.length < count; at = times.next(at, at)) found.push(at);
      return found;
    });
  }

  ring(now: number): void {
    this.#setNext(
      this.#times.map((times, index) => {
        const due = this.#next[index] ?? null;
        return due === null || due > now ? due : times.next(now, due);
      }),
    );
    if (this.time < Number.POSITIVE_INFINITY) this.#workflow.alarms.set(this);
    // A poll that takes longer than the time between two lets the next one fall out.
    if (!this.#isPolling) this.#workflow.track(this.#pollAndHandOn());
  }

  timeAfterChange(now: number): number {
    this.#setNext(this.#times.map((times) => times.next(now, null)));
    return this.time;
  }

  #setNext(next: readonly (number | null)[]): void {
    this.#next = next;
    this.time = Math.min(...next.map((time) => time ?? Number.POSITIVE_INFINITY));
  }

  async #pollAndHandOn(): Promise<void> {
    try {
      const found = await this.#poll();
      this.#workflow.problems.delete(this.name);
      await this.#handOn(found);
    } catch (error) {
      this.#workflow.failed(this.name, error);
    }
  }

  async #poll(): Promise<Found> {
    this.#isPolling = true;
    try {
      const before = this.#workflow.staticData.data;
      const standing = await this.#workflow.standing(this.name);
      const items = (await standing.type.poll?.(standing.context)) ?? null;
      return { items, before, after: standing.changedStaticData() };
    } finally {
      this.#isPolling = false;
    }
  }

  /** The state and the run that belongs to it are kept in the same tick. */
  async #handOn({ items, before, after }: Found): Promise<void> {
    if (this.#workflow.isStopped) return;
    const kept = after === undefined ? undefined : this.#workflow.staticData.take(before, after);
    const isNews = items?.some((list) => list !== null && list.length > 0) === true;
    const fired = isNews ? this.#workflow.fire(this.name, items, { at: this.#workflow.alarms.now(), missed: false }) : undefined;
    await Promise.all([kept, fired]);
  }
}

function pollTimesOf({ compiled, context, type }: StandingNode, now: number): readonly Occurrences[] {
  const isSettable = type.description.properties.some(({ name }) => name === 'pollTimes');
  const times = triggerTimes(isSettable ? context.param('pollTimes.item') : [{ mode: 'everyMinute' }]);
  const seed = `${context.workflow.id} ${compiled.node.id ?? compiled.name}`;
  return times.map((time, index) => {
    const occurrences = occurrencesOf(
      firingTime(time, () => numberFor(`${seed} ${index}`)),
      context.timezone,
    );
    const first = occurrences.next(now, null);
    const second = first === null ? null : occurrences.next(first, first);
    if (first !== null && second !== null && second - first < LEAST_DISTANCE) {
      throw new NodeError('The polling interval is too short. It has to be at least a minute.', {
        code: 'PARAMETER_INVALID',
        parameter: 'pollTimes',
      });
    }
    return occurrences;
  });
}
