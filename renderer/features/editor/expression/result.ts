// The result of an expression as text.
import type { ExpressionPreview } from '../../../../engine/expression/index.ts';
import { shownValue } from '../../../../engine/workflow/values/shown-value.ts';
import { stringifyExactly } from '../../../../engine/contract/exact-numbers.ts';

/** Maximum number of characters. */
const MOST = 10_000;

export interface Result {
  readonly text: string;
  readonly kind: 'value' | 'empty' | 'missing' | 'error';
}

export function resultOf(preview: ExpressionPreview): Result {
  if (!preview.ok) return { text: preview.text, kind: preview.text === '[not found]' ? 'missing' : 'error' };
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
