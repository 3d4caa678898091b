// A priority queue by time. Any entry can be removed without a search.

export interface Timed {
  readonly time: number;
}

/** A binary heap. An entry's time must not change while it is in the heap. */
export class Heap<Entry extends Timed> {
  readonly #entries: Entry[] = [];
  readonly #positions = new Map<Entry, number>();

  get size(): number {
    return this.#entries.length;
  }

  /** Returns the earliest entry without removing it. */
  first(): Entry | undefined {
    return this.#entries[0];
  }

  add(entry: Entry): void {
    this.delete(entry);
    this.#entries.push(entry);
    this.#rise(this.#entries.length - 1);
  }

  /** Returns false if the entry was not in the heap. */
  delete(entry: Entry): boolean {
    const position = this.#positions.get(entry);
    if (position === undefined) return false;
    this.#positions.delete(entry);
    const last = this.#entries.pop() as Entry;
    if (last !== entry) {
      this.#entries[position] = last;
      this.#sink(this.#rise(position));
    }
    return true;
  }

  /** Returns a copy of all entries in no particular order. */
  entries(): readonly Entry[] {
    return [...this.#entries];
  }

  /** Moves the entry at `place` up to its position, and returns that position. */
  #rise(position: number): number {
    const entries = this.#entries;
    const entry = entries[position] as Entry;
    let at = position;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if ((entries[above] as Entry).time <= entry.time) break;
      this.#put(at, entries[above] as Entry);
      at = above;
    }
    this.#put(at, entry);
    return at;
  }

  #sink(position: number): void {
    const entries = this.#entries;
    const entry = entries[position] as Entry;
    let at = position;
    for (;;) {
      let below = 2 * at + 1;
      if (below >= entries.length) break;
      if (below + 1 < entries.length && (entries[below + 1] as Entry).time < (entries[below] as Entry).time) below++;
      if ((entries[below] as Entry).time >= entry.time) break;
      this.#put(at, entries[below] as Entry);
      at = below;
    }
    this.#put(at, entry);
  }

  #put(position: number, entry: Entry): void {
    this.#entries[position] = entry;
    this.#positions.set(entry, position);
  }
}
