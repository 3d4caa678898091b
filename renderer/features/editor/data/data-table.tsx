// Items as a table: an item a row, a field a column; drawn as far as it is seen.
import './data-table.css';
import { useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { columnsBetween } from './columns.ts';
import { usePane } from './pane-context.tsx';
import { TableHead, type ShownColumns } from './table-head.tsx';
import { TableRow } from './table-row.tsx';
import { useCellInView } from './use-cell-in-view.ts';
import { useColumns } from './use-columns.ts';
import { useLedFocus } from './use-led-focus.ts';
import { useOpenRows, type OpenRows } from './use-open-rows.ts';
import { usePaired } from './use-paired.ts';
import { useRowActs } from './use-row-acts.ts';
import { useScrollView, type ScrollView } from './use-scroll-view.ts';
import { useTableKeys, type CellPlace } from './use-table-keys.ts';

const ROW = 31;
const HEAD = 34;
/** Pixels beyond what is seen that are drawn too. */
const AHEAD = 200;

export function DataTable(): ReactNode {
  const { t } = useTranslation('data');
  const { side, items, start, end, chooseItem } = usePane();
  const frame = useRef<HTMLDivElement>(null);
  const view = useScrollView(frame);
  const { keys, more, widths, areNumbers } = useColumns(items, start, end, view.width);
  const open = useOpenRows(end - start, ROW);
  const { active, go } = useCellInView({ frame, rows: open.rows, keys, widths, head: HEAD });
  const acts = useRowActs(open, keys);
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
  const columns: ShownColumns = { keys, widths, ...columnsBetween(widths, view.left - AHEAD, view.left + view.width + AHEAD) };
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
          onMouseLeave={acts.leave}
        >
          <TableHead
            {...columns}
            areNumbers={areNumbers}
            active={active?.row === -1 ? active.column : undefined}
            idOf={(column) => `${prefix}--1-${column}`}
            onActive={(column) => go({ row: -1, column })}
          />
          <Rows columns={columns} view={view} open={open} active={active} acts={acts} prefix={prefix} />
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
  readonly acts: ReturnType<typeof useRowActs>;
  readonly prefix: string;
}

function Rows({ columns, view, open, active, acts, prefix }: RowsProps): ReactNode {
  const { t } = useTranslation('data');
  const { items, start, end, search, chosenItem } = usePane();
  const isPaired = usePaired();
  const { rows, opened } = open;
  const isEmpty = end === start;
  const first = isEmpty ? 0 : rows.rowAt(Math.max(0, view.top - HEAD - AHEAD));
  const last = isEmpty ? 0 : rows.rowAt(view.top + view.height + AHEAD) + 1;
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
            acts={acts}
          />
        );
      })}
    </div>
  );
}
