// Loading indicator, shown after a short delay so that quick loads do not flash.
import './waiting.css';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

export function Waiting(): ReactNode {
  const { t } = useTranslation();
  return (
    <div className="waiting" role="status">
      <span className="waiting-wheel" aria-hidden />
      <span>{t('loading')}</span>
    </div>
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
