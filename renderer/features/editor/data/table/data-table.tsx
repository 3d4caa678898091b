// Items as a table with a row per item and a column per field. Only the visible part is rendered.
import './data-table.css';
import { useCallback, useEffect, useMemo, useRef, type ReactNode, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { hover, usePaired } from '../paired-items.ts';
import { usePane } from '../pane-context.tsx';
import type { DataPlace } from '../place.ts';
import { scrollAcross, scrollToSee, useLedFocus, useScrollView, type ScrollView } from '../scroll-view.ts';
import { columnsBetween, useColumns } from './columns.ts';
import { useOpenRows, type OpenRows, type RowOffsets } from './row-offsets.ts';
import { TableHead, type ShownColumns } from './table-head.tsx';
import { useTableKeys, type CellPlace } from './table-keys.ts';
import { TableRow, type RowActions } from './table-row.tsx';

const ROW = 31;
const HEAD = 34;
/** Pixels rendered beyond the visible part. */
const OVERSCAN = 200;

export function DataTable(): ReactNode {
  const { t } = useTranslation('data');
  const { side, items, start, end, chooseItem } = usePane();
  const frame = useRef<HTMLDivElement>(null);
  const view = useScrollView(frame);
  const { keys, more, widths, areNumbers } = useColumns(items, start, end, view.width);
  const open = useOpenRows(end - start, ROW);
  const { active, go } = useCellInView({ frame, rows: open.rows, keys, widths, head: HEAD });
  const actions = useRowActions(open, keys);
  const focus = useLedFocus(() => (active === undefined && keys.length > 0 ? go({ row: -1, column: 0 }) : undefined));
  const press = useTableKeys({
    active,
    rows: end - start,
    columns: keys.length,
    pageRows: Math.max(1, Math.floor(view.height / ROW) - 2),
    go,
    enter: ({ row, column }) => {
      if (row < 0) return;
      chooseItem(start + row);
      open.toggle(start + row, keys[column] ?? '');
    },
  });
  const columns: ShownColumns = { keys, widths, ...columnsBetween(widths, view.left - OVERSCAN, view.left + view.width + OVERSCAN) };
  const prefix = `${side}-cell`;
  const activeId = active === undefined ? undefined : `${prefix}-${active.row < 0 ? -1 : start + active.row}-${active.column}`;
  return (
    <>
      <div
        className="data-table-place"
        data-more-left={view.left > 0}
        data-more-right={view.width > 0 && view.left + view.width < columns.total - 1}
      >
        <div
          ref={frame}
          className="data-scroll data-table"
          role="grid"
          tabIndex={0}
          aria-label={t('table.label')}
          aria-rowcount={items.length + 1}
          aria-colcount={Math.max(1, keys.length)}
          aria-activedescendant={activeId}
          onKeyDown={press}
          onFocus={focus}
          onMouseLeave={actions.leave}
        >
          <TableHead
            {...columns}
            areNumbers={areNumbers}
            active={active?.row === -1 ? active.column : undefined}
            idOf={(column) => `${prefix}--1-${column}`}
            onActive={(column) => go({ row: -1, column })}
          />
          <Rows columns={columns} view={view} open={open} active={active} actions={actions} prefix={prefix} />
        </div>
      </div>
      {more === 0 ? null : <p className="data-more">{t('table.more', { count: more, shown: more.toLocaleString() })}</p>}
    </>
  );
}

interface RowsProps {
  readonly columns: ShownColumns;
  readonly view: ScrollView;
  readonly open: OpenRows;
  readonly active: CellPlace | undefined;
  readonly actions: ReturnType<typeof useRowActions>;
  readonly prefix: string;
}

function Rows({ columns, view, open, active, actions, prefix }: RowsProps): ReactNode {
  const { t } = useTranslation('data');
  const { items, start, end, search, chosenItem } = usePane();
  const isPaired = usePaired();
  const { rows, opened } = open;
  const isEmpty = end === start;
  const first = isEmpty ? 0 : rows.rowAt(Math.max(0, view.top - HEAD - OVERSCAN));
  const last = isEmpty ? 0 : rows.rowAt(view.top + view.height + OVERSCAN) + 1;
  return (
    <div role="rowgroup" className="data-rows" style={{ height: rows.total, width: Math.max(columns.total, view.width) }}>
      {Array.from({ length: last - first }, (_, at) => {
        const row = first + at;
        const item = start + row;
        return (
          <TableRow
            key={item}
            {...columns}
            item={items[item]}
            index={item}
            top={rows.offset(row)}
            opened={opened}
            isChosen={chosenItem === item}
            isPaired={isPaired(item)}
            active={active?.row === row ? active.column : undefined}
            word={search.word}
            prefix={prefix}
            t={t}
            actions={actions}
          />
        );
      })}
    </div>
  );
}

/** Returns row callbacks that keep their identity, so that memoized rows are not rendered again. */
function useRowActions(
  { toggle, measure }: Pick<OpenRows, 'toggle' | 'measure'>,
  keys: readonly string[],
): RowActions & { readonly leave: () => void } {
  const { side, start, list, chooseItem, setPosition } = usePane();
  const latest = useRef<RowActions>(undefined);
  latest.current = {
    toggle,
    height: (item, height) => measure(item - start, height),
    hover: (item) => hover({ side, place: { ...list, item } }),
    pick: (item, column) => {
      chooseItem(item);
      if (keys.length > 0) setPosition({ item, keys: [keys[column] ?? ''] });
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

interface CellInView {
  readonly active: CellPlace | undefined;
  /** Makes a cell the active one and scrolls it into view. */
  readonly go: (cell: CellPlace) => void;
}

interface TableLayout {
  readonly frame: RefObject<HTMLElement | null>;
  readonly rows: RowOffsets;
  readonly keys: readonly string[];
  /** In pixels. */
  readonly widths: readonly number[];
  readonly head: number;
}

function useCellInView({ frame, rows, keys, widths, head }: TableLayout): CellInView {
  const { start, position, setPosition, revealed } = usePane();
  const see = useCallback(
    ({ row, column }: CellPlace): void => {
      const element = frame.current;
      if (element === null) return;
      if (row >= 0) scrollToSee(element, head + rows.offset(row), head + rows.offset(row) + rows.height(row), head);
      const left = widths.slice(0, column).reduce((sum, width) => sum + width, 0);
      scrollAcross(element, left, left + (widths[column] ?? 0));
    },
    [frame, rows, widths, head],
  );
  useEffect(() => {
    const cell = cellOf(revealed, keys, start);
    if (cell !== undefined) see(cell);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- upon being revealed, and once its page is drawn
  }, [revealed, start]);
  const go = useCallback(
    (cell: CellPlace): void => {
      setPosition({ item: cell.row < 0 ? undefined : start + cell.row, keys: [keys[cell.column] ?? ''] });
      see(cell);
    },
    [keys, see, setPosition, start],
  );
  return { active: cellOf(position, keys, start), go };
}

function cellOf(position: DataPlace | undefined, keys: readonly string[], start: number): CellPlace | undefined {
  if (position === undefined || position.from !== undefined) return undefined;
  const column = keys.indexOf(String(position.keys[0]));
  return column < 0 ? undefined : { row: position.item === undefined ? -1 : position.item - start, column };
}
