// Converts keys and values to text and rejects invalid ones; the limits are those of `contract/custom-data.ts`.
import { NodeError } from '../../sdk/index.ts';
import { isCustomEntryCut, isCustomKey } from '../../contract/custom-data.ts';
import { textOf } from '../_shared/text-of.ts';

const plainTypes: ReadonlySet<string> = new Set(['string', 'number', 'bigint', 'boolean']);

/** An entry as text. `isCut`: whether the engine truncates it. */
export interface SavedValue {
  readonly key: string;
  readonly value: string;
  readonly isCut: boolean;
}

/** Throws NodeError for a key with characters other than letters, digits and `_`. */
export function checkKey(key: unknown): void {
  const name = textOf(key);
  if (name === '' || isCustomKey(name)) return;
  throw new NodeError(`Custom data keys may contain the characters A-Z, a-z, 0-9 and _ only (key "${name}")`, {
    code: 'PARAMETER_INVALID',
    hint: 'Choose another name for the value.',
  });
}

/**
 * Converts a key and a value to text: objects to JSON, null to empty text. Returns undefined if the key is empty. With `strict`, as in version 1,
 * throws NodeError if the value is not text, a number or a boolean.
 */
export function savedValue(key: unknown, value: unknown, strict = false): SavedValue | undefined {
  const name = textOf(key);
  if (strict && !plainTypes.has(typeof value)) {
    throw new NodeError(`Custom data values must be a string (key "${name}")`, {
      code: 'PARAMETER_INVALID',
      hint: 'Enter a value, or fix the expression so that it returns one.',
    });
  }
  if (name === '') return undefined;
  const text = textOf(value);
  return { key: name, value: text, isCut: isCustomEntryCut(name, text) };
}
