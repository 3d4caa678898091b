// Keys and values in the form in which they are kept with an execution.
import { textOf } from '../_shared/text-of.ts';

const longestKey = 50;
const longestValue = 512;

/** One value to keep; `isCut` tells that key or value were too long (50 and 512 characters). */
export interface SavedValue {
  readonly key: string;
  readonly value: string;
  readonly isCut: boolean;
}

/** A key and a value as text: objects as JSON, nothing as an empty text. Undefined when the key is empty. */
export function savedValue(key: unknown, value: unknown): SavedValue | undefined {
  const name = textOf(key);
  if (name === '') return undefined;
  const text = textOf(value);
  return {
    key: name.slice(0, longestKey),
    value: text.slice(0, longestValue),
    isCut: name.length > longestKey || text.length > longestValue,
  };
}
