// JSON as the rows of a tree: what is open is drawn over several rows, what is closed in one.
import type { Key } from './place.ts';
import { isNested, sizeOf } from './values.ts';

export interface TreeRow {
  /** `open` and `close` are the brackets around what is open; `closed` stands for an object or list in one row. */
  readonly kind: 'open' | 'close' | 'closed' | 'leaf';
  /** The same for a value as long as it stands in the same place. */
  readonly id: string;
  /** 1 for what stands at the top. */
  readonly depth: number;
  /** The row that opens what this one stands in. */
  readonly parent: TreeRow | undefined;
  readonly key: Key;
  readonly value: unknown;
  /** From 1, among its neighbours. */
  readonly position: number;
  /** How many they are. */
  readonly siblings: number;
}

/** Depth to which JSON is open at first. */
export const OPEN_DEPTH = 10;
/** Rows beyond which nothing more is opened at first: a person reads a few hundred. */
const OPEN_ROWS = 4000;

const escaped = (key: Key): string => String(key).replaceAll('~', '~0').replaceAll('/', '~1');

export const idOf = (parent: string | undefined, key: Key): string => (parent === undefined ? escaped(key) : `${parent}/${escaped(key)}`);

const keysOf = (value: object): readonly Key[] => (Array.isArray(value) ? [...value.keys()] : Object.keys(value));

const childOf = (value: object, key: Key): unknown => (value as Record<Key, unknown>)[key];

/** Ids of what is open at first: in reading order, as deep as is told, as long as it is not too much. */
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

/** The rows of one value, from what opens it to what closes it. */
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
  /** Rows before it. */
  readonly start: number;
  readonly rows: readonly TreeRow[];
}

/** The rows of values that stand below each other: those of open values are made at once, others when they are asked for. */
export class TreeRows {
  readonly #values: readonly unknown[];
  readonly #first: number;
  /** In order. */
  readonly #opened: readonly Opened[];
  readonly count: number;

  /** The values' keys count from `first`. */
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
    const before = this.#before(({ start }) => start <= row);
    const within = before === undefined ? undefined : before.rows[row - before.start];
    if (within !== undefined) return within;
    const index = before === undefined ? row : before.index + 1 + (row - before.start - before.rows.length);
    return this.#plain(index);
  }

  /** The row of a place; -1 where it is not drawn. */
  indexOf(path: readonly Key[]): number {
    const index = Number(path[0]) - this.#first;
    if (!(index >= 0 && index < this.#values.length)) return -1;
    const before = this.#before((opened) => opened.index <= index);
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

  /** The last open value of which something holds that holds of all before it. */
  #before(holds: (opened: Opened) => boolean): Opened | undefined {
    let low = 0;
    let high = this.#opened.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (holds(this.#opened[middle] as Opened)) low = middle + 1;
      else high = middle;
    }
    return this.#opened[low - 1];
  }
}

const none: ReadonlySet<string> = new Set();

/** Keys from the top to a row. */
export function pathOf(row: TreeRow): readonly Key[] {
  const keys: Key[] = [];
  for (let at: TreeRow | undefined = row; at !== undefined; at = at.parent) keys.unshift(at.key);
  return keys;
}

/** Ids of what must be open so that a place is seen: all above it. */
export function idsAbove(path: readonly Key[]): readonly string[] {
  const ids: string[] = [];
  for (const key of path.slice(0, -1)) ids.push(idOf(ids.at(-1), key));
  return ids;
}
