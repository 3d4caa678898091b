// Parses dates in items: Luxon and JavaScript dates, timestamps, common text formats, or a given format.
import { DateTime, IANAZone } from 'luxon';
import { NodeError } from '../../sdk/index.ts';
import { parseDateTime } from '../../workflow/values/date-time.ts';

export interface ParseSettings {
  /** IANA time zone of the result, and of dates without a zone. */
  readonly zone: string;
  /** Luxon format for texts in uncommon formats. */
  readonly format?: string;
}

/** Timestamps below this are in seconds (up to the year 5138), all others in milliseconds (since 1973). */
const firstMillisecondStamp = 1e11;

/** Whether a text is a timestamp; eight digits are a date such as 20260131. */
const stampText = /^-?(?:\d{5,7}|\d{9,})(?:\.\d+)?$/;

/** Parses a date. Throws NodeError if the value is not a date. */
export function parseDate(value: unknown, settings: ParseSettings): DateTime {
  const { format, zone } = settings;
  const date = format === undefined ? recognized(value, zone) : withFormat(value, format, zone);
  if (date?.isValid !== true) throw unreadable(value, format);
  return date.setZone(zone);
}

/** Returns the error for a value that is not a date in this format. */
export function unreadable(value: unknown, format?: string): NodeError {
  const hint = format === undefined ? 'If the date has another format, enter it.' : `It should look like "${format}".`;
  return new NodeError(`"${valueText(value)}" is not a readable date. ${hint}`, { code: 'PARAMETER_INVALID' });
}

/** Checks the name of a time zone. Throws NodeError if it is unknown. */
export function checkedZone(name: string, isKnown = IANAZone.create(name).isValid): string {
  if (!isKnown) {
    throw new NodeError(`The time zone "${name}" is unknown. Use a name such as Europe/Berlin, or GMT.`, { code: 'PARAMETER_INVALID' });
  }
  return name;
}

function valueText(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined');
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}

function recognized(value: unknown, zone: string): DateTime | undefined {
  if (typeof value === 'number') return fromTimestamp(value, zone);
  if (typeof value === 'string' && stampText.test(value.trim())) return fromTimestamp(Number(value), zone);
  return parseDateTime(value, zone);
}

function fromTimestamp(value: number, zone: string): DateTime {
  return Math.abs(value) < firstMillisecondStamp ? DateTime.fromSeconds(value, { zone }) : DateTime.fromMillis(Math.trunc(value), { zone });
}

function withFormat(value: unknown, format: string, zone: string): DateTime {
  return DateTime.isDateTime(value) ? value : DateTime.fromFormat(String(value as string | number), format, { zone });
}
