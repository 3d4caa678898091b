// Searches the names and values of items incrementally.
import type { Item } from '../../../../../engine/contract/run-data.ts';
import type { DataPlace, Key } from '../place.ts';
import { isNested } from '../values.ts';

/** Maximum number of matches; the search stops there. */
export const MAX_MATCHES = 10_000;

const MAX_DEPTH = 20;

/** A case-insensitive search for a word in names and values. */
export class Search {
  readonly matches: DataPlace[] = [];
  readonly #needle: string;

  constructor(word: string) {
    this.#needle = word.toLowerCase();
  }

  *searching(items: readonly Item[]): Generator<undefined, void> {
    if (this.#needle === '') return;
    for (let item = 0; item < items.length; item++) {
      this.#visit(items[item]?.json, item, [], 0);
      if (this.matches.length >= MAX_MATCHES) return;
      yield undefined;
    }
  }

  #visit(value: unknown, item: number, keys: readonly Key[], depth: number): void {
    if (!isNested(value)) {
      if (this.#isFound(value)) this.matches.push({ item, keys });
      return;
    }
    if (depth >= MAX_DEPTH) return;
    const isList = Array.isArray(value);
    for (const key in value) {
      if (!Object.hasOwn(value, key)) continue;
      if (this.matches.length >= MAX_MATCHES) return;
      const inner = (value as Record<string, unknown>)[key];
      const path = [...keys, isList ? Number(key) : key];
      const isNamed = !isList && key.toLowerCase().includes(this.#needle);
      const before = this.matches.length;
      if (isNested(inner)) this.#visit(inner, item, path, depth + 1);
      // A name and its value are one match; a match within the value takes precedence over its name.
      if (this.matches.length === before && (isNamed || (!isNested(inner) && this.#isFound(inner))))
        this.matches.push({ item, keys: path });
    }
  }

  #isFound(value: unknown): boolean {
    return value !== undefined && String(value).toLowerCase().includes(this.#needle);
  }
}
