// A nested value within a cell: names and values below each other, each name to be dragged.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Marked } from './marked.tsx';
import type { Key } from './place.ts';
import { useMappingDrag } from './use-mapping-drag.ts';
import { briefText, isNested, kindOf, sizeOf } from './values.ts';

/** Entries that are drawn of one object or list, and levels. */
const ENTRIES = 50;
const LEVELS = 10;

export interface CompactTreeProps {
  readonly value: object;
  readonly keys: readonly Key[];
  readonly word: string;
}

export function CompactTree({ value, keys, word }: CompactTreeProps): ReactNode {
  const { t } = useTranslation('data');
  const drag = useMappingDrag();
  const isList = Array.isArray(value);
  const all: readonly Key[] = isList ? [...value.keys()] : Object.keys(value);
  if (all.length === 0) return <span className="data-mark">{isList ? '[]' : '{}'}</span>;
  return (
    <ul className="data-compact">
      {all.slice(0, ENTRIES).map((key) => {
        const inner = (value as Record<Key, unknown>)[key];
        const path = [...keys, key];
        const isDeep = isNested(inner) && sizeOf(inner) > 0;
        return (
          <li key={String(key)}>
            <span className="data-key" {...drag(path)}>
              <Marked text={String(key)} word={word} />
            </span>
            {': '}
            {isDeep && path.length <= LEVELS ? (
              <CompactTree value={inner} keys={path} word={word} />
            ) : (
              <span data-kind={kindOf(inner)}>
                <Marked text={briefText(inner, 300)} word={word} />
              </span>
            )}
          </li>
        );
      })}
      {all.length > ENTRIES ? <li className="data-mark">{t('cell.more', { count: all.length - ENTRIES })}</li> : null}
    </ul>
  );
}
