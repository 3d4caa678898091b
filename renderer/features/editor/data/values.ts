// The kind of a value and its short text for a cell or a line.
import { exactText } from '../../../../engine/contract/exact-numbers.ts';

export type ValueKind = 'undefined' | 'null' | 'empty' | 'text' | 'number' | 'boolean' | 'list' | 'object';

/** `undefined` means that the key is missing; `empty` is the empty string. */
export function kindOf(value: unknown): ValueKind {
  if (value === undefined) return 'undefined';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'list';
  if (typeof value === 'object') return 'object';
  if (typeof value === 'number' || typeof value === 'bigint') return 'number';
  if (typeof value === 'boolean') return 'boolean';
  return value === '' ? 'empty' : 'text';
}

export const isNested = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Returns the number of keys of an object or entries of a list. */
export const sizeOf = (value: object): number => (Array.isArray(value) ? value.length : Object.keys(value).length);

/** Returns the value's text, truncated to a maximum length. Objects and lists are read only up to that length. */
export function briefText(value: unknown, most = 80): string {
  return cut(brief(value, most), most);
}

export const cut = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most)}…` : text);

function brief(value: unknown, most: number): string {
  if (!isNested(value)) return typeof value === 'string' ? value.slice(0, most + 1) : String(value);
  const isList = Array.isArray(value);
  const parts: string[] = [];
  let length = 2;
  for (const key in value) {
    if (!Object.hasOwn(value, key)) continue;
    const inner = (value as Record<string, unknown>)[key];
    const preview =
      typeof inner === 'string' ? JSON.stringify(inner.slice(0, most)) : (exactText(value, key) ?? brief(inner, most - length));
    const part = isList ? preview : `${key}: ${preview}`;
    parts.push(part);
    length += part.length + 2;
    if (length > most) break;
  }
  const text = parts.join(', ');
  return isList ? `[${text}]` : text === '' ? '{}' : `{ ${text} }`;
}
