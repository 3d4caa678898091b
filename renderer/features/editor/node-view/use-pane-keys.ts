// F6 leads from pane to pane, Shift+F6 back: to its data, else to where it was left.
import { useRef, type FocusEvent, type KeyboardEvent } from 'react';

const data = '[role="grid"], [role="tree"]';
/** What takes the focus in a pane that had none yet. */
const entries = ['input, textarea, select', 'button:not(:disabled), a[href], [tabindex="0"]'] as const;

export interface PaneKeys {
  readonly onFocus: (event: FocusEvent) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/** Handlers of the element whose children are the panes. */
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
