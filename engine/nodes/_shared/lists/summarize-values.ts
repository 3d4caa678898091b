// Aggregates the values of one field in one group of items.
import { ExactNumber, exactNumber, listOf, plainValue } from '../../../contract/exact-values.ts';
import { exactKey } from '../compare-values.ts';
import { comparable, lessThan } from '../less-than.ts';
import { textOf } from '../text-of.ts';

export type Aggregation = 'append' | 'average' | 'concatenate' | 'count' | 'countUnique' | 'max' | 'min' | 'sum';

export interface ValueSettings {
  readonly aggregation: Aggregation;
  /** Whether to include null, missing and empty values (append, concatenate, count, countUnique). */
  readonly includeEmpty?: boolean;
  readonly separateBy?: string;
  /** Separator if `separateBy` is `other`. */
  readonly customSeparator?: string;
}

/** An aggregation of the values added so far. */
export abstract class Summary {
  readonly #takesBlank: boolean;

  constructor({ includeEmpty }: ValueSettings) {
    this.#takesBlank = includeEmpty === true;
  }

  /** A list, text, or number, which may be an ExactNumber; null for an average, minimum or maximum of no values. */
  abstract get result(): unknown;

  /** `value`: an ExactNumber for a number that is not exact. */
  add(value: unknown): void {
    if (this.#takesBlank || !isBlank(value)) this.take(value);
  }

  protected abstract take(value: unknown): void;
}

/** Whether a value is null, missing, or empty text. */
export function isBlank(value: unknown): boolean {
  return value === null || value === undefined || value === '';
}

/** Returns an empty aggregation. */
export function newSummary(settings: ValueSettings): Summary {
  switch (settings.aggregation) {
    case 'append':
      return new List(settings);
    case 'concatenate':
      return new Text(settings);
    case 'count':
      return new Count(settings);
    case 'countUnique':
      return new UniqueCount(settings);
    case 'sum':
    case 'average':
      return new Total(settings);
    default:
      return new Extreme(settings);
  }
}

function separatorOf({ separateBy = ',', customSeparator = '' }: ValueSettings): string {
  return separateBy === 'other' ? customSeparator : separateBy;
}

class List extends Summary {
  readonly #values: unknown[] = [];

  get result(): unknown[] {
    return listOf(this.#values);
  }

  protected take(value: unknown): void {
    this.#values.push(value ?? null);
  }
}

class Text extends Summary {
  readonly #texts: string[] = [];
  readonly #separator: string;

  constructor(settings: ValueSettings) {
    super(settings);
    this.#separator = separatorOf(settings);
  }

  protected take(value: unknown): void {
    this.#texts.push(textOf(value));
  }

  get result(): string {
    return this.#texts.join(this.#separator);
  }
}

class Count extends Summary {
  #count = 0;

  get result(): number {
    return this.#count;
  }

  protected take(): void {
    this.#count++;
  }
}

class UniqueCount extends Summary {
  readonly #keys = new Set<string>();

  protected take(value: unknown): void {
    this.#keys.add(exactKey(value));
  }

  get result(): number {
    return this.#keys.size;
  }
}

class Total extends Summary {
  readonly #isAverage: boolean;
  #sum = 0;
  #count = 0;

  constructor(settings: ValueSettings) {
    super(settings);
    this.#isAverage = settings.aggregation === 'average';
  }

  protected take(entry: unknown): void {
    const value = plainValue(entry);
    if (typeof value !== 'number' || Number.isNaN(value)) return;
    this.#sum += value;
    this.#count++;
  }

  get result(): number | null {
    if (!this.#isAverage) return this.#sum;
    return this.#count === 0 ? null : this.#sum / this.#count;
  }
}

/** The largest or smallest value, unconverted; of several equal ones the first. Numeric texts compare as numbers, everything else with `<`. */
class Extreme extends Summary {
  readonly #isLargest: boolean;
  #value: unknown;

  constructor(settings: ValueSettings) {
    super(settings);
    this.#isLargest = settings.aggregation === 'max';
  }

  protected take(value: unknown): void {
    if (isBlank(value) || Number.isNaN(value)) return;
    const isBeyond = this.#isLargest ? isBelow(this.#value, value) : isBelow(value, this.#value);
    if (this.#value === undefined || isBeyond) this.#value = value;
  }

  get result(): unknown {
    return this.#value ?? null;
  }
}

function isBelow(a: unknown, b: unknown): boolean {
  return lessThan(asNumber(a) ?? comparable(a), asNumber(b) ?? comparable(b));
}

/** Converts numbers and numeric texts, since spreadsheets and CSV files contain text. */
function asNumber(value: unknown): number | ExactNumber | undefined {
  if (value instanceof ExactNumber) return value;
  if (typeof value === 'number') return Number.isNaN(value) ? undefined : value;
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  const number = exactNumber(value.trim());
  return Number.isNaN(number) ? undefined : number;
}
