// Keeps long lists quick: only lines near those in sight are made, and lines that did not change stay as they are.
import { useCallback, useLayoutEffect, useRef, useState, type UIEvent } from 'react';

const step = 50;

export interface Growing<T> {
  readonly shown: readonly T[];
  readonly onScroll: (event: UIEvent) => void;
}

/**
 * The lines of a list that are made: some more than are seen, and more as somebody scrolls or walks on. Another `subject` is
 * another list, and begins anew.
 */
export function useGrowing<T>(lines: readonly T[], active: number, subject: string): Growing<T> {
  const [grown, setGrown] = useState({ subject, count: step });
  const count = Math.max(grown.subject === subject ? grown.count : step, active + step / 2);
  const onScroll = ({ currentTarget: { scrollTop, clientHeight, scrollHeight } }: UIEvent): void => {
    if (count < lines.length && scrollTop + 2 * clientHeight > scrollHeight) setGrown({ subject, count: count + step });
  };
  return { shown: count < lines.length ? lines.slice(0, count) : lines, onScroll };
}

/** A function that stays the same and does what the newest one given does. */
export function useLatest<T>(action: (value: T) => void): (value: T) => void {
  const latest = useRef(action);
  useLayoutEffect(() => {
    latest.current = action;
  });
  return useCallback((value) => latest.current(value), []);
}
