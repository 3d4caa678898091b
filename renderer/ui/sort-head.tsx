// Header of a sortable table column.
import './table.css';
import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
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
    <th scope="col" aria-sort={isCurrent ? direction : 'none'}>
      <button type="button" className="table-sort" onClick={() => onSort({ column, isDescending: isCurrent && !sorting.isDescending })}>
        {label}
        {isCurrent ? <Icon of={sorting.isDescending ? ArrowDown : ArrowUp} size={12} /> : null}
      </button>
    </th>
  );
}
