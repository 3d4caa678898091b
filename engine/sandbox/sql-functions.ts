// The functions of queries, by name in lower case. Values are those of SQLite: booleans are 1 and 0, objects and lists are JSON with a prefix.
import { randomUUID } from 'node:crypto';
import type { SQLInputValue } from 'node:sqlite';
import { dateFunctions } from './sql-date-functions.ts';

type Cell = SQLInputValue | undefined;
type SqlFunction = (...args: Cell[]) => Cell;

/** Prefix of the JSON of an object or list; see the cells of Merge's queries. */
const json = '\uE000j';
/** Maximum length in characters of text that a function returns. */
const longest = 100_000_000;

const isMissing = (value: Cell): value is null | undefined => value === null || value === undefined;
const isTrue = (value: Cell): boolean => !isMissing(value) && value !== 0 && value !== 0n && value !== '';
const asText = (value: Cell): string =>
  typeof value === 'string' ? (value.startsWith(json) ? value.slice(json.length) : value) : String(value);
const asNumber = (value: Cell): number => (typeof value === 'string' ? (value.trim() === '' ? Number.NaN : Number(value)) : Number(value));
const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);
const bool = (value: boolean): number => (value ? 1 : 0);

const parseCell = (value: Cell): unknown => {
  if (typeof value !== 'string') return value;
  if (value.startsWith(json)) return JSON.parse(value.slice(json.length));
  return value;
};

/** Converts a JavaScript value to a cell. */
function cellOf(value: unknown): SQLInputValue {
  if (typeof value === 'boolean') return `${json}${value}`;
  if (typeof value === 'object' && value !== null) return json + JSON.stringify(value);
  return typeof value === 'string' ? value : typeof value === 'number' ? finite(value) : null;
}

/** Returns a field of an object or an entry of a list. Inherited properties are not accessible, except the length of texts and lists. */
function field(of: Cell, key: Cell): SQLInputValue {
  const container = parseCell(of);
  if (isMissing(key) || isMissing(container as Cell)) return null;
  if (String(key) === 'length' && (typeof container === 'string' || Array.isArray(container))) return container.length;
  if (typeof container !== 'object' || container === null || !Object.hasOwn(container, String(key))) return null;
  return cellOf((container as Record<string, unknown>)[String(key)]);
}

/** Returns the value at a path such as `$.address.city` or `lines[0].name`. */
function jsonValue(of: Cell, path: Cell): SQLInputValue {
  const keys =
    asText(path ?? '')
      .replace(/^\$/, '')
      .match(/[^.[\]'"]+/g) ?? [];
  const jsonText = typeof of === 'string' && !of.startsWith(json) ? castJson(of) : (of ?? null);
  return keys.reduce<SQLInputValue>((value, key) => field(value, key), jsonText);
}

function castJson(value: Cell): SQLInputValue {
  if (typeof value !== 'string' || value.startsWith(json)) return value ?? null;
  try {
    return cellOf(JSON.parse(value));
  } catch {
    return null;
  }
}

const patterns = new Map<string, RegExp>();

function pattern(key: string, make: () => RegExp): RegExp {
  let pattern = patterns.get(key);
  if (pattern === undefined) {
    if (patterns.size > 100) patterns.clear();
    patterns.set(key, (pattern = make()));
  }
  return pattern;
}

/** LIKE ignores case for all alphabets. */
function like(text: string, value: string, escape: string): boolean {
  const expression = pattern(`like ${escape} ${text}`, () => {
    const parts = Array.from(text).reduce<{ source: string; isEscaped: boolean }>(
      ({ source, isEscaped }, character) => {
        if (!isEscaped && (escape === '' ? character === '\\' : character === escape)) return { source, isEscaped: true };
        const special = character === '%' ? '[^]*' : character === '_' ? '[^]' : undefined;
        return {
          source: source + (isEscaped || special === undefined ? character.replace(/[\\^$.*+?()[\]{}|/]/, String.raw`\$&`) : special),
          isEscaped: false,
        };
      },
      { source: '', isEscaped: false },
    );
    return new RegExp(`^${parts.source}$`, 'iu');
  });
  return expression.test(value);
}

const regularExpression = (source: Cell, flags = ''): RegExp =>
  pattern(`regexp ${flags} ${asText(source)}`, () => new RegExp(asText(source), flags));

function round(value: Cell, digits: Cell): number | null {
  const factor = 10 ** Math.trunc(Number(digits ?? 0));
  const number = asNumber(value);
  // A tiny addition compensates for the binary rounding of decimal fractions.
  return finite((Math.sign(number) * Math.round(Math.abs(number) * factor * (1 + Number.EPSILON))) / factor);
}

const tooLong = (): Error => new Error('The query makes a text that is too long.');

function padded(value: Cell, length: Cell, filler: Cell, isStart: boolean): string {
  const input = asText(value);
  const size = Number(length);
  if (size > longest) throw tooLong();
  if (input.length >= size) return input.slice(0, Math.max(size, 0));
  return isStart ? input.padStart(size, asText(filler ?? ' ')) : input.padEnd(size, asText(filler ?? ' '));
}

function repeated(value: Cell, count: Cell): string {
  const input = asText(value);
  const times = Math.max(0, Math.trunc(Number(count)));
  if (input.length * times > longest) throw tooLong();
  return input.repeat(times);
}

/** Returns a substring. Positions start at 1, and count from the end if they are negative. */
function part(value: Cell, start: Cell, length: Cell): string {
  const input = asText(value);
  const from = Math.trunc(Number(start ?? 1));
  const begin = from < 0 ? Math.max(input.length + from, 0) : Math.max(from - 1, 0);
  return isMissing(length) ? input.slice(begin) : input.slice(begin, Math.max(begin + Math.trunc(Number(length)), begin));
}

function extreme(values: readonly Cell[], isBetter: (a: number | string, b: number | string) => boolean): SQLInputValue {
  let best: Cell;
  for (const value of values) {
    if (!isMissing(value) && (isMissing(best) || isBetter(value as number, best as number))) best = value;
  }
  return best ?? null;
}

const numeric =
  (compute: (value: number, second: number) => number): SqlFunction =>
  (value, second) =>
    finite(compute(asNumber(value), asNumber(second)));
const textual =
  (compute: (text: string) => SQLInputValue): SqlFunction =>
  (value) =>
    compute(asText(value));

/** Functions that return NULL if any argument is NULL. */
const strict: Readonly<Record<string, SqlFunction>> = {
  upper: textual((text) => text.toUpperCase()),
  lower: textual((text) => text.toLowerCase()),
  trim: textual((text) => text.trim()),
  ltrim: textual((text) => text.trimStart()),
  rtrim: textual((text) => text.trimEnd()),
  initcap: textual((text) => text.toLowerCase().replaceAll(/(?<![\p{L}\p{N}])\p{L}/gu, (letter) => letter.toUpperCase())),
  reverse: textual((text) => Array.from(text).toReversed().join('')),
  hex: textual((text) => Buffer.from(text).toString('hex').toUpperCase()),
  space: (count) => repeated(' ', count),
  char: (code) => String.fromCodePoint(Number(code)),
  ascii: textual((text) => text.codePointAt(0) ?? null),
  len: (value) => {
    const container = parseCell(value);
    return Array.isArray(container) ? container.length : asText(value).length;
  },
  substr: (value, start, length) => part(value, start, length),
  replace: (value, from, to) => asText(value).replaceAll(asText(from), () => asText(to)),
  left: (value, count) => asText(value).slice(0, Math.max(0, Number(count))),
  right: (value, count) => (Number(count) <= 0 ? '' : asText(value).slice(-Number(count))),
  repeat: repeated,
  lpad: (value, length, filler) => padded(value, length, filler, true),
  rpad: (value, length, filler) => padded(value, length, filler, false),
  instr: (value, search, from) => asText(value).indexOf(asText(search), isMissing(from) ? 0 : Number(from) - 1) + 1,
  split_part: (value, separator, index) =>
    asText(value)
      .split(asText(separator))
      .at(Number(index) - 1) ?? '',
  starts_with: (value, start) => bool(asText(value).startsWith(asText(start))),
  ends_with: (value, end) => bool(asText(value).endsWith(asText(end))),
  contains: (value, search) => bool(asText(value).includes(asText(search))),
  like: (text, value, escape) => bool(like(asText(text), asText(value), asText(escape ?? ''))),
  regexp: (source, value) => bool(regularExpression(source).test(asText(value))),
  regexp_like: (value, source, flags) => bool(regularExpression(source, asText(flags ?? '')).test(asText(value))),
  regexp_replace: (value, source, by) => asText(value).replaceAll(regularExpression(source, 'g'), asText(by ?? '')),
  regexp_substr: (value, source) => regularExpression(source).exec(asText(value))?.[0] ?? null,
  join: (left, right) => asText(left) + asText(right),
  plus: (left, right) =>
    typeof left === 'string' || typeof right === 'string' ? asText(left) + asText(right) : finite(Number(left) + Number(right)),
  number: (value) => {
    const number = asNumber(value);
    return Number.isNaN(number) ? value : finite(number);
  },
  abs: numeric(Math.abs),
  round,
  floor: numeric(Math.floor),
  ceil: numeric(Math.ceil),
  trunc: (value, digits) => {
    const factor = 10 ** Math.trunc(Number(digits ?? 0));
    return finite(Math.trunc(asNumber(value) * factor) / factor);
  },
  sqrt: numeric(Math.sqrt),
  power: numeric((value, exponent) => value ** exponent),
  mod: numeric((value, divisor) => value % divisor),
  sign: numeric(Math.sign),
  exp: numeric(Math.exp),
  ln: numeric(Math.log),
  log: (value, base) => finite(isMissing(base) ? Math.log(asNumber(value)) : Math.log(asNumber(value)) / Math.log(asNumber(base))),
  log2: numeric(Math.log2),
  log10: numeric(Math.log10),
  sin: numeric(Math.sin),
  cos: numeric(Math.cos),
  tan: numeric(Math.tan),
  asin: numeric(Math.asin),
  acos: numeric(Math.acos),
  atan: numeric(Math.atan),
  atan2: numeric(Math.atan2),
  degrees: numeric((value) => (value * 180) / Math.PI),
  radians: numeric((value) => (value * Math.PI) / 180),
  cast_integer: (value) => finite(Math.trunc(asNumber(value))),
  cast_number: (value) => finite(asNumber(value)),
  cast_text: (value) => asText(value),
  cast_boolean: (value) => bool(isTrue(value) && asText(value).toLowerCase() !== 'false' && value !== '0'),
  cast_json: castJson,
  boolean_text: (value) => (isTrue(value) ? 'true' : 'false'),
  json_value: jsonValue,
  json_stringify: (value) => (typeof value === 'string' && value.startsWith(json) ? value.slice(json.length) : JSON.stringify(value)),
  field,
};

const lenient: Readonly<Record<string, SqlFunction>> = {
  truth: (value) => bool(isTrue(value) && value !== `${json}false`),
  concat: (...args) => args.map((arg) => (isMissing(arg) ? '' : asText(arg))).join(''),
  concat_ws: (separator, ...args) => args.filter((arg) => !isMissing(arg)).map(asText).join(asText(separator ?? '')), // oxfmt-ignore
  typeof: (value) => (isMissing(value) ? 'undefined' : typeof parseCell(value)),
  greatest: (...args) => extreme(args, (a, b) => a > b),
  least: (...args) => extreme(args, (a, b) => a < b),
  pi: () => Math.PI,
};

/** Functions whose results differ between calls. */
const changing: Readonly<Record<string, SqlFunction>> = {
  random: () => Math.random(),
  newid: () => randomUUID(),
};

const nullIfMissing =
  (call: SqlFunction): Registration['call'] =>
  (...args) =>
    args.length === 0 || args.some(isMissing) ? null : (call(...args) ?? null);

interface Registration {
  readonly call: (...args: Cell[]) => SQLInputValue;
  /** Whether equal arguments always give equal results. */
  readonly isDeterministic: boolean;
}

const registered = (functions: Readonly<Record<string, SqlFunction>>, isDeterministic: boolean): [string, Registration][] =>
  Object.entries(functions).map(([name, call]) => [name, { call: (...args) => call(...args) ?? null, isDeterministic }]);

export const sqlFunctions: ReadonlyMap<string, Registration> = new Map([
  ...Object.entries(strict).map(([name, call]): [string, Registration] => [name, { call: nullIfMissing(call), isDeterministic: true }]),
  ...registered(lenient, true),
  ...registered(dateFunctions, false),
  ...registered(changing, false),
]);

const numbersOf = (values: readonly SQLInputValue[]): number[] => values.filter((value) => !isMissing(value)).map(asNumber);

function median(values: readonly SQLInputValue[]): number | null {
  const sorted = numbersOf(values).toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  const [low, high] = [sorted[Math.floor(middle)], sorted[Math.ceil(middle)]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}

/** `fewer`: 1 for a sample, 0 for the population. */
function variance(values: readonly SQLInputValue[], fewer: number): number | null {
  const numbers = numbersOf(values);
  if (numbers.length <= fewer) return null;
  const mean = numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
  return numbers.reduce((sum, number) => sum + (number - mean) ** 2, 0) / (numbers.length - fewer);
}

const deviation = (value: number | null): number | null => (value === null ? null : Math.sqrt(value));

/** Aggregates that SQLite lacks. They receive the values of all rows. */
export const sqlAggregates: ReadonlyMap<string, (values: readonly SQLInputValue[]) => SQLInputValue> = new Map([
  ['array', (values: readonly SQLInputValue[]) => json + JSON.stringify(values.map(parseCell))],
  ['first', (values: readonly SQLInputValue[]) => values[0] ?? null],
  ['last', (values: readonly SQLInputValue[]) => values.at(-1) ?? null],
  ['median', median],
  ['var', (values: readonly SQLInputValue[]) => variance(values, 1)],
  ['varp', (values: readonly SQLInputValue[]) => variance(values, 0)],
  ['stdev', (values: readonly SQLInputValue[]) => deviation(variance(values, 1))],
  ['stdevp', (values: readonly SQLInputValue[]) => deviation(variance(values, 0))],
]);
