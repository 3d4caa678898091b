// Data tables for package code, with results in the form that n8n documents.
import { NodeError, type DataTableChange, type DataTableFilter, type DataTablePort } from '../../sdk/index.ts';
import { isRecord } from '../../workflow/values/own-properties.ts';

/** A call of one table, or of all. */
export interface DataTableCall {
  readonly method: string;
  readonly table?: string;
  readonly args: readonly unknown[];
}
type Options = Readonly<Record<string, unknown>>;
type Call = (port: DataTablePort, table: string, first: unknown, second: unknown) => Promise<unknown>;

const calls: ReadonlyMap<string, Call> = new Map<string, Call>([
  [
    'getManyAndCount',
    async (port, _table, first) => {
      const query = optionsOf(first);
      const name = optionsOf(query['filter'])['name'];
      const { count, data } = await port.list({
        ...(typeof name === 'string' ? { name } : {}),
        // A node that looks up a table by its name takes the first one, and names no page.
        isWholeName: query['skip'] === undefined && query['take'] === 1,
        ...(typeof query['sortBy'] === 'string' ? { sortBy: query['sortBy'] } : {}),
        ...pageOf(query),
      });
      return { count, data };
    },
  ],
  ['createDataTable', (port, _table, first) => port.create(optionsOf(first) as unknown as Parameters<DataTablePort['create']>[0])],
  ['getColumns', async (port, table) => (await port.columns(table)).map((column) => ({ ...column, dataTableId: table }))],
  [
    'getManyRowsAndCount',
    (port, table, first) => {
      const query = optionsOf(first);
      const { sortBy } = query;
      return port.find(table, {
        filter: filterOf(query),
        ...(Array.isArray(sortBy) ? { sortBy: [String(sortBy[0]), String(sortBy[1])] } : {}),
        skip: 0,
        take: MOST_ROWS,
        ...pageOf(query),
      });
    },
  ],
  [
    'insertRows',
    async (port, table, first, returns) => {
      const rows = await port.insert(table, Array.isArray(first) ? (first as readonly unknown[]) : []);
      if (returns === 'all') return rows;
      return returns === 'id' ? rows.map(({ id }) => ({ id: id as number })) : { success: true, insertedRows: rows.length };
    },
  ],
  ['updateRows', (port, table, first) => port.update(table, changeOf(first))],
  ['upsertRow', (port, table, first) => port.upsert(table, changeOf(first))],
  ['deleteRows', (port, table, first) => port.remove(table, changeOf(first))],
  ['clearRows', async (port, table) => ({ deletedCount: await port.clear(table) })],
  [
    'updateDataTable',
    async (port, table, first) => {
      await port.rename(table, String(optionsOf(first)['name'] ?? ''));
      return true;
    },
  ],
  [
    'deleteDataTable',
    async (port, table) => {
      await port.drop(table);
      return true;
    },
  ],
]);

/** Number of rows of a page, if package code asks for none. */
const MOST_ROWS = 1000;

/** Throws the errors of the port. */
export async function callDataTables(port: DataTablePort, { method, table = '', args }: DataTableCall): Promise<unknown> {
  const call = calls.get(method);
  if (call === undefined) throw new NodeError(`There is no function "${method}" of data tables.`);
  return call(port, table, args[0], args[1]);
}

const optionsOf = (value: unknown): Options => (isRecord(value) ? value : {});

function pageOf({ skip, take }: Options): { readonly skip?: number; readonly take?: number } {
  const valid = (value: unknown): value is number => typeof value === 'number' && Number.isInteger(value) && value >= 0;
  return { ...(valid(skip) ? { skip } : {}), ...(valid(take) ? { take } : {}) };
}

function filterOf(query: Options): DataTableFilter {
  const { type, filters } = optionsOf(query['filter']);
  const list = Array.isArray(filters) ? (filters as readonly unknown[]).filter(isRecord) : [];
  return {
    type: type === 'or' ? 'or' : 'and',
    filters: list.map(({ columnName, condition, value }) => ({ columnName: String(columnName), condition: String(condition), value })),
  };
}

const changeOf = (first: unknown): DataTableChange => {
  const change = optionsOf(first);
  return { filter: filterOf(change), data: change['data'] ?? {}, dryRun: change['dryRun'] === true };
};
