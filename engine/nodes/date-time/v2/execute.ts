// Date & Time 2: runs the operation; the result replaces the item's fields unless they are included.
import { DateTime, type DateTimeUnit, type DurationUnit } from 'luxon';
import { type ExecuteContext, mapItems, NodeError, type NodeOutput } from '../../../sdk/index.ts';
import { addTime } from '../add-time.ts';
import { fieldPath, setField } from '../../_shared/fields/field-path.ts';
import { checkedZone, parseDate } from '../parse-date.ts';

const defaultNames: Readonly<Record<string, string>> = {
  getCurrentDate: 'currentDate',
  addToDate: 'newDate',
  subtractFromDate: 'newDate',
  formatDate: 'formattedDate',
  getTimeBetweenDates: 'timeDifference',
  roundDate: 'roundedDate',
  extractDate: 'datePart',
};

export function execute(ctx: ExecuteContext): NodeOutput | Promise<NodeOutput> {
  return mapItems(ctx, (item, index) => {
    const operation = ctx.param('operation', index, 'getCurrentDate');
    const includeInput = ctx.param('options.includeInputFields', index, false);
    const json = includeInput ? { ...item.json } : {};
    const name = ctx.param('outputFieldName', index, defaultNames[operation] ?? 'data');
    setField(json, fieldPath(name, false), result(ctx, operation, index));
    return includeInput && item.binary !== undefined ? { json, binary: item.binary } : { json };
  });
}

function result(ctx: ExecuteContext, operation: string, index: number): unknown {
  switch (operation) {
    case 'getCurrentDate':
      return currentDate(ctx, index);
    case 'addToDate':
    case 'subtractFromDate': {
      const amount = Number(ctx.param('duration', index) ?? 0);
      const date = dateAt(ctx, 'magnitude', index);
      return addTime(date, operation === 'addToDate' ? amount : -amount, ctx.param('timeUnit', index, 'days')).toISO();
    }
    case 'formatDate':
      return formatted(ctx, index);
    case 'roundDate': {
      const up = ctx.param('mode', index, 'roundDown') === 'roundUp';
      return roundDate(dateAt(ctx, 'date', index), ctx.param(up ? 'to' : 'toNearest', index, 'month'), up).toISO();
    }
    case 'getTimeBetweenDates': {
      const asIsoText = ctx.param('options.isoString', index, false);
      return timeBetween(dateAt(ctx, 'startDate', index), dateAt(ctx, 'endDate', index), ctx.param('units', index, ['day']), asIsoText);
    }
    case 'extractDate':
      return datePart(dateAt(ctx, 'date', index), ctx.param('part', index, 'month'));
    default:
      throw new NodeError(`The operation "${operation}" does not exist. Choose one in the node.`, {
        code: 'PARAMETER_INVALID',
        parameter: 'operation',
      });
  }
}

/** Reads a date parameter in the workflow's time zone. */
function dateAt(ctx: ExecuteContext, parameter: string, index: number): DateTime {
  return parseDate(ctx.param(parameter, index), { zone: ctx.timezone });
}

function currentDate(ctx: ExecuteContext, index: number): string | null {
  const zone = ctx.param('options.timezone', index);
  const now = DateTime.fromMillis(ctx.now(), { zone: typeof zone === 'string' && zone !== '' ? checkedZone(zone) : ctx.timezone });
  return (ctx.param('includeTime', index, true) ? now : now.startOf('day')).toISO();
}

/** Returns the zone for formatting a date: its own offset if that is ahead of UTC, otherwise UTC. */
function zoneOfText(value: unknown): string {
  const offset = typeof value === 'string' ? /:\d{2}(?:\.\d+)?\+(\d{2}:?\d{2})$/.exec(value)?.[1] : undefined;
  return offset === undefined ? 'UTC' : `UTC+${offset}`;
}

function formatted(ctx: ExecuteContext, index: number): string | null {
  const value = ctx.param('date', index);
  if (value === null || value === undefined) return null;
  const format = ctx.param('format', index, 'MM/dd/yyyy');
  const fromFormat = ctx.param('options.fromFormat', index, '');
  const date = parseDate(value, {
    zone: ctx.param('options.timezone', index, false) ? ctx.timezone : zoneOfText(value),
    ...(fromFormat === '' ? {} : { format: fromFormat }),
  });
  return formatDate(date, format === 'custom' ? ctx.param('customFormat', index, '') : format);
}

const parts = ['year', 'month', 'week', 'day', 'hour', 'minute', 'second'] as const;
type Part = (typeof parts)[number];

function checkedPart(part: string): Part {
  const knownPart = parts.find((name) => name === part);
  if (knownPart === undefined)
    throw new NodeError(`"${part}" is not a part of a date. Use one of: ${parts.join(', ')}.`, { code: 'PARAMETER_INVALID' });
  return knownPart;
}

/** Returns a part of a date as a number; `week` is the week of the year. */
function datePart(date: DateTime, part: string): number {
  const datePart = checkedPart(part);
  return datePart === 'week' ? date.weekNumber : date[datePart];
}

/** Returns the start of the date's unit or, with `up`, of the next one, even if the date is already the start of a unit. */
function roundDate(date: DateTime, unit: string, up: boolean): DateTime {
  const dateUnit: DateTimeUnit = checkedPart(unit);
  return (up ? date.plus({ [dateUnit]: 1 }) : date).startOf(dateUnit);
}

/** Returns the time between two dates in these units (`{ days: 3, hours: 1.5 }`), or as ISO text. */
function timeBetween(start: DateTime, end: DateTime, units: readonly string[], asIsoText: boolean): unknown {
  if (units.length === 0)
    throw new NodeError('No unit is chosen. Choose at least one under "Units".', { code: 'PARAMETER_INVALID', parameter: 'units' });
  const durationUnits = units.map((unit): DurationUnit => (unit === 'millisecond' ? unit : checkedPart(unit)));
  const duration = end.diff(start, durationUnits);
  return asIsoText ? duration.toISO() : duration.toObject();
}

/** Formats a date with a Luxon format; an empty format returns an empty text. */
const formatDate = (date: DateTime, format: string): string => date.toFormat(format);
