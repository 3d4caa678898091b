// Publishes the height of the toasts at the lower right as --toasts-room, so that controls there can make space.
import { useLayoutEffect, type RefObject } from 'react';

const ROOM = '--toasts-room';

/** `count`: number of toasts; with none, no space is reserved. Scrolls the newest toast into view. */
export function useToastsRoom(section: RefObject<HTMLElement | null>, count: number): void {
  useLayoutEffect(() => {
    const { current } = section;
    if (current === null || count === 0) return undefined;
    const { style } = document.documentElement;
    const tell = (): void => style.setProperty(ROOM, `${current.offsetHeight}px`);
    tell();
    // Aligned to its top, even if it is higher than the viewport.
    current.scrollTop = [...current.querySelectorAll<HTMLElement>('.toast')].at(-1)?.offsetTop ?? 0;
    // A toast grows when its details are opened.
    const observer = typeof ResizeObserver === 'undefined' ? undefined : new ResizeObserver(tell);
    observer?.observe(current);
    return () => {
      observer?.disconnect();
      style.removeProperty(ROOM);
    };
  }, [section, count]);
}
