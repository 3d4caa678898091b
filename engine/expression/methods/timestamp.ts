// Timestamps in common units: seconds, milliseconds, microseconds, and the day numbers of spreadsheets.
import { DateTime } from 'luxon';
import { DATE_COST, stepsFor } from '../budget.ts';
import { zoneOfRun } from '../builtins/time-arguments.ts';
import { ExpressionExtensionError } from '../errors.ts';

/** Number of days from the spreadsheet's day 0 (30 December 1899) to 1 January 1970. */
const SPREADSHEET_EPOCH = 25_569;
const DAY = 86_400_000;

/** Returns the date of a timestamp in the run's time zone. */
export function momentOfTimestamp(value: number, format: string): DateTime {
  stepsFor(DATE_COST);
  const options = { zone: zoneOfRun() };
  switch (format) {
    case 'ms':
      return DateTime.fromMillis(value, options);
    case 's':
      return DateTime.fromMillis(value * 1000, options);
    case 'us':
      return DateTime.fromMillis(value / 1000, options);
    case 'excel':
      return DateTime.fromMillis(Math.round((value - SPREADSHEET_EPOCH) * DAY), options);
    default:
      throw new ExpressionExtensionError(`Unsupported format '${format}'. toDateTime() supports 'ms', 's', 'us' and 'excel'.`);
  }
}
