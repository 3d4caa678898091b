// Which objects and lists of a tree are open: some at first, others as a person opens them or a place in them is revealed.
import { useMemo, useState } from 'react';
import type { Key } from './place.ts';
import { idsAbove, openAtFirst } from './tree-rows.ts';

export function useOpenValues(
  values: readonly unknown[],
  first: number,
  depth: number | undefined,
  revealed: readonly Key[] | undefined,
): { readonly open: ReadonlySet<string>; readonly toggle: (id: string) => void } {
  const initial = useMemo(() => openAtFirst(values, first, depth), [values, first, depth]);
  const [state, setState] = useState<{ readonly initial: ReadonlySet<string>; readonly toggled: ReadonlySet<string> }>();
  const [seen, setSeen] = useState<readonly Key[]>();
  const toggled = state?.initial === initial ? state.toggled : undefined;
  const open = useMemo(() => {
    const ids = new Set(initial);
    for (const id of toggled ?? []) if (!ids.delete(id)) ids.add(id);
    return ids;
  }, [initial, toggled]);
  const toggle = (...ids: readonly string[]): void => {
    const next = new Set(toggled);
    for (const id of ids) if (!next.delete(id)) next.add(id);
    setState({ initial, toggled: next });
  };
  // What is revealed is opened as it is drawn, so that its row is there.
  if (revealed !== undefined && revealed !== seen) {
    setSeen(revealed);
    const closed = idsAbove(revealed).filter((id) => !open.has(id));
    if (closed.length > 0) toggle(...closed);
  }
  return { open, toggle };
}
