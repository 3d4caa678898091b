// Keeps long lists fast: renders only the lines near the viewport, and keeps unchanged lines.
import { useCallback, useLayoutEffect, useRef, useState, type UIEvent } from 'react';

const step = 50;

export interface Growing<T> {
  readonly shown: readonly T[];
  readonly onScroll: (event: UIEvent) => void;
}

/**
 * Number of rendered lines of a list: slightly more than are visible, growing with scrolling and keys. A new `subject` is a new
 * list and starts over.
 */
export function useGrowing<T>(lines: readonly T[], active: number, subject: string): Growing<T> {
  const [grown, setGrown] = useState({ subject, count: step });
  const count = Math.max(grown.subject === subject ? grown.count : step, active + step / 2);
  const onScroll = ({ currentTarget: { scrollTop, clientHeight, scrollHeight } }: UIEvent): void => {
    if (count < lines.length && scrollTop + 2 * clientHeight > scrollHeight) setGrown({ subject, count: count + step });
  };
  return { shown: count < lines.length ? lines.slice(0, count) : lines, onScroll };
}

/** A stable function that calls the latest given one. */
export function useLatest<T>(action: (value: T) => void): (value: T) => void {
  const latest = useRef(action);
  useLayoutEffect(() => {
    latest.current = action;
  });
  return useCallback((value) => latest.current(value), []);
}
