// JSON as lines of text, of which only those that are seen are written: the others are counted.
import { isNested, sizeOf } from './values.ts';

/** Lines beyond which a page cannot be scrolled. */
export const MOST_LINES = 1_400_000;

/** Texts of values that are kept. */
const KEPT = 60;

/** Lines of a value, as JSON is written over several lines. */
export function lineCount(value: unknown): number {
  if (!isNested(value) || sizeOf(value) === 0) return 1;
  let lines = 2;
  for (const key in value) if (Object.hasOwn(value, key)) lines += lineCount((value as Record<string, unknown>)[key]);
  return lines;
}

/** The lines of a list of values, brackets and all. */
export class TextLines {
  readonly #valueAt: (index: number) => unknown;
  readonly #length: number;
  /** Line with which each value begins, and the one behind the last. */
  readonly #starts: number[] = [1];
  readonly #texts = new Map<number, readonly string[]>();

  constructor(length: number, valueAt: (index: number) => unknown) {
    this.#length = length;
    this.#valueAt = valueAt;
  }

  /** Counts on, one value a step. */
  *counting(): Generator<undefined, void> {
    while (this.#starts.length <= this.#length && this.count < MOST_LINES) {
      const index = this.#starts.length - 1;
      this.#starts.push((this.#starts.at(-1) as number) + lineCount(this.#valueAt(index)));
      yield undefined;
    }
  }

  /** Lines that are counted so far. */
  get count(): number {
    return (this.#starts.at(-1) as number) + (this.#starts.length > this.#length ? 1 : 0);
  }

  line(at: number): string {
    if (at === 0) return '[';
    const index = this.valueAtLine(at);
    if (index === this.#length) return ']';
    const lines = this.#linesOf(index);
    const inner = at - (this.#starts[index] as number);
    const comma = inner === lines.length - 1 && index < this.#length - 1 ? ',' : '';
    return `  ${lines[inner] ?? ''}${comma}`;
  }

  /** Index of the value that a line belongs to. */
  valueAtLine(at: number): number {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] as number) <= at) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** The first line of a value; undefined while it is not counted. */
  startOf(index: number): number | undefined {
    return this.#starts[index];
  }

  #linesOf(index: number): readonly string[] {
    const known = this.#texts.get(index);
    if (known !== undefined) return known;
    const lines = (JSON.stringify(this.#valueAt(index), undefined, 2) ?? 'null').split('\n');
    if (this.#texts.size >= KEPT) this.#texts.clear();
    this.#texts.set(index, lines);
    return lines;
  }
}
