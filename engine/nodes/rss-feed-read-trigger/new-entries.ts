// Which entries of a feed are new: by their dates, and by their names where a date does not tell.
import type { JsonObject } from '../../contract/json.ts';

/** Kept between two looks at the feed. */
export interface FeedState {
  /** The latest date of an entry seen, ISO. */
  readonly lastItemDate?: unknown;
  /** Entries of just that date, and those whose date does not count, by name. */
  readonly lastItems?: unknown;
}

/** Names remembered beyond those that the feed holds now. */
const MOST_NAMES = 1000;

/** Milliseconds that the clock of a feed may be ahead. A date beyond does not count: nothing would be newer until it has come. */
const AHEAD = 3_600_000;

/** New entries in the order of the feed. Nothing is new at the first look. `now` in ms since the epoch. */
export function newEntries(
  entries: readonly JsonObject[],
  { lastItemDate, lastItems }: FeedState,
  now: number,
): { readonly fresh: readonly JsonObject[]; readonly next: FeedState } {
  const isFirst = lastItemDate === undefined && lastItems === undefined;
  const last = timeOf(lastItemDate) ?? 0;
  // A state from elsewhere holds the date alone: what has just that date, or none, was seen then.
  const known = Array.isArray(lastItems) ? new Set<unknown>(lastItems) : undefined;
  const dated = entries.map((entry) => ({ entry, name: nameOf(entry), time: timeThatCounts(entry, now) }));
  const fresh = dated.filter(({ name, time }) => {
    if (known?.has(name) === true) return false;
    return time !== undefined && time > last ? true : known !== undefined && (time === undefined || time === last);
  });
  const newest = dated.reduce((latest, { time }) => Math.max(latest, time ?? 0), last);
  const names = new Set<unknown>(dated.filter(({ time }) => time === undefined || time === newest).map(({ name }) => name));
  // Feeds drop entries and bring them back: what was seen is remembered for a while.
  for (const name of known ?? []) if (names.size < MOST_NAMES) names.add(name);
  return {
    fresh: isFirst ? [] : fresh.map(({ entry }) => entry),
    next: { lastItemDate: new Date(newest).toISOString(), lastItems: [...names] },
  };
}

/** The entry with the latest date; the first one where none has a date. */
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

/** With its date: an entry that was published anew counts as new. */
function nameOf(entry: JsonObject): string {
  return `${String(entry['guid'] ?? entry['id'] ?? entry['link'] ?? entry['title'] ?? '')} ${String(entry['isoDate'] ?? '')}`.trim();
}
