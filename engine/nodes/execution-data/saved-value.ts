// Keys and values in the form in which they are kept with an execution.
import { NodeError } from '../../sdk/index.ts';
import { textOf } from '../_shared/text-of.ts';

const longestKey = 50;
const longestValue = 512;
const plainTypes: ReadonlySet<string> = new Set(['string', 'number', 'bigint', 'boolean']);

/** One value to keep; `isCut` tells that key or value were too long (50 and 512 characters). */
export interface SavedValue {
  readonly key: string;
  readonly value: string;
  readonly isCut: boolean;
}

const allowedKey = /^[A-Za-z0-9_]*$/;

/** Throws NodeError for a key with other characters than letters, digits and `_`. */
export function checkKey(key: unknown): void {
  const name = textOf(key);
  if (allowedKey.test(name)) return;
  throw new NodeError(`Custom data keys may contain the characters A-Z, a-z, 0-9 and _ only (key "${name}")`, {
    code: 'PARAMETER_INVALID',
    hint: 'Choose another name for the value.',
  });
}

/**
 * A key and a value as text: objects as JSON, null as an empty text. Undefined if the key is empty. With
 * `strict`, as in version 1, throws NodeError for what is not a text, number or boolean.
 */
export function savedValue(key: unknown, value: unknown, strict = false): SavedValue | undefined {
  const name = textOf(key);
  if (strict && !plainTypes.has(typeof value)) {
    throw new NodeError(`Custom data values must be a string (key "${name}")`, {
      code: 'PARAMETER_INVALID',
      hint: 'Enter a value, or correct the expression that gives none.',
    });
  }
  if (name === '') return undefined;
  const text = textOf(value);
  return {
    key: name.slice(0, longestKey),
    value: text.slice(0, longestValue),
    isCut: name.length > longestKey || text.length > longestValue,
  };
}
