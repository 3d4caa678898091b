// What of a scrolling element is seen, and how to bring more into view.
import { startTransition, useLayoutEffect, useState, type RefObject } from 'react';

export interface ScrollView {
  /** Pixels. */
  readonly top: number;
  readonly left: number;
  readonly width: number;
  readonly height: number;
}

const nothing: ScrollView = { top: 0, left: 0, width: 0, height: 0 };

export function useScrollView(frame: RefObject<HTMLElement | null>): ScrollView {
  const [view, setView] = useState(nothing);
  useLayoutEffect(() => {
    const element = frame.current;
    if (element === null) return undefined;
    const look = (): void =>
      setView((before) => {
        const { scrollTop: top, scrollLeft: left, clientWidth: width, clientHeight: height } = element;
        return before.top === top && before.left === left && before.width === width && before.height === height
          ? before
          : { top, left, width, height };
      });
    // What is seen at first is drawn in slices too.
    startTransition(look);
    element.addEventListener('scroll', look, { passive: true });
    const observer = typeof ResizeObserver === 'undefined' ? undefined : new ResizeObserver(look);
    observer?.observe(element);
    return () => {
      element.removeEventListener('scroll', look);
      observer?.disconnect();
    };
  }, [frame]);
  return view;
}

/** Scrolls no further than is needed to see what lies between two pixels; `head` pixels at the top are covered. */
export function scrollToSee(element: HTMLElement, top: number, bottom: number, head = 0): void {
  if (top < element.scrollTop + head) element.scrollTop = Math.max(0, top - head);
  else if (bottom > element.scrollTop + element.clientHeight) element.scrollTop = bottom - element.clientHeight;
}

/** The same from left to right. */
export function scrollAcross(element: HTMLElement, left: number, right: number): void {
  if (left < element.scrollLeft) element.scrollLeft = left;
  else if (right > element.scrollLeft + element.clientWidth) element.scrollLeft = right - element.clientWidth;
}
