// JSON given in a parameter, as text or as a value.
import { NodeError, type ExecuteContext } from '../../sdk/index.ts';

/** Returns the value of a JSON parameter; undefined if it is empty. Throws NodeError PARAMETER_INVALID with the name of the field. */
export function jsonParameter(ctx: ExecuteContext, path: string, label: string, index: number): unknown {
  const value = ctx.param(path, index);
  if (typeof value !== 'string') return value;
  if (value.trim() === '') return undefined;
  try {
    return JSON.parse(value);
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

/** Returns the fields of a JSON parameter, which must be an object. */
export function jsonFields(ctx: ExecuteContext, path: string, label: string, index: number): [string, unknown][] {
  const value = jsonParameter(ctx, path, label, index);
  if (value === undefined || value === null) return [];
  if (typeof value === 'object' && !Array.isArray(value)) return Object.entries(value);
  throw new NodeError(`The value in the "${label}" field must be an object, such as {"name": "value"}`, {
    code: 'PARAMETER_INVALID',
    parameter: path,
    itemIndex: index,
  });
}
