// Merge's mode "SQL Query": the inputs are tables, and the rows of the result are items.
import { AppError } from '../../../contract/errors.ts';
import type { Item } from '../../../contract/run-data.ts';
import { type ExecuteContext, NodeError, type SqlTable } from '../../../sdk/index.ts';
import { type Pace, type SlicedWork, workInSlices } from '../../../sdk/slices.ts';
import type { Cell } from './cells.ts';
import { toItems } from './result.ts';
import { Table } from './tables.ts';
import { QueryError } from './tokens.ts';
import { translate } from './translate.ts';

interface QueryOptions {
  readonly emptyQueryResult?: string;
  readonly queryParameters?: unknown;
}

/** First version that returns no items if a query returns no rows. */
const emptyResultSince = 3.2;

/** Failures caused by the query. Others, such as a stopped execution, are not converted. */
const queryFailures: ReadonlySet<string> = new Set(['CODE_FAILED', 'CODE_TIMEOUT', 'CODE_OUT_OF_MEMORY']);

export async function combineBySql(ctx: ExecuteContext): Promise<Item[]> {
  const options = ctx.param<QueryOptions>('options', 0, {});
  const items = await queryItems(ctx, parametersOf(options.queryParameters)).catch((error: unknown) => {
    throw asQueryFailure(error);
  });
  if (items.length > 0) return items;
  const onEmpty = options.emptyQueryResult ?? (ctx.version < emptyResultSince ? 'success' : 'empty');
  return onEmpty === 'success' ? [{ json: { success: true } }] : [];
}

async function queryItems(ctx: ExecuteContext, parameters: readonly unknown[]): Promise<Item[]> {
  const query = queryText(ctx);
  const tables = Array.from(
    { length: Math.max(2, ctx.inputs.length) },
    (_, index) => new Table(`input${index + 1}`, index, ctx.input(index)),
  );
  await workInSlices(ctx.signal, function* (pace) {
    for (const table of tables) yield* table.scan(pace);
  });
  const { statements, result } = translate(query, tables, parameters);
  const loaded = await workInSlices(ctx.signal, (pace) => load(tables, pace));
  const rows = await ctx.code.query({ tables: loaded, statements, result: result?.statement });
  if (result === undefined) return [];
  return workInSlices(ctx.signal, (pace) => toItems(rows, result.plan, tables, pace));
}

function* load(tables: readonly Table[], pace: Pace): SlicedWork<SqlTable[]> {
  const loaded: SqlTable[] = [];
  for (const table of tables) {
    const { used } = table;
    const rows: (readonly Cell[])[] = yield* pace.map(table.items, (item, index) => table.row(item, index, used));
    loaded.push({ name: table.sql, columns: table.sqlColumns, indexes: table.sqlIndexes, rows });
  }
  return loaded;
}

/** Returns the query. `{{ }}` in a query that is not an expression is evaluated, as in all SQL fields. */
function queryText(ctx: ExecuteContext): string {
  const query = ctx.param('query', 0, '');
  if (!ctx.isParamConstant('query')) return query;
  return query.replaceAll(/\{\{[^]*?\}\}/g, (part) => String(ctx.evaluate(`=${part}`, 0)));
}

/** Returns the values for question marks: from a list, or from comma-separated text. */
function parametersOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value as unknown[];
  if (value === undefined || value === null || value === '') return [];
  return typeof value === 'string' ? value.split(',').map((part) => part.trim()) : [value];
}

function asQueryFailure(error: unknown): unknown {
  const isFailure = error instanceof QueryError || (error instanceof AppError && queryFailures.has(error.code));
  if (!isFailure) return error;
  return new NodeError('Issue while executing query', {
    code: error instanceof AppError ? error.code : 'PARAMETER_INVALID',
    description: error.message,
    parameter: 'query',
    cause: error,
  });
}
