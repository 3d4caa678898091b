// Reads the components of an iCalendar file (RFC 5545) by their ids.
import type { JsonObject } from '../../../contract/json.ts';
import { NodeError } from '../../../sdk/index.ts';
import { type CalendarDate, calendarDate, dateAfter } from './calendar-dates.ts';
import { CalendarZones } from './calendar-zones.ts';
import { decodeText } from './text-encoding.ts';

const dateNames = new Set(['dtstart', 'dtend', 'dtstamp', 'created', 'last-modified', 'due', 'completed', 'recurrence-id']);
/** Conventional names of the properties. */
const shortNames: ReadonlyMap<string, string> = new Map([
  ['dtstart', 'start'],
  ['dtend', 'end'],
  ['last-modified', 'lastmodified'],
  ['recurrence-id', 'recurrenceid'],
]);
const textNames = new Set(['summary', 'description', 'location', 'comment', 'contact']);
/** Properties whose value is a list of texts. */
const listNames = new Set(['categories', 'resources']);

export interface CalendarEncoding {
  readonly encoding: string;
  readonly stripBom: boolean;
}

/** Maximum size in bytes of a calendar that is parsed on the engine's own thread; larger ones are parsed in another thread. */
const SMALL_CALENDAR = 65_536;

/** Whether the file is read on the engine's thread. The cost of zones that a file defines does not depend on its size. */
export const isSmallCalendar = (bytes: Uint8Array): boolean =>
  bytes.length <= SMALL_CALENDAR && !/BEGIN:VTIMEZONE/i.test(Buffer.from(bytes).toString('latin1'));

/** Like `readCalendar`, for a file. Lines may be folded within a character, so bytes are unfolded before they are decoded. */
export async function readCalendarFile(bytes: Uint8Array, { encoding, stripBom }: CalendarEncoding): Promise<JsonObject> {
  const isWide = /^(?:utf-?16|utf-?32|ucs)/i.test(encoding);
  const content = isWide ? bytes : Buffer.from(unfolded(Buffer.from(bytes).toString('latin1')), 'latin1');
  const decoded = await decodeText(content, encoding, { stripBom });
  const lines = (isWide ? unfolded(decoded) : decoded).split(/\r?\n/);
  const definitions = zoneDefinitions(lines);
  // Loaded on first use.
  const ical = definitions.size === 0 ? undefined : (await import('ical.js')).default;
  return readCalendar(lines, new CalendarZones(definitions, ical));
}

const unfolded = (text: string): string => text.replaceAll(/\r?\n[ \t]/g, '');

/** An open component, with what is computed when it ends. */
interface OpenComponent {
  readonly type: string;
  readonly fields: JsonObject;
  start?: CalendarDate;
  duration?: string;
}

/**
 * Returns `{ vcalendar: { … }, <uid>: { type: 'VEVENT', start, end, summary, … } }`; components without a UID get numbered keys. Dates are texts:
 * moments in UTC; times without a zone, or in an unknown zone, have no offset. An event with a duration gets its end. Throws NodeError if the file is
 * not a calendar.
 */
function readCalendar(lines: readonly string[], zones: CalendarZones): JsonObject {
  const match = Object.create(null) as JsonObject;
  const open: OpenComponent[] = [];
  let count = 0;
  for (const line of lines) {
    const property = propertyOf(line);
    if (property === undefined) continue;
    const { name, value } = property;
    if (name === 'begin') {
      open.push({ type: value.toUpperCase(), fields: Object.assign(Object.create(null) as JsonObject, { type: value.toUpperCase() }) });
    } else if (name === 'end') {
      const ended = open.pop();
      if (ended === undefined || ended.type !== value.toUpperCase()) throw damaged();
      addEnd(ended);
      const parent = open.at(-1);
      if (ended.type === 'VCALENDAR') match['vcalendar'] = ended.fields;
      else if (parent !== undefined && parent.type !== 'VCALENDAR') add(parent.fields, ended.type.toLowerCase(), ended.fields);
      else add(match, String(ended.fields['uid'] ?? ended.fields['tzid'] ?? `${ended.type.toLowerCase()}-${++count}`), ended.fields);
    } else {
      const target = open.at(-1);
      if (target === undefined) throw damaged();
      addProperty(target, property, zones);
    }
  }
  if (open.length > 0 || match['vcalendar'] === undefined) throw damaged();
  return { ...match };
}

/** Returns the lines of each VTIMEZONE, by its TZID. They may follow the events that refer to them. */
function zoneDefinitions(lines: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const definitions = new Map<string, readonly string[]>();
  let current: string[] | undefined;
  for (const line of lines) {
    if (/^BEGIN:VTIMEZONE\s*$/i.test(line)) current = [];
    current?.push(line);
    if (current === undefined || !/^END:VTIMEZONE\s*$/i.test(line)) continue;
    const id = current.map(propertyOf).find((property) => property?.name === 'tzid')?.value;
    if (id !== undefined) definitions.set(id, current);
    current = undefined;
  }
  return definitions;
}

interface Property {
  readonly name: string;
  readonly params: ReadonlyMap<string, string>;
  readonly value: string;
}

function propertyOf(line: string): Property | undefined {
  const head = /^([\w-]+)((?:;[\w-]+=(?:"[^"]*"|[^":;,]*)(?:,(?:"[^"]*"|[^":;,]*))*)*):/.exec(line);
  if (head === null) return undefined;
  const params = new Map<string, string>();
  for (const [, key = '', value = ''] of (head[2] ?? '').matchAll(/;([\w-]+)=((?:"[^"]*"|[^;"])*)/g))
    params.set(key.toUpperCase(), value.replaceAll('"', ''));
  return { name: (head[1] ?? '').toLowerCase(), params, value: line.slice(head[0].length) };
}

function addProperty(component: OpenComponent, property: Property, zones: CalendarZones): void {
  const { fields } = component;
  const { name, params, value } = property;
  const key = shortNames.get(name) ?? name;
  if (dateNames.has(name)) {
    const date = calendarDate(value, params, zones);
    add(fields, key, date?.text ?? value);
    if (name !== 'dtstart') return;
    fields['datetype'] = date?.isDay === true ? 'date' : 'date-time';
    if (date !== undefined) component.start ??= date;
    return;
  }
  if (name === 'duration') component.duration ??= value;
  if (listNames.has(name)) {
    const texts = (value.match(/(?:\\.|[^\\,])+/gs) ?? []).map((text) => unescaped(text.trim()));
    // Several lines are one list.
    add(fields, key, params.size === 0 ? texts : { params: Object.fromEntries(params), val: texts });
    return;
  }
  const plain = textNames.has(name) || params.size === 0 ? unescaped(value) : value;
  add(fields, key, params.size === 0 ? plain : { params: Object.fromEntries(params), val: plain });
}

const unescaped = (value: string): string =>
  value.replaceAll(/\\([nN\\;,])/g, (_, escaped: string) => (escaped.toLowerCase() === 'n' ? '\n' : escaped));

/** Events and to-dos may have a duration instead of an end. */
function addEnd({ type, fields, start, duration }: OpenComponent): void {
  const key = type === 'VEVENT' ? 'end' : type === 'VTODO' ? 'due' : undefined;
  if (key === undefined || start === undefined || duration === undefined || Object.hasOwn(fields, key)) return;
  const end = dateAfter(start, duration);
  if (end !== undefined) fields[key] = end;
}

/** Adds a value; repeated keys become lists, and repeated lists one. */
function add(fields: JsonObject, key: string, value: unknown): void {
  const before = fields[key];
  if (before === undefined) fields[key] = value;
  else fields[key] = [before, value].flat();
}

const damaged = (): NodeError =>
  new NodeError('The file is not an iCalendar file, or it is damaged.', { hint: 'Choose the operation that matches the file.' });
