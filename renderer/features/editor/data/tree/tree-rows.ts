// JSON as the rows of a tree: an open value takes several rows, a closed value one.
import type { Key } from '../place.ts';
import { isNested, sizeOf } from '../values.ts';

export interface TreeRow {
  /** `open` and `close` are the brackets of an open value; `closed` is a collapsed object or list. */
  readonly kind: 'open' | 'close' | 'closed' | 'leaf';
  /** Depends only on the path of the value. */
  readonly id: string;
  /** 1 at the top level. */
  readonly depth: number;
  /** The opening row of the enclosing value. */
  readonly parent: TreeRow | undefined;
  readonly key: Key;
  readonly value: unknown;
  /** Position among its siblings, from 1. */
  readonly position: number;
  /** Number of siblings, including the row itself. */
  readonly siblings: number;
}

/** Depth up to which JSON is initially open. */
const OPEN_DEPTH = 10;
/** Maximum number of rows that are initially open. */
const OPEN_ROWS = 4000;

const escaped = (key: Key): string => String(key).replaceAll('~', '~0').replaceAll('/', '~1');

export const idOf = (parent: string | undefined, key: Key): string => (parent === undefined ? escaped(key) : `${parent}/${escaped(key)}`);

const keysOf = (value: object): readonly Key[] => (Array.isArray(value) ? [...value.keys()] : Object.keys(value));

const childOf = (value: object, key: Key): unknown => (value as Record<Key, unknown>)[key];

/** Returns the ids of the initially open values in reading order, limited by depth and number of rows. */
export function openAtFirst(values: readonly unknown[], first = 0, depth = OPEN_DEPTH, most = OPEN_ROWS): ReadonlySet<string> {
  const open = new Set<string>();
  let rows = 0;
  const visit = (value: unknown, id: string, level: number): void => {
    rows += 1;
    if (level > depth || !isNested(value) || sizeOf(value) === 0) return;
    open.add(id);
    rows += 1;
    for (const key of keysOf(value)) {
      if (rows > most) return;
      visit(childOf(value, key), idOf(id, key), level + 1);
    }
  };
  for (const [index, value] of values.entries()) {
    visit(value, idOf(undefined, first + index), 1);
    if (rows > most) break;
  }
  return open;
}

/** Returns the rows of one value, from its opening to its closing bracket. */
function rowsOf(value: unknown, key: Key, position: number, siblings: number, open: ReadonlySet<string>): readonly TreeRow[] {
  const rows: TreeRow[] = [];
  const add = (inner: unknown, innerKey: Key, parent: TreeRow | undefined, at: number, among: number): void => {
    const id = idOf(parent?.id, innerKey);
    const depth = (parent?.depth ?? 0) + 1;
    const row = (kind: TreeRow['kind']): TreeRow => ({
      kind,
      id,
      depth,
      parent,
      key: innerKey,
      value: inner,
      position: at,
      siblings: among,
    });
    if (!isNested(inner) || sizeOf(inner) === 0) {
      rows.push(row('leaf'));
      return;
    }
    if (!open.has(id)) {
      rows.push(row('closed'));
      return;
    }
    const opening = row('open');
    rows.push(opening);
    const keys = keysOf(inner);
    keys.forEach((child, index) => add(childOf(inner, child), child, opening, index + 1, keys.length));
    rows.push(row('close'));
  };
  add(value, key, undefined, position, siblings);
  return rows;
}

interface Opened {
  readonly index: number;
  /** Number of rows before it. */
  readonly start: number;
  readonly rows: readonly TreeRow[];
}

/** The rows of a list of values. Rows of open values are created at once, others on access. */
export class TreeRows {
  readonly #values: readonly unknown[];
  readonly #first: number;
  /** Ordered by index. */
  readonly #opened: readonly Opened[];
  readonly count: number;

  /** `first` is the key of the first value. */
  constructor(values: readonly unknown[], open: ReadonlySet<string>, first = 0) {
    this.#values = values;
    this.#first = first;
    const indices = [...open].filter((id) => !id.includes('/')).map((id) => Number(id) - first);
    let extra = 0;
    this.#opened = indices
      .filter((index) => index >= 0 && index < values.length)
      .toSorted((one, other) => one - other)
      .map((index) => {
        const rows = rowsOf(values[index], first + index, index + 1, values.length, open);
        const start = index + extra;
        extra += rows.length - 1;
        return { index, start, rows };
      });
    this.count = values.length + extra;
  }

  at(row: number): TreeRow {
    const before = this.#lastOpened(({ start }) => start <= row);
    const within = before === undefined ? undefined : before.rows[row - before.start];
    if (within !== undefined) return within;
    const index = before === undefined ? row : before.index + 1 + (row - before.start - before.rows.length);
    return this.#plain(index);
  }

  /** Returns the index of the row at a path; -1 if it has no row. */
  indexOf(path: readonly Key[]): number {
    const index = Number(path[0]) - this.#first;
    if (!(index >= 0 && index < this.#values.length)) return -1;
    const before = this.#lastOpened((opened) => opened.index <= index);
    if (before?.index !== index) {
      if (path.length > 1) return -1;
      return before === undefined ? index : before.start + before.rows.length + (index - before.index - 1);
    }
    const id = path.reduce<string | undefined>((above, key) => idOf(above, key), undefined);
    const at = before.rows.findIndex((row) => row.id === id && row.kind !== 'close');
    return at < 0 ? -1 : before.start + at;
  }

  #plain(index: number): TreeRow {
    return rowsOf(this.#values[index], this.#first + index, index + 1, this.#values.length, none)[0] as TreeRow;
  }

  /** Returns the last open value that satisfies the predicate, which must hold for a prefix of the open values. */
  #lastOpened(matches: (opened: Opened) => boolean): Opened | undefined {
    let low = 0;
    let high = this.#opened.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (matches(this.#opened[middle] as Opened)) low = middle + 1;
      else high = middle;
    }
    return this.#opened[low - 1];
  }
}

const none: ReadonlySet<string> = new Set();

/** Returns the keys from the top level to a row. */
export function pathOf(row: TreeRow): readonly Key[] {
  const keys: Key[] = [];
  for (let at: TreeRow | undefined = row; at !== undefined; at = at.parent) keys.unshift(at.key);
  return keys;
}

/** Returns the ids of all ancestors of a place. */
export function idsAbove(path: readonly Key[]): readonly string[] {
  const ids: string[] = [];
  for (const key of path.slice(0, -1)) ids.push(idOf(ids.at(-1), key));
  return ids;
}
