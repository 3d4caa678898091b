// Tables: headers of sortable columns, placeholder rows while data is loaded, and rows that open by a click.
import './table.css';
import { ArrowDown, ArrowUp } from 'lucide-react';
import type { MouseEventHandler, ReactNode } from 'react';
import { Icon } from './icon.tsx';

export interface Sorting<C extends string> {
  readonly column: C;
  readonly isDescending: boolean;
}

export interface SortHeadProps<C extends string> {
  readonly column: C;
  readonly label: string;
  readonly sorting: Sorting<C>;
  readonly onSort: (sorting: Sorting<C>) => void;
}

export function SortHead<C extends string>({ column, label, sorting, onSort }: SortHeadProps<C>): ReactNode {
  const isCurrent = sorting.column === column;
  const direction = sorting.isDescending ? 'descending' : 'ascending';
  return (
    <th scope="col" data-column={column} aria-sort={isCurrent ? direction : 'none'}>
      <button type="button" className="table-sort" onClick={() => onSort({ column, isDescending: isCurrent && !sorting.isDescending })}>
        {label}
        {isCurrent ? <Icon of={sorting.isDescending ? ArrowDown : ArrowUp} size={12} /> : null}
      </button>
    </th>
  );
}

/** Placeholder rows of a table until its data is loaded. */
export function WaitingRows({ columns, rows = 3 }: { readonly columns: number; readonly rows?: number }): ReactNode {
  return Array.from({ length: rows }, (_, row) => (
    <tr key={row} className="waiting-row" aria-hidden>
      {Array.from({ length: columns }, (_, column) => (
        <td key={column}>
          <span className="waiting-bar" />
        </td>
      ))}
    </tr>
  ));
}

/** For a row that shows on hover that it can be clicked: opens what it is about, unless its controls are clicked or text is selected. */
export const openByClick =
  (open: () => void): MouseEventHandler<HTMLTableRowElement> =>
  ({ currentTarget, target }) => {
    // Clicks in menus and dialogs of the row arrive here, too.
    if (!(target instanceof Element) || !currentTarget.contains(target)) return;
    if (target.closest('a, button, input, label, [role]') !== null || getSelection()?.isCollapsed === false) return;
    open();
  };
