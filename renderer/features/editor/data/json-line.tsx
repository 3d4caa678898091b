// One line of a JSON tree: a name, and a value or a bracket.
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { Marked } from './marked.tsx';
import type { Key } from './place.ts';
import { pathOf, type TreeRow } from './tree-rows.ts';
import { cut, isNested, kindOf, sizeOf } from './values.ts';

/** Characters of a value that are drawn on its line. */
const LINE = 1000;

/** A row, or a bracket around all of them. */
export type Line = TreeRow | 'begin' | 'end';

export interface LineTextProps {
  readonly line: Line;
  readonly word: string;
  readonly drag: ((keys: readonly Key[]) => object) | undefined;
  readonly isInList: boolean;
  readonly t: TFunction<'data'>;
}

export function LineText({ line, word, drag, isInList, t }: LineTextProps): ReactNode {
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
            <Marked text={leafText(value)} word={word} />
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
  return typeof value === 'string' ? JSON.stringify(cut(value, LINE)) : String(value);
}
