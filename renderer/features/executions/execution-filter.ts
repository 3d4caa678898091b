// The filter of the list, and the rows that pass it: what runs now, the latest, and those that were asked for beyond.
import type { ExecutionSummary } from '../../../engine/contract/rest/executions.ts';

export const statusChoices = ['ALL', 'error', 'new', 'running', 'success', 'waiting'] as const;
export type StatusChoice = (typeof statusChoices)[number];

export const spanChoices = ['ever', 'hour', 'day', 'week', 'month'] as const;
export type SpanChoice = (typeof spanChoices)[number];

const HOUR = 3_600_000;
const spans: Readonly<Record<Exclude<SpanChoice, 'ever'>, number>> = { hour: HOUR, day: 24 * HOUR, week: 168 * HOUR, month: 720 * HOUR };

export interface ExecutionFilter {
  readonly status: StatusChoice;
  /** Id, or ALL. */
  readonly workflowId: string;
  readonly span: SpanChoice;
  /** ISO 8601: since when, as the span was when it was chosen. */
  readonly startedAfter?: string;
}

export const everything: ExecutionFilter = { status: 'ALL', workflowId: 'ALL', span: 'ever' };

/** The moment from which on a span counts; undefined for ever. `now` in milliseconds. */
export const spanStart = (span: SpanChoice, now: number): string | undefined =>
  span === 'ever' ? undefined : new Date(now - spans[span]).toISOString();

/** As the engine takes it; only what narrows. */
export function filterFields({ status, workflowId, startedAfter }: ExecutionFilter): Readonly<Record<string, unknown>> {
  return {
    ...(status === 'ALL' ? {} : { status }),
    ...(workflowId === 'ALL' ? {} : { workflowId }),
    ...(startedAfter === undefined ? {} : { startedAfter }),
  };
}

export const showsRunning = ({ status }: ExecutionFilter): boolean => status === 'ALL' || status === 'running' || status === 'new';
export const showsEnded = ({ status }: ExecutionFilter): boolean => status !== 'running' && status !== 'new';

/** All lists as one: what runs first, then by time; who stands in several stands once, as the first list has it. */
export function mergedRows(...lists: readonly (readonly ExecutionSummary[])[]): readonly ExecutionSummary[] {
  const [running = [], ...ended] = lists;
  const rows = new Map<string, ExecutionSummary>();
  // An execution that has just ended may still be in the list of those that run: how it ended counts.
  for (const row of ended.flat()) if (!rows.has(row.id)) rows.set(row.id, row);
  const going = running.filter(({ id }) => !rows.has(id));
  const byStart = (one: ExecutionSummary, other: ExecutionSummary): number => Date.parse(other.startedAt) - Date.parse(one.startedAt);
  return [...going.toSorted(byStart), ...[...rows.values()].toSorted(byStart)];
}
