// Focuses the first field of a list entry that was just added.
import { useLayoutEffect, useRef, type RefObject } from 'react';

/** Selects input controls, but not the tools beside them. */
const fields =
  'input:not([type="hidden"], [aria-hidden="true"]), textarea, select, .select, [role="combobox"]:not(.param-add), [role="switch"], [role="checkbox"]';

interface FocusAdded<T> {
  /** For the element around the list. */
  readonly box: RefObject<T | null>;
  /** Called just before an entry is added. */
  readonly adds: () => void;
}

export function useFocusAdded<T extends HTMLElement = HTMLDivElement>(): FocusAdded<T> {
  const box = useRef<T>(null);
  const before = useRef<ReadonlySet<Element>>(undefined);
  // Runs after every render, since a new entry appears only in the render after the change.
  useLayoutEffect(() => {
    if (before.current === undefined) return;
    const added = [...(box.current?.querySelectorAll<HTMLElement>(fields) ?? [])].find((field) => before.current?.has(field) === false);
    if (added === undefined) return;
    before.current = undefined;
    added.focus();
  });
  return { box, adds: () => (before.current = new Set(box.current?.querySelectorAll(fields))) };
}
