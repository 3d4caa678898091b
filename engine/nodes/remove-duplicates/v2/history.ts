// What the node remembers of earlier executions, and which items are news to it.
import { createHash } from 'node:crypto';
import { NodeError } from '../../../sdk/index.ts';

/** Kept in the workflow's static data. Values are kept as digests: they may be long, and are nobody's business there. */
export interface History {
  /** Digests of values seen, oldest first. */
  seen?: string[];
  /** Highest number seen. */
  highest?: number;
  /** Latest date seen, in milliseconds since the epoch. */
  latest?: number;
}

function digest(value: string): string {
  return createHash('sha256').update(value).digest('base64url').slice(0, 22);
}

/** Which values no earlier execution had; all are remembered, at most `size`. Equal values of one run are judged alike. */
export function keepUnseen(history: History, values: readonly string[], size: number): boolean[] {
  if (values.length > size) {
    throw new NodeError(
      `There are more items (${values.length}) than the history can hold (${size}). Raise "History Size", or hand over fewer items.`,
      {
        code: 'PARAMETER_INVALID',
        parameter: 'options.historySize',
      },
    );
  }
  const seen = new Set(history.seen);
  const digests = values.map(digest);
  const isNew = digests.map((value) => !seen.has(value));
  for (const value of digests) seen.add(value);
  history.seen = [...seen].slice(-size);
  return isNew;
}

/** Which values are above all of earlier executions. */
export function keepHigher(history: History, name: 'highest' | 'latest', values: readonly number[]): boolean[] {
  const before = history[name] ?? -Infinity;
  const isNew = values.map((value) => value > before);
  const highest = values.reduce((high, value) => Math.max(high, value), before);
  if (Number.isFinite(highest)) history[name] = highest;
  return isNew;
}
