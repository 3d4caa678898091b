// Settings made from parameters: once for all items where they can be, anew for each item where an expression says so.
import type { ExecuteContext } from '../../sdk/index.ts';

/**
 * What `build` makes of the parameters at `paths`, by item index: made once when none of them holds an expression, else for each item.
 * Building costs more than reading, so nodes keep what they derive from parameters (split field names, compiled patterns) here.
 */
export function perItem<T>(ctx: ExecuteContext, paths: readonly string[], build: (itemIndex: number) => T): (itemIndex: number) => T {
  if (!paths.every((path) => ctx.isParamConstant(path))) return build;
  let made: { readonly value: T } | undefined;
  return (itemIndex) => (made ??= { value: build(itemIndex) }).value;
}
