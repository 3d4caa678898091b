// JSON as a tree, initially open up to a certain depth.
import type { TFunction } from 'i18next';
import { useCallback, useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Marked } from '../marked.tsx';
import type { Key } from '../place.ts';
import { cut, isNested, kindOf, sizeOf } from '../values.ts';
import type { ListedRow } from './tree-keys.ts';
import { TreeList } from './tree-list.tsx';
import { idsAbove, openAtFirst, pathOf, TreeRows, type TreeRow } from './tree-rows.ts';
import { exactText } from '../../../../../engine/contract/exact-numbers.ts';

interface JsonTreeProps {
  readonly label: string;
  readonly prefix: string;
  /** The values at the top level; with brackets around them if `isList` is set. */
  readonly values: readonly unknown[];
  readonly isList: boolean;
  /** Index of the first value in its list. */
  readonly first?: number;
  /** Number of levels that are initially open. */
  readonly depth?: number;
  readonly word?: string;
  /** Path of the active value. */
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

/** Maximum number of characters of a value on its line. */
const MAX_LINE = 1000;

/** A row, or one of the brackets around all rows. */
type Line = TreeRow | 'begin' | 'end';

interface LineTextProps {
  readonly line: Line;
  readonly word: string;
  readonly drag: ((keys: readonly Key[]) => object) | undefined;
  readonly isInList: boolean;
  readonly t: TFunction<'data'>;
}

function LineText({ line, word, drag, isInList, t }: LineTextProps): ReactNode {
  if (typeof line === 'string') return line === 'begin' ? '[' : ']';
  const { kind, key, value, parent, position, siblings } = line;
  const isList = Array.isArray(value);
  const comma = position < siblings ? ',' : '';
  if (kind === 'close') return `${isList ? ']' : '}'}${comma}`;
  const inObject = parent !== undefined && !Array.isArray(parent.value);
  return (
    <>
      {inObject ? (
        <>
          <span className="data-key" {...drag?.(pathOf(line).slice(isInList ? 1 : 0))}>
            <Marked text={JSON.stringify(String(key))} word={word} />
          </span>
          {': '}
        </>
      ) : null}
      {kind === 'leaf' ? (
        <>
          <span data-kind={kindOf(value)}>
            <Marked text={exactText(parent?.value, String(key)) ?? leafText(value)} word={word} />
          </span>
          {comma}
        </>
      ) : kind === 'open' ? (
        isList ? (
          '['
        ) : (
          '{'
        )
      ) : (
        <>
          {isList ? `[ … ]${comma} ` : `{ … }${comma} `}
          <span className="data-size">{isNested(value) ? t(isList ? 'json.entries' : 'json.keys', { count: sizeOf(value) }) : null}</span>
        </>
      )}
    </>
  );
}

function leafText(value: unknown): string {
  if (isNested(value)) return Array.isArray(value) ? '[]' : '{}';
  return typeof value === 'string' ? JSON.stringify(cut(value, MAX_LINE)) : String(value);
}

function useOpenValues(
  values: readonly unknown[],
  first: number,
  depth: number | undefined,
  revealed: readonly Key[] | undefined,
): { readonly open: ReadonlySet<string>; readonly toggle: (id: string) => void } {
  const initial = useMemo(() => openAtFirst(values, first, depth), [values, first, depth]);
  const [state, setState] = useState<{ readonly initial: ReadonlySet<string>; readonly toggled: ReadonlySet<string> }>();
  const [seen, setSeen] = useState<readonly Key[]>();
  const toggled = state?.initial === initial ? state.toggled : undefined;
  const open = useMemo(() => {
    const ids = new Set(initial);
    for (const id of toggled ?? []) if (!ids.delete(id)) ids.add(id);
    return ids;
  }, [initial, toggled]);
  const toggle = (...ids: readonly string[]): void => {
    const next = new Set(toggled);
    for (const id of ids) if (!next.delete(id)) next.add(id);
    setState({ initial, toggled: next });
  };
  // The ancestors of a revealed value are opened during this render, so that its row exists.
  if (revealed !== undefined && revealed !== seen) {
    setSeen(revealed);
    const closed = idsAbove(revealed).filter((id) => !open.has(id));
    if (closed.length > 0) toggle(...closed);
  }
  return { open, toggle };
}
