// The result of an expression as text.
import type { ExpressionPreview } from '../../../../engine/expression/index.ts';
import { shownValue } from '../../../../engine/workflow/values/shown-value.ts';
import { stringifyExactly } from '../../../../engine/contract/exact-numbers.ts';

/** Maximum number of characters. */
const MOST = 10_000;

export interface Result {
  readonly text: string;
  /** `waiting`: nodes before must run first; the text is not shown. */
  readonly kind: 'value' | 'empty' | 'missing' | 'waiting' | 'error';
}

/** `hasInput`: whether the node has input items, or needs none. */
export function resultOf(preview: ExpressionPreview, hasInput: boolean): Result {
  if (!preview.ok) {
    const { reason, text } = preview;
    if (reason === 'pending' || (reason === 'missing' && !hasInput)) return { text, kind: 'waiting' };
    return { text, kind: reason === 'missing' ? 'missing' : 'error' };
  }
  const { value } = preview;
  if (value === '') return { text: '', kind: 'empty' };
  const text = typeof value === 'object' && value !== null ? structured(value) : shownValue(value);
  return { text: text.length > MOST ? `${text.slice(0, MOST)}…` : text, kind: 'value' };
}

function structured(value: object): string {
  try {
    return stringifyExactly(value, 2) ?? shownValue(value);
  } catch {
    return shownValue(value);
  }
}
