// Statistics of executions: how many there were and failed, how long they took, and how many there were per day.
import { DateTime } from 'luxon';
import type { ExecutionStatistics } from '../../contract/rest/executions.ts';
import type { ExecutionSpan } from '../../store/index.ts';

/** Maximum number of executions; of more, the latest are counted. */
const MOST = 1_000_000;
/** Maximum number of days; of more, the latest are returned. */
const MOST_DAYS = 366;
/** Up to this number of durations, the median is exact; beyond, its error is below 1 %. */
const SORTED = 20_000;
const STEP = Math.log(1.02);
/** Days begin at multiples of this time in all time zones, in milliseconds. */
const QUARTER = 900_000;

/** `spans`: the latest first. `zone`: time zone of the days. */
export async function statisticsOf(spans: AsyncIterable<readonly ExecutionSpan[]>, zone: string): Promise<ExecutionStatistics> {
  const days = new Map<string, { succeeded: number; failed: number; other: number }>();
  const dayByQuarter = new Map<number, string>();
  const durations = new Durations();
  let [total, failed] = [0, 0];
  for await (const slice of spans) {
    for (const { startedAt, stoppedAt, status } of slice) {
      const quarter = Math.floor(startedAt / QUARTER);
      const day = dayByQuarter.get(quarter) ?? DateTime.fromMillis(startedAt, { zone }).toISODate() ?? '';
      dayByQuarter.set(quarter, day);
      let counts = days.get(day);
      if (counts === undefined) days.set(day, (counts = { succeeded: 0, failed: 0, other: 0 }));
      const hasFailed = status === 'error' || status === 'crashed';
      counts[hasFailed ? 'failed' : status === 'success' ? 'succeeded' : 'other']++;
      total++;
      if (hasFailed) failed++;
      // The end of a crashed execution is not known.
      if (stoppedAt !== undefined && (status === 'success' || status === 'error')) durations.add(stoppedAt - startedAt);
    }
    if (total >= MOST) break;
  }
  const listed = [...days].map(([day, counts]) => ({ day, ...counts })).toSorted((one, other) => one.day.localeCompare(other.day));
  const median = durations.median();
  return { total, failed, ...(median === undefined ? {} : { median }), days: listed.slice(-MOST_DAYS), isPartial: total >= MOST };
}

class Durations {
  readonly #exact: number[] = [];
  readonly #buckets = new Map<number, number>();
  #count = 0;

  add(milliseconds: number): void {
    this.#count++;
    if (this.#exact.length < SORTED) this.#exact.push(milliseconds);
    const bucket = Math.round(Math.log(Math.max(milliseconds, 1)) / STEP);
    this.#buckets.set(bucket, (this.#buckets.get(bucket) ?? 0) + 1);
  }

  /** In milliseconds; undefined without durations. */
  median(): number | undefined {
    if (this.#count === 0) return undefined;
    const middle = Math.floor((this.#count - 1) / 2);
    if (this.#count <= SORTED) return this.#exact.toSorted((one, other) => one - other)[middle];
    let before = 0;
    for (const [bucket, count] of [...this.#buckets].toSorted(([one], [other]) => one - other)) {
      before += count;
      if (before > middle) return Math.round(Math.exp(bucket * STEP));
    }
    return undefined;
  }
}
