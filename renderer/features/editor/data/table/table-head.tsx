// The column headers of the table. Each can be dragged to a parameter.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Marked } from '../marked.tsx';
import { useMappingDrag, usePane } from '../pane-context.tsx';

export interface ShownColumns {
  readonly keys: readonly string[];
  readonly widths: readonly number[];
  /** Range of the rendered columns; `last` is exclusive. */
  readonly first: number;
  readonly last: number;
  /** Pixels before the rendered columns, and the width of all columns. */
  readonly before: number;
  readonly total: number;
}

interface TableHeadProps extends ShownColumns {
  /** For each column, whether it contains only numbers. */
  readonly areNumbers: readonly boolean[];
  /** Index of the active column. */
  readonly active: number | undefined;
  readonly idOf: (column: number) => string;
  readonly onActive: (column: number) => void;
}

export function TableHead({ keys, widths, first, last, before, total, areNumbers, active, idOf, onActive }: TableHeadProps): ReactNode {
  const { t } = useTranslation('data');
  const { search } = usePane();
  const drag = useMappingDrag();
  return (
    <div role="rowgroup" className="data-table-head" style={{ width: total === 0 ? undefined : total }}>
      <div role="row" aria-rowindex={1} className="data-row" style={{ paddingLeft: before }}>
        {keys.length === 0 ? (
          <span role="columnheader" className="data-cell">
            {t('table.noFields')}
          </span>
        ) : (
          keys.slice(first, last).map((key, at) => (
            <span
              key={key}
              id={idOf(first + at)}
              role="columnheader"
              tabIndex={-1}
              aria-colindex={first + at + 1}
              className="data-cell"
              data-active={active === first + at}
              data-numbers={areNumbers[first + at] === true}
              style={{ width: widths[first + at] }}
              title={key}
              onClick={() => onActive(first + at)}
              {...drag([key])}
            >
              {key === '' ? <i className="data-unnamed">{t('table.unnamed')}</i> : <Marked text={key} word={search.word} />}
            </span>
          ))
        )}
      </div>
    </div>
  );
}
