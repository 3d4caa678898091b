// Schedules of package triggers: cron expressions in the workflow's time zone. A recurrence limits them to every n-th hour, day, week or month.
import { Cron } from 'croner';
import type { JsonObject } from '../../../contract/json.ts';
import { occurrencesOf } from '../../../triggers/occurrences.ts';

interface Every {
  readonly unit: 'hours' | 'days' | 'weeks' | 'months';
  readonly count: number;
}

/** What package code schedules. */
interface Registered {
  readonly expression: string;
  readonly every?: Every;
  /** Tells the schedules of a node apart. */
  readonly index: string;
}

/** Name of the times of the last events in the node's static data, which survive restarts. */
const KEY = 'scheduledEvents';
const units: readonly unknown[] = ['hours', 'days', 'weeks', 'months'] satisfies Every['unit'][];

export interface SchedulesParts {
  readonly timezone: string;
  /** Returns the node's static data. */
  readonly staticData: () => JsonObject;
}

export class Schedules {
  readonly #parts: SchedulesParts;
  readonly #crons: Cron[] = [];
  #hasEmitted = false;

  constructor(parts: SchedulesParts) {
    this.#parts = parts;
  }

  /** `cron`: an expression of five or six fields, or an object with it and with a recurrence. Throws Error for invalid ones. */
  register(cron: unknown, onTick: () => unknown): void {
    const registered = registeredOf(cron);
    const options = { timezone: this.#parts.timezone, protect: false, sloppyRanges: true };
    this.#crons.push(
      new Cron(registered.expression, options, (self) => void this.tick(registered, self.currentRun()?.getTime() ?? Date.now(), onTick)),
    );
  }

  /** Must be called when the trigger emits an event. */
  emitted(): void {
    this.#hasEmitted = true;
  }

  stop(): void {
    for (const cron of this.#crons) cron.stop();
  }

  /**
   * Calls `onTick` at a time of the expression, in milliseconds, unless the recurrence leaves it out. Only a tick that emits an event counts for the
   * next one: nodes that count as well may leave out some by themselves.
   */
  async tick({ expression, every, index }: Registered, at: number, onTick: () => unknown): Promise<void> {
    if (every === undefined) return void (await onTick());
    const state = this.#parts.staticData();
    const lastTick = ((state[KEY] ?? {}) as JsonObject)[index];
    const previousTick = typeof lastTick === 'number' && lastTick <= at ? lastTick : null;
    // Times of expressions are whole seconds; timers may be late.
    const second = Math.floor(at / 1000) * 1000;
    const due =
      previousTick === null ? second : occurrencesOf({ cron: expression, every }, this.#parts.timezone).next(previousTick, previousTick);
    // A time that was missed, or that the node left out, is made up for at the next one.
    if (due === null || due > second) return;
    this.#hasEmitted = false;
    // An event takes the static data along, so the time is there before it.
    this.#setLastTick(state, index, second);
    await onTick();
    if (!this.#hasEmitted) this.#setLastTick(state, index, previousTick);
  }

  #setLastTick(state: JsonObject, index: string, time: number | null): void {
    state[KEY] = { ...((state[KEY] ?? {}) as JsonObject), [index]: time };
  }
}

/** Reads what package code passes to `registerCron`. Throws Error for a recurrence that cannot be understood. */
export function registeredOf(cron: unknown): Registered {
  const { expression, recurrence } = (typeof cron === 'object' && cron !== null ? cron : { expression: cron }) as {
    readonly expression: unknown;
    readonly recurrence?: {
      readonly activated?: boolean;
      readonly index?: number;
      readonly intervalSize?: number;
      readonly typeInterval?: string;
    };
  };
  const index = `rule ${Number(recurrence?.index ?? 0)}`;
  if (recurrence?.activated !== true) return { expression: String(expression), index };
  const { intervalSize: count, typeInterval: unit } = recurrence;
  if (!units.includes(unit) || !Number.isInteger(count) || (count as number) < 1) {
    throw new Error(`A schedule cannot recur every ${String(count)} ${String(unit)}.`);
  }
  return { expression: String(expression), index, every: { unit: unit as Every['unit'], count: count as number } };
}
