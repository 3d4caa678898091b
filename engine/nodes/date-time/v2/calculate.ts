// Operations of version 2 on dates.
import type { DateTime, DateTimeUnit, DurationUnit } from 'luxon';
import { NodeError } from '../../../sdk/index.ts';

const parts = ['year', 'month', 'week', 'day', 'hour', 'minute', 'second'] as const;
type Part = (typeof parts)[number];

function checkedPart(part: string): Part {
  const known = parts.find((name) => name === part);
  if (known === undefined)
    throw new NodeError(`"${part}" is not a part of a date. Use one of: ${parts.join(', ')}.`, { code: 'PARAMETER_INVALID' });
  return known;
}

/** Returns a part of a date as a number; `week` is the week of the year. */
export function datePart(date: DateTime, part: string): number {
  const known = checkedPart(part);
  return known === 'week' ? date.weekNumber : date[known];
}

/** Returns the start of the date's unit or, with `up`, of the next one, even if the date is already the start of a unit. */
export function roundDate(date: DateTime, unit: string, up: boolean): DateTime {
  const known: DateTimeUnit = checkedPart(unit);
  return (up ? date.plus({ [known]: 1 }) : date).startOf(known);
}

/** Returns the time between two dates in these units (`{ days: 3, hours: 1.5 }`), or as ISO text. */
export function timeBetween(start: DateTime, end: DateTime, units: readonly string[], asIsoText: boolean): unknown {
  if (units.length === 0)
    throw new NodeError('No unit is chosen. Choose at least one under "Units".', { code: 'PARAMETER_INVALID', parameter: 'units' });
  const known = units.map((unit): DurationUnit => (unit === 'millisecond' ? unit : checkedPart(unit)));
  const duration = end.diff(start, known);
  return asIsoText ? duration.toISO() : duration.toObject();
}

/** Formats a date with a Luxon format; an empty format returns an empty text. */
export const formatDate = (date: DateTime, format: string): string => date.toFormat(format);
