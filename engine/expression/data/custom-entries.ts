// `$execution.customData.set` and `setAll`: reject bad entries and store the others.
import { customEntryProblem, storeCustomEntry } from '../../workflow/custom-data.ts';
import { ExpressionError } from '../errors.ts';

/** Throws ExpressionError for a bad key or value. */
export function setCustomEntry(data: Map<string, string>, key: unknown, value: unknown): void {
  const problem = customEntryProblem(key, value);
  if (problem !== undefined) throw new ExpressionError(problem);
  storeCustomEntry(data, String(key), String(value));
}

/** Stores all good entries, then throws ExpressionError for the first bad one. */
export function setCustomEntries(data: Map<string, string>, entries: readonly (readonly [key: string, value: unknown])[]): void {
  const isGood = ([key, value]: readonly [string, unknown]): boolean => customEntryProblem(key, value) === undefined;
  for (const [key, value] of entries.filter(isGood)) setCustomEntry(data, key, value);
  const bad = entries.find((entry) => !isGood(entry));
  if (bad !== undefined) setCustomEntry(data, ...bad);
}
