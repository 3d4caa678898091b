// Work over many items, done in slices so that the page answers meanwhile: what is short is done at once.
import { startTransition, useEffect, useMemo, useReducer } from 'react';

/** Milliseconds of one slice. */
const SLICE = 8;
/** Milliseconds between two looks at what is done so far. */
const LOOK = 120;

/** Does as much of a generator's work as fits the time; returns whether all is done. */
export function workFor(work: Iterator<unknown>, milliseconds: number, now: () => number = () => performance.now()): boolean {
  const end = now() + milliseconds;
  do {
    if (work.next().done === true) return true;
  } while (now() < end);
  return false;
}

export interface Sliced<T> {
  readonly value: T;
  readonly isDone: boolean;
}

export interface SlicedWork<T> {
  /** Yields after each small part. */
  readonly steps: Iterator<unknown>;
  /** What is known so far; the same object as long as nothing came to it. */
  readonly read: () => T;
}

/** `make` begins the work; it begins anew when one of `given` is another. */
export function useSliced<T>(make: () => SlicedWork<T>, given: readonly unknown[]): Sliced<T> {
  const [, look] = useReducer((count: number) => count + 1, 0);
  const work = useMemo(() => {
    const begun = make();
    return { ...begun, isDone: workFor(begun.steps, SLICE) };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the caller says what the work is made of
  }, given);
  useEffect(() => {
    if (work.isDone) return undefined;
    let timer: ReturnType<typeof setTimeout>;
    let looked = performance.now();
    const go = (): void => {
      work.isDone = workFor(work.steps, SLICE);
      if (work.isDone || performance.now() - looked > LOOK) {
        looked = performance.now();
        // What somebody does meanwhile goes first.
        startTransition(look);
      }
      if (!work.isDone) timer = setTimeout(go);
    };
    timer = setTimeout(go);
    return () => clearTimeout(timer);
  }, [work]);
  return { value: work.read(), isDone: work.isDone };
}
