// The form in which lists of items and values cross between the engine and a package's process. Structured clone repeats the names of all fields in
// every object; here, objects with the same fields share them, and all values follow each other in one flat list. Numbers are in an array of their own,
// which is copied as a block.

/** Kinds of values. */
export const kinds = {
  /** Copied without changes. */
  leaf: 0,
  object: 1,
  list: 2,
  /** A container that has occurred before. */
  known: 3,
  /** A function, which is left out. */
  none: 4,
  /** An item with no more than its json, an object, and the index of its paired item: `{ json, pairedItem: { item } }`. Only in the outermost list. */
  item: 5,
  /** An object of Luxon. Only in values of parameters and expressions. */
  dateTime: 6,
} as const;

/** Field names and kinds of values that several objects have in common. */
export interface Shape {
  readonly keys: readonly string[];
  readonly kinds: readonly number[];
}

/**
 * The values, one after the other. An object is the index of its shape and the values of its fields; a list is its length and, for each run of
 * entries of the same kind, the kind, their number, and the entries; a known container is its number; an item is the index of its
 * paired item, and the object of its json; an object of Luxon is its milliseconds since the epoch, its time zone and its locale.
 */
export type Parts = readonly unknown[];

/** Parts as they cross. */
export interface SplitParts {
  /** The parts that are numbers; `ABSENT` in place of others. Integers of 32 bits if there are no other numbers. */
  readonly numbers: Int32Array | Float64Array;
  /** The other parts in order. */
  readonly otherParts: Parts;
}

export interface PackedList extends SplitParts {
  readonly shapes: readonly Shape[];
}

/** Marks a part that is in the list of other parts. */
export const ABSENT = -(2 ** 31);

/** Containers at this depth and deeper are numbered, so that shared ones are packed once. Above are items and their parts, which are rarely shared. */
export const NUMBERED_FROM = 3;
