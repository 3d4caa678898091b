// Lists the readable members of a value in an expression, which completion offers after a dot.
import { addedMethodNames } from './guard/method-table.ts';
import { facadeOf } from './guard/functions.ts';
import { typeOfValue } from './guard/types.ts';
import { fieldNames, fieldOf } from './guard/write.ts';

export interface Member {
  readonly name: string;
  /** `field`: data. `property`: read without a call. `method`: called. */
  readonly kind: 'field' | 'property' | 'method';
  /** The value of a field. */
  readonly value?: unknown;
  /** Whether all values of the type have it, such as texts or dates. */
  readonly isOfType?: boolean;
}

/** Methods of values that are called without arguments, or rarely with one. */
const withoutArguments: ReadonlySet<string> = new Set(
  (
    'base64Encode base64Decode extractDomain extractEmail extractUrl extractUrlPath isDomain isEmail isUrl isEmpty isNotEmpty isNumeric length ' +
    'parseJson quote removeMarkdown removeTags replaceSpecialChars toBoolean toDate toDateTime toInt toWholeNumber toFloat toDecimalNumber ' +
    'toNumber toJsonString toSentenceCase toSnakeCase toTitleCase urlEncode urlDecode abs ceil floor isEven isOdd isInteger average compact ' +
    'first last max min randomItem removeDuplicates reverse sum unique keys values endOfMonth isDst isWeekend diffToNow entries pop shift flat ' +
    'toReversed toString toLowerCase toUpperCase trim trimStart trimEnd valueOf toISO toISODate toISOTime toISOWeekDate toMillis toSeconds ' +
    'toUnixInteger toUTC toLocal toJSDate toJSON toObject toHTTP toRFC2822 toSQL toSQLDate toSQLTime getTime getFullYear getMonth getDate getDay ' +
    'getHours getMinutes getSeconds getMilliseconds getTimezoneOffset toISOString toUTCString toDateString toTimeString'
  ).split(' '),
);

/** Whether a member is a method of values that needs no arguments. */
export const needsNoArguments = ({ name, kind, isOfType = false }: Member): boolean =>
  kind === 'method' && isOfType && withoutArguments.has(name);

/** Maximum number of fields listed. */
const MOST_FIELDS = 1000;

/** Returns the members of a value: its fields in order, then the members of its type. Empty for null and undefined. */
export function membersOf(value: unknown): readonly Member[] {
  if (value === undefined || value === null) return [];
  const members = new Map<string, Member>();
  const add = (member: Member): void => {
    if (!members.has(member.name)) members.set(member.name, member);
  };
  if (typeof value === 'object' && !Array.isArray(value)) {
    for (const name of fieldNames(value).slice(0, MOST_FIELDS)) {
      const field = fieldOf(value, name);
      add(typeof field === 'function' ? { name, kind: 'method' } : { name, kind: 'field', value: field });
    }
  }
  if (typeof value === 'function') {
    for (const [name, part] of facadeOf(value)?.members ?? []) add({ name, kind: typeof part === 'function' ? 'method' : 'property' });
    return [...members.values()];
  }
  const type = typeOfValue(value);
  for (const name of textKeys(type.getters)) add({ name, kind: 'property', isOfType: true });
  if (typeof value === 'string') add({ name: 'length', kind: 'property', isOfType: true });
  for (const name of addedMethodNames(type.addedMethods)) add({ name, kind: 'method', isOfType: true });
  for (const name of textKeys(type.methods)) add({ name, kind: 'method', isOfType: true });
  return [...members.values()];
}

const textKeys = (table: ReadonlyMap<string | symbol, unknown>): readonly string[] =>
  [...table.keys()].filter((key): key is string => typeof key === 'string').toSorted();
