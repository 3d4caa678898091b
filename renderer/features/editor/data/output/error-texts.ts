// Texts of the error panel, with parameter names in place of their paths.
import type { ErrorData } from '../../../../../engine/contract/run-data.ts';
import type { NodeProperty } from '../../../../../engine/workflow/node-type.ts';
import { parameterLabel, parameterNames } from '../../../../../engine/workflow/issues/parameter-names.ts';
import { countedFromOne } from '../../../../../engine/contract/error-sentence.ts';

interface ErrorTexts {
  readonly message: string;
  readonly description: string | undefined;
  /** Display names of the parameter and its ancestors, or a sentence about a parameter that the node does not have. */
  readonly parameter: string | undefined;
  readonly itemIndex: number | undefined;
  readonly runIndex: number | undefined;
}

/** `missing` returns the text for a parameter that the node does not have. */
export function errorTexts(error: ErrorData, properties: readonly NodeProperty[], missing: (path: string) => string): ErrorTexts {
  const { context = {} } = error;
  const path = nonEmptyString(context['parameter']);
  const names = path === undefined ? undefined : parameterNames(properties, path);
  const own = path === undefined ? undefined : (names?.at(-1) ?? missing(path));
  const whole = path === undefined ? undefined : (parameterLabel(properties, path) ?? missing(path));
  const itemIndex = numberOf(context['itemIndex']);
  const filled = (template: string | undefined): string | undefined => {
    if (template === undefined || (own === undefined && template.includes('%%PARAMETER'))) return undefined;
    return template
      .replaceAll('%%PARAMETER_FULL%%', () => whole ?? '')
      .replaceAll('%%PARAMETER%%', () => own ?? '')
      .replaceAll('{{itemIndex}}', () => (itemIndex === undefined ? '' : String(itemIndex + 1)));
  };
  const message = filled(nonEmptyString(context['messageTemplate'])) ?? countedFromOne(filled(error.message) ?? error.message, error);
  return {
    message: error.code === 'EXPRESSION_SYNTAX' && whole !== undefined ? `${whole}: ${message}` : message,
    description:
      filled(nonEmptyString(context['descriptionTemplate'])) ??
      filled(nonEmptyString(error.description)) ??
      nonEmptyString(error.description),
    parameter: whole,
    itemIndex,
    runIndex: numberOf(context['runIndex']),
  };
}

const nonEmptyString = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

/** Formats a time as `yyyy-mm-dd HH:MM:ss` in the local time zone. */
export function timeText(milliseconds: number): string {
  const time = new Date(milliseconds);
  const two = (number: number): string => String(number).padStart(2, '0');
  const date = [time.getFullYear(), two(time.getMonth() + 1), two(time.getDate())].join('-');
  return `${date} ${[time.getHours(), time.getMinutes(), time.getSeconds()].map(two).join(':')}`;
}
