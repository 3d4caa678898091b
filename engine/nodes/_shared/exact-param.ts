// Reads parameters with the texts of numbers that JavaScript cannot represent.
import { ExactNumber } from '../../contract/exact-values.ts';
import { mayBeInexact } from '../../contract/exact-numbers.ts';
import type { ExecuteContext } from '../../sdk/index.ts';

/** Like `ctx.param`, but an ExactNumber for a number that an expression reads, or a file contains, and that is not exact. */
export function exactParam(ctx: ExecuteContext, path: string, itemIndex: number): unknown {
  const value = ctx.param(path, itemIndex);
  const numberText = mayBeInexact(value) ? ctx.exactText(path, itemIndex) : undefined;
  return numberText === undefined ? value : new ExactNumber(numberText);
}
