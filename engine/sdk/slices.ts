// Time slices: long loops yield to other work before they block the event loop for long.
import { setImmediate } from 'node:timers/promises';

/** Maximum time in milliseconds before work yields. */
export const SLICE = 10;
/** Milliseconds between two readings of the clock. Reading it costs as much as a small step, so it is not read at every step. */
const READ_CLOCK_EVERY = 1;
/** Maximum number of steps between two readings, so that a sudden slowdown is noticed soon. */
const MAX_STEPS = 64;

/** Interruptible work: yields when its slice is used up, and returns its result. */
export type SlicedWork<R> = Generator<void, R, void>;

/** Functions to call when work of a run continues after a pause, by the signal of the run. */
const resumeListeners = new WeakMap<AbortSignal, () => void>();

/**
 * Sets the function that is called when work with this signal continues after a pause, so that a watchdog can attribute the work. Replaces the
 * earlier one.
 */
export function onResume(signal: AbortSignal, listener: () => void): void {
  resumeListeners.set(signal, listener);
}

/** Must be called when work continues in another turn of the event loop. */
export function resumed(signal: AbortSignal): void {
  resumeListeners.get(signal)?.();
}

/** Decides when long work yields. All parts of the work share it, so that many short parts do not block together. */
export class Pace {
  #steps = 1;
  #stepsLeft = 1;
  #readAt = performance.now();
  #deadline = this.#readAt + SLICE;

  /** Must be called after each step: `if (pace.isUsedUp()) yield;`. `steps`: weight of a long step, as a number of small ones. */
  isUsedUp(steps = 1): boolean {
    this.#stepsLeft -= steps;
    return this.#stepsLeft <= 0 && this.#readClock();
  }

  /** Calls `visit` with 0, 1 … count - 1. */
  *repeat(count: number, visit: (index: number) => void): SlicedWork<void> {
    for (let from = 0, to = 0; from < count; from = to) {
      to = Math.min(from + this.#ahead, count);
      repeatRange(from, to, visit);
      if (this.isUsedUp(to - from)) yield;
    }
  }

  /** Calls `visit` for each entry in order. */
  *each<T>(list: readonly T[], visit: (entry: T, index: number) => void): SlicedWork<void> {
    for (let from = 0, to = 0; from < list.length; from = to) {
      to = Math.min(from + this.#ahead, list.length);
      visitRange(list, from, to, visit);
      if (this.isUsedUp(to - from)) yield;
    }
  }

  /** Maps each entry with `make`. */
  *map<T, R>(list: readonly T[], make: (entry: T, index: number) => R): SlicedWork<R[]> {
    const created: R[] = [];
    for (let from = 0, to = 0; from < list.length; from = to) {
      to = Math.min(from + this.#ahead, list.length);
      makeRange(list, from, to, make, created);
      if (this.isUsedUp(to - from)) yield;
    }
    return created;
  }

  /** Whether `isWanted` is true for any entry; stops at the first one. */
  *some<T>(list: readonly T[], isRequested: (entry: T) => boolean): SlicedWork<boolean> {
    for (const entry of list) {
      if (isRequested(entry)) return true;
      if (this.isUsedUp()) yield;
    }
    return false;
  }

  /** Starts the next slice. */
  restart(): void {
    this.#steps = 1;
    this.#stepsLeft = 1;
    this.#readAt = performance.now();
    this.#deadline = this.#readAt + SLICE;
  }

  /** Number of steps until the clock is read again. */
  get #ahead(): number {
    return Math.max(this.#stepsLeft, 1);
  }

  #readClock(): boolean {
    const now = performance.now();
    this.#steps = now - this.#readAt < READ_CLOCK_EVERY ? Math.min(this.#steps * 2, MAX_STEPS) : Math.ceil(this.#steps / 2);
    this.#stepsLeft = this.#steps;
    this.#readAt = now;
    return now > this.#deadline;
  }
}

// Separate loops instead of the generators above: the compiler optimizes them better.

function repeatRange(from: number, to: number, visit: (index: number) => void): void {
  for (let index = from; index < to; index++) visit(index);
}

function visitRange<T>(list: readonly T[], from: number, to: number, visit: (entry: T, index: number) => void): void {
  for (let index = from; index < to; index++) visit(list[index] as T, index);
}

function makeRange<T, R>(list: readonly T[], from: number, to: number, make: (entry: T, index: number) => R, results: R[]): void {
  for (let index = from; index < to; index++) results.push(make(list[index] as T, index));
}

/**
 * Completes the work. Short work is synchronous (no promise). Longer work runs in slices; if the signal is aborted, it stops between two slices
 * with the signal's reason.
 */
export function workInSlices<R>(signal: AbortSignal, work: (pace: Pace) => SlicedWork<R>): R | Promise<R> {
  const pace = new Pace();
  const running = work(pace);
  const first = running.next();
  return first.done === true ? first.value : workOn(running, pace, signal);
}

/** Completes the work without yielding, for short lists. */
export function atOnce<R>(work: (pace: Pace) => SlicedWork<R>): R {
  const running = work(new Pace());
  for (;;) {
    const next = running.next();
    if (next.done === true) return next.value;
  }
}

async function workOn<R>(running: SlicedWork<R>, pace: Pace, signal: AbortSignal): Promise<R> {
  for (;;) {
    await setImmediate();
    signal.throwIfAborted();
    resumed(signal);
    pace.restart();
    const next = running.next();
    if (next.done === true) return next.value;
  }
}

/**
 * Calls `visit` with 0, 1 … count - 1 in order. Short work is synchronous (no promise). Longer work runs in slices; if the signal is aborted, it
 * stops between two slices with the signal's reason.
 */
export function inSlices(count: number, signal: AbortSignal, visit: (index: number) => void): void | Promise<void> {
  // Most nodes in a chain process a single item, which needs neither the clock nor the generator.
  if (count === 1) return visit(0);
  return workInSlices(signal, (pace) => pace.repeat(count, visit));
}

/** Maps each entry of a list with `make`, in slices. */
export function mapInSlices<T, R>(list: readonly T[], signal: AbortSignal, make: (entry: T, index: number) => R): R[] | Promise<R[]> {
  if (list.length === 1) return [make(list[0] as T, 0)];
  return workInSlices(signal, (pace) => pace.map(list, make));
}
