// A node that polls for new data: once when its workflow is activated, then at its poll times. If several servers share the database, each poll is
// claimed by one of them, from the latest static data to the commit of what it found.
import { errorCodeOf } from '../contract/errors.ts';
import { NodeError } from '../sdk/index.ts';
import type { ItemList } from '../contract/run-data.ts';
import type { JsonObject } from '../contract/json.ts';
import type { DetachedNode } from '../execution/index.ts';
import { firingTime, numberFor, triggerTimes } from '../workflow/values/cron.ts';
import type { PollRecord } from '../store/index.ts';
import { STORE_PAUSE, type ActiveWorkflow } from './active-workflow.ts';
import type { Alarm } from './alarm-clock.ts';
import { claimDelay } from './claim-delay.ts';
import { occurrencesOf, type Occurrences } from './occurrences.ts';

/** Minimum milliseconds between two polls. */
const LEAST_DISTANCE = 60_000;

/** Milliseconds. A ring that is later was not left to another server. */
const PUNCTUAL = 1000;

/** A poll that this server makes. `record`: its claim; absent if there can be one server only. */
interface Poll {
  readonly record?: PollRecord;
}

interface PollResult extends Poll {
  readonly items: readonly ItemList[] | null;
  readonly before: JsonObject;
  readonly after: JsonObject | undefined;
}

export class PollingNode implements Alarm {
  readonly name: string;
  readonly #workflow: ActiveWorkflow;
  readonly #nodeId: string;
  readonly #times: readonly Occurrences[];
  /** The next time of each poll rule. */
  #next: readonly (number | null)[] = [];
  #isPolling = false;
  /** Whether a due poll is left to another server. */
  #isPostponed = false;
  /** The first poll, until its items are handed on. */
  #first: Poll | undefined;
  time = Number.POSITIVE_INFINITY;

  /** `nodeId`: unique within the workflow. Throws NodeError PARAMETER_INVALID for impossible poll times. */
  constructor(workflow: ActiveWorkflow, nodeId: string, detachedNode: DetachedNode) {
    this.name = detachedNode.compiled.name;
    this.#nodeId = nodeId;
    this.#workflow = workflow;
    this.#times = pollTimesOf(detachedNode, workflow.timedAlarms.now());
  }

  /**
   * Makes the first poll and returns a function that fires its items. Throws if the poll fails. Does nothing while polls pause, nor if the workflow
   * was activated elsewhere and a server has polled within the last minute.
   */
  async check(): Promise<() => Promise<void>> {
    const now = this.#workflow.timedAlarms.now();
    const poll = this.#isPaused ? undefined : await this.#take(now, this.#workflow.isFollower ? now - LEAST_DISTANCE : undefined);
    if (poll === undefined) return async () => undefined;
    this.#first = poll;
    const result = await this.#poll(poll);
    return () => this.#handOn(result).finally(() => this.#endFirst());
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
    this.#workflow.track(this.#endFirst());
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
    if (this.#postpones(now)) return;
    this.#isPostponed = false;
    const latest = Math.max(...this.#next.map((time) => (time === null || time > now ? Number.NEGATIVE_INFINITY : time)));
    this.#setNext(
      this.#times.map((times, index) => {
        const due = this.#next[index] ?? null;
        return due === null || due > now ? due : times.next(now, due);
      }),
    );
    if (this.time < Number.POSITIVE_INFINITY) this.#workflow.timedAlarms.set(this);
    // If a poll takes longer than its interval, the next one is skipped.
    if (!this.#isPolling) this.#workflow.track(this.#pollAndHandOn(latest));
  }

  timeAfterChange(now: number): number {
    this.#isPostponed = false;
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

  async #pollAndHandOn(due: number): Promise<void> {
    let poll: Poll | undefined;
    try {
      poll = await this.#take(due, due);
      if (poll === undefined) return;
      const result = await this.#poll(poll);
      this.#workflow.problems.delete(this.name);
      await this.#handOn(result);
    } catch (error) {
      const failure = this.#workflow.ports.storeFailure();
      // The poll may have failed for that alone, such as for a token that could not be stored.
      if (failure === undefined) this.#workflow.failed(this.name, error);
      else this.#repeat(failure);
    } finally {
      await this.#end(poll);
    }
  }

  /** Leaves a due poll to the servers before this one, which have usually claimed it by the time for which the alarm is set. */
  #postpones(now: number): boolean {
    const { id, ports, timedAlarms } = this.#workflow;
    if (ports.team === undefined || this.#isPostponed || now - this.time > PUNCTUAL) return false;
    const delay = claimDelay(ports.team, [id, this.#nodeId]);
    if (delay === 0) return false;
    this.#isPostponed = true;
    this.time = now + delay;
    timedAlarms.set(this);
    return true;
  }

  /**
   * Claims a poll and loads the static data of the previous one. Returns undefined if a server has polled at or after `before`, or is polling.
   * Without `before`, this server polls in any case.
   */
  async #take(at: number, before: number | undefined): Promise<Poll | undefined> {
    const { id: workflowId, ports } = this.#workflow;
    if (ports.team === undefined) return {};
    this.#isPolling = true;
    try {
      const { id: member, claims, refreshStaticData } = ports.team;
      const record: PollRecord = { workflowId, nodeId: this.#nodeId, at, member };
      if (before === undefined) await claims.startPoll(record);
      else if (!(await claims.takePoll(record, before))) return undefined;
      await refreshStaticData(workflowId);
      return { record };
    } finally {
      this.#isPolling = false;
    }
  }

  /** Ends the claim of a poll. If this fails, it ends with the next poll of this server, or with the server. */
  async #end(poll: Poll | undefined): Promise<void> {
    if (poll?.record !== undefined) await this.#workflow.ports.team?.claims.endPoll(poll.record).catch(() => undefined);
  }

  async #endFirst(): Promise<void> {
    const first = this.#first;
    this.#first = undefined;
    await this.#end(first);
  }

  async #poll(poll: Poll): Promise<PollResult> {
    this.#isPolling = true;
    try {
      const before = this.#workflow.staticData.data;
      const detachedNode = await this.#workflow.detachedNode(this.name);
      const items = (await detachedNode.type.poll?.(detachedNode.context)) ?? null;
      return { ...poll, items, before, after: detachedNode.changedStaticData() };
    } finally {
      this.#isPolling = false;
    }
  }

  /** The static data and its run are stored in the same tick. If the run cannot be stored, the next poll finds the same items again. */
  async #handOn({ record, items, before, after }: PollResult): Promise<void> {
    if (this.#workflow.isStopped) return;
    const { staticData, timedAlarms, ports } = this.#workflow;
    const claim = record && ports.team?.claims.poll(record);
    const saved = after === undefined ? undefined : staticData.take(before, after, claim);
    const isNews = items?.some((list) => list !== null && list.length > 0) === true;
    const firing = { at: timedAlarms.now(), missed: false, ...(claim === undefined ? {} : { claim }) };
    const fired = isNews ? this.#workflow.fire(this.name, items, firing) : true;
    const [written, hasFired] = await Promise.allSettled([saved, fired]);
    if ([written, hasFired].some((result) => result.status === 'rejected' && errorCodeOf(result.reason) === 'CLAIM_LOST'))
      return ports.team?.refreshStaticData(this.#workflow.id);
    if (hasFired.status === 'fulfilled' && !hasFired.value) {
      if (after !== undefined) await staticData.take(after, before, claim).catch(() => undefined);
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
