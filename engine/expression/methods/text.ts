// Added methods of strings.
import { DateTime } from 'luxon';
import { titleCase } from 'title-case';
import { allocate, CHARACTER_COST, DATE_COST, DATE_FORMAT_COST, stepsFor } from '../budget.ts';
import { parse, stringify } from '../builtins/json.ts';
import { inputFormat, dateText, zoneOfRun } from '../builtins/time-arguments.ts';
import { parseInZone } from '../builtins/zoned-date.ts';
import { ExpressionExtensionError } from '../errors.ts';
import { payForNumber, toNumber, toText } from '../guard/convert.ts';
import { registerMethods } from '../guard/method-table.ts';
import { digest, fromBase64, toBase64 } from './text-bytes.ts';
import { findDomain, findEmail, findUrl, isDomain, isEmail, isUrl, pathOfUrl, removeMarkdown, removeTags, toAscii } from './text-parts.ts';
import { momentOfTimestamp } from './timestamp.ts';

type Args = readonly unknown[];

/** Capitalizes words, except small words in the middle and words with a case of their own. Leaves out line breaks, as n8n does. */
function toTitleCase(text: string): string {
  stepsFor(text.length * 160);
  allocate(text.length);
  return titleCase(text);
}

function toSentenceCase(text: string): string {
  stepsFor(text.length * 16);
  allocate(text.length);
  return text.toLowerCase().replace(/(^[^\p{L}]*|[.!?]\s+)(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase());
}

function toSnakeCase(text: string): string {
  stepsFor(text.length * 32);
  allocate(text.length);
  return text
    .toLowerCase()
    .replace(/[ \t-]/g, '_')
    .replace(/[^\p{L}\p{N}_\n]/gu, '');
}

function quote(text: string, args: Args): string {
  const mark = args[0] === undefined ? '"' : toText(args[0]);
  stepsFor(text.length * CHARACTER_COST * 4);
  allocate(text.length * 2);
  return mark + text.replaceAll('\\', '\\\\').replaceAll(mark, `\\${mark}`) + mark;
}

function number(text: string, value: number): number {
  if (Number.isNaN(value))
    throw new ExpressionExtensionError('cannot convert to number', {
      description: `"${text.slice(0, 100)}" is not a number.`,
    });
  return value;
}

function toInt(self: string, args: Args): number {
  payForNumber(self);
  return number(self, Number.parseInt(self, args[0] === undefined ? undefined : toNumber(args[0])));
}

function toFloat(self: string): number {
  payForNumber(self);
  return number(self, Number.parseFloat(self));
}

function toDate(text: string): Date {
  stepsFor(DATE_COST);
  const date = new Date(parseInZone(dateText(text)));
  if (Number.isNaN(date.getTime()))
    throw new ExpressionExtensionError('cannot convert to date', { description: `"${text.slice(0, 100)}" is not a date.` });
  return date;
}

/** Parses a date in any common form. `format`: luxon's, or `ms`, `s`, `us`, `excel` for timestamps. */
function toDateTime(text: string, args: Args): DateTime {
  stepsFor(DATE_FORMAT_COST);
  const source = dateText(text).trim();
  const format = args[0] === undefined ? undefined : inputFormat(args[0]);
  const match = format === undefined ? readMoment(source) : readFormatted(source, format);
  // Text that does not match the format given in the expression results in an invalid date.
  if (match?.isValid !== true && format === undefined) {
    throw new ExpressionExtensionError('cannot convert to Luxon DateTime', {
      description: `"${text.slice(0, 100)}" is not a date.`,
    });
  }
  return match ?? DateTime.invalid('unparsable');
}

function readMoment(text: string): DateTime | undefined {
  const options = { zone: zoneOfRun(), setZone: true };
  for (const form of ['fromISO', 'fromRFC2822', 'fromHTTP', 'fromSQL'] as const) {
    const date = DateTime[form](text, options);
    if (date.isValid) return date;
  }
  if (/^-?\d{5,17}$/.test(text)) return DateTime.fromMillis(Number(text), { zone: zoneOfRun() });
  const time = Date.parse(text);
  return Number.isNaN(time) || !/\d/.test(text)
    ? undefined
    : DateTime.fromJSDate(new Date(time)).setZone(zoneOfRun(), {
        keepLocalTime: !/\b(?:gmt|utc)|\dz\b|:\d\d\s?[+-]\d\d:?\d\d/i.test(text),
      });
}

function readFormatted(text: string, format: string): DateTime | undefined {
  return /^(?:ms|s|us|excel)$/.test(format)
    ? momentOfTimestamp(Number(text), format)
    : DateTime.fromFormat(text.slice(0, 200), format, { zone: zoneOfRun() });
}

function encoded(whole: (text: string) => string, part: (text: string) => string): (self: string, args: Args) => string {
  return (self, args) => {
    stepsFor(self.length * CHARACTER_COST);
    allocate(self.length * 3);
    return args[0] === true ? whole(self) : part(self);
  };
}

function parseJson(text: string): unknown {
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new ExpressionExtensionError('Parsing failed. Check for syntax errors with an online parser.', {
      description: `"${text.slice(0, 100)}" is not valid JSON.`,
      cause: error,
    });
  }
}

registerMethods('string', {
  base64Encode: toBase64,
  base64Decode: fromBase64,
  extractDomain: findDomain,
  extractEmail: findEmail,
  extractUrl: findUrl,
  extractUrlPath: pathOfUrl,
  hash: (self: string, args) => digest(self, args[0] === undefined ? 'md5' : toText(args[0])),
  isDomain,
  isEmail,
  isUrl,
  isEmpty: (self: string) => self === '',
  isNotEmpty: (self: string) => self !== '',
  isNumeric: (self: string) => !Number.isNaN(toNumber(self)) && !Number.isNaN(Number.parseFloat(self)),
  length: (self: string) => self.length,
  parseJson,
  quote,
  removeMarkdown,
  removeTags,
  replaceSpecialChars: toAscii,
  toBoolean: (self: string) => self.length > 5 || !['', '0', 'false', 'no'].includes(self.toLowerCase()),
  toDate,
  toDateTime,
  toInt,
  toWholeNumber: toInt,
  toFloat,
  toDecimalNumber: toFloat,
  toNumber: (self: string) => number(self, toNumber(self)),
  toJsonString: (self: string) => stringify(self),
  toSentenceCase,
  toSnakeCase,
  toTitleCase,
  urlEncode: encoded(encodeURI, encodeURIComponent),
  urlDecode: encoded(decodeURI, decodeURIComponent),
});
