// Searches names and values of items, a few at a time.
import type { Item } from '../../../../engine/contract/run-data.ts';
import type { DataPlace, Key } from './place.ts';
import { isNested } from './values.ts';

/** Places that are remembered; more are not walked through. */
export const MOST_MATCHES = 10_000;

const DEPTH = 20;

/** Finds a word wherever it stands, without regard to case. */
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
      if (this.matches.length >= MOST_MATCHES) return;
      yield undefined;
    }
  }

  #visit(value: unknown, item: number, keys: readonly Key[], depth: number): void {
    if (!isNested(value)) {
      if (this.#isFound(value)) this.matches.push({ item, keys });
      return;
    }
    if (depth >= DEPTH) return;
    const isList = Array.isArray(value);
    for (const key in value) {
      if (!Object.hasOwn(value, key)) continue;
      if (this.matches.length >= MOST_MATCHES) return;
      const inner = (value as Record<string, unknown>)[key];
      const path = [...keys, isList ? Number(key) : key];
      const isNamed = !isList && key.toLowerCase().includes(this.#needle);
      const before = this.matches.length;
      if (isNested(inner)) this.#visit(inner, item, path, depth + 1);
      // A name and its value are one place; what stands within is shown rather than the name above it.
      if (this.matches.length === before && (isNamed || (!isNested(inner) && this.#isFound(inner))))
        this.matches.push({ item, keys: path });
    }
  }

  #isFound(value: unknown): boolean {
    return value !== undefined && String(value).toLowerCase().includes(this.#needle);
  }
}

/** A text cut where a word stands in it: every second part is what was found. */
export function markedParts(text: string, word: string): readonly string[] {
  if (word === '') return [text];
  const lower = text.toLowerCase();
  const needle = word.toLowerCase();
  // Some letters change their length with their case: then nothing is marked.
  if (lower.length !== text.length) return [text];
  const parts: string[] = [];
  let from = 0;
  for (let at = lower.indexOf(needle); at >= 0 && parts.length < 100; at = lower.indexOf(needle, from)) {
    parts.push(text.slice(from, at), text.slice(at, at + needle.length));
    from = at + needle.length;
  }
  return [...parts, text.slice(from)];
}
