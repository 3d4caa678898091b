// Items in the order that the parameters of sorting (sort-properties.ts) ask for.
import type { Item } from '../../contract/run-data.ts';
import { type ExecuteContext, NodeError, pairTo } from '../../sdk/index.ts';
import { fieldPath, hasField } from './field-path.ts';
import { shuffledOrder, sortedOrder } from './sort-items.ts';
import { textOf } from './text-of.ts';

interface SortRow {
  readonly fieldName?: string;
  readonly order?: string;
}

/** Input 0's items in their new order. Throws NodeError when there is nothing to sort by. */
export async function sortInput(ctx: ExecuteContext): Promise<Item[]> {
  const items = ctx.input();
  const output: Item[] = [];
  for (const index of await orderOf(ctx)) {
    const item = items[index];
    if (item !== undefined) output.push(pairTo(item, index));
  }
  return output;
}

function orderOf(ctx: ExecuteContext): readonly number[] | Promise<readonly number[]> {
  switch (ctx.param('type', 0, 'simple')) {
    case 'random':
      return shuffledOrder(ctx.input().length, () => ctx.random());
    case 'code':
      return codeOrder(ctx);
    default:
      return simpleOrder(ctx);
  }
}

function simpleOrder(ctx: ExecuteContext): number[] {
  const items = ctx.input();
  const dotNotation = !ctx.param('options.disableDotNotation', 0, false);
  const rows = ctx.param<readonly SortRow[]>('sortFieldsUi.sortField', 0, []);
  const fields = rows.map((row) => ({ field: fieldPath(row.fieldName, dotNotation), descending: row.order === 'descending' }));
  if (fields.length === 0 || fields.some(({ field }) => field.name === '')) {
    throw new NodeError('No field to sort by is given. Add a field and enter its name.', {
      code: 'PARAMETER_INVALID',
      parameter: 'sortFieldsUi',
    });
  }
  for (const { field } of fields) {
    if (items.length > 0 && !items.some((item) => hasField(item.json, field))) {
      throw new NodeError(`The field "${field.name}" is in none of the input items. Check its spelling, or the node before this one.`);
    }
  }
  return sortedOrder(items, fields);
}

async function codeOrder(ctx: ExecuteContext): Promise<readonly number[]> {
  const source = textOf(ctx.param('code', 0, ''));
  if (!/\breturn\b/.test(source)) {
    throw new NodeError('The sort code returns nothing. Return a number: below 0 to put a first, above 0 to put b first.', {
      code: 'PARAMETER_INVALID',
      parameter: 'code',
    });
  }
  const { value } = await ctx.code.run({ source, mode: 'all', dialect: 'sort', items: ctx.input() });
  return value as readonly number[];
}
