// The end of an evaluation: its result as data that can leave, with private copies in place, of a size that can be written down.
import { session, stepsFor, tooDeep, tooLarge } from './budget.ts';
import { materialise } from './guard/overlay.ts';
import { isPlain } from './guard/types.ts';

/** Parts a result may have when written out in full: shared parts count each time. */
const PART_LIMIT = 5_000_000;
const DEPTH_LIMIT = 2_000;

/** Checks and completes the result of code that may have built data of any shape. Throws ExpressionBudgetError. */
export function settle(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const result = materialise(value);
  let parts = 0;
  const visit = (part: unknown, depth: number): void => {
    if (typeof part === 'string') {
      parts += part.length >>> 8;
      return;
    }
    if (typeof part !== 'object' || part === null) return;
    if (depth > DEPTH_LIMIT) throw tooDeep();
    const entries: readonly unknown[] = Array.isArray(part) ? part : isPlain(part) ? Object.values(part) : [];
    parts += entries.length + 1;
    if (parts > PART_LIMIT) throw tooLarge();
    for (const entry of entries) visit(entry, depth + 1);
  };
  visit(result, 0);
  if (session.depth > 0) stepsFor(parts);
  return result;
}
