// Writes fields as the text of a query or a form: nested values by the names that servers read them by.
import { stringifyExactly } from '../../contract/exact-numbers.ts';
import { ExactNumber, takeAll, takeEntries } from '../../contract/exact-values.ts';

/**
 * How lists are written: `a[0]=1&a[1]=2`, `a[]=1&a[]=2`, `a=1&a=2` or `a=1,2`. With `form`, lists of objects have indices and other lists brackets,
 * and missing entries of lists are left out.
 */
export type ListFormat = 'indices' | 'brackets' | 'repeat' | 'comma' | 'form';

const formats: ReadonlySet<unknown> = new Set(['indices', 'brackets', 'repeat', 'comma', 'form'] satisfies ListFormat[]);

/** Returns the format that an option names; indices if the option is absent or unknown. */
export const listFormatOf = (option: unknown): ListFormat => (formats.has(option) ? (option as ListFormat) : 'indices');

/** A value may be an ExactNumber, which is written as it was read. */
export type QueryFields = Iterable<readonly [name: string, value: unknown]>;

/** Returns the pairs of names and values of fields. Undefined values and empty lists have none; null is empty text; dates are in ISO form. */
export function queryPairs(fields: QueryFields, format: ListFormat): [name: string, value: string][] {
  const pairs: [string, string][] = [];
  for (const [name, value] of fields) addPairs(pairs, name, value, format);
  return pairs;
}

/** Returns the pairs of fields as text, percent-encoded (a space is `%20`). */
export const queryText = (fields: QueryFields, format: ListFormat): string =>
  queryPairs(fields, format)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&');

function addPairs(pairs: [string, string][], name: string, parameterValue: unknown, format: ListFormat): void {
  const value = ownForm(parameterValue);
  if (value === undefined) return;
  if (Array.isArray(value)) return addList(pairs, name, takeAll(value).map(ownForm), format);
  if (typeof value !== 'object' || value === null) return void pairs.push([name, value === null ? '' : String(value as string)]);
  for (const [key, entry] of takeEntries(value)) addPairs(pairs, `${name}[${key}]`, entry, format);
}

function addList(pairs: [string, string][], name: string, entries: readonly unknown[], format: ListFormat): void {
  if (format === 'comma') return entries.length === 0 ? undefined : void pairs.push([name, entries.map(plainText).join(',')]);
  const hasBrackets = format === 'brackets' || (format === 'form' && !entries.some((entry) => typeof entry === 'object' && entry !== null));
  for (const [index, entry] of entries.entries()) {
    if (format === 'form' && entry === null) continue;
    addPairs(pairs, format === 'repeat' ? name : hasBrackets ? `${name}[]` : `${name}[${index}]`, entry, format);
  }
}

const plainText = (value: unknown): string =>
  value === undefined || value === null ? '' : typeof value === 'object' ? stringifyExactly(value) : String(value as string);

/** Applies the `toJSON` of a value that has one, such as a date. Returns other values unchanged. */
export function ownForm(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof ExactNumber) return value.text;
  const { toJSON } = value as { readonly toJSON?: unknown };
  return typeof toJSON === 'function' ? (toJSON as () => unknown).call(value) : value;
}
