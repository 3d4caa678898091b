// Writes an event as an iCalendar file (RFC 5545).
import { DateTime } from 'luxon';
import { NodeError } from '../../../sdk/index.ts';
import { textOf } from '../text-of.ts';

type Fields = Readonly<Record<string, unknown>>;

export interface CalendarEvent {
  readonly title: string;
  readonly start: unknown;
  /** Default: the start. */
  readonly end: unknown;
  readonly allDay: boolean;
  /** Additional fields, by their names in workflow files. */
  readonly more: Fields;
}

export interface CalendarContext {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Time zone of the workflow. */
  readonly timezone: string;
  readonly uid: string;
}

/** Returns the text of the file. Throws NodeError PARAMETER_INVALID for invalid dates and coordinates. */
export function calendarText(event: CalendarEvent, { now, timezone, uid }: CalendarContext): string {
  const { more } = event;
  const zone = more['useWorkflowTimezone'] === true ? timezone : 'utc';
  const dateIn = event.allDay ? dayOf : dateOf;
  const start = dateIn(event.start, zone, 'start');
  const end = textOf(event.end) === '' ? start : dateIn(event.end, zone, 'end');
  if (end < start) {
    throw new NodeError('The event ends before it starts. Enter an end after the start.', { code: 'PARAMETER_INVALID', parameter: 'end' });
  }
  const day = (date: DateTime): string => date.toFormat('yyyyMMdd');
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'CALSCALE:GREGORIAN',
    'PRODID:-//Millrace//Millrace//EN',
    'METHOD:PUBLISH',
    ...textLine('X-WR-CALNAME', more['calName']),
    'X-PUBLISHED-TTL:PT1H',
    'BEGIN:VEVENT',
    ...textLine('UID', textOf(more['uid']) || uid),
    ...textLine('SUMMARY', event.title),
    `DTSTAMP:${stamp(DateTime.fromMillis(now))}`,
    // The end date is exclusive in RFC 5545.
    ...(event.allDay
      ? [`DTSTART;VALUE=DATE:${day(start)}`, `DTEND;VALUE=DATE:${day(end.plus({ days: 1 }))}`]
      : [`DTSTART:${stamp(start)}`, `DTEND:${stamp(end)}`]),
    ...(more['sequence'] === undefined ? [] : [`SEQUENCE:${integer(more['sequence'], 'sequence')}`]),
    ...textLine('DESCRIPTION', more['description']),
    ...textLine('URL', more['url']),
    ...geo(more),
    ...textLine('LOCATION', more['location']),
    ...textLine('STATUS', textOf(more['status']).toUpperCase()),
    ...people(more),
    ...plain('RRULE', textOf(more['recurrenceRule']).replace(/^RRULE:/i, '')),
    ...plain('X-MICROSOFT-CDO-BUSYSTATUS', textOf(more['busyStatus']).toUpperCase()),
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return `${lines.map(folded).join('\r\n')}\r\n`;
}

const stamp = (date: DateTime): string => date.toUTC().toFormat("yyyyMMdd'T'HHmmss'Z'");

function dateOf(value: unknown, zone: string, parameter: string): DateTime {
  const date =
    value instanceof Date
      ? DateTime.fromJSDate(value, { zone })
      : DateTime.isDateTime(value)
        ? value.setZone(zone)
        : parseTime(textOf(value).trim(), zone);
  if (date.isValid) return date;
  throw new NodeError(`The ${parameter} of the event is not a date: "${textOf(value)}". Write it as 2026-01-31T12:00:00.`, {
    code: 'PARAMETER_INVALID',
    parameter,
  });
}

/** Returns the day of a date in its own zone, as a date in UTC. `zone`: zone of dates that have none. */
function dayOf(value: unknown, zone: string, parameter: string): DateTime {
  const written = textOf(value).trim();
  const own = DateTime.isDateTime(value)
    ? value.zone
    : /[+-]\d\d:?\d\d$/.test(written)
      ? DateTime.fromISO(written, { setZone: true }).zone
      : undefined;
  const date = dateOf(value, zone, parameter);
  const { year, month, day } = own?.isValid === true ? date.setZone(own) : date;
  return DateTime.utc(year, month, day);
}

function parseTime(text: string, zone: string): DateTime {
  const iso = DateTime.fromISO(text.replace(/^(\d{4}-\d\d-\d\d) (?=\d)/, '$1T'), { zone });
  if (!iso.isValid) return DateTime.fromRFC2822(text, { zone });
  // When clocks are set back, a time occurs twice: the first one is used.
  return /(?:Z|[+-]\d\d(?::?\d\d)?)$/i.test(text.slice(10)) ? iso : (iso.getPossibleOffsets()[0] ?? iso);
}

const integer = (value: unknown, parameter: string): number => {
  const number = Number(value);
  if (Number.isInteger(number) && number >= 0) return number;
  throw new NodeError(`The field "${parameter}" must be an integer of 0 or more.`, { code: 'PARAMETER_INVALID', parameter });
};

/** Returns a line with a text value; no line for empty text. */
const textLine = (name: string, value: unknown): string[] => {
  const address = textOf(value);
  return address === '' ? [] : [`${name}:${address.replaceAll(/[\\;,]/g, '\\$&').replaceAll(/\r\n|\r|\n/g, '\\n')}`];
};

/** Returns a line whose value has its own grammar; the value must not start another line. */
const plain = (name: string, value: string): string[] => (value === '' ? [] : [`${name}:${oneLine(value)}`]);

// oxlint-disable-next-line no-control-regex -- a value must not hold line breaks
const oneLine = (value: string): string => value.replaceAll(/[\u0000-\u001f]+/g, ' ').trim();

/** Returns the value of a parameter, in which quotes and line breaks cannot be escaped. */
const parameter = (value: unknown): string => {
  const name = oneLine(textOf(value)).replaceAll('"', "'");
  return /[:;,]/.test(name) ? `"${name}"` : name;
};

function geo(more: Fields): string[] {
  const coordinates = (more['geolocationUi'] as { readonly geolocationValues?: Fields } | undefined)?.geolocationValues;
  const [lat, lon] = [coordinates?.['lat'], coordinates?.['lon']].map((value) => textOf(value).trim());
  if (lat === undefined || lon === undefined || lat === '' || lon === '') return [];
  if (Math.abs(Number(lat)) <= 90 && Math.abs(Number(lon)) <= 180) return [`GEO:${Number(lat)};${Number(lon)}`];
  throw new NodeError(`"${lat}, ${lon}" is not a location. Enter a latitude from -90 to 90 and a longitude from -180 to 180.`, {
    code: 'PARAMETER_INVALID',
    parameter: 'additionalFields.geolocationUi',
  });
}

function people(more: Fields): string[] {
  const organizer = (more['organizerUi'] as { readonly organizerValues?: Fields } | undefined)?.organizerValues;
  const attendees = (more['attendeesUi'] as { readonly attendeeValues?: readonly Fields[] } | undefined)?.attendeeValues ?? [];
  return [
    ...attendees.map(
      ({ name, email, rsvp }) => `ATTENDEE;RSVP=${rsvp === true ? 'TRUE' : 'FALSE'};CN=${parameter(name)}:mailto:${oneLine(textOf(email))}`,
    ),
    ...(organizer === undefined ? [] : [`ORGANIZER;CN=${parameter(organizer['name'])}:mailto:${oneLine(textOf(organizer['email']))}`]),
  ];
}

/** Folds lines at 75 bytes; continuation lines start with a space. */
function folded(line: string): string {
  if (Buffer.byteLength(line) <= 75) return line;
  const parts: string[] = [];
  let part = '';
  let size = 0;
  for (const character of line) {
    const bytes = Buffer.byteLength(character);
    if (size + bytes > (parts.length === 0 ? 75 : 74)) {
      parts.push(part);
      part = '';
      size = 0;
    }
    part += character;
    size += bytes;
  }
  return [...parts, part].join('\r\n ');
}
