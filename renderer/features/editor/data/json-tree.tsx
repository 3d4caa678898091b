// JSON as a tree, opened to some depth at first.
import { useCallback, useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { LineText, type Line } from './json-line.tsx';
import { pathOf, TreeRows } from './tree-rows.ts';
import type { Key } from './place.ts';
import type { ListedRow } from './tree-keys.ts';
import { TreeList } from './tree-list.tsx';
import { useOpenValues } from './use-open-values.ts';

export interface JsonTreeProps {
  readonly label: string;
  readonly prefix: string;
  /** What stands below each other; with brackets around them where they are a list. */
  readonly values: readonly unknown[];
  readonly isList: boolean;
  /** Index of the first in its list. */
  readonly first?: number;
  /** Levels that are open at first. */
  readonly depth?: number;
  readonly word?: string;
  /** Keys from the list to what is looked at. */
  readonly active?: readonly Key[];
  readonly onActive?: (keys: readonly Key[]) => void;
  readonly revealed?: readonly Key[];
  readonly drag?: (keys: readonly Key[]) => object;
  readonly onHover?: (index: number) => void;
  readonly onLeave?: () => void;
  readonly isMarked?: (index: number) => boolean;
}

export function JsonTree(props: JsonTreeProps): ReactNode {
  const { t } = useTranslation('data');
  const { label, prefix, values, isList, first = 0, depth, word = '', onActive, revealed, drag, onHover, onLeave, isMarked } = props;
  const { open, toggle } = useOpenValues(values, first, depth, revealed);
  const [own, setOwn] = useState<readonly Key[]>();
  const active = props.active ?? own;
  const rows = useMemo(() => new TreeRows(values, open, first), [values, open, first]);
  const ends = isList ? 1 : 0;
  const lineAt = useCallback(
    (index: number): Line => (isList && index === 0 ? 'begin' : isList && index === rows.count + 1 ? 'end' : rows.at(index - ends)),
    [rows, isList, ends],
  );
  const activeIndex = useMemo(() => {
    const at = active === undefined ? -1 : rows.indexOf(active);
    return at < 0 ? -1 : at + ends;
  }, [active, rows, ends]);
  const activate = (index: number): void => {
    const line = lineAt(index);
    if (typeof line === 'string') return;
    setOwn(pathOf(line));
    onActive?.(pathOf(line));
  };
  const topOf = (index: number): number => {
    let line: Line | undefined = lineAt(index);
    while (line !== undefined && typeof line !== 'string' && line.parent !== undefined) line = line.parent;
    return line === undefined || typeof line === 'string' ? -1 : Number(line.key);
  };
  return (
    <TreeList
      label={label}
      prefix={prefix}
      count={rows.count + 2 * ends}
      rowAt={(index) => listed(lineAt(index), isList)}
      active={activeIndex}
      onActive={(index) => activate(typeof lineAt(index) === 'string' ? index + 1 : index)}
      onToggle={(index) => {
        const line = lineAt(index);
        if (typeof line !== 'string') toggle(line.id);
      }}
      revealed={revealed}
      onHover={onHover === undefined ? undefined : (index) => onHover(topOf(index))}
      onLeave={onLeave}
      isMarked={isMarked === undefined ? undefined : (index) => isMarked(topOf(index))}
    >
      {(index) => <LineText line={lineAt(index)} word={word} drag={drag} isInList={isList} t={t} />}
    </TreeList>
  );
}

function listed(line: Line, isList: boolean): ListedRow {
  if (typeof line === 'string') return { id: line, depth: 1, position: 1, siblings: 1, isOpen: undefined, isEnd: true };
  const { id, depth, position, siblings, kind } = line;
  const isOpen = kind === 'open' ? true : kind === 'closed' ? false : undefined;
  return { id, depth: depth + (isList ? 1 : 0), position, siblings, isOpen, isEnd: kind === 'close' };
}
