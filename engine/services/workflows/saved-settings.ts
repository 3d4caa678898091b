// Validates workflow settings on save, with a sentence for each invalid one.
import { AppError } from '../../contract/errors.ts';
import { zoneOf } from '../../execution/time-zone.ts';
import { isRecord } from '../../workflow/own-properties.ts';

/** Returns the settings without instance defaults. `longest`: maximum timeout in seconds. Throws BAD_REQUEST, WORKFLOW_INVALID. */
export function savedSettings(settings: unknown, longest = Number.MAX_SAFE_INTEGER): Readonly<Record<string, unknown>> {
  if (!isRecord(settings)) throw wrong('settings', 'The settings of a workflow must be an object.');
  const { maxExecutionTimeout: _instance, ...kept } = settings;
  const { timezone, executionTimeout } = kept;
  if (timezone !== undefined && timezone !== null && typeof timezone !== 'string') {
    throw wrong('settings.timezone', 'The time zone must be a name, such as "Europe/Berlin".');
  }
  zoneOf(timezone);
  if (executionTimeout !== undefined && executionTimeout !== null) checkTimeout(executionTimeout, longest);
  return kept;
}

function checkTimeout(seconds: unknown, longest: number): void {
  const field = 'settings.executionTimeout';
  if (!Number.isSafeInteger(seconds) || (seconds as number) < -1) {
    throw wrong(field, `The time limit must be a whole number of seconds, or -1 for none; it is ${shown(seconds)}.`);
  }
  if (seconds === 0) throw wrong(field, 'The time limit is switched on but set to 0. Set a longer one, or -1 for none.');
  if ((seconds as number) > longest) throw wrong(field, `The time limit is too long. The longest is ${inWords(longest)}.`);
}

const shown = (value: unknown): string => (typeof value === 'number' ? String(value) : JSON.stringify(value));

const inWords = (seconds: number): string =>
  `${Math.floor(seconds / 3600)} hours, ${Math.floor((seconds % 3600) / 60)} minutes, ${seconds % 60} seconds`;

const wrong = (field: string, message: string): AppError => new AppError('BAD_REQUEST', message, { params: { field } });
