// The filter of the list, and the merged rows: running, recent, and further pages.
import type { ExecutionSummary } from '../../../engine/contract/rest/executions.ts';

export const statusChoices = ['ALL', 'error', 'new', 'running', 'success', 'waiting'] as const;
export type StatusChoice = (typeof statusChoices)[number];

export const spanChoices = ['ever', 'hour', 'day', 'week', 'month'] as const;
export type SpanChoice = (typeof spanChoices)[number];

const HOUR = 3_600_000;
const spans: Readonly<Record<Exclude<SpanChoice, 'ever'>, number>> = { hour: HOUR, day: 24 * HOUR, week: 168 * HOUR, month: 720 * HOUR };

export interface ExecutionFilter {
  readonly status: StatusChoice;
  /** Workflow id, or ALL. */
  readonly workflowId: string;
  readonly span: SpanChoice;
  /** Start of the time span in ISO 8601, fixed when the span was chosen. */
  readonly startedAfter?: string;
  /** Words, phrases in quotes, and `field = value` in the data. */
  readonly search: string;
  readonly isHighlighted: boolean;
}

export const everything: ExecutionFilter = { status: 'ALL', workflowId: 'ALL', span: 'ever', search: '', isHighlighted: false };

/** Returns the start of a time span; undefined for all time. `now`: in milliseconds. */
export const spanStart = (span: SpanChoice, now: number): string | undefined =>
  span === 'ever' ? undefined : new Date(now - spans[span]).toISOString();

/** Returns the filter in the query of an address. `now`: in milliseconds. */
export function filterInAddress(query: URLSearchParams, now: number): ExecutionFilter {
  const status = statusChoices.find((choice) => choice === query.get('status')) ?? 'ALL';
  const span = spanChoices.find((choice) => choice === query.get('started')) ?? 'ever';
  return {
    status,
    workflowId: query.get('workflow') ?? 'ALL',
    search: query.get('search') ?? '',
    isHighlighted: query.has('highlighted'),
    ...withSpan(span, now),
  };
}

/** Returns the query of an address that contains the filter. */
export const addressQuery = ({ status, workflowId, span, search, isHighlighted }: ExecutionFilter): URLSearchParams =>
  new URLSearchParams({
    ...(workflowId === 'ALL' ? {} : { workflow: workflowId }),
    ...(status === 'ALL' ? {} : { status }),
    ...(span === 'ever' ? {} : { started: span }),
    ...(search === '' ? {} : { search }),
    ...(isHighlighted ? { highlighted: '1' } : {}),
  });

/** The fields of a filter for a time span that ends now. */
export function withSpan(span: SpanChoice, now: number): Pick<ExecutionFilter, 'span' | 'startedAfter'> {
  const startedAfter = spanStart(span, now);
  return startedAfter === undefined ? { span } : { span, startedAfter };
}

/** Whether the filter excludes any executions. */
export const narrows = (filter: ExecutionFilter): boolean => Object.keys(filterFields(filter)).length > 0;

/** Returns the filter as query parameters; only those that narrow the result. */
export function filterFields({
  status,
  workflowId,
  startedAfter,
  search,
  isHighlighted,
}: ExecutionFilter): Readonly<Record<string, unknown>> {
  return {
    ...(status === 'ALL' ? {} : { status }),
    ...(workflowId === 'ALL' ? {} : { workflowId }),
    ...(startedAfter === undefined ? {} : { startedAfter }),
    ...(search.trim() === '' ? {} : { search }),
    ...(isHighlighted ? { isHighlighted } : {}),
  };
}

/** The data of executions that have not ended is not searched, and they cannot be highlighted. */
export const showsRunning = ({ status, search, isHighlighted }: ExecutionFilter): boolean =>
  (status === 'ALL' || status === 'running' || status === 'new') && search.trim() === '' && !isHighlighted;
export const showsEnded = ({ status }: ExecutionFilter): boolean => status !== 'running' && status !== 'new';

/** Merges the lists: running first, then by time. An execution in several lists appears once, as in the first. */
export function mergedRows(...lists: readonly (readonly ExecutionSummary[])[]): readonly ExecutionSummary[] {
  const [running = [], ...ended] = lists;
  const rows = new Map<string, ExecutionSummary>();
  // An execution that has just ended may still be in the list of running ones; its final state takes precedence.
  for (const row of ended.flat()) if (!rows.has(row.id)) rows.set(row.id, row);
  const newlyRunning = running.filter(({ id }) => !rows.has(id));
  const byStart = (one: ExecutionSummary, other: ExecutionSummary): number => Date.parse(other.startedAt) - Date.parse(one.startedAt);
  return [...newlyRunning.toSorted(byStart), ...[...rows.values()].toSorted(byStart)];
}
