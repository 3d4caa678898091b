// Remembers values seen in earlier executions.
import { hash } from 'node:crypto';
import { NodeError } from '../../../sdk/index.ts';
import type { Pace, SlicedWork } from '../../../sdk/slices.ts';

/** Stored in the workflow's static data. Values are stored as digests, because they may be long or confidential. */
export interface History {
  /** Digests of seen values, oldest first. */
  seen?: string[];
  /** Highest number seen. */
  highest?: number;
  /** Latest date seen, in milliseconds since the epoch. */
  latest?: number;
}

function digest(value: string): string {
  return hash('sha256', value, 'base64url').slice(0, 22);
}

/** Returns which values no earlier execution had. All are remembered, up to `size`. Equal values within a run are treated alike. */
export function* keepUnseen(history: History, values: readonly string[], size: number, pace: Pace): SlicedWork<boolean[]> {
  if (values.length > size) {
    throw new NodeError(
      `There are more items (${values.length}) than the history can store (${size}). Raise "History Size", or process fewer items.`,
      {
        code: 'PARAMETER_INVALID',
        parameter: 'options.historySize',
      },
    );
  }
  const before = new Set<string>();
  yield* pace.each(history.seen ?? [], (seenDigest) => before.add(seenDigest));
  const fresh = new Set<string>();
  const isNew = yield* pace.map(values, (value) => {
    const valueDigest = digest(value);
    if (before.has(valueDigest)) return false;
    fresh.add(valueDigest);
    return true;
  });
  history.seen = [...before, ...fresh].slice(-size);
  return isNew;
}

/** Returns which values are greater than all values of earlier executions. */
export function* keepHigher(history: History, name: 'highest' | 'latest', values: readonly number[], pace: Pace): SlicedWork<boolean[]> {
  const before = history[name] ?? -Infinity;
  let highest = before;
  const isNew = yield* pace.map(values, (value) => {
    highest = Math.max(highest, value);
    return value > before;
  });
  if (Number.isFinite(highest)) history[name] = highest;
  return isNew;
}
