// Data tables of users. A workflow sees those of the user on whose behalf it runs, and no others.
import type { Principal } from '../../execution/index.ts';
import { NodeError, type DataTableChange, type DataTablePort, type DataTableRow } from '../../sdk/index.ts';
import type { DataTableRepository, StoredTable, TableRow } from '../../store/index.ts';
import type { StoredValues } from '../../store/repositories/data-tables.ts';
import type { TeamCalls } from '../team-calls.ts';
import { Rows, type Order } from './rows.ts';
import { checkedColumns, checkedTableName, fieldOf, rowFilter, columnsView, rowView, tableView, storedValues } from './values.ts';

export interface DataTablePorts {
  readonly tables: DataTableRepository;
  /** Returns the id of the user whose tables a run uses. */
  readonly userOf: (principal: Principal) => Promise<string | undefined>;
  readonly ids: () => string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Maximum characters of the data of all tables. */
  readonly maxSize: number;
  /** The other servers on the same database. Default: none. */
  readonly team?: Pick<TeamCalls, 'alone' | 'hasOthers'>;
}

/** Maximum number of tables of a user. */
const MOST_TABLES = 1000;

export class DataTableService {
  readonly #ports: DataTablePorts;
  readonly #rows: Rows;
  /** The last change of each table, and of each user's list of tables. */
  readonly #changes = new Map<string, Promise<unknown>>();

  constructor(ports: DataTablePorts) {
    this.#ports = ports;
    this.#rows = new Rows(ports);
  }

  /** Returns the tables that a run may use. Work on them ends with the signal. */
  of(principal: Principal, signal: AbortSignal): DataTablePort {
    let user: Promise<string> | undefined;
    return this.#ofOwner(() => (user ??= this.#userOf(principal)), signal);
  }

  /** Returns the tables of a user. Work on them ends with the signal. */
  ofUser(userId: string, signal: AbortSignal): DataTablePort {
    return this.#ofOwner(async () => userId, signal);
  }

  #ofOwner(owner: () => Promise<string>, signal: AbortSignal): DataTablePort {
    const table = async (id: string): Promise<StoredTable> => this.#table(await owner(), id);
    return {
      list: async (query) => this.#list(await owner(), query),
      create: async (table) => this.#create(await owner(), table),
      columns: async (id) => columnsView(await table(id)),
      rename: async (id, name) => {
        const { ownerId } = await table(id);
        await this.#ofList(ownerId, async () => {
          await this.#assertFree(checkedTableName(name), ownerId, id);
          await this.#ports.tables.rename(id, checkedTableName(name), this.#ports.now());
        });
      },
      drop: async (id) => {
        await this.#change(await table(id), async (current) => {
          await this.#rows.remove(current, await this.#rows.find(current, all, asAdded, signal), signal);
          await this.#ports.tables.remove(id);
        });
      },
      clear: async (id) =>
        this.#change(await table(id), async (current) => {
          const ids = await this.#rows.find(current, all, asAdded, signal);
          await this.#rows.remove(current, ids, signal);
          return ids.length;
        }),
      insert: async (id, rows) =>
        this.#change(await table(id), async (current) => {
          const added = await this.#rows.insert(
            current,
            rows.map((row) => complete(current, storedValues(current, row))),
            signal,
          );
          return added.map((row) => rowView(current, row));
        }),
      find: async (id, { filter, sortBy, skip, take }) => {
        const current = await table(id);
        const ids = await this.#rows.find(current, rowFilter(current, filter), orderOf(current, sortBy), signal);
        const rows = await this.#rows.read(current, ids.slice(skip, skip + take), signal);
        return { count: ids.length, data: rows.map((row) => rowView(current, row)) };
      },
      update: async (id, change) => this.#change(await table(id), (current) => this.#update(current, change, signal)),
      upsert: async (id, change) => {
        const current = await table(id);
        return this.#alone(id, () => this.#change(current, (latest) => this.#upsert(latest, change, signal)));
      },
      remove: async (id, { filter, dryRun }) =>
        this.#change(await table(id), async (current) => {
          const rows = await this.#matching(current, filter, signal);
          if (dryRun) return rows.flatMap((row) => states(current, row, undefined));
          await this.#rows.remove(
            current,
            rows.map((row) => row.id),
            signal,
          );
          return rows.map((row) => rowView(current, row));
        }),
    };
  }

  #create(ownerId: string, { name, columns }: Parameters<DataTablePort['create']>[0]): ReturnType<DataTablePort['create']> {
    return this.#ofList(ownerId, async () => {
      const record = {
        id: this.#ports.ids(),
        ownerId,
        name: checkedTableName(name),
        columns: checkedColumns(columns),
        createdAt: this.#ports.now(),
      };
      await this.#assertFree(record.name, ownerId);
      await this.#ports.tables.add(record);
      return tableView(await this.#table(ownerId, record.id));
    });
  }

  async #list(ownerId: string, query: Parameters<DataTablePort['list']>[0]): ReturnType<DataTablePort['list']> {
    const { name, isWholeName = false, sortBy = 'name:asc', skip = 0, take = MOST_TABLES } = query;
    const requested = name?.toLowerCase();
    const tables = (await this.#ports.tables.list(ownerId)).filter((table) => {
      const own = table.name.toLowerCase();
      return requested === undefined || (isWholeName ? own === requested : own.includes(requested));
    });
    const [field, direction] = sortBy.split(':');
    const keyOf = (table: StoredTable): string | number =>
      field === 'createdAt' || field === 'updatedAt' ? table[field] : table.name.toLowerCase();
    const sign = direction?.toLowerCase() === 'desc' ? -1 : 1;
    const sorted = tables.toSorted((a, b) => (keyOf(a) === keyOf(b) ? 0 : keyOf(a) < keyOf(b) ? -sign : sign));
    return { count: sorted.length, data: sorted.slice(skip, skip + take).map(tableView) };
  }

  async #update(table: StoredTable, { filter, data, dryRun }: DataTableChange, signal: AbortSignal): Promise<readonly DataTableRow[]> {
    const values = storedValues(table, data);
    const rows = await this.#matching(table, filter, signal);
    const updatedAt = this.#ports.now();
    if (dryRun) return rows.flatMap((row) => states(table, row, { ...row, updatedAt, values: { ...row.values, ...values } }));
    const ids = rows.map((row) => row.id);
    await this.#rows.update(table, ids, values, signal);
    return (await this.#rows.read(table, ids, signal)).map((row) => rowView(table, row));
  }

  async #upsert(table: StoredTable, change: DataTableChange, signal: AbortSignal): Promise<readonly DataTableRow[]> {
    const updated = await this.#update(table, change, signal);
    if (updated.length > 0) return updated;
    const values = complete(table, storedValues(table, change.data));
    const now = this.#ports.now();
    if (change.dryRun) return states(table, undefined, { id: table.nextRow, createdAt: now, updatedAt: now, values });
    return (await this.#rows.insert(table, [values], signal)).map((row) => rowView(table, row));
  }

  async #matching(table: StoredTable, filter: DataTableChange['filter'], signal: AbortSignal): Promise<readonly TableRow[]> {
    if (filter.filters.length === 0) {
      throw new NodeError('Rows can only be changed if there is a condition for them.', {
        code: 'PARAMETER_INVALID',
        hint: 'Add a condition. To remove all rows, clear the table.',
      });
    }
    return this.#rows.read(table, await this.#rows.find(table, rowFilter(table, filter), asAdded, signal), signal);
  }

  /** Runs changes of a table one after another, so that each sees the results of the previous ones. */
  async #change<T>({ id, ownerId }: StoredTable, change: (current: StoredTable) => Promise<T>): Promise<T> {
    return this.#inTurn(id, async () => change(await this.#table(ownerId, id)));
  }

  /** Runs changes of a user's list of tables one after another. */
  #ofList<T>(ownerId: string, change: () => Promise<T>): Promise<T> {
    return this.#alone(ownerId, () => this.#inTurn(ownerId, change));
  }

  /** What depends on nobody else adding something at the same moment. All other changes of rows are atomic in the database. */
  #alone<T>(key: string, work: () => Promise<T>): Promise<T> {
    const { team } = this.#ports;
    return team?.hasOthers === true ? team.alone(`data tables ${key}`, work) : work();
  }

  async #inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
    const turn = (this.#changes.get(key) ?? Promise.resolve()).then(work, work);
    this.#changes.set(key, turn);
    try {
      return await turn;
    } finally {
      if (this.#changes.get(key) === turn) this.#changes.delete(key);
    }
  }

  async #table(ownerId: string, id: string): Promise<StoredTable> {
    const table = await this.#ports.tables.get(ownerId, id);
    if (table !== undefined) return table;
    throw new NodeError(`There is no data table with the id "${id}" among those of this user.`, {
      code: 'NOT_FOUND',
      hint: 'Choose a table in the node. Data tables belong to the owner of the workflow.',
    });
  }

  async #assertFree(name: string, ownerId: string, id?: string): Promise<void> {
    const tables = await this.#ports.tables.list(ownerId);
    if (tables.length >= MOST_TABLES && id === undefined) {
      throw new NodeError(`There are ${MOST_TABLES} data tables already. Delete some of them.`, { code: 'DATA_TABLES_FULL' });
    }
    if (!tables.some((table) => table.id !== id && table.name.toLowerCase() === name.toLowerCase())) return;
    throw new NodeError(`A data table with the name "${name}" exists already.`, {
      code: 'PARAMETER_INVALID',
      hint: 'Choose another name.',
    });
  }

  async #userOf(principal: Principal): Promise<string> {
    const id = await this.#ports.userOf(principal);
    if (id !== undefined) return id;
    throw new NodeError('Data tables belong to the owner of a workflow, and this workflow has none. Save it first.', { code: 'NOT_FOUND' });
  }
}

const all = { joint: 'and', conditions: [] } as const;
const asAdded: Order = { field: 'id', isDescending: false };

function orderOf(table: StoredTable, sortBy: readonly [column: string, direction: string] | undefined): Order {
  if (sortBy === undefined) return asAdded;
  return { field: fieldOf(table, sortBy[0]).field, isDescending: sortBy[1].toUpperCase() === 'DESC' };
}

/** Returns values for all columns, so that each row names them all. */
const complete = ({ columns }: StoredTable, values: StoredValues): StoredValues =>
  Object.fromEntries(columns.map(({ id }) => [id, values[id] ?? null]));

/** Returns a row before and after the change; undefined if there is no such row. */
function states(table: StoredTable, before: TableRow | undefined, after: TableRow | undefined): readonly DataTableRow[] {
  const visible = (row: TableRow | undefined): DataTableRow =>
    row === undefined ? Object.fromEntries(Object.keys(rowView(table, nothing)).map((name) => [name, null])) : rowView(table, row);
  return [
    { ...visible(before), dryRunState: 'before' },
    { ...visible(after), dryRunState: 'after' },
  ];
}

const nothing: TableRow = { id: 0, createdAt: 0, updatedAt: 0, values: {} };
