// One row of the table.
import type { TFunction } from 'i18next';
import { memo, useLayoutEffect, useRef, type ReactNode } from 'react';
import type { Item } from '../../../../../engine/contract/run-data.ts';
import { ownValue } from '../../../../../engine/workflow/values/own-properties.ts';
import { briefText, kindOf } from '../values.ts';
import { TableCell } from './table-cell.tsx';
import type { ShownColumns } from './table-head.tsx';
import { exactText } from '../../../../../engine/contract/exact-numbers.ts';

/** Callbacks of a row; `index` is the index of its item. */
export interface RowActions {
  readonly toggle: (index: number, key: string) => void;
  /** Called when the height of an expanded row changes; undefined for the default height. */
  readonly height: (index: number, height: number | undefined) => void;
  readonly hover: (index: number) => void;
  readonly pick: (index: number, column: number) => void;
}

interface TableRowProps extends ShownColumns {
  readonly item: Item | undefined;
  /** Index of the item in its list. */
  readonly index: number;
  /** Pixels from the top of the first row. */
  readonly top: number;
  /** Expanded cells, as `item key`. */
  readonly opened: ReadonlySet<string>;
  readonly isChosen: boolean;
  readonly isPaired: boolean;
  readonly active: number | undefined;
  readonly word: string;
  /** Prefix of the cells' element ids. */
  readonly prefix: string;
  readonly t: TFunction<'data'>;
  /** Must keep its identity: rows are memoized. */
  readonly actions: RowActions;
}

export const TableRow = memo(Row);

function Row(props: TableRowProps): ReactNode {
  const { item, index, top, keys, widths, first, last, before, opened, isChosen, isPaired, active, word, prefix, t, actions } = props;
  const row = useRef<HTMLDivElement>(null);
  const isHigher = opened.size > 0 && keys.some((key) => opened.has(`${index} ${key}`));
  useHeight(row, isHigher, (height) => actions.height(index, height));
  return (
    <div
      ref={row}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isChosen}
      className="data-row"
      data-chosen={isChosen}
      data-paired={isPaired}
      data-high={isHigher}
      style={{ transform: `translateY(${top}px)`, paddingLeft: before }}
      onMouseEnter={() => actions.hover(index)}
    >
      {keys.length === 0 ? (
        <span role="gridcell" className="data-cell" onClick={() => actions.pick(index, 0)}>
          {Array.isArray(item?.json) || typeof item?.json !== 'object' ? (
            briefText(item?.json, 300)
          ) : (
            <em className="data-mark">{t(item?.binary === undefined ? 'table.emptyItem' : 'table.onlyFiles')}</em>
          )}
        </span>
      ) : (
        keys.slice(first, last).map((key, at) => {
          const value = ownValue(item?.json, key);
          const column = first + at;
          return (
            <span
              key={key}
              id={`${prefix}-${index}-${column}`}
              role="gridcell"
              tabIndex={-1}
              aria-colindex={column + 1}
              className="data-cell"
              data-kind={kindOf(value)}
              data-active={active === column}
              style={{ width: widths[column] }}
              onClick={() => actions.pick(index, column)}
            >
              <TableCell
                value={exactText(item?.json, key) ?? value}
                keys={[key]}
                isOpen={opened.has(`${index} ${key}`)}
                onToggle={() => actions.toggle(index, key)}
                word={word}
                t={t}
              />
            </span>
          );
        })
      )}
    </div>
  );
}

/** Reports the height of a row while one of its cells is expanded. */
function useHeight(row: { readonly current: HTMLElement | null }, isHigher: boolean, report: (height: number | undefined) => void): void {
  const latest = useRef(report);
  latest.current = report;
  useLayoutEffect(() => {
    const element = row.current;
    if (!isHigher || element === null) return undefined;
    const measure = (): void => latest.current(Math.ceil(element.getBoundingClientRect().height));
    measure();
    const observer = typeof ResizeObserver === 'undefined' ? undefined : new ResizeObserver(measure);
    observer?.observe(element);
    return () => observer?.disconnect();
  }, [row, isHigher]);
  // A collapsed row returns to the default height; a row that is only scrolled out of view keeps its height.
  const wasHigher = useRef(false);
  useLayoutEffect(() => {
    if (wasHigher.current && !isHigher) latest.current(undefined);
    wasHigher.current = isHigher;
  }, [isHigher]);
}
