// The visible part of a scrolling element, scrolling to a place, and its keyboard focus.
import { startTransition, useLayoutEffect, useState, type RefObject, useRef, type FocusEvent } from 'react';

export interface ScrollView {
  /** All values are in pixels. */
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
    const measure = (): void =>
      setView((before) => {
        const { scrollTop: top, scrollLeft: left, clientWidth: width, clientHeight: height } = element;
        return before.top === top && before.left === left && before.width === width && before.height === height
          ? before
          : { top, left, width, height };
      });
    // The initial content is rendered with low priority, too.
    startTransition(measure);
    element.addEventListener('scroll', measure, { passive: true });
    const observer = typeof ResizeObserver === 'undefined' ? undefined : new ResizeObserver(measure);
    observer?.observe(element);
    return () => {
      element.removeEventListener('scroll', measure);
      observer?.disconnect();
    };
  }, [frame]);
  return view;
}

/** Scrolls vertically by the minimum needed to show a range in pixels; `head` is the height of a sticky header. */
export function scrollToSee(element: HTMLElement, top: number, bottom: number, head = 0): void {
  if (top < element.scrollTop + head) element.scrollTop = Math.max(0, top - head);
  else if (bottom > element.scrollTop + element.clientHeight) element.scrollTop = bottom - element.clientHeight;
}

/** Scrolls horizontally by the minimum needed to show a range in pixels. */
export function scrollAcross(element: HTMLElement, left: number, right: number): void {
  if (left < element.scrollLeft) element.scrollLeft = left;
  else if (right > element.scrollLeft + element.clientWidth) element.scrollLeft = right - element.clientWidth;
}

/** Moves the focus from a clicked row or cell to the list, which handles keys. `entered` is called when the list itself receives the focus. */
export function useLedFocus(entered: () => void): (event: FocusEvent<HTMLElement>) => void {
  const isLed = useRef(false);
  return ({ target, currentTarget }) => {
    if (target === currentTarget) {
      if (!isLed.current) entered();
      return;
    }
    isLed.current = true;
    currentTarget.focus({ preventScroll: true });
    isLed.current = false;
  };
}
