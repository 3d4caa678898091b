// What is done on rows of a table, as one object that stays the same: rows are drawn anew only when they are others.
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { hover } from './hover.ts';
import { usePane } from './pane-context.tsx';
import type { RowActs } from './table-row.tsx';
import type { OpenRows } from './use-open-rows.ts';

export function useRowActs(
  { toggle, measure }: Pick<OpenRows, 'toggle' | 'measure'>,
  keys: readonly string[],
): RowActs & { readonly leave: () => void } {
  const { side, start, list, chooseItem, setPlace } = usePane();
  const latest = useRef<RowActs>(undefined);
  latest.current = {
    toggle,
    height: (item, height) => measure(item - start, height),
    hover: (item) => hover({ side, place: { ...list, item } }),
    pick: (item, column) => {
      chooseItem(item);
      if (keys.length > 0) setPlace({ item, keys: [keys[column] ?? ''] });
    },
  };
  const leave = useCallback(() => hover(undefined), []);
  useEffect(() => leave, [leave]);
  return useMemo(
    () => ({
      toggle: (item, key) => latest.current?.toggle(item, key),
      height: (item, height) => latest.current?.height(item, height),
      hover: (item) => latest.current?.hover(item),
      pick: (item, column) => latest.current?.pick(item, column),
      leave,
    }),
    [leave],
  );
}
