// JSON given in a parameter, as text or as a value.
import { NodeError, type ExecuteContext } from '../../sdk/index.ts';
import { parseAsWritten } from '../../contract/exact-numbers.ts';
import { takeEntries } from '../../contract/exact-values.ts';

/**
 * Returns the value of a JSON parameter. An empty one is undefined in versions 1 and 2, and an error since version 3. Throws NodeError
 * PARAMETER_INVALID with the name of the field.
 */
export function jsonParameter(ctx: ExecuteContext, path: string, label: string, index: number): unknown {
  const value = ctx.param(path, index);
  if (ctx.version < 3 && (value === undefined || (typeof value === 'string' && value.trim() === ''))) return undefined;
  if (value !== undefined && typeof value !== 'string') return value;
  try {
    return parseAsWritten(String(value));
  } catch (error) {
    throw new NodeError(`The value in the "${label}" field is not valid JSON`, {
      code: 'PARAMETER_INVALID',
      parameter: path,
      itemIndex: index,
      description: (error as Error).message,
      cause: error,
    });
  }
}

/** Returns the fields of a JSON parameter, which must be an object; an ExactNumber for a number that is written otherwise than JavaScript would. */
export function jsonFields(ctx: ExecuteContext, path: string, label: string, index: number): [string, unknown][] {
  const value = jsonParameter(ctx, path, label, index);
  if (value === undefined || value === null) return [];
  if (typeof value === 'object' && !Array.isArray(value)) return takeEntries(value);
  throw new NodeError(`The value in the "${label}" field must be an object, such as {"name": "value"}`, {
    code: 'PARAMETER_INVALID',
    parameter: path,
    itemIndex: index,
  });
}
