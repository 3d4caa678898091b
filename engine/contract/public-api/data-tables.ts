// Data tables and their rows in the public API.
import { Type } from 'typebox';
import { route } from '../rest/route.ts';
import { byId, pageOf, pageQuery, time } from './pages.ts';

const columnType = Type.Enum(['string', 'number', 'boolean', 'date']);
const name = Type.String({ maxLength: 1000 });

const tableSchema = Type.Object({
  id: Type.String(),
  name: Type.String(),
  columns: Type.Array(Type.Object({ id: Type.String(), name: Type.String(), type: columnType, index: Type.Integer() })),
  createdAt: time,
  updatedAt: time,
});

const row = Type.Record(Type.String(), Type.Unknown());
export const rowFilterSchema = Type.Object({
  type: Type.Optional(Type.Union([Type.Literal('and'), Type.Literal('or')])),
  filters: Type.Array(Type.Object({ columnName: Type.String(), condition: Type.String(), value: Type.Optional(Type.Unknown()) }), {
    maxItems: 100,
  }),
});
const change = Type.Object({
  filter: rowFilterSchema,
  data: row,
  returnData: Type.Optional(Type.Boolean()),
  dryRun: Type.Optional(Type.Boolean()),
});
/** The changed rows if they were requested, otherwise true. */
const changed = Type.Union([Type.Literal(true), Type.Array(row)]);

export const dataTableApi = {
  list: route({
    method: 'GET',
    path: '/data-tables',
    access: 'data-table:list',
    scope: 'dataTable:read',
    summary: "Returns the caller's data tables, the oldest first",
    query: Type.Object({ ...pageQuery, name: Type.Optional(Type.String()) }),
    response: pageOf(tableSchema),
  }),
  create: route({
    method: 'POST',
    path: '/data-tables',
    access: 'data-table:manage',
    scope: 'dataTable:write',
    status: 201,
    summary: 'Creates a data table',
    body: Type.Object({ name, columns: Type.Array(Type.Object({ name: Type.String(), type: columnType }), { maxItems: 1000 }) }),
    response: tableSchema,
  }),
  get: route({
    method: 'GET',
    path: '/data-tables/:id',
    access: 'data-table:list',
    scope: 'dataTable:read',
    summary: 'Returns a data table with its columns',
    params: byId,
    response: tableSchema,
  }),
  rename: route({
    method: 'PATCH',
    path: '/data-tables/:id',
    access: 'data-table:manage',
    scope: 'dataTable:write',
    summary: 'Renames a data table',
    params: byId,
    body: Type.Object({ name }),
    response: tableSchema,
  }),
  remove: route({
    method: 'DELETE',
    path: '/data-tables/:id',
    access: 'data-table:manage',
    scope: 'dataTable:write',
    status: 204,
    summary: 'Deletes a data table with its rows',
    params: byId,
    response: Type.Null(),
  }),
  rows: route({
    method: 'GET',
    path: '/data-tables/:id/rows',
    access: 'data-table:list',
    scope: 'dataTable:read',
    summary: 'Returns rows of a data table',
    params: byId,
    query: Type.Object({
      ...pageQuery,
      /** JSON: {type?: and or or, filters: [{columnName, condition, value}]}. */
      filter: Type.Optional(Type.String()),
      /** Column and direction, such as `name:asc`. */
      sortBy: Type.Optional(Type.String()),
    }),
    response: pageOf(row),
  }),
  insert: route({
    method: 'POST',
    path: '/data-tables/:id/rows',
    access: 'data-table:manage',
    scope: 'dataTable:write',
    summary: 'Adds rows; `returnType` selects their number, their ids or the rows',
    params: byId,
    body: Type.Object({
      data: Type.Array(row, { minItems: 1, maxItems: 10_000 }),
      returnType: Type.Optional(Type.Enum(['count', 'id', 'all'])),
    }),
    response: Type.Unknown(),
  }),
  update: route({
    method: 'PATCH',
    path: '/data-tables/:id/rows/update',
    access: 'data-table:manage',
    scope: 'dataTable:write',
    summary: 'Changes the rows that match a filter',
    params: byId,
    body: change,
    response: changed,
  }),
  upsert: route({
    method: 'POST',
    path: '/data-tables/:id/rows/upsert',
    access: 'data-table:manage',
    scope: 'dataTable:write',
    summary: 'Changes the rows that match a filter, or adds one',
    params: byId,
    body: change,
    response: changed,
  }),
  removeRows: route({
    method: 'DELETE',
    path: '/data-tables/:id/rows/delete',
    access: 'data-table:manage',
    scope: 'dataTable:write',
    summary: 'Deletes the rows that match a filter',
    params: byId,
    query: Type.Object({ filter: Type.String(), returnData: Type.Optional(Type.Boolean()), dryRun: Type.Optional(Type.Boolean()) }),
    response: changed,
  }),
};

export type ApiDataTable = Type.Static<typeof tableSchema>;
export type RowFilter = Type.Static<typeof rowFilterSchema>;
