// A node that polls for new data: once when its workflow is activated, then at its poll times.
import { NodeError } from '../sdk/index.ts';
import type { ItemList } from '../contract/run-data.ts';
import type { JsonObject } from '../contract/json.ts';
import type { DetachedNode } from '../execution/index.ts';
import { firingTime, numberFor, triggerTimes } from '../workflow/values/cron.ts';
import { STORE_PAUSE, type ActiveWorkflow } from './active-workflow.ts';
import type { Alarm } from './alarm-clock.ts';
import { occurrencesOf, type Occurrences } from './occurrences.ts';

/** Minimum milliseconds between two polls. */
const LEAST_DISTANCE = 60_000;

interface PollResult {
  readonly items: readonly ItemList[] | null;
  readonly before: JsonObject;
  readonly after: JsonObject | undefined;
}

export class PollingNode implements Alarm {
  readonly name: string;
  readonly #workflow: ActiveWorkflow;
  readonly #times: readonly Occurrences[];
  /** The next time of each poll rule. */
  #next: readonly (number | null)[] = [];
  #isPolling = false;
  time = Number.POSITIVE_INFINITY;

  /** Throws NodeError PARAMETER_INVALID for impossible poll times. */
  constructor(workflow: ActiveWorkflow, detachedNode: DetachedNode) {
    this.name = detachedNode.compiled.name;
    this.#workflow = workflow;
    this.#times = pollTimesOf(detachedNode, workflow.timedAlarms.now());
  }

  /** Makes the first poll and returns a function that fires its items. Throws if the poll fails. While polls pause, does nothing. */
  async check(): Promise<() => Promise<void>> {
    if (this.#isPaused) return async () => undefined;
    const result = await this.#poll();
    return () => this.#handOn(result);
  }

  start(): void {
    const { timedAlarms } = this.#workflow;
    const now = timedAlarms.now();
    const isPaused = this.#isPaused;
    // A first poll that was not made takes place after the pause.
    this.#setNext(this.#times.map((times) => (isPaused ? now : times.next(now, null))));
    if (this.time < Number.POSITIVE_INFINITY) timedAlarms.set(this);
  }

  stop(): void {
    this.#workflow.timedAlarms.delete(this);
  }

  /** Returns the times of the next polls in no particular order. */
  nextRuns(count: number): number[] {
    const now = this.#workflow.timedAlarms.now();
    return this.#times.flatMap((times, index) => {
      const nextTimes: number[] = [];
      let at = this.#next[index] ?? times.next(now, null);
      for (; at !== null && nextTimes.length < count; at = times.next(at, at)) nextTimes.push(at);
      return nextTimes;
    });
  }

  ring(now: number): void {
    const failure = this.#workflow.ports.storeFailure();
    if (failure !== undefined) return this.#putOff(now, failure);
    this.#setNext(
      this.#times.map((times, index) => {
        const due = this.#next[index] ?? null;
        return due === null || due > now ? due : times.next(now, due);
      }),
    );
    if (this.time < Number.POSITIVE_INFINITY) this.#workflow.timedAlarms.set(this);
    // If a poll takes longer than its interval, the next one is skipped.
    if (!this.#isPolling) this.#workflow.track(this.#pollAndHandOn());
  }

  timeAfterChange(now: number): number {
    this.#setNext(this.#times.map((times) => times.next(now, null)));
    return this.time;
  }

  get #isPaused(): boolean {
    const { timedAlarms, ports } = this.#workflow;
    return timedAlarms.isPaused || ports.storeFailure() !== undefined;
  }

  /** Makes this poll again once the database can be written. */
  #repeat(failure: Error): void {
    if (this.#workflow.isStopped) return;
    const now = this.#workflow.timedAlarms.now();
    this.#setNext(this.#next.map((time, index) => (index === 0 ? now : time)));
    this.#putOff(now, failure);
  }

  /** Checks again later: due polls stay due. */
  #putOff(now: number, failure: Error): void {
    this.#workflow.pausedAt(this.name, 'Polls', failure);
    this.time = now + STORE_PAUSE;
    this.#workflow.timedAlarms.set(this);
  }

  #setNext(next: readonly (number | null)[]): void {
    this.#next = next;
    this.time = Math.min(...next.map((time) => time ?? Number.POSITIVE_INFINITY));
  }

  async #pollAndHandOn(): Promise<void> {
    try {
      const result = await this.#poll();
      this.#workflow.problems.delete(this.name);
      await this.#handOn(result);
    } catch (error) {
      const failure = this.#workflow.ports.storeFailure();
      // The poll may have failed for that alone, such as for a token that could not be stored.
      if (failure === undefined) this.#workflow.failed(this.name, error);
      else this.#repeat(failure);
    }
  }

  async #poll(): Promise<PollResult> {
    this.#isPolling = true;
    try {
      const before = this.#workflow.staticData.data;
      const detachedNode = await this.#workflow.detachedNode(this.name);
      const items = (await detachedNode.type.poll?.(detachedNode.context)) ?? null;
      return { items, before, after: detachedNode.changedStaticData() };
    } finally {
      this.#isPolling = false;
    }
  }

  /** The static data and its run are stored in the same tick. If the run cannot be stored, the next poll finds the same items again. */
  async #handOn({ items, before, after }: PollResult): Promise<void> {
    if (this.#workflow.isStopped) return;
    const { staticData, timedAlarms } = this.#workflow;
    const saved = after === undefined ? undefined : staticData.take(before, after);
    const isNews = items?.some((list) => list !== null && list.length > 0) === true;
    const fired = isNews ? this.#workflow.fire(this.name, items, { at: timedAlarms.now(), missed: false }) : true;
    const [written, hasFired] = await Promise.allSettled([saved, fired]);
    if (hasFired.status === 'fulfilled' && !hasFired.value) {
      if (after !== undefined) await staticData.take(after, before).catch(() => undefined);
      const failure = this.#workflow.ports.storeFailure();
      if (failure !== undefined) return this.#repeat(failure);
    }
    if (written.status === 'rejected') throw written.reason;
  }
}

function pollTimesOf({ compiled, context, type }: DetachedNode, now: number): readonly Occurrences[] {
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
