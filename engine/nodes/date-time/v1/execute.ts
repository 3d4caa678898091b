// Date & Time 1: adds the result to the item's other fields. Formats are those of Moment.js, which is loaded on first use.
import { DateTime } from 'luxon';
import type moment from 'moment-timezone';
import { type ExecuteContext, mapItems, NodeError, type NodeOutput } from '../../../sdk/index.ts';
import { fieldPath, setField } from '../../_shared/fields/field-path.ts';
import { textOf } from '../../_shared/text-of.ts';
import { checkedZone, parseDate, unreadable } from '../parse-date.ts';
import { addTime } from '../add-time.ts';

type Moment = typeof moment;

interface Options {
  readonly fromFormat?: string;
  readonly fromTimezone?: string;
  readonly toTimezone?: string;
}

export async function execute(ctx: ExecuteContext): Promise<NodeOutput> {
  const { default: library } = await import('moment-timezone');
  return mapItems(ctx, (item, index) => {
    const value = ctx.param('value', index);
    const json = { ...item.json };
    setField(
      json,
      fieldPath(ctx.param('dataPropertyName', index, 'data'), false),
      value === null || value === undefined ? null : result(ctx, index, value, library),
    );
    return item.binary === undefined ? { json } : { json, binary: item.binary };
  });
}

function result(ctx: ExecuteContext, index: number, value: unknown, library: Moment): string {
  const options = ctx.param<Options>('options', index, {});
  const date = read(value, options, ctx.timezone, library);
  if (ctx.param('action', index, 'format') === 'calculate') {
    if (input(options.fromFormat) === undefined && typeof value === 'string' && digits.test(value)) throw unrecognized();
    const sign = ctx.param('operation', index, 'add') === 'subtract' ? -1 : 1;
    return (
      addWhole(date, sign * Number(ctx.param('duration', index) ?? 0), ctx.param('timeUnit', index, 'days'))
        .toUTC()
        .toISO() ?? ''
    );
  }
  const zone = knownZone(input(options.toTimezone) ?? ctx.timezone, library);
  return library.tz(date.toMillis(), zone).format(textOf(ctx.param('toFormat', index, 'MM/DD/YYYY')));
}

const digits = /^\d+$/;

/** Text of digits may be a date or a timestamp, so the format must be given. */
const unrecognized = (): NodeError =>
  new NodeError('Unrecognized date input. Please specify a format in the "From Format" field.', {
    code: 'PARAMETER_INVALID',
    parameter: 'options.fromFormat',
  });

const daysIn: Readonly<Record<string, number>> = { weeks: 7, days: 1 };
const monthsIn: Readonly<Record<string, number>> = { years: 12, quarters: 3, months: 1 };

/** Days and months are added as integers: 1.5 days are 2 days, 1.5 years are 18 months. Halves are rounded away from zero. */
function addWhole(date: DateTime, amount: number, unit: string): DateTime {
  const whole = (parts: number): number => Math.sign(parts) * Math.round(Math.abs(parts));
  if (daysIn[unit] !== undefined) return addTime(date, whole(amount * daysIn[unit]), 'days');
  return monthsIn[unit] === undefined ? addTime(date, amount, unit) : addTime(date, whole(amount * monthsIn[unit]), 'months');
}

const input = (text: string | undefined): string | undefined => (text === '' ? undefined : text);

/** Checks that Moment.js knows the zone, too: it would use UTC instead of an unknown one. Throws NodeError. */
const knownZone = (name: string, library: Moment): string => checkedZone(checkedZone(name), library.tz.zone(name) !== null);

function read(value: unknown, options: Options, timezone: string, library: Moment): DateTime {
  const format = input(options.fromFormat);
  const zone = checkedZone(input(options.fromTimezone) ?? timezone);
  if (format === undefined || DateTime.isDateTime(value) || value instanceof Date) return parseDate(value, { zone });
  const date = library.tz(String(value as string | number), format, knownZone(zone, library));
  if (!date.isValid()) throw unreadable(value, format);
  return DateTime.fromMillis(date.valueOf(), { zone });
}
