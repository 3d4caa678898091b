// A value of a console line: plain text, or an object that is folded behind a preview.
import type { ReactNode } from 'react';
import { stringifyExactly } from '../../../../engine/contract/exact-numbers.ts';

/** Maximum number of characters of a preview, of a text, and of an unfolded object. */
const PREVIEW = 90;
const TEXT = 10_000;

const cut = (text: string, length: number): string => (text.length <= length ? text : `${text.slice(0, length)}…`);

export function ConsoleValue({ value }: { readonly value: unknown }): ReactNode {
  if (typeof value === 'string') return <span className="console-text">{cut(value, TEXT)}</span>;
  const json = stringifyExactly(value) ?? 'undefined';
  if (typeof value !== 'object' || value === null || json.length <= 2) return <span className="console-plain">{json}</span>;
  return (
    <details className="console-object">
      <summary>{cut(json, PREVIEW)}</summary>
      <pre>{cut(stringifyExactly(value, 2) ?? '', TEXT)}</pre>
    </details>
  );
}
