// F6 moves the focus to the next pane, Shift+F6 to the previous one: to its data, or to the element that last had the focus.
import { useRef, type FocusEvent, type KeyboardEvent } from 'react';

const data = '[role="grid"], [role="tree"]';
/** Selectors for the first focus in a pane. */
const entries = ['input, textarea, select', 'button:not(:disabled), a[href], [tabindex="0"]'] as const;

interface PaneKeys {
  readonly onFocus: (event: FocusEvent) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/** Returns the handlers for the parent element of the panes. */
export function usePaneKeys(): PaneKeys {
  const left = useRef(new WeakMap<Element, HTMLElement>());
  return {
    onFocus: ({ target, currentTarget }) => {
      const pane = [...currentTarget.children].find((each) => each.contains(target));
      if (pane !== undefined && target instanceof HTMLElement) left.current.set(pane, target);
    },
    onKeyDown: (event) => {
      if (event.key !== 'F6' || event.altKey || event.ctrlKey || event.metaKey) return;
      const panes = [...event.currentTarget.children];
      const at = panes.findIndex((pane) => pane.contains(document.activeElement));
      const next = panes[(at + (event.shiftKey ? -1 : 1) + panes.length) % panes.length];
      if (next === undefined) return;
      const before = left.current.get(next);
      const found = next.querySelector<HTMLElement>(data) ?? (before?.isConnected === true ? before : firstOf(next));
      if (found === undefined) return;
      event.preventDefault();
      found.focus();
    },
  };
}

function firstOf(pane: Element): HTMLElement | undefined {
  for (const kind of entries) {
    const found = pane.querySelector<HTMLElement>(kind);
    if (found !== null) return found;
  }
  return undefined;
}
