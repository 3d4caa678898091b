// Sorts items according to the parameters of sort-properties.ts.
import type { Item } from '../../../contract/run-data.ts';
import { type ExecuteContext, NodeError, type NodeOutput, pairTo } from '../../../sdk/index.ts';
import { type Pace, type SlicedWork, workInSlices } from '../../../sdk/slices.ts';
import { fieldPath, hasField } from '../fields/field-path.ts';
import { shuffledOrder, type SortField, sortedOrder } from './sort-items.ts';
import { textOf } from '../text-of.ts';

interface SortRow {
  readonly fieldName?: string;
  readonly order?: string;
}

/** Returns the items of input 0 in their new order on output 0. Throws NodeError if there is nothing to sort by. */
export function sortInput(ctx: ExecuteContext): NodeOutput | Promise<NodeOutput> {
  const type = ctx.param('type', 0, 'simple');
  return type === 'code' ? sortByCode(ctx) : workInSlices(ctx.signal, (pace) => sortHere(ctx, type === 'random', pace));
}

function* sortHere(ctx: ExecuteContext, isRandom: boolean, pace: Pace): SlicedWork<NodeOutput> {
  const items = ctx.input();
  const order = isRandom
    ? yield* shuffledOrder(items.length, () => ctx.random(), pace)
    : yield* orderByFields(items, sortFields(ctx), pace);
  return yield* inOrder(items, order, pace);
}

function* inOrder(items: readonly Item[], order: readonly number[], pace: Pace): SlicedWork<NodeOutput> {
  const output: Item[] = [];
  yield* pace.each(order, (index) => {
    const item = items[index];
    if (item !== undefined) output.push(pairTo(item, index));
  });
  return [output];
}

function sortFields(ctx: ExecuteContext): SortField[] {
  const dotNotation = !ctx.param('options.disableDotNotation', 0, false);
  const rows = ctx.param<readonly SortRow[]>('sortFieldsUi.sortField', 0, []);
  const fields = rows.map((row) => ({ field: fieldPath(row.fieldName, dotNotation), descending: row.order === 'descending' }));
  if (fields.length === 0 || fields.some(({ field }) => field.name === '')) {
    throw new NodeError('No field to sort by is set. Add a field and enter its name.', {
      code: 'PARAMETER_INVALID',
      parameter: 'sortFieldsUi',
    });
  }
  return fields;
}

function* orderByFields(items: readonly Item[], fields: readonly SortField[], pace: Pace): SlicedWork<readonly number[]> {
  for (const { field } of fields) {
    if (items.length > 0 && !(yield* pace.some(items, (item) => hasField(item.json, field)))) {
      throw new NodeError(`The field "${field.name}" is not in any of the input items. Check its spelling, or the previous node.`);
    }
  }
  return yield* sortedOrder(items, fields, pace);
}

async function sortByCode(ctx: ExecuteContext): Promise<NodeOutput> {
  const source = textOf(ctx.param('code', 0, ''));
  if (!/\breturn\b/.test(source)) {
    throw new NodeError('The sort code returns nothing. Return a number: below 0 to put a first, above 0 to put b first.', {
      code: 'PARAMETER_INVALID',
      parameter: 'code',
    });
  }
  const { value } = await ctx.code.run({ source, mode: 'all', dialect: 'sort', items: ctx.input() });
  const order = value as readonly number[];
  return workInSlices(ctx.signal, (pace) => inOrder(ctx.input(), order, pace));
}
