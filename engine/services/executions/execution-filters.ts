// The filters of requests for executions.
import { isCustomKey } from '../../contract/custom-data.ts';
import { AppError } from '../../contract/errors.ts';
import type { ExecutionStatus } from '../../contract/run-data.ts';
import type { ExecutionFilter, WordQuery } from '../../store/index.ts';
import { isRecord } from '../../workflow/values/own-properties.ts';
import type { FilterField } from '../request-filter.ts';
import { customMatchOf } from './execution-words.ts';

/** Fields of a filter. Values whose type alone is not enough are checked when they are read. */
export const filterFields = {
  workflowId: 'text',
  status: 'any',
  finished: 'boolean',
  waitTill: 'boolean',
  mode: 'text',
  startedAfter: 'any',
  startedBefore: 'any',
  search: 'text',
  customData: 'any',
  isHighlighted: 'boolean',
} as const satisfies Readonly<Record<string, FilterField>>;

const statusNames: ReadonlySet<string> = new Set(['new', 'running', 'success', 'error', 'waiting', 'canceled', 'crashed']);

/** Parses the filter of a request. `finished: true` selects successful executions, `finished: false` the others. Throws BAD_REQUEST. */
export function filterOf({
  workflowId,
  status,
  finished,
  waitTill,
  mode,
  startedAfter,
  startedBefore,
  isHighlighted,
}: Readonly<Record<string, unknown>>): ExecutionFilter {
  const statuses = statusesOf(status) ?? (waitTill === true ? (['waiting'] as const) : statusesByEnd(finished));
  return {
    ...(workflowId === undefined || workflowId === 'ALL' ? {} : { workflowId: String(workflowId) }),
    ...(statuses === undefined ? {} : { statuses }),
    ...(mode === undefined ? {} : { mode: String(mode) }),
    ...(typeof isHighlighted === 'boolean' ? { isHighlighted } : {}),
    ...(startedAfter === undefined ? {} : { startedAfter: timeOf(startedAfter, 'startedAfter') }),
    ...(startedBefore === undefined ? {} : { startedBefore: timeOf(startedBefore, 'startedBefore') }),
  };
}

/** Returns the query for the custom data of a filter. Throws BAD_REQUEST. */
export function customMatch(customData: unknown): WordQuery {
  const { key, value } = isRecord(customData) ? customData : {};
  if (typeof key === 'string' && isCustomKey(key) && (value === undefined || typeof value === 'string')) {
    return customMatchOf(key, value === '' ? undefined : value);
  }
  throw new AppError('BAD_REQUEST', 'Write the custom data to look for as {"key": "name", "value": "text"}, with or without a value.', {
    params: { field: 'filter.customData' },
  });
}

function statusesOf(status: unknown): readonly ExecutionStatus[] | undefined {
  if (status === undefined || status === 'ALL') return undefined;
  const list = Array.isArray(status) ? status : [status];
  const wrong = list.find((entry) => !statusNames.has(entry as string));
  if (wrong !== undefined || list.length === 0) {
    throw new AppError('BAD_REQUEST', `"${String(wrong)}" is not a status of an execution. Use one of: ${[...statusNames].join(', ')}.`, {
      params: { field: 'filter.status' },
    });
  }
  // Crashes count as errors.
  return (list as ExecutionStatus[]).flatMap((entry) => (entry === 'error' ? ['error', 'crashed'] : [entry]));
}

function statusesByEnd(finished: unknown): readonly ExecutionStatus[] | undefined {
  if (finished === true) return ['success'];
  return finished === false ? ['error', 'crashed', 'canceled'] : undefined;
}

/** Returns milliseconds since the epoch. Throws BAD_REQUEST. */
export function timeOf(value: unknown, field: string): number {
  const time = typeof value === 'number' ? value : Date.parse(String(value));
  if (!Number.isNaN(time)) return time;
  throw new AppError('BAD_REQUEST', `"${String(value)}" is not a date. Write it as 2026-01-31T12:00:00Z.`, { params: { field } });
}
