// Tells the page how high the toasts are at its lower right, as --toasts-room: what could be clicked there makes room.
import { useLayoutEffect, type RefObject } from 'react';

const ROOM = '--toasts-room';

/** `count`: how many toasts there are; without any, no room is kept. The newest is in view where not all of them are. */
export function useToastsRoom(section: RefObject<HTMLElement | null>, count: number): void {
  useLayoutEffect(() => {
    const { current } = section;
    if (current === null || count === 0) return undefined;
    const { style } = document.documentElement;
    const tell = (): void => style.setProperty(ROOM, `${current.offsetHeight}px`);
    tell();
    // From its beginning, also where it is higher than the room there is.
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
