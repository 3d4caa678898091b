// The date functions of queries. A date is text in ISO format or another common format, or a number of milliseconds.
import type { SQLInputValue } from 'node:sqlite';
import { DateTime, type DateTimeUnit, type DurationLikeObject } from 'luxon';

type Cell = SQLInputValue | undefined;

function dateOf(value: Cell): DateTime | undefined {
  if (value === null || value === undefined || value === '') return undefined;
  if (typeof value === 'number' || typeof value === 'bigint') return DateTime.fromMillis(Number(value));
  const dateText = String(value);
  return [DateTime.fromISO(dateText), DateTime.fromSQL(dateText), DateTime.fromJSDate(new Date(dateText))].find(({ isValid }) => isValid);
}

/** Parses the name of a unit, in singular or plural, quoted or not. */
function unitOf(name: Cell): DateTimeUnit {
  const unit = String(name).toLowerCase().replace(/s$/, '');
  const short = new Map<string, DateTimeUnit>([
    ['yy', 'year'],
    ['yyyy', 'year'],
    ['mm', 'month'],
    ['dd', 'day'],
    ['wk', 'week'],
    ['hh', 'hour'],
    ['mi', 'minute'],
    ['s', 'second'],
    ['', 'second'],
    ['ms', 'millisecond'],
  ]);
  return short.get(unit) ?? (unit as DateTimeUnit);
}

const of =
  (read: (date: DateTime) => SQLInputValue) =>
  (value: Cell): SQLInputValue => {
    const date = dateOf(value);
    return date === undefined ? null : read(date);
  };

/** Format letters after a percent sign, as in SQLite and MySQL. */
const percentFormats = new Map([
  ['Y', 'yyyy'],
  ['y', 'yy'],
  ['m', 'MM'],
  ['d', 'dd'],
  ['H', 'HH'],
  ['i', 'mm'],
  ['M', 'mm'],
  ['S', 'ss'],
  ['s', 'ss'],
  ['j', 'ooo'],
  ['b', 'LLL'],
  ['a', 'ccc'],
  ['W', 'cccc'],
  ['%', "'%'"],
]);

/** The arguments are (date, format), or (format, date) for STRFTIME. */
function formatted(first: Cell, second: Cell): SQLInputValue {
  const [value, format] = String(first).includes('%') ? [second, first] : [first, second];
  const date = dateOf(value);
  if (date === undefined || typeof format !== 'string') return null;
  if (!format.includes('%')) return date.toFormat(format);
  return format.replaceAll(/%(.)/g, (whole, letter: string) => {
    const token = percentFormats.get(letter);
    return token === undefined ? whole : date.toFormat(token);
  });
}

/** DATEADD(unit, count, date), or DATEADD(date, count, unit). */
function added(first: Cell, count: Cell, third: Cell): SQLInputValue {
  const [unit, value] = dateOf(third) === undefined ? [third, first] : [first, third];
  const duration: DurationLikeObject = { [unitOf(unit)]: Number(count) };
  return dateOf(value)?.plus(duration).toISO() ?? null;
}

/** Returns whole units between two dates: DATEDIFF(unit, from, to), or days for DATEDIFF(to, from). */
function difference(first: Cell, second: Cell, third: Cell): SQLInputValue {
  const isInDays = third === undefined;
  const [unit, from, to] = isInDays ? ['day', dateOf(second), dateOf(first)] : [first, dateOf(second), dateOf(third)];
  if (from === undefined || to === undefined) return null;
  const name = unitOf(unit);
  return Math.round(to.startOf(name).diff(from.startOf(name), name).as(name));
}

export const dateFunctions: Readonly<Record<string, (...args: Cell[]) => SQLInputValue>> = {
  now: () => DateTime.now().toISO(),
  curdate: () => DateTime.now().toISODate(),
  curtime: () => DateTime.now().toFormat('HH:mm:ss'),
  date: (...args) => (args.length === 0 ? DateTime.now().toISODate() : of((date) => date.toISODate())(args[0])),
  cast_datetime: of((date) => date.toISO()),
  year: of((date) => date.year),
  quarter: of((date) => date.quarter),
  month: of((date) => date.month),
  monthname: of((date) => date.setLocale('en').monthLong),
  week: of((date) => date.weekNumber),
  day: of((date) => date.day),
  // 1 is Sunday, as in MySQL and AlaSQL.
  dayofweek: of((date) => (date.weekday % 7) + 1),
  dayname: of((date) => date.setLocale('en').weekdayLong),
  hour: of((date) => date.hour),
  minute: of((date) => date.minute),
  second: of((date) => date.second),
  unix_timestamp: (...args) =>
    args.length === 0 ? Math.floor(DateTime.now().toSeconds()) : of((date) => Math.floor(date.toSeconds()))(args[0]),
  date_format: formatted,
  dateadd: added,
  datediff: difference,
};
