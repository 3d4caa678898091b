// Parses dates as items contain them: luxon and JavaScript dates, ISO, SQL, RFC 2822 and HTTP texts, and timestamps.
import { DateTime } from 'luxon';

const digitsOnly = /^\d+$/;
const hasYear = /\d{4}/;
const month = 'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec';
const looksLikeDate = new RegExp(
  `^(?:\\d{1,4}[/.-]\\d|(?:\\d{1,2}[\\s-]+|(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,?\\s.*)?(?:${month}))`,
  'i',
);
const startsAsIso = /^\d{4}-\d{2}-\d{2}/;
/** A text that ends with a zone: an offset after a time, or a zone name, optionally with its long name in parentheses. */
const hasZone =
  /(?::\d{2}(?:\.\d+)?\s*(?:[ap]m\s*)?(?:z|[+-]\d{2}:?\d{2})|\b(?:utc|gmt)(?:[+-]\d{2}:?\d{2})?|\b[ecmp][sd]t)(?:\s*\([^)]*\))?$/i;

/** Smaller numbers are read as seconds since the epoch, larger ones as milliseconds (in seconds, this is the year 5138). */
const firstMillisecondStamp = 1e11;
const firstSecondStamp = 1e8;

/** Like `parseDateTime`, but a DateTime is returned unchanged, even if it is invalid. */
const asDateTime = (value: unknown, zone?: string): DateTime | undefined =>
  DateTime.isDateTime(value) ? value : parseDateTime(value, zone);

/** Converts a value to a luxon DateTime; undefined if it is not a valid date. Texts without a zone are read in `zone` (IANA name; default: the host's). */
export function parseDateTime(value: unknown, zone?: string): DateTime | undefined {
  if (DateTime.isDateTime(value)) return value.isValid ? value : undefined;
  if (value instanceof Date) return ifValid(DateTime.fromJSDate(value, zoneOption(zone)));
  if (typeof value === 'number') return fromStamp(value, zone);
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  if (digitsOnly.test(text) && (text.length === 10 || text.length > 11)) return fromStamp(Number(text), zone);
  if (!hasYear.test(text)) return undefined;
  return fromKnownForm(text, zone) ?? (looksLikeDate.test(text) && !startsAsIso.test(text) ? fromHostText(text, zone) : undefined);
}

function fromKnownForm(text: string, zone: string | undefined): DateTime | undefined {
  const options = { ...zoneOption(zone), setZone: true };
  return (
    ifValid(DateTime.fromISO(text, options)) ??
    ifValid(DateTime.fromSQL(text, options)) ??
    ifValid(DateTime.fromRFC2822(text, options)) ??
    ifValid(DateTime.fromHTTP(text, options))
  );
}

/**
 * Parses the date of a typed value (in a condition or a date field); undefined if it is not a date. Text and numbers are read as luxon does,
 * otherwise as `Date` does: `2024-02-30` is March 1, `5` is May 2001, and a timestamp is not a date. Other values are read by `parseDateTime`; a
 * DateTime is returned unchanged.
 */
export function parseTypedDate(value: unknown, zone?: string): DateTime | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return asDateTime(value, zone);
  const text = String(value).trim();
  return fromKnownForm(text, zone) ?? fromHostText(text, zone);
}

const zoneOption = (zone: string | undefined): { zone?: string } => (zone === undefined ? {} : { zone });

const ifValid = (date: DateTime): DateTime | undefined => (date.isValid ? date : undefined);

function fromStamp(value: number, zone: string | undefined): DateTime | undefined {
  const size = Math.abs(value);
  if (!(size >= firstSecondStamp)) return undefined;
  return ifValid(DateTime.fromMillis(size >= firstMillisecondStamp ? value : value * 1000, zoneOption(zone)));
}

/** Parses dates that only `Date` can parse (`1-Feb-2024`, `Feb 1, 2024 10:00`). */
function fromHostText(text: string, zone: string | undefined): DateTime | undefined {
  const host = DateTime.fromJSDate(new Date(text));
  if (!host.isValid) return undefined;
  return host.setZone(zone ?? 'local', { keepLocalTime: !hasZone.test(text) });
}
