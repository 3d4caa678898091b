// One item in the table.
import type { TFunction } from 'i18next';
import { memo, useLayoutEffect, useRef, type ReactNode } from 'react';
import type { Item } from '../../../../engine/contract/run-data.ts';
import { ownValue } from '../../../../engine/workflow/own-properties.ts';
import { TableCell } from './table-cell.tsx';
import type { ShownColumns } from './table-head.tsx';
import { briefText, kindOf } from './values.ts';

/** What is told of a row, with the index of its item. */
export interface RowActs {
  readonly toggle: (index: number, key: string) => void;
  /** Undefined where it is as high as any. */
  readonly height: (index: number, height: number | undefined) => void;
  readonly hover: (index: number) => void;
  readonly pick: (index: number, column: number) => void;
}

export interface TableRowProps extends ShownColumns {
  readonly item: Item | undefined;
  /** Of the item in its list. */
  readonly index: number;
  /** Pixels from the first row. */
  readonly top: number;
  /** Cells that are opened, as `item key`. */
  readonly opened: ReadonlySet<string>;
  readonly isChosen: boolean;
  readonly isPaired: boolean;
  readonly active: number | undefined;
  readonly word: string;
  /** Before the ids of its cells. */
  readonly prefix: string;
  readonly t: TFunction<'data'>;
  /** The same object each time: a row is drawn anew only when it is another. */
  readonly acts: RowActs;
}

export const TableRow = memo(Row);

function Row(props: TableRowProps): ReactNode {
  const { item, index, top, keys, widths, first, last, before, opened, isChosen, isPaired, active, word, prefix, t, acts } = props;
  const row = useRef<HTMLDivElement>(null);
  const isHigher = opened.size > 0 && keys.some((key) => opened.has(`${index} ${key}`));
  useHeight(row, isHigher, (height) => acts.height(index, height));
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
      onMouseEnter={() => acts.hover(index)}
    >
      {keys.length === 0 ? (
        <span role="gridcell" className="data-cell" onClick={() => acts.pick(index, 0)}>
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
              onClick={() => acts.pick(index, column)}
            >
              <TableCell
                value={value}
                keys={[key]}
                isOpen={opened.has(`${index} ${key}`)}
                onToggle={() => acts.toggle(index, key)}
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

/** Tells the height of a row in which something was opened, as long as that is so. */
function useHeight(row: { readonly current: HTMLElement | null }, isHigher: boolean, tell: (height: number | undefined) => void): void {
  const latest = useRef(tell);
  latest.current = tell;
  useLayoutEffect(() => {
    const element = row.current;
    if (!isHigher || element === null) return undefined;
    const look = (): void => latest.current(Math.ceil(element.getBoundingClientRect().height));
    look();
    const observer = typeof ResizeObserver === 'undefined' ? undefined : new ResizeObserver(look);
    observer?.observe(element);
    return () => observer?.disconnect();
  }, [row, isHigher]);
  // What was closed again is as high as any; rows that are only out of sight keep their height.
  const wasHigher = useRef(false);
  useLayoutEffect(() => {
    if (wasHigher.current && !isHigher) latest.current(undefined);
    wasHigher.current = isHigher;
  }, [isHigher]);
}
