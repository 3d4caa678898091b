// Long work in slices: a loop over many entries lets others in before it has held the process for long.
import { setImmediate } from 'node:timers/promises';

/** How long a loop may hold the process, in milliseconds. */
export const SLICE = 20;
/** Looking at the clock costs as much as a small step of the work: it is done about this often, in milliseconds. */
const LOOK_EVERY = 1;
const MAX_STEP = 1024;

/**
 * Calls `visit` with 0, 1 … count - 1 in order. Short work is done at once (no promise); longer work goes on in slices, however long a
 * single call takes, and stops with the signal's reason between two of them.
 */
export function inSlices(count: number, signal: AbortSignal, visit: (index: number) => void): void | Promise<void> {
  const next = visitSlice(0, count, visit);
  return next === count ? undefined : visitRest(next, count, signal, visit);
}

/** What `make` gives for each entry of a list, in slices. */
export function mapInSlices<T, R>(list: readonly T[], signal: AbortSignal, make: (entry: T, index: number) => R): R[] | Promise<R[]> {
  const made: R[] = [];
  const done = inSlices(list.length, signal, (index) => void made.push(make(list[index] as T, index)));
  return done === undefined ? made : done.then(() => made);
}

/** Visits from `index` until the slice is used up; answers the index to go on from. */
function visitSlice(index: number, count: number, visit: (index: number) => void): number {
  if (index + 1 === count) {
    visit(index);
    return count;
  }
  let looked = performance.now();
  const deadline = looked + SLICE;
  for (let step = 1; index < count;) {
    for (const end = Math.min(index + step, count); index < end; index++) visit(index);
    const now = performance.now();
    if (now > deadline) return index;
    step = now - looked < LOOK_EVERY ? Math.min(step * 2, MAX_STEP) : Math.ceil(step / 2);
    looked = now;
  }
  return count;
}

async function visitRest(from: number, count: number, signal: AbortSignal, visit: (index: number) => void): Promise<void> {
  for (let index = from; index < count;) {
    await setImmediate();
    signal.throwIfAborted();
    index = visitSlice(index, count, visit);
  }
}
