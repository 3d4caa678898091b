// The values of one field in one group of items, brought together.
import { exactKey } from './compare-values.ts';
import { textOf } from './text-of.ts';

export type Aggregation = 'append' | 'average' | 'concatenate' | 'count' | 'countUnique' | 'max' | 'min' | 'sum';

export interface ValueSettings {
  readonly aggregation: Aggregation;
  /** Count null, missing and empty values too (append, concatenate, count, countUnique). */
  readonly includeEmpty?: boolean;
  readonly separateBy?: string;
  /** The separator when `separateBy` is `other`. */
  readonly customSeparator?: string;
}

/** Null, missing, or an empty text. */
export function isBlank(value: unknown): boolean {
  return value === null || value === undefined || value === '';
}

/** The summary of some values: a list, text, or number; null where there is nothing to take an average, minimum or maximum of. */
export function summarizeValues(all: readonly unknown[], settings: ValueSettings): unknown {
  const { aggregation } = settings;
  const values = settings.includeEmpty === true ? all : all.filter((value) => !isBlank(value));
  switch (aggregation) {
    case 'append':
      return values.map((value) => value ?? null);
    case 'concatenate':
      return values.map(textOf).join(separatorOf(settings));
    case 'count':
      return values.length;
    case 'countUnique':
      return new Set(values.map(exactKey)).size;
    case 'sum':
      return sum(numbersIn(values));
    case 'average': {
      const numbers = numbersIn(values);
      return numbers.length === 0 ? null : sum(numbers) / numbers.length;
    }
    default:
      return extreme(values, aggregation === 'max' ? 1 : -1);
  }
}

function separatorOf({ separateBy = ',', customSeparator = '' }: ValueSettings): string {
  return separateBy === 'other' ? customSeparator : separateBy;
}

function numbersIn(values: readonly unknown[]): number[] {
  return values.map(asNumber).filter((number) => number !== undefined);
}

/** Numbers, and texts that hold one (sheets and CSV files give text). */
function asNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isNaN(value) ? undefined : value;
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  const number = Number(value);
  return Number.isNaN(number) ? undefined : number;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** The largest (sign 1) or smallest (-1) number; without any number the last or first text in order, which serves ISO dates. */
function extreme(values: readonly unknown[], sign: 1 | -1): unknown {
  const numbers = numbersIn(values);
  const candidates: readonly (number | string)[] =
    numbers.length > 0 ? numbers : values.filter((value) => typeof value === 'string' && value !== '').map(String);
  let best: number | string | undefined;
  for (const candidate of candidates) {
    if (best === undefined || (sign > 0 ? candidate > best : candidate < best)) best = candidate;
  }
  return best ?? null;
}
