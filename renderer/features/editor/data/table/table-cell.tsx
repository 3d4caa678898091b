// One value in a table. Long and nested values take a single line until they are expanded.
import type { TFunction } from 'i18next';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../../ui/icon.tsx';
import { Marked } from '../marked.tsx';
import type { Key } from '../place.ts';
import { useMappingDrag } from '../pane-context.tsx';
import { LONGEST } from './columns.ts';
import { briefText, cut, isNested, kindOf, sizeOf } from '../values.ts';
import { exactText } from '../../../../../engine/contract/exact-numbers.ts';

/** Maximum length of a text that fits into a column. */
const MAX_BRIEF = 34;
/** Maximum number of characters of an expanded text. */
const MAX_LONG = 20_000;

const canOpen = (value: unknown): boolean =>
  isNested(value) || (typeof value === 'string' && (value.length > MAX_BRIEF || value.includes('\n')));

interface TableCellProps {
  readonly value: unknown;
  readonly keys: readonly Key[];
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly word: string;
  /** Passed in, since a hook call in each of thousands of cells is slow. */
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
          <span className="data-long">{cut(String(value), MAX_LONG)}</span>
        )
      ) : (
        <span className="data-brief">
          <Marked text={briefText(value, LONGEST)} word={word} />
        </span>
      )}
    </>
  );
}

/** Maximum number of entries per object or list, and of levels. */
const MAX_ENTRIES = 50;
const MAX_LEVELS = 10;

interface CompactTreeProps {
  readonly value: object;
  readonly keys: readonly Key[];
  readonly word: string;
}

/** A nested value inside a cell. Its keys can be dragged to parameters. */
function CompactTree({ value, keys, word }: CompactTreeProps): ReactNode {
  const { t } = useTranslation('data');
  const drag = useMappingDrag();
  const isList = Array.isArray(value);
  const all: readonly Key[] = isList ? [...value.keys()] : Object.keys(value);
  if (all.length === 0) return <span className="data-mark">{isList ? '[]' : '{}'}</span>;
  return (
    <ul className="data-compact">
      {all.slice(0, MAX_ENTRIES).map((key) => {
        const inner = (value as Record<Key, unknown>)[key];
        const path = [...keys, key];
        const isDeep = isNested(inner) && sizeOf(inner) > 0;
        return (
          <li key={String(key)}>
            <span className="data-key" {...drag(path)}>
              <Marked text={String(key)} word={word} />
            </span>
            {': '}
            {isDeep && path.length <= MAX_LEVELS ? (
              <CompactTree value={inner} keys={path} word={word} />
            ) : (
              <span data-kind={kindOf(inner)}>
                <Marked text={exactText(value, String(key)) ?? briefText(inner, 300)} word={word} />
              </span>
            )}
          </li>
        );
      })}
      {all.length > MAX_ENTRIES ? <li className="data-mark">{t('cell.more', { count: all.length - MAX_ENTRIES })}</li> : null}
    </ul>
  );
}
