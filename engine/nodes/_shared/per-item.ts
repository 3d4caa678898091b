// Settings derived from parameters: computed once for all items, or for each item if a parameter contains an expression.
import type { ExecuteContext, ParamOptions } from '../../sdk/index.ts';

/**
 * Returns a function that returns the result of `build` for the parameters at `paths`, by item index. `build` is called once if no parameter
 * contains an expression, otherwise for each item. For derived values (parsed field names, compiled patterns) that are costly to build. `options`: how the parameters are read.
 */
export function perItem<T>(
  ctx: ExecuteContext,
  paths: readonly string[],
  build: (itemIndex: number) => T,
  options?: ParamOptions,
): (itemIndex: number) => T {
  if (!paths.every((path) => ctx.isParamConstant(path, options))) return build;
  let cached: { readonly value: T } | undefined;
  return (itemIndex) => (cached ??= { value: build(itemIndex) }).value;
}
