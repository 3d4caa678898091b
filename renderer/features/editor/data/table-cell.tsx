// One value in a table: what is long or nested lies on one line until it is opened.
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import type { TFunction } from 'i18next';
import { Icon } from '../../../ui/icon.tsx';
import { CompactTree } from './compact-tree.tsx';
import { Marked } from './marked.tsx';
import type { Key } from './place.ts';
import { briefText, cut, isNested, kindOf } from './values.ts';

/** Characters that fit a column. */
const FITS = 34;
/** Characters of a text that is opened. */
const OPENED = 20_000;

export const canOpen = (value: unknown): boolean =>
  isNested(value) || (typeof value === 'string' && (value.length > FITS || value.includes('\n')));

export interface TableCellProps {
  readonly value: unknown;
  readonly keys: readonly Key[];
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly word: string;
  /** Handed on: a table has thousands of cells. */
  readonly t: TFunction<'data'>;
}

export function TableCell({ value, keys, isOpen, onToggle, word, t }: TableCellProps): ReactNode {
  const kind = kindOf(value);
  if (kind === 'undefined' || kind === 'null' || kind === 'empty') return <em className="data-mark">{t(`mark.${kind}`)}</em>;
  if (!canOpen(value)) return <Marked text={String(value)} word={word} />;
  return (
    <>
      <button
        type="button"
        tabIndex={-1}
        className="data-opener"
        data-open={isOpen}
        aria-label={t(isOpen ? 'cell.close' : 'cell.open')}
        onClick={(event) => {
          event.stopPropagation();
          onToggle();
        }}
      >
        <Icon of={ChevronRight} size={12} />
      </button>
      {isOpen ? (
        isNested(value) ? (
          <CompactTree value={value} keys={keys} word={word} />
        ) : (
          <span className="data-long">{cut(String(value), OPENED)}</span>
        )
      ) : (
        <span className="data-brief">
          <Marked text={briefText(value, 120)} word={word} />
        </span>
      )}
    </>
  );
}
