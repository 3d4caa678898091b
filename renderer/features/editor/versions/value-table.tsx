// Values of a node or of the settings side by side, before and after. Longer texts are compared line by line.
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { stringifyExactly } from '../../../../engine/contract/exact-numbers.ts';
import type { ValueChange } from '../../../../engine/workflow/file/value-changes.ts';
import { diffLines } from '../../../../engine/workflow/values/line-diff.ts';

export interface ValueTableProps {
  readonly changes: readonly ValueChange[];
  readonly labelOf: (path: ValueChange['path']) => string;
}

export function ValueTable({ changes, labelOf }: ValueTableProps): ReactNode {
  const { t } = useTranslation('versions');
  return (
    <table className="value-table">
      <thead>
        <tr>
          <th scope="col">{t('values.place')}</th>
          <th scope="col">{t('values.before')}</th>
          <th scope="col">{t('values.after')}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map((change) => (
          <ValueRow key={JSON.stringify(change.path)} change={change} label={labelOf(change.path)} />
        ))}
      </tbody>
    </table>
  );
}

const isLong = (value: unknown): value is string => typeof value === 'string' && value.includes('\n');

function ValueRow({ change, label }: { readonly change: ValueChange; readonly label: string }): ReactNode {
  const { before, after } = change;
  const hasLines = typeof before === 'string' && typeof after === 'string' && (isLong(before) || isLong(after));
  return (
    <tr>
      <th scope="row">{label}</th>
      {hasLines ? (
        <td colSpan={2}>
          <Lines before={before} after={after} />
        </td>
      ) : (
        <>
          <Value change={change} side="before" />
          <Value change={change} side="after" />
        </>
      )}
    </tr>
  );
}

function Value({ change, side }: { readonly change: ValueChange; readonly side: 'before' | 'after' }): ReactNode {
  const { t } = useTranslation('versions');
  if (!Object.hasOwn(change, side)) return <td className="quiet-text">{t('values.none')}</td>;
  const value = change[side];
  const kind = side === 'before' ? 'removed' : 'added';
  return (
    <td data-change={kind}>
      {value === '' ? <span className="quiet-text">{t('values.empty')}</span> : <pre dir="auto">{valueText(value)}</pre>}
    </td>
  );
}

const valueText = (value: unknown): string => (typeof value === 'string' ? value : (stringifyExactly(value, 2) ?? ''));

const signs = { same: ' ', added: '+', removed: '−' } as const;

function Lines({ before, after }: { readonly before: string; readonly after: string }): ReactNode {
  const { t } = useTranslation('versions');
  const lines = useMemo(() => diffLines(before, after), [before, after]);
  return (
    <div className="value-lines" role="group" aria-label={t('values.lines')}>
      {lines.map(({ kind, text }, index) => (
        // The lines never change, so that their positions identify them.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index} className="value-line" data-change={kind === 'same' ? undefined : kind}>
          <span aria-hidden>{signs[kind]}</span>
          {kind === 'same' ? null : <span className="visually-hidden">{t(`values.line.${kind}`)}</span>}
          <code dir="auto">{text}</code>
        </div>
      ))}
    </div>
  );
}
