// Finds new entries of a feed by their dates, and by their ids where dates are not sufficient.
import type { JsonObject } from '../../contract/json.ts';

/** State stored between two polls. */
export interface FeedState {
  /** Latest date of a seen entry, in ISO format. */
  readonly lastItemDate?: unknown;
  /** Ids of entries with exactly this date, and of entries without a usable date. */
  readonly lastItems?: unknown;
}

/** Number of ids remembered in addition to those that are currently in the feed. */
const MOST_NAMES = 1000;

/** Maximum milliseconds that a feed's clock may be ahead. Later dates are ignored, because nothing would be newer until then. */
const AHEAD = 3_600_000;

/** Returns the new entries in the feed's order; none at the first poll. `now`: in milliseconds since the epoch. */
export function newEntries(
  entries: readonly JsonObject[],
  { lastItemDate, lastItems }: FeedState,
  now: number,
): { readonly fresh: readonly JsonObject[]; readonly next: FeedState } {
  const isFirst = lastItemDate === undefined && lastItems === undefined;
  const last = timeOf(lastItemDate) ?? 0;
  // State written by another program has only the date: entries with exactly this date, or without a date, count as seen.
  const previousItems = Array.isArray(lastItems) ? new Set<unknown>(lastItems) : undefined;
  const dated = entries.map((entry) => ({ entry, name: nameOf(entry), time: timeThatCounts(entry, now) }));
  const fresh = dated.filter(({ name, time }) => {
    if (previousItems?.has(name) === true) return false;
    return time !== undefined && time > last ? true : previousItems !== undefined && (time === undefined || time === last);
  });
  const newest = dated.reduce((latest, { time }) => Math.max(latest, time ?? 0), last);
  const names = new Set<unknown>(dated.filter(({ time }) => time === undefined || time === newest).map(({ name }) => name));
  // Feeds remove entries and add them again, so seen ids are remembered for a while.
  for (const name of previousItems ?? []) if (names.size < MOST_NAMES) names.add(name);
  return {
    fresh: isFirst ? [] : fresh.map(({ entry }) => entry),
    next: { lastItemDate: new Date(newest).toISOString(), lastItems: [...names] },
  };
}

/** Returns the entry with the latest date; the first one if none has a date. */
export function latestEntry(entries: readonly JsonObject[]): JsonObject | undefined {
  return entries.reduce<JsonObject | undefined>(
    (latest, entry) => (latest === undefined || (timeOf(entry['isoDate']) ?? 0) > (timeOf(latest['isoDate']) ?? 0) ? entry : latest),
    undefined,
  );
}

function timeThatCounts(entry: JsonObject, now: number): number | undefined {
  const time = timeOf(entry['isoDate']);
  return time === undefined || time > now + AHEAD ? undefined : time;
}

function timeOf(date: unknown): number | undefined {
  const time = typeof date === 'string' ? Date.parse(date) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}

/** Returns an entry's id. It includes the date, so that a republished entry counts as new. */
function nameOf(entry: JsonObject): string {
  return `${String(entry['guid'] ?? entry['id'] ?? entry['link'] ?? entry['title'] ?? '')} ${String(entry['isoDate'] ?? '')}`.trim();
}
