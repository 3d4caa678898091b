// A long-lived trigger: started within a time limit, it listens while its workflow is active. After a failure it is restarted with increasing delays.
import { errorCodeOf } from '../contract/errors.ts';
import type { JsonObject } from '../contract/json.ts';
import type { ItemList } from '../contract/run-data.ts';
import type { DetachedNode } from '../execution/index.ts';
import { type FiredRun, type StopTrigger, NodeError, type TriggerContext, type WebhookReply } from '../sdk/index.ts';
import type { Claim } from '../store/index.ts';
import { triggerError } from './failure.ts';
import { STORE_PAUSE, type ActiveWorkflow } from './active-workflow.ts';
import type { Alarm, AlarmClock } from './alarm-clock.ts';

const FIRST_PAUSE = 1000;
const LONGEST_PAUSE = 300_000;

/** Random share of a delay, so that triggers of the same service do not all restart at once. */
const SPREAD = 0.2;

/** Milliseconds after which a listening trigger counts as recovered, so that delays start from the first again. */
const MENDED_AFTER = 300_000;

/** Maximum number of events that wait in memory until the database can be written. */
const MAX_WAITING = 1000;

/** One start of the trigger. Events of a start that has ended are ignored. */
interface Listening {
  readonly detachedNode: DetachedNode;
  /** Static data as of the last merge. */
  savedState: JsonObject;
  stop?: StopTrigger;
  startedAt?: number;
}

export class ListeningNode implements Alarm {
  readonly name: string;
  time = Number.POSITIVE_INFINITY;
  readonly #workflow: ActiveWorkflow;
  #listening: Listening | undefined;
  #failures = 0;
  #isStopped = false;
  /** Functions that end the pauses of events that wait until the database can be written. */
  readonly #pauses = new Set<() => void>();

  constructor(workflow: ActiveWorkflow, nodeName: string) {
    this.#workflow = workflow;
    this.name = nodeName;
  }

  /** Starts listening. Throws if the trigger cannot start. */
  async start(): Promise<void> {
    const { alarms, staticData } = this.#workflow;
    const staticDataAtStart = staticData.data;
    const listening: Listening = { detachedNode: await this.#workflow.detachedNode(this.name), savedState: staticDataAtStart };
    this.#listening = listening;
    const context = listening.detachedNode.contextWith({
      emit: (items: readonly ItemList[], respond?: (reply: WebhookReply) => void) => this.#emit(items, listening, respond),
      fail: (error: unknown) => this.#broke(error, listening),
      saveFailure: (error: unknown) => this.#workflow.ports.onFailedRun(this.#workflow, this.name, triggerError(error, this.name)),
    });
    try {
      listening.stop = await startTrigger(listening.detachedNode, context, alarms);
      listening.startedAt = alarms.now();
    } catch (error) {
      if (this.#listening === listening) this.#listening = undefined;
      throw error;
    }
    // It may have failed or been stopped before it was listening.
    if (this.#listening !== listening) await this.#end(listening);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#workflow.alarms.delete(this);
    const listening = this.#listening;
    this.#listening = undefined;
    for (const end of this.#pauses) end();
    if (listening !== undefined) await this.#end(listening);
  }

  ring(): void {
    this.#workflow.track(this.#startAgain());
  }

  timeAfterChange(now: number): number {
    this.time = Math.min(this.time, now + LONGEST_PAUSE);
    return this.time;
  }

  async #startAgain(): Promise<void> {
    try {
      await this.start();
      if (this.#listening !== undefined) this.#workflow.problems.delete(this.name);
    } catch (error) {
      if (!this.#isStopped) this.#pauseAfter(error);
    }
  }

  /** The service may regard the event as handled, so it waits in memory while the database cannot be written. */
  async #emit(items: readonly ItemList[], listening: Listening, respond?: (reply: WebhookReply) => void): Promise<FiredRun | void> {
    if (this.#listening !== listening) return undefined;
    for (;;) {
      try {
        return await this.#fire(items, listening, respond);
      } catch (error) {
        // Another server listens now, and receives the event.
        if (errorCodeOf(error) === 'CLAIM_LOST') return this.#lost();
        if (errorCodeOf(error) !== 'STORE_FAILED' || this.#pauses.size >= MAX_WAITING) throw error;
        this.#workflow.pausedAt(this.name, 'Events', error as Error);
        if (!this.#isStopped) await this.#pause();
        if (this.#isStopped) throw error;
      }
    }
  }

  async #fire(items: readonly ItemList[], listening: Listening, respond?: (reply: WebhookReply) => void): Promise<FiredRun | void> {
    const { id, ports, alarms, problems } = this.#workflow;
    const { team } = ports;
    const claim = team === undefined || team.isAlone ? undefined : team.claims.lease(id, team.id);
    // The static data and its run are stored in the same tick.
    const firing = { at: alarms.now(), missed: false, ...(claim === undefined ? {} : { claim }) };
    const fired = ports.onFire(this.#workflow, this.name, items, firing, respond);
    const [run] = await Promise.all([fired, this.#saveState(listening, claim)]);
    if (this.#listening !== undefined) problems.delete(this.name);
    return run;
  }

  #pause(): Promise<void> {
    const { alarms } = this.#workflow;
    return new Promise((resolve) => {
      const end = (): void => {
        alarms.delete(alarm);
        this.#pauses.delete(end);
        resolve();
      };
      const alarm: Alarm = { time: alarms.now() + STORE_PAUSE, ring: end, timeAfterChange: (now) => now + STORE_PAUSE };
      this.#pauses.add(end);
      alarms.set(alarm);
    });
  }

  async #lost(): Promise<void> {
    const { id, ports } = this.#workflow;
    ports.logger.debug('An event is left to the server that listens now', { workflowId: id, node: this.name });
    await ports.team?.refreshStaticData(id).catch(() => undefined);
  }

  async #saveState(listening: Listening, claim?: Claim): Promise<void> {
    const after = listening.detachedNode.changedStaticData();
    if (after === undefined) return;
    const before = listening.savedState;
    listening.savedState = after;
    await this.#workflow.staticData.take(before, after, claim);
  }

  #broke(error: unknown, listening: Listening): void {
    if (this.#listening !== listening) return;
    this.#listening = undefined;
    const { startedAt, stop } = listening;
    if (startedAt !== undefined && this.#workflow.alarms.now() - startedAt >= MENDED_AFTER) this.#failures = 0;
    if (stop !== undefined) this.#workflow.track(this.#end(listening));
    this.#pauseAfter(error);
  }

  /** The first of several successive failures starts the workflow's error workflow; the others only update the reason. */
  #pauseAfter(error: unknown): void {
    if (this.#failures++ === 0) this.#workflow.failed(this.name, error);
    else this.#workflow.stillFailing(this.name, error);
    const pause = FIRST_PAUSE * 2 ** Math.min(this.#failures - 1, 20) * (1 + SPREAD * this.#workflow.ports.random());
    this.time = this.#workflow.alarms.now() + Math.min(LONGEST_PAUSE, Math.round(pause));
    this.#workflow.alarms.set(this);
  }

  async #end(listening: Listening): Promise<void> {
    try {
      await listening.stop?.();
      await this.#saveState(listening);
    } catch (error) {
      this.#workflow.logError('A trigger could not be stopped cleanly', this.name, error);
    }
  }
}

/** Maximum milliseconds until a trigger is listening. */
const START_LIMIT = 60_000;

/**
 * Starts the trigger and returns the function that stops it. Throws the trigger's error, the reason of an aborted signal, or NodeError on
 * timeout; a trigger that starts listening later is stopped immediately.
 */
export async function startTrigger({ type }: DetachedNode, context: TriggerContext, alarms: AlarmClock): Promise<StopTrigger> {
  const { signal } = context;
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  const onAbort = (): void => reject(signal.reason as Error);
  const alarm: Alarm = {
    time: alarms.now() + START_LIMIT,
    ring: () => reject(new NodeError(`The trigger did not start within ${START_LIMIT / 1000} seconds.`, { code: 'NODE_OPERATION_FAILED' })),
    timeAfterChange: (now) => now + START_LIMIT,
  };
  signal.throwIfAborted();
  signal.addEventListener('abort', onAbort, { once: true });
  alarms.set(alarm);
  const starting = (async () => (await type.trigger?.(context)) ?? (() => undefined))();
  try {
    return await Promise.race([starting, timeout]);
  } catch (error) {
    void starting.then((stop) => stop()).catch(() => undefined);
    throw error;
  } finally {
    alarms.delete(alarm);
    signal.removeEventListener('abort', onAbort);
  }
}
