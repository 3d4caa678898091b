// /api/v1/data-tables
import { Check } from 'typebox/value';
import { AppError } from '../../contract/errors.ts';
import { dataTableApi, rowFilterSchema, type ApiDataTable, type RowFilter } from '../../contract/public-api/data-tables.ts';
import { limitOf } from '../../contract/public-api/pages.ts';
import type { DataTableService } from '../../services/data-tables/data-tables.ts';
import type { DataTable, DataTableFilter, DataTablePort, DataTableRow } from '../../sdk/index.ts';
import type { Caller, Mount } from '../mount.ts';
import { pageFrom, pageIn, readPosition } from './pages.ts';

export function mountDataTables(mount: Mount, service: DataTableService): void {
  const tablesOf = ({ userId }: Caller): DataTablePort => service.ofUser(userId, new AbortController().signal);
  const tableView = async (caller: Caller, id: string): Promise<ApiDataTable> => {
    const table = (await tablesOf(caller).list({})).data.find((each) => each.id === id);
    if (table === undefined) throw new AppError('NOT_FOUND', `There is no data table with the id "${id}".`, { params: { id } });
    return viewOf(table);
  };

  mount(dataTableApi.list, async ({ caller, query }) => {
    const { name } = query;
    const page = pageIn((await tablesOf(caller).list(name === undefined ? {} : { name })).data, query);
    return { ...page, data: page.data.map(viewOf) };
  });
  mount(dataTableApi.create, async ({ caller, body }) => viewOf(await tablesOf(caller).create(body)));
  mount(dataTableApi.get, ({ caller, params }) => tableView(caller, params.id));
  mount(dataTableApi.rename, async ({ caller, params, body }) => {
    await tablesOf(caller).rename(params.id, body.name);
    return tableView(caller, params.id);
  });
  mount(dataTableApi.remove, async ({ caller, params }) => {
    await tablesOf(caller).drop(params.id);
    return null;
  });
  mount(dataTableApi.rows, async ({ caller, params, query }) => {
    const { cursor, filter, sortBy } = query;
    const [skip] = cursor === undefined ? [0] : readPosition(cursor);
    const take = limitOf(query);
    const { data } = await tablesOf(caller).find(params.id, {
      ...(filter === undefined ? {} : { filter: filterOf(parsedFilter(filter)) }),
      ...(sortBy === undefined ? {} : { sortBy: orderOf(sortBy) }),
      skip,
      // One more than the page contains, if there is a next page.
      take: take + 1,
    });
    return pageFrom(data, query, () => [skip + take, '']);
  });
  mount(dataTableApi.insert, async ({ caller, params, body }) => {
    const rows = await tablesOf(caller).insert(params.id, body.data);
    if (body.returnType === 'all') return [...rows];
    return body.returnType === 'id' ? rows.map(({ id }) => id) : { count: rows.length };
  });
  for (const action of ['update', 'upsert'] as const) {
    mount(dataTableApi[action], async ({ caller, params, body }) => {
      const { data, filter, dryRun = false, returnData = false } = body;
      return changedRows(await tablesOf(caller)[action](params.id, { filter: filterOf(filter), data, dryRun }), returnData || dryRun);
    });
  }
  mount(dataTableApi.removeRows, async ({ caller, params, query }) => {
    const { filter, dryRun = false, returnData = false } = query;
    const rows = await tablesOf(caller).remove(params.id, { filter: filterOf(parsedFilter(filter)), dryRun });
    return changedRows(rows, returnData || dryRun);
  });
}

const viewOf = ({ columns, ...table }: DataTable): ApiDataTable => ({ ...table, columns: columns.map((column) => ({ ...column })) });

const changedRows = (rows: readonly DataTableRow[], isRequested: boolean): true | DataTableRow[] => (isRequested ? [...rows] : true);

const filterOf = ({ type = 'and', filters }: RowFilter): DataTableFilter => ({
  type,
  filters: filters.map(({ value = null, ...condition }) => ({ ...condition, value })),
});

/** Throws BAD_REQUEST. */
function parsedFilter(text: string): RowFilter {
  let filter: unknown;
  try {
    filter = JSON.parse(text);
  } catch {
    // Refused below.
  }
  if (Check(rowFilterSchema, filter)) return filter;
  throw new AppError('BAD_REQUEST', 'The filter is not one of rows.', {
    params: { field: 'filter' },
    hint: 'Write it as JSON, such as {"type":"and","filters":[{"columnName":"name","condition":"eq","value":"Ann"}]}.',
  });
}

/** Throws BAD_REQUEST for another direction. */
function orderOf(text: string): readonly [column: string, direction: string] {
  const end = text.lastIndexOf(':');
  if (end < 0) return [text, 'asc'];
  const direction = text.slice(end + 1).toLowerCase();
  if (direction === 'asc' || direction === 'desc') return [text.slice(0, end), direction];
  throw new AppError('BAD_REQUEST', `Rows cannot be sorted in the direction "${direction}".`, {
    params: { field: 'sortBy', direction },
    hint: 'Write a column and asc or desc, such as name:asc.',
  });
}
