// A single timer for all scheduled times. It is set to the earliest one, and fires often enough to notice clock changes.
import type { TriggerClock } from './ports.ts';
import { Heap } from './heap.ts';

/** Maximum milliseconds between two readings of the clock, within which sleep and clock changes are noticed. */
const LOOK_EVERY = 30_000;

/** Milliseconds that the clock may be set back without rescheduling. */
const TOLERANCE = 60_000;

/** A callback that waits for a time, in milliseconds since the epoch. */
export interface Alarm {
  readonly time: number;
  /** Called when the time has come; the alarm is no longer set then, and may be set again. */
  ring(now: number): void;
  /** Called if the clock was set back by more than a minute; returns the new time to wait for. */
  timeAfterChange(now: number): number;
}

export class AlarmClock {
  readonly #clock: TriggerClock;
  readonly #failed: (error: unknown) => void;
  readonly #heap = new Heap<WaitingAlarm>();
  readonly #waiting = new Map<Alarm, WaitingAlarm>();
  /** Readings of both clocks at the last check. */
  #lastReading: { readonly now: number; readonly elapsed: number };
  #wake = Number.POSITIVE_INFINITY;
  #cancel: (() => void) | undefined;
  #isStopped = false;
  #isPaused = false;

  /** `failed` is called if an alarm throws; the other alarms still ring. */
  constructor(clock: TriggerClock, failed: (error: unknown) => void) {
    this.#clock = clock;
    this.#failed = failed;
    this.#lastReading = { now: clock.now(), elapsed: clock.elapsed() };
  }

  now(): number {
    return this.#clock.now();
  }

  /** Sets the alarm, unless it is already waiting. */
  set(alarm: Alarm): void {
    if (this.#isStopped) return;
    this.#put(alarm, alarm.time);
    if (alarm.time < this.#wake) this.#arm();
  }

  /** Cancels the alarm. */
  delete(alarm: Alarm): void {
    const waiting = this.#waiting.get(alarm);
    if (waiting === undefined) return;
    this.#waiting.delete(alarm);
    this.#heap.delete(waiting);
    if (this.#heap.size === 0) this.#disarm();
  }

  get isPaused(): boolean {
    return this.#isPaused;
  }

  /** While the clock is paused, no alarm rings. Afterwards, overdue alarms ring at once. */
  pause(isPaused: boolean): void {
    this.#isPaused = isPaused;
    if (isPaused) this.#disarm();
    else this.look();
  }

  /** Reads the clock now and rings due alarms; for use after a sleep, when timers are late. */
  look(): void {
    if (this.#isStopped || this.#isPaused) return;
    const now = this.#clock.now();
    const elapsed = this.#clock.elapsed();
    const wentBack = now - this.#lastReading.now < elapsed - this.#lastReading.elapsed - TOLERANCE;
    this.#lastReading = { now, elapsed };
    if (wentBack) {
      for (const { alarm } of this.#heap.entries()) this.#guarded(() => this.#put(alarm, alarm.timeAfterChange(now)));
    }
    for (let first = this.#heap.first(); first !== undefined && first.time <= now; first = this.#heap.first()) {
      this.#heap.delete(first);
      this.#waiting.delete(first.alarm);
      const { alarm } = first;
      this.#guarded(() => alarm.ring(now));
    }
    this.#arm();
  }

  /** Stops the clock; no alarm rings afterwards. */
  stop(): void {
    this.#isStopped = true;
    this.#disarm();
  }

  #guarded(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#failed(error);
    }
  }

  #put(alarm: Alarm, time: number): void {
    const waiting = this.#waiting.get(alarm) ?? { alarm, time };
    this.#heap.delete(waiting);
    waiting.time = time;
    this.#heap.add(waiting);
    this.#waiting.set(alarm, waiting);
  }

  #arm(): void {
    this.#disarm();
    const first = this.#heap.first();
    if (first === undefined || this.#isStopped || this.#isPaused) return;
    this.#wake = Math.min(first.time, this.#clock.now() + LOOK_EVERY);
    this.#cancel = this.#clock.at(this.#wake, () => this.look());
  }

  #disarm(): void {
    this.#wake = Number.POSITIVE_INFINITY;
    this.#cancel?.();
    this.#cancel = undefined;
  }
}

interface WaitingAlarm {
  readonly alarm: Alarm;
  time: number;
}
