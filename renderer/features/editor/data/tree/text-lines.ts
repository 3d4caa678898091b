// JSON as lines of text. Only visible lines are serialized; the others are counted.
import { isNested, sizeOf } from '../values.ts';
import { stringifyExactly } from '../../../../../engine/contract/exact-numbers.ts';

/** Maximum number of lines: browsers limit the height of a scrollable element. */
export const MAX_LINES = 1_400_000;

/** Maximum number of values whose text is cached. */
const MAX_CACHED = 60;

/** Returns the number of lines of a value as indented JSON. */
function lineCount(value: unknown): number {
  if (!isNested(value) || sizeOf(value) === 0) return 1;
  let lines = 2;
  for (const key in value) if (Object.hasOwn(value, key)) lines += lineCount((value as Record<string, unknown>)[key]);
  return lines;
}

/** The lines of a list of values, including its brackets. */
export class TextLines {
  readonly #valueAt: (index: number) => unknown;
  readonly #length: number;
  /** First line of each value, followed by the line after the last value. */
  readonly #starts: number[] = [1];
  readonly #texts = new Map<number, readonly string[]>();

  constructor(length: number, valueAt: (index: number) => unknown) {
    this.#length = length;
    this.#valueAt = valueAt;
  }

  /** Counts lines, one value per step. */
  *counting(): Generator<undefined, void> {
    while (this.#starts.length <= this.#length && this.count < MAX_LINES) {
      const index = this.#starts.length - 1;
      this.#starts.push((this.#starts.at(-1) as number) + lineCount(this.#valueAt(index)));
      yield undefined;
    }
  }

  /** Number of lines counted so far. */
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

  /** Returns the index of the value that a line belongs to. */
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

  /** Returns the first line of a value; undefined until it is counted. */
  startOf(index: number): number | undefined {
    return this.#starts[index];
  }

  #linesOf(index: number): readonly string[] {
    const cached = this.#texts.get(index);
    if (cached !== undefined) return cached;
    const lines = (stringifyExactly(this.#valueAt(index), 2) ?? 'null').split('\n');
    if (this.#texts.size >= MAX_CACHED) this.#texts.clear();
    this.#texts.set(index, lines);
    return lines;
  }
}
