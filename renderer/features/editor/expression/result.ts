// The result of an expression as text.
import type { ExpressionPreview } from '../../../../engine/expression/index.ts';
import { displayText } from '../../../../engine/workflow/values/display-text.ts';
import { asRead, carryTexts } from '../../../../engine/contract/exact-numbers.ts';

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
  const { value, digits } = preview;
  if (value === '') return { text: '', kind: 'empty' };
  const text = typeof value === 'object' && value !== null ? structured(value) : (digits ?? displayText(value));
  return { text: text.length > MOST ? `${text.slice(0, MOST)}…` : text, kind: 'value' };
}

function structured(value: object): string {
  try {
    return JSON.stringify(value, shortening(), 2) ?? displayText(value);
  } catch {
    return displayText(value);
  }
}

/** Returns a replacer of JSON.stringify that leaves out what is beyond the shown text: writing all of a large value would block the page. */
function shortening(): (this: unknown, key: string, value: unknown) => unknown {
  // Every entry takes at least one character.
  let remaining = MOST;
  return function shortened(key, value) {
    remaining = Math.max(0, remaining - 1);
    if (typeof value === 'string') {
      const part = value.slice(0, remaining);
      remaining -= part.length;
      return part;
    }
    if (typeof value !== 'object' || value === null) return asRead(this, key, value);
    const names = Array.isArray(value) ? [] : Object.keys(value);
    if (Math.max(names.length, Array.isArray(value) ? value.length : 0) <= remaining) return value;
    const entries = value as Readonly<Record<string, unknown>>;
    const part = Array.isArray(value)
      ? value.slice(0, remaining)
      : Object.fromEntries(names.slice(0, remaining).map((name) => [name, entries[name]]));
    carryTexts(value, part);
    return part;
  };
}
