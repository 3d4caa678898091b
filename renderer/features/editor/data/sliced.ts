// Runs work over many items in slices, so that the page stays responsive. Short work completes at once.
import { startTransition, useEffect, useMemo, useReducer } from 'react';

/** Maximum duration of one slice, in milliseconds. */
const SLICE = 8;
/** Milliseconds between two renders of the partial result. */
const RENDER_INTERVAL = 120;

/** Runs an iterator until the time is up; returns whether it has finished. */
function workFor(work: Iterator<unknown>, milliseconds: number, now: () => number = () => performance.now()): boolean {
  const end = now() + milliseconds;
  do {
    if (work.next().done === true) return true;
  } while (now() < end);
  return false;
}

interface Sliced<T> {
  readonly value: T;
  readonly isDone: boolean;
}

interface SlicedWork<T> {
  /** Yields after each small part. */
  readonly steps: Iterator<unknown>;
  /** Returns the partial result; the same object until it changes. */
  readonly read: () => T;
}

/** Runs the work created by `make`; starts again when one of `dependencies` changes. */
export function useSliced<T>(make: () => SlicedWork<T>, dependencies: readonly unknown[]): Sliced<T> {
  const [, rerender] = useReducer((count: number) => count + 1, 0);
  const work = useMemo(() => {
    const work = make();
    return { ...work, isDone: workFor(work.steps, SLICE) };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the caller passes the dependencies
  }, dependencies);
  useEffect(() => {
    if (work.isDone) return undefined;
    let timer: ReturnType<typeof setTimeout>;
    let rendered = performance.now();
    const go = (): void => {
      work.isDone = workFor(work.steps, SLICE);
      if (work.isDone || performance.now() - rendered > RENDER_INTERVAL) {
        rendered = performance.now();
        // User input takes precedence.
        startTransition(rerender);
      }
      if (!work.isDone) timer = setTimeout(go);
    };
    timer = setTimeout(go);
    return () => clearTimeout(timer);
  }, [work]);
  return { value: work.read(), isDone: work.isDone };
}
