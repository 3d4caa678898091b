// The format tokens of version 1 (documented for Moment.js), implemented with Luxon.
import type { DateTime } from 'luxon';

/** Escaped text, then the tokens, longest first. */
const token =
  /\[([^\]]*)\]|Mo|MMMM|MMM|MM|M|Qo|Q|DDDo|DDDD|DDD|Do|DD|D|dddd|ddd|dd|do|d|e|E|wo|ww|w|Wo|WW|W|YYYYYY|YYYYY|YYYY|YY|Y|gggg|gg|GGGG|GG|A|a|HH|H|hh|h|kk|k|mm|m|ss|s|S{1,9}|zz|z|ZZ|Z|X|x|LTS|LT|LLLL|LLL|LL|L|llll|lll|ll|l/g;

const ordinal = (value: number): string => {
  const tens = value % 100;
  const suffix = tens >= 11 && tens <= 13 ? 'th' : (['th', 'st', 'nd', 'rd'][value % 10] ?? 'th');
  return `${value}${suffix}`;
};

const padded = (value: number, length = 2): string => String(value).padStart(length, '0');

const sundayFirst = (date: DateTime): number => date.weekday % 7;

/** Week of the year, starting on Sunday; week 1 contains 1 January. */
function localWeek(date: DateTime): { readonly week: number; readonly year: number } {
  const saturday = date.plus({ days: 6 - sundayFirst(date) });
  return { week: Math.ceil(saturday.ordinal / 7), year: saturday.year };
}

const whole: Readonly<Record<string, string>> = {
  LT: 'h:mm A',
  LTS: 'h:mm:ss A',
  L: 'MM/DD/YYYY',
  l: 'M/D/YYYY',
  LL: 'MMMM D, YYYY',
  ll: 'MMM D, YYYY',
  LLL: 'MMMM D, YYYY h:mm A',
  lll: 'MMM D, YYYY h:mm A',
  LLLL: 'dddd, MMMM D, YYYY h:mm A',
  llll: 'ddd, MMM D, YYYY h:mm A',
};

const tokens: Readonly<Record<string, (date: DateTime) => string | number>> = {
  M: (date) => date.month,
  Mo: (date) => ordinal(date.month),
  MM: (date) => padded(date.month),
  MMM: (date) => date.toFormat('LLL'),
  MMMM: (date) => date.toFormat('LLLL'),
  Q: (date) => date.quarter,
  Qo: (date) => ordinal(date.quarter),
  D: (date) => date.day,
  Do: (date) => ordinal(date.day),
  DD: (date) => padded(date.day),
  DDD: (date) => date.ordinal,
  DDDo: (date) => ordinal(date.ordinal),
  DDDD: (date) => padded(date.ordinal, 3),
  d: sundayFirst,
  do: (date) => ordinal(sundayFirst(date)),
  dd: (date) => date.toFormat('ccc').slice(0, 2),
  ddd: (date) => date.toFormat('ccc'),
  dddd: (date) => date.toFormat('cccc'),
  e: sundayFirst,
  E: (date) => date.weekday,
  w: (date) => localWeek(date).week,
  wo: (date) => ordinal(localWeek(date).week),
  ww: (date) => padded(localWeek(date).week),
  W: (date) => date.weekNumber,
  Wo: (date) => ordinal(date.weekNumber),
  WW: (date) => padded(date.weekNumber),
  YY: (date) => padded(date.year % 100),
  YYYY: (date) => padded(date.year, 4),
  YYYYY: (date) => padded(date.year, 5),
  YYYYYY: (date) => `${date.year < 0 ? '-' : '+'}${padded(Math.abs(date.year), 6)}`,
  Y: (date) => date.year,
  gg: (date) => padded(localWeek(date).year % 100),
  gggg: (date) => localWeek(date).year,
  GG: (date) => padded(date.weekYear % 100),
  GGGG: (date) => date.weekYear,
  A: (date) => (date.hour < 12 ? 'AM' : 'PM'),
  a: (date) => (date.hour < 12 ? 'am' : 'pm'),
  H: (date) => date.hour,
  HH: (date) => padded(date.hour),
  h: (date) => date.hour % 12 || 12,
  hh: (date) => padded(date.hour % 12 || 12),
  k: (date) => date.hour || 24,
  kk: (date) => padded(date.hour || 24),
  m: (date) => date.minute,
  mm: (date) => padded(date.minute),
  s: (date) => date.second,
  ss: (date) => padded(date.second),
  z: (date) => date.offsetNameShort ?? '',
  zz: (date) => date.offsetNameShort ?? '',
  Z: (date) => date.toFormat('ZZ'),
  ZZ: (date) => date.toFormat('ZZZ'),
  X: (date) => Math.floor(date.toSeconds()),
  x: (date) => date.toMillis(),
};

/** Formats a date. */
export function formatMoment(date: DateTime, format: string): string {
  return format.replace(token, (found: string, escaped: string | undefined) => {
    if (escaped !== undefined) return escaped;
    const longForm = whole[found];
    if (longForm !== undefined) return formatMoment(date, longForm);
    // Fractions of a second: Luxon has milliseconds, further digits are zeros.
    if (found.startsWith('S')) return padded(date.millisecond, 3).padEnd(9, '0').slice(0, found.length);
    return String(tokens[found]?.(date) ?? found);
  });
}

/** Luxon tokens for parsing. They accept a single digit where Moment.js does. */
// oxfmt-ignore
const readers: Readonly<Record<string, string>> = {
  M: 'L', Mo: 'L', MM: 'L', MMM: 'LLL', MMMM: 'LLLL',
  Q: 'q', D: 'd', DD: 'd', Do: 'd', DDD: 'o', DDDD: 'ooo',
  dd: 'ccc', ddd: 'ccc', dddd: 'cccc', d: 'c', E: 'c', W: 'W', WW: 'W',
  Y: 'y', YY: 'yy', YYYY: 'yyyy', GGGG: 'kkkk', GG: 'kk', gggg: 'kkkk', gg: 'kk',
  A: 'a', a: 'a', H: 'H', HH: 'H', h: 'h', hh: 'h', k: 'H', kk: 'H', m: 'm', mm: 'm', s: 's', ss: 's',
  S: 'u', SS: 'u', SSS: 'u', Z: 'ZZ', ZZ: 'ZZZ', X: 'X', x: 'x',
};

/** Returns the Luxon format that parses this format. */
export function luxonFormat(format: string): string {
  let result = '';
  let end = 0;
  for (const match of format.matchAll(token)) {
    result += quoted(format.slice(end, match.index));
    end = match.index + match[0].length;
    const [found, escaped] = match;
    if (escaped !== undefined) result += quoted(escaped);
    else result += whole[found] === undefined ? (readers[found] ?? quoted(found)) : luxonFormat(whole[found]);
  }
  return result + quoted(format.slice(end));
}

/** Quotes letters, which Luxon would read as tokens; other characters are literal. */
function quoted(text: string): string {
  return text.replace(/[A-Za-z]+/g, (letters) => `'${letters}'`);
}
