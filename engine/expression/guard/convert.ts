// Conversions to primitives under the budget. The host never converts objects by itself, so that no text grows without being charged, and no key
// changes between check and use.
import { allocate, CHARACTER_COST, checkTime, session, step, stepsFor, tooDeep, tooLarge } from '../budget.ts';
import { textOfRead } from './exact-reads.ts';
import { functionText, isClassPrototype } from './functions.ts';
import type { Key } from './names.ts';
import { live } from './overlay.ts';
import { isPlain, typeOfObject, type Hint } from './types.ts';

type Primitive = string | number | bigint | boolean | symbol | null | undefined;

/** Arrays being joined, innermost last. A circular reference becomes empty text, as in JavaScript. */
const joining: object[] = [];

/** Number of elements that are joined at once. With all of them in one array, copying it as it grows took most of the time. */
const GROUP = 1024;

/** The ToPrimitive operation of the language, including toString and valueOf methods that data objects define. */
export function toPrimitive(value: unknown, hint: Hint = 'default'): Primitive {
  if ((typeof value !== 'object' || value === null) && typeof value !== 'function') return value as Primitive;
  if (typeof value === 'function') return functionText(value);
  const current = live(value);
  if (Array.isArray(current)) return own(current, 'toString') ?? joinTexts(current, ',');
  const type = typeOfObject(current);
  if (type.hasFields) {
    for (const method of hint === 'string' ? (['toString', 'valueOf'] as const) : (['valueOf', 'toString'] as const)) {
      const result = own(current, method);
      if (result !== undefined) return result;
    }
  }
  return type.toPrimitive === undefined ? `[object ${type.name}]` : (type.toPrimitive(current as never, hint) as Primitive);
}

/** Returns the result of toString or valueOf defined by the expression; undefined if there is none or it returns an object. */
function own(value: object, method: 'toString' | 'valueOf'): Primitive {
  const converter: unknown = (value as Record<string, unknown>)[method];
  if (typeof converter !== 'function' || isHostMethod(value, method)) return undefined;
  step();
  const result: unknown = Reflect.apply(converter as () => unknown, value, []);
  return typeof result === 'object' && result !== null ? undefined : (result as Primitive);
}

/** Whether a method comes from a host prototype, as opposed to the object itself or a class of an expression. */
function isHostMethod(value: object, method: string): boolean {
  if (Object.hasOwn(value, method)) return false;
  let prototype = Object.getPrototypeOf(value) as object | null;
  while (prototype !== null && !Object.hasOwn(prototype, method)) prototype = Object.getPrototypeOf(prototype) as object | null;
  return prototype === null || !isClassPrototype(prototype);
}

/** Converts a value to text like `String(value)`; symbols throw as in the host. */
export function toText(value: unknown): string {
  if (typeof value === 'string') return value;
  const primitive = toPrimitive(value, 'string');
  if (typeof primitive === 'symbol') throw new TypeError('Cannot convert a Symbol value to a string');
  if (typeof primitive === 'bigint') payForDigits(primitive);
  return typeof primitive === 'number' ? (textOfRead(primitive) ?? String(primitive)) : String(primitive);
}

/** Maximum length of text that is converted to a BigInt, which takes much more than linear time. */
const DIGITS_LIMIT = 300_000;
/** Maximum length of text whose conversion to a number is not charged. */
const SHORT_NUMBER = 32;

/** Charges for writing a BigInt in decimal digits. The time is nearly quadratic. */
export function payForDigits(value: bigint): void {
  if (value < 2n ** 64n && value > -(2n ** 64n)) return;
  const bits = value.toString(16).length * 4;
  stepsFor(bits + (bits * bits) / 4000);
}

/** Charges for reading a text as a number. */
export function payForNumber(text: unknown): void {
  if (typeof text === 'string' && text.length > SHORT_NUMBER) stepsFor(text.length * CHARACTER_COST);
}

/** Charges for reading a text as a BigInt. Throws ExpressionBudgetError if it is too long. */
export function payForBigInt(text: string): void {
  if (text.length > DIGITS_LIMIT) throw tooLarge();
  stepsFor(text.length * 64 + text.length ** 2 / 1000);
}

/** Converts a value like an operand of arithmetic: text remains, and its conversion by the host is charged. */
export function toNumeric(value: unknown): Primitive {
  const primitive = toPrimitive(value, 'number');
  payForNumber(primitive);
  return primitive;
}

/** Converts a value to a number like `+value`; BigInts and symbols throw. */
export function toNumber(value: unknown): number {
  return typeof value === 'number' ? value : +(toNumeric(value) as number);
}

/** Returns the property key of a value, converted once, so that exactly the checked key is used. */
export function toKey(value: unknown): Key {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  const primitive = toPrimitive(value, 'string');
  return typeof primitive === 'symbol' ? primitive : toText(primitive);
}

/** Converts arguments of a host function that expects primitives: objects are converted, primitives are unchanged. */
export function toPrimitives(args: readonly unknown[]): readonly unknown[] {
  for (let index = 0; index < args.length; index++) {
    const value = args[index];
    if ((typeof value === 'object' && value !== null) || typeof value === 'function')
      return toPrimitives(args.map((arg) => toPrimitive(arg, 'string')));
    // The host may read it as a number.
    payForNumber(value);
  }
  return args;
}

/** Array.prototype.join under the budget. */
export function joinTexts(list: readonly unknown[], separator: string): string {
  stepsFor(list.length);
  if (joining.includes(list)) return '';
  if (joining.length > 500) throw tooDeep();
  joining.push(list);
  try {
    const groups: string[] = [];
    let parts: string[] = [];
    let length = 0;
    for (let index = 0; index < list.length; index++) {
      const element = list[index];
      const part = element === null || element === undefined ? '' : toText(element);
      length += part.length + separator.length;
      if (length > session.memory) allocate(length);
      parts.push(part);
      if (parts.length < GROUP) continue;
      checkTime();
      groups.push(parts.join(separator));
      parts = [];
    }
    allocate(length + 64 + list.length * 16);
    if (parts.length > 0) groups.push(parts.join(separator));
    return groups.join(separator);
  } finally {
    joining.pop();
  }
}

/** Option names of Intl and luxon. Other names are removed, since the host caches a result for each set of options. */
const optionNames = new Set(
  [
    'localeMatcher formatMatcher calendar numberingSystem hour12 hourCycle timeZone weekday era year month day',
    'dayPeriod hour minute second fractionalSecondDigits timeZoneName dateStyle timeStyle style currency',
    'currencyDisplay currencySign unit unitDisplay notation compactDisplay useGrouping signDisplay roundingMode',
    'roundingPriority roundingIncrement trailingZeroDisplay minimumIntegerDigits minimumFractionDigits maximumFractionDigits',
    'minimumSignificantDigits maximumSignificantDigits usage sensitivity ignorePunctuation numeric caseFirst collation',
    'type languageDisplay fallback granularity zone setZone locale outputCalendar weekSettings specificOffset',
    'keepLocalTime keepCalendarTime useLocaleWeeks suppressMilliseconds suppressSeconds includeOffset includePrefix',
    'extendedZone format includeZone includeOffsetSpace precision base round padding conversionAccuracy floor',
    'includeConfig separator listStyle showZeros signMode isUTC millisecond quarter week weekYear weekNumber ordinal localWeekday',
    'localWeekNumber localWeekYear years quarters months weeks days hours minutes seconds milliseconds weekdays',
  ].flatMap((line) => line.split(' ')),
);

/** Returns options of Intl and dates as a plain copy with primitive values, since the host would read each of them itself. */
export function toOptions(value: unknown): Record<string, unknown> | undefined {
  const current = live(value);
  if (!isPlain(current)) return undefined;
  const options: Record<string, unknown> = {};
  for (const key of Object.keys(current)) {
    if (!optionNames.has(key)) continue;
    const entry = current[key];
    options[key] =
      typeof entry === 'object' && entry !== null && !isPlain(entry) && !Array.isArray(entry) ? entry : toPrimitive(entry, 'string');
  }
  return options;
}

/** Returns a locale or a list of locales for Intl. As in the host, null throws, and other values count as empty lists. */
export function toLocales(value: unknown): string | string[] | undefined {
  if (value === undefined) return undefined;
  if (value === null) throw new TypeError('Cannot convert undefined or null to object');
  const current = live(value);
  if (typeof current === 'string') return toLocale(current);
  return Array.isArray(current) ? current.slice(0, 20).map(localeOfList) : undefined;
}

function localeOfList(entry: unknown): string {
  if (typeof entry === 'string') return toLocale(entry);
  throw new TypeError('Incorrect locale information provided');
}

/**
 * Returns a language tag. Only tags of languages, scripts, regions and known extensions are accepted, since the host caches a result for each
 * tag.
 */
export function toLocale(value: unknown): string {
  const tag = toText(value).replaceAll('_', '-');
  if (
    /^[a-z]{2,3}(?:-[a-z]{4})?(?:-(?:[a-z]{2}|\d{3}))?(?:-u(?:-(?:ca|co|fw|hc|kf|kn|nu)(?:-[a-z0-9]{3,8}){0,2}){1,4})?$/i.test(
      tag.slice(0, 100),
    )
  )
    return tag.slice(0, 100);
  throw new RangeError(`Incorrect locale information provided: ${tag.slice(0, 100)}`);
}
