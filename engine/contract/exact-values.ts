// Numbers that JavaScript cannot represent (`exact-numbers.ts`) on their way from one object or list to another: taken out with their texts, compared,
// and put in again.
import {
  carryTexts,
  compareTexts,
  dropText,
  exactText,
  holdsExact,
  holdsExactNumbers,
  isInexact,
  mayBeInexact,
  noteOwnText,
  noteText,
  parseExactly,
  rawJson,
  stringifyExactly,
} from './exact-numbers.ts';

/** A number with the text that it was read from. Computations use the nearest number, and texts have all digits. */
export class ExactNumber {
  readonly value: number;
  readonly text: string;

  constructor(text: string) {
    this.text = text;
    this.value = Number(text);
  }

  toString(): string {
    return this.text;
  }

  valueOf(): number {
    return this.value;
  }

  /** What JSON.stringify writes as the text. */
  toJSON(): object {
    return rawJson(this.text);
  }
}

/** Returns a number with its text if JavaScript cannot represent it, and the number otherwise. */
export const exactNumber = (text: string): number | ExactNumber => (isInexact(text) ? new ExactNumber(text) : Number(text));

/** Returns an own or inherited value of an object or list; an ExactNumber for a number that is not exact. */
export function takeFrom(holder: object, key: string): unknown {
  const numberText = exactText(holder, key);
  return numberText === undefined ? (holder as Readonly<Record<string, unknown>>)[key] : new ExactNumber(numberText);
}

/** Returns the names and values of an object or list, as `takeFrom` does. */
export function takeEntries(holder: object): [string, unknown][] {
  const entries = Object.entries(holder);
  return holdsExact(holder) ? entries.map(([key]) => [key, takeFrom(holder, key)]) : entries;
}

/** Returns the entries of a list, as `takeFrom` does. */
export function takeAll(list: readonly unknown[]): readonly unknown[] {
  return holdsExact(list) ? list.map((_, index) => takeFrom(list, String(index))) : list;
}

/** Returns the number that stands for an ExactNumber, and any other value unchanged. */
export const plainValue = (value: unknown): unknown => (value instanceof ExactNumber ? value.value : value);

/** Sets an own field or entry to a value that was taken. Names such as `__proto__` are ordinary names. */
export function putInto(holder: object, key: string, value: unknown): void {
  put(holder, key, value, noteText);
}

/** Returns an object of values that were taken. */
export function objectOf(entries: Iterable<readonly [string, unknown]>): Record<string, unknown> {
  const object: Record<string, unknown> = {};
  for (const [key, value] of entries) put(object, key, value, noteOwnText);
  return object;
}

function put(holder: object, key: string, value: unknown, note: typeof noteText): void {
  const plain = plainValue(value);
  if (key === '__proto__') Object.defineProperty(holder, key, { value: plain, enumerable: true, writable: true, configurable: true });
  else (holder as Record<string, unknown>)[key] = plain;
  if (value instanceof ExactNumber) note(holder, key, value.text);
}

/** Returns a copy of an object or list in which a value that was taken is at `key`. Its other numbers keep their texts. */
export function withTaken<T extends object>(holder: T, key: string, value: unknown): T {
  const copy = copied(holder);
  dropText(copy, key);
  put(copy, key, value, noteOwnText);
  return copy;
}

/** Returns a copy of an object without a field. Its other numbers keep their texts. */
export function withoutField<T extends object>(holder: T, key: string): T {
  const copy = copied(holder);
  dropText(copy, key);
  Reflect.deleteProperty(copy, key);
  return copy;
}

/** Returns a copy with number texts of its own. A copy made by spreading shares them with its source. */
function copied<T extends object>(holder: T): T {
  const copy = (Array.isArray(holder) ? [...(holder as unknown[])] : Object.fromEntries(Object.entries(holder))) as T;
  carryTexts(holder, copy);
  return copy;
}

/** Returns a deep copy of JSON data that keeps the texts of its numbers. */
export function copyExactly(value: unknown): unknown {
  return typeof value === 'object' && value !== null && !(value instanceof ExactNumber) ? parseExactly(stringifyExactly(value)) : value;
}

/** Returns a list of values that were taken. */
export function listOf(values: readonly unknown[]): unknown[] {
  const list = values.map(plainValue);
  values.forEach((value, index) => {
    if (value instanceof ExactNumber) noteOwnText(list, String(index), value.text);
  });
  return list;
}

/** Whether two values that were taken are the same number or otherwise identical (`===`). */
export function isSameNumber(a: unknown, b: unknown): boolean {
  if (!(a instanceof ExactNumber) && !(b instanceof ExactNumber)) return a === b;
  const [first, second] = [plainValue(a), plainValue(b)];
  return typeof first === 'number' && first === second && compareTexts(String(a), String(b)) === 0;
}

/** Compares two numbers that were taken: negative if the first is less, 0 if they are equal, NaN if one is not a number. */
export function compareNumbers(a: unknown, b: unknown): number {
  const [first, second] = [Number(plainValue(a)), Number(plainValue(b))];
  if (first !== second) return first < second ? -1 : first > second ? 1 : Number.NaN;
  return a instanceof ExactNumber || b instanceof ExactNumber ? compareTexts(String(a), String(b)) : 0;
}

/**
 * The texts of numbers by their values, to find the text of a number that was copied without its holder. A value with several different texts has
 * none.
 */
export class NumberTexts {
  readonly #texts = new Map<number, string | undefined>();
  readonly #seenHolders = new WeakSet<object>();

  note(value: number, text: string): void {
    this.#texts.set(value, this.#texts.has(value) && this.#texts.get(value) !== text ? undefined : text);
  }

  /** Notes the numbers of an object or list itself, once. Returns the number of members that were read. */
  noteAll(holder: object): number {
    if (!holdsExact(holder) || this.#seenHolders.has(holder)) return 0;
    this.#seenHolders.add(holder);
    const entries = takeEntries(holder);
    for (const [, value] of entries) {
      if (value instanceof ExactNumber) this.note(value.value, value.text);
      // Of two numbers with the same nearest number, one may be exact.
      else if (mayBeInexact(value)) this.note(value, String(value));
    }
    return entries.length;
  }

  /** Notes that this number is not the one that was read. */
  forget(value: number): void {
    this.#texts.set(value, undefined);
  }

  of(value: number): string | undefined {
    return this.#texts.get(value);
  }
}

/** Maximum depth that is searched. */
const MAX_DEPTH = 1000;

/**
 * Gives the numbers of `copy` the texts of equal numbers of `source`: for data that came back from where texts cannot go, such as another process.
 * `copy` must share its lists and objects with no other data.
 */
export function restoreTexts(copy: unknown, source: unknown): void {
  if (!holdsExactNumbers(source)) return;
  const texts = new NumberTexts();
  eachContainer(source, (holder) => {
    if (texts.noteAll(holder) > 0) return;
    for (const value of Object.values(holder)) if (mayBeInexact(value)) texts.note(value, String(value));
  });
  eachContainer(copy, (holder) => {
    for (const [key, value] of Object.entries(holder)) {
      const numberText = mayBeInexact(value) ? texts.of(value) : undefined;
      if (numberText !== undefined) noteOwnText(holder, key, numberText);
    }
  });
}

function eachContainer(value: unknown, visit: (holder: object) => void, depth = 0): void {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return;
  visit(value);
  for (const part of Object.values(value)) eachContainer(part, visit, depth + 1);
}
