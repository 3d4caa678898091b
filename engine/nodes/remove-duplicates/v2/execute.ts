// Remove Duplicates 2: within a run, or against earlier executions.
import { DateTime } from 'luxon';
import type { Item } from '../../../contract/run-data.ts';
import { type ExecuteContext, mapItems, NodeError, type NodeOutput, pairTo } from '../../../sdk/index.ts';
import { type Pace, type SlicedWork, workInSlices } from '../../../sdk/slices.ts';
import { dedupeInput } from '../../_shared/lists/dedupe-properties.ts';
import { textOf } from '../../_shared/text-of.ts';
import { type History, keepHigher, keepUnseen } from './history.ts';

/** Key of the history in static data. */
const historyKey = 'removeDuplicates';

export function execute(ctx: ExecuteContext): NodeOutput | Promise<NodeOutput> {
  switch (ctx.param('operation', 0, 'removeDuplicateInputItems')) {
    case 'clearDeduplicationHistory':
      return withStaticData(ctx, () => withoutHistory(ctx));
    case 'removeItemsSeenInPreviousExecutions':
      return withStaticData(ctx, () => workInSlices(ctx.signal, (pace) => comparedWithHistory(ctx, pace)));
    default:
      return dedupeInput(ctx);
  }
}

function withoutHistory(ctx: ExecuteContext): NodeOutput | Promise<NodeOutput> {
  delete scopeOf(ctx)[historyKey];
  return mapItems(ctx, pairTo);
}

/** Calls a function when static data can be used; at once if there is nothing to wait for. */
function withStaticData(ctx: ExecuteContext, work: () => NodeOutput | Promise<NodeOutput>): NodeOutput | Promise<NodeOutput> {
  const loading = ctx.loadStaticData();
  return loading === undefined ? work() : loading.then(work);
}

function scopeOf(ctx: ExecuteContext): ReturnType<ExecuteContext['staticData']> {
  return ctx.staticData(ctx.param('options.scope', 0, 'node') === 'workflow' ? 'global' : 'node');
}

function* comparedWithHistory(ctx: ExecuteContext, pace: Pace): SlicedWork<NodeOutput> {
  const items = ctx.input();
  const data = scopeOf(ctx);
  const history: History = { ...(data[historyKey] as History | undefined) };
  const isNew = yield* judge(ctx, items, history, pace);
  data[historyKey] = history;
  const saved: Item[] = [];
  const discarded: Item[] = [];
  yield* pace.each(items, (item, index) => (isNew[index] === true ? saved : discarded).push(pairTo(item, index)));
  return [saved, discarded];
}

function* judge(ctx: ExecuteContext, items: readonly Item[], history: History, pace: Pace): SlicedWork<boolean[]> {
  switch (ctx.param('logic', 0, 'removeItemsWithAlreadySeenKeyValues')) {
    case 'removeItemsUpToStoredIncrementalKey':
      return yield* keepHigher(history, 'highest', yield* pace.map(items, (_, index) => numberAt(ctx, index)), pace);
    case 'removeItemsUpToStoredDate':
      return yield* keepHigher(history, 'latest', yield* pace.map(items, (_, index) => dateAt(ctx, index)), pace);
    default: {
      const size = Number(ctx.param('options.historySize', 0) ?? 10_000);
      return yield* keepUnseen(history, yield* pace.map(items, (_, index) => textAt(ctx, index)), size, pace);
    }
  }
}

function textAt(ctx: ExecuteContext, index: number): string {
  const value = ctx.param('dedupeValue', index);
  if (value === undefined || value === null || value === '') throw badValue('is empty', 'dedupeValue', index);
  return textOf(value);
}

function numberAt(ctx: ExecuteContext, index: number): number {
  const value = ctx.param('incrementalDedupeValue', index);
  const number = value === '' || value === null ? Number.NaN : Number(value);
  if (Number.isNaN(number)) throw badValue(`"${textOf(value)}" is not a number`, 'incrementalDedupeValue', index);
  return number;
}

function dateAt(ctx: ExecuteContext, index: number): number {
  const value = ctx.param('dateDedupeValue', index);
  const date = DateTime.isDateTime(value) ? value : DateTime.fromISO(textOf(value), { zone: ctx.timezone });
  if (!date.isValid)
    throw badValue(`"${textOf(value)}" is not a date in ISO format, such as 2026-08-09T13:44:16Z`, 'dateDedupeValue', index);
  return date.toMillis();
}

function badValue(what: string, parameter: string, itemIndex: number): NodeError {
  return new NodeError(`The value to dedupe on ${what} (item ${itemIndex}). Choose a field that every item has.`, {
    code: 'PARAMETER_INVALID',
    parameter,
    itemIndex,
  });
}
