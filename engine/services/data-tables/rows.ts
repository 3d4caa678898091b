// Rows of data tables: found, added, changed and removed in slices, so that a large table never blocks the event loop for long.
import { setImmediate } from 'node:timers/promises';
import { mergeSort } from '../../nodes/_shared/merge-sort.ts';
import { NodeError } from '../../sdk/index.ts';
import { workInSlices } from '../../sdk/slices.ts';
import type { DataTableRepository, StoredTable, TableRow } from '../../store/index.ts';
import type { RowField, RowFilter, StoredValues } from '../../store/repositories/data-tables.ts';

/** Number of rows that one statement searches, and that one commit changes. */
const SEARCHED = 2000;
const CHANGED = 500;
/** Maximum number of search results that are cached for the next pages. */
const REMEMBERED = 8;
/** Number of attempts to add rows while other processes add some as well. */
const ATTEMPTS = 10;

export interface RowsPorts {
  readonly tables: DataTableRepository;
  readonly now: () => number;
  /** Maximum characters of the data of all tables. */
  readonly maxSize: number;
}

export interface Order {
  readonly field: RowField;
  readonly isDescending: boolean;
}

export class Rows {
  readonly #ports: RowsPorts;
  /** Ids of rows by what was searched, the most recently used last. */
  readonly #idsByKey = new Map<string, readonly number[]>();

  constructor(ports: RowsPorts) {
    this.#ports = ports;
  }

  /** Returns the ids of the rows that match, in order. Throws the signal's reason. */
  async find(table: StoredTable, filter: RowFilter, order: Order, signal: AbortSignal): Promise<readonly number[]> {
    const key = JSON.stringify([table.id, table.version, filter, order]);
    const ids = this.#idsByKey.get(key) ?? (await this.#search(table, filter, order, signal));
    this.#idsByKey.delete(key);
    this.#idsByKey.set(key, ids);
    const [oldest] = this.#idsByKey.keys();
    if (this.#idsByKey.size > REMEMBERED && oldest !== undefined) this.#idsByKey.delete(oldest);
    return ids;
  }

  async read({ id }: StoredTable, ids: readonly number[], signal: AbortSignal): Promise<readonly TableRow[]> {
    const rows: TableRow[] = [];
    for await (const slice of slicesOf(ids, SEARCHED, signal)) rows.push(...(await this.#ports.tables.read(id, slice)));
    return rows;
  }

  /** Throws DATA_TABLES_FULL. */
  async insert(table: StoredTable, values: readonly StoredValues[], signal: AbortSignal): Promise<readonly TableRow[]> {
    const rows: TableRow[] = [];
    for await (const slice of slicesOf(values, CHANGED, signal)) {
      await this.#assertSpace(slice.reduce((size, row) => size + JSON.stringify(row).length, 0));
      rows.push(...(await this.#added(table, slice)));
    }
    return rows;
  }

  /** Throws DATA_TABLES_FULL. */
  async update({ id }: StoredTable, ids: readonly number[], values: StoredValues, signal: AbortSignal): Promise<void> {
    const size = JSON.stringify(values).length;
    for await (const slice of slicesOf(ids, CHANGED, signal)) {
      await this.#assertSpace(size * slice.length);
      await this.#ports.tables.update(id, slice, values, this.#ports.now());
    }
  }

  async remove({ id }: StoredTable, ids: readonly number[], signal: AbortSignal): Promise<void> {
    for await (const slice of slicesOf(ids, CHANGED, signal)) await this.#ports.tables.removeRows(id, slice, this.#ports.now());
  }

  async #search({ id }: StoredTable, filter: RowFilter, { field, isDescending }: Order, signal: AbortSignal): Promise<readonly number[]> {
    const match: { readonly id: number; readonly key: string | number | null }[] = [];
    // A row that is known by its id needs no search.
    const knownId = filter.joint === 'and' || filter.conditions.length === 1 ? filter.conditions.find(isIdentity)?.value : undefined;
    let after: number | undefined = typeof knownId === 'number' ? knownId - 1 : 0;
    while (after !== undefined) {
      const part = await this.#ports.tables.search(id, { filter, sort: field, after, count: knownId === undefined ? SEARCHED : 1 });
      match.push(...part.existingRows);
      after = knownId === undefined ? part.next : undefined;
      await setImmediate();
      signal.throwIfAborted();
    }
    if (field === 'id' && !isDescending) return match.map((row) => row.id);
    const sign = isDescending ? -1 : 1;
    const sorted = await workInSlices(signal, (pace) => mergeSort(match, (a, b) => sign * compare(a.key, b.key) || a.id - b.id, pace));
    return sorted.map((row) => row.id);
  }

  async #added(table: StoredTable, values: readonly StoredValues[]): Promise<readonly TableRow[]> {
    const { tables, now } = this.#ports;
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const current = await tables.get(table.ownerId, table.id);
      if (current === undefined) break;
      const time = now();
      if (!(await tables.insert(current, values, time))) continue;
      return values.map((each, index) => ({ id: current.nextRow + index, createdAt: time, updatedAt: time, values: each }));
    }
    throw new NodeError(`No rows could be added to the data table "${table.name}", because others change it. Run the node again.`);
  }

  async #assertSpace(added: number): Promise<void> {
    const { tables, maxSize } = this.#ports;
    if ((await tables.totalSize()) + added <= maxSize) return;
    throw new NodeError(`The data tables are full: together they can have ${Math.round(maxSize / 1024 / 1024)} MiB.`, {
      code: 'DATA_TABLES_FULL',
      hint: 'Delete rows that are no longer needed, or raise MILLRACE_DATA_TABLES_SIZE.',
    });
  }
}

const isIdentity = ({ field, test, value }: RowFilter['conditions'][number]): boolean =>
  field === 'id' && test === 'eq' && typeof value === 'number' && Number.isInteger(value);

/** Missing values come first; the values of a column have one type. */
function compare(a: string | number | null, b: string | number | null): number {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? -1 : 1;
  return a < b ? -1 : 1;
}

/** Yields parts of a list, each in a turn of the event loop of its own. */
async function* slicesOf<T>(list: readonly T[], size: number, signal: AbortSignal): AsyncGenerator<readonly T[]> {
  for (let from = 0; from < list.length; from += size) {
    signal.throwIfAborted();
    yield list.slice(from, from + size);
    await setImmediate();
  }
}
