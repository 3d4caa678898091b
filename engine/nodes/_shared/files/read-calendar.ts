// Reads the components of an iCalendar file (RFC 5545) by their ids.
import { DateTime } from 'luxon';
import type { JsonObject } from '../../../contract/json.ts';
import { NodeError } from '../../../sdk/index.ts';

const dateNames = new Set(['dtstart', 'dtend', 'dtstamp', 'created', 'last-modified', 'due', 'completed', 'recurrence-id']);
/** Conventional names of the properties. */
const shortNames: ReadonlyMap<string, string> = new Map([
  ['dtstart', 'start'],
  ['dtend', 'end'],
  ['last-modified', 'lastmodified'],
  ['recurrence-id', 'recurrenceid'],
]);
const textNames = new Set(['summary', 'description', 'location', 'comment', 'contact', 'categories']);

/**
 * Returns `{ vcalendar: { … }, <uid>: { type: 'VEVENT', start, end, summary, … } }`; components without a UID get numbered keys. Throws NodeError
 * if the file is not a calendar.
 */
export function readCalendar(text: string): JsonObject {
  const found = Object.create(null) as JsonObject;
  const open: { readonly type: string; readonly fields: JsonObject }[] = [];
  let count = 0;
  for (const line of text.replaceAll(/\r?\n[ \t]/g, '').split(/\r?\n/)) {
    const property = propertyOf(line);
    if (property === undefined) continue;
    const { name, value } = property;
    if (name === 'begin') {
      open.push({ type: value.toUpperCase(), fields: Object.assign(Object.create(null) as JsonObject, { type: value.toUpperCase() }) });
    } else if (name === 'end') {
      const ended = open.pop();
      if (ended === undefined || ended.type !== value.toUpperCase()) throw damaged();
      const parent = open.at(-1);
      if (ended.type === 'VCALENDAR') found['vcalendar'] = ended.fields;
      else if (parent !== undefined && parent.type !== 'VCALENDAR') add(parent.fields, ended.type.toLowerCase(), ended.fields);
      else add(found, String(ended.fields['uid'] ?? ended.fields['tzid'] ?? `${ended.type.toLowerCase()}-${++count}`), ended.fields);
    } else {
      const target = open.at(-1);
      if (target === undefined) throw damaged();
      addProperty(target.fields, property);
    }
  }
  if (open.length > 0 || found['vcalendar'] === undefined) throw damaged();
  return { ...found };
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

function addProperty(fields: JsonObject, { name, params, value }: Property): void {
  const key = shortNames.get(name) ?? name;
  if (dateNames.has(name)) {
    add(fields, key, dateOf(value, params));
    if (name === 'dtstart') fields['datetype'] = isDay(value, params) ? 'date' : 'date-time';
    return;
  }
  const plain =
    textNames.has(name) || params.size === 0
      ? value.replaceAll(/\\([nN\\;,])/g, (_, escaped: string) => (escaped.toLowerCase() === 'n' ? '\n' : escaped))
      : value;
  add(fields, key, params.size === 0 ? plain : { params: Object.fromEntries(params), val: plain });
}

const isDay = (value: string, params: ReadonlyMap<string, string>): boolean => params.get('VALUE') === 'DATE' || /^\d{8}$/.test(value);

function dateOf(value: string, params: ReadonlyMap<string, string>): string {
  const format = isDay(value, params) ? 'yyyyMMdd' : "yyyyMMdd'T'HHmmss";
  const named = DateTime.fromFormat(value.replace(/Z$/, ''), format, { zone: value.endsWith('Z') ? 'utc' : (params.get('TZID') ?? 'utc') });
  // A time zone may be defined only in the file.
  const date = named.isValid ? named : DateTime.fromFormat(value.replace(/Z$/, ''), format, { zone: 'utc' });
  return date.isValid ? (date.toUTC().toISO() ?? value) : value;
}

/** Adds a value; repeated keys become lists. */
function add(fields: JsonObject, key: string, value: unknown): void {
  const before = fields[key];
  if (before === undefined) fields[key] = value;
  else if (Array.isArray(before)) fields[key] = [...(before as unknown[]), value];
  else fields[key] = [before, value];
}

const damaged = (): NodeError =>
  new NodeError('The file is not an iCalendar file, or it is damaged.', { hint: 'Choose the operation that matches the file.' });
