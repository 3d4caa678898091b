// The columns of the items of a pane: those of the first items at once, others as they are met.
import { useMemo } from 'react';
import type { Item } from '../../../../engine/contract/run-data.ts';
import { ColumnGatherer, columnWidths, numberColumns } from './columns.ts';
import { useSliced } from './sliced.ts';

function* gathering(gatherer: ColumnGatherer, items: readonly Item[]): Generator<undefined, void> {
  for (const item of items) {
    gatherer.add(item);
    yield undefined;
  }
}

export interface TableColumns {
  readonly keys: readonly string[];
  readonly more: number;
  /** Pixels. */
  readonly widths: readonly number[];
  readonly areNumbers: readonly boolean[];
}

/** `width`: pixels of the table, which narrower columns share. */
export function useColumns(items: readonly Item[], start: number, end: number, width: number): TableColumns {
  const { value: columns } = useSliced(() => {
    const gatherer = new ColumnGatherer();
    return { steps: gathering(gatherer, items), read: () => gatherer.columns };
  }, [items]);
  const own = useMemo(() => columnWidths(columns.keys, items, start, end), [columns, items, start, end]);
  const areNumbers = useMemo(() => numberColumns(columns.keys, items, start, end), [columns, items, start, end]);
  return useMemo(() => {
    const total = own.reduce((sum, each) => sum + each, 0);
    const widths = total < width ? own.map((each) => (each * width) / total) : own;
    return { keys: columns.keys, more: columns.more, widths, areNumbers };
  }, [columns, own, width, areNumbers]);
}
