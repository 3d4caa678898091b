// The `filter` parameter of nodes: prepared once per run; expressions are evaluated per item.
import { errorCodeOf, type AppError } from '../../contract/errors.ts';
import { getPath, NodeError, type ExecuteContext } from '../../sdk/index.ts';
import {
  compileFilter,
  type CompiledFilter,
  type CompileFilterOptions,
  type FilterSettings,
  type FilterSides,
  type FilterValue,
} from '../../workflow/parameters/filter.ts';
import { exactParam } from './exact-param.ts';

/** Returns a function that evaluates the filter at parameter `path`. Throws NodeError PARAMETER_INVALID. */
export function filterJudge(ctx: ExecuteContext, path: string): (itemIndex: number) => boolean {
  const written = ctx.param(path, 0, undefined, { raw: true });
  if (typeof written === 'string') return (itemIndex) => evaluated(ctx, path, itemIndex);
  const filter = checked((written ?? {}) as FilterValue);
  const compiled = compileFilter(filter, filterOptions(ctx, path));
  const paths = (filter.conditions ?? []).map((_, at) => ({
    leftValue: `${path}.conditions[${at}].leftValue`,
    rightValue: `${path}.conditions[${at}].rightValue`,
  }));
  let item = 0;
  const sides: FilterSides = (condition, side) => exactParam(ctx, (paths[condition] as (typeof paths)[number])[side], item);
  return (itemIndex) => {
    item = itemIndex;
    return judged(compiled, sides, itemIndex);
  };
}

/** Evaluates a filter that a single expression returns. */
function evaluated(ctx: ExecuteContext, path: string, itemIndex: number): boolean {
  const filter = checked(ctx.param<FilterValue>(path, itemIndex));
  return judged(compileFilter(filter, { ...filterOptions(ctx, path), resolved: true }), () => undefined, itemIndex);
}

/**
 * The editor stores the node's options with the filter, and the stored ones apply; other files may contain only the node's options. Validation is
 * strict only if the filter says so (the first files of these nodes store nothing) and no option asks for loose validation: both give the same
 * result unless strict validation fails.
 */
function filterOptions(ctx: ExecuteContext, path: string): CompileFilterOptions {
  const stored = (getPath(ctx.node.parameters, `${path}.options`) ?? {}) as FilterSettings;
  const asksForLess = ctx.param('looseTypeValidation', 0, false) || ctx.param('options.looseTypeValidation', 0, false);
  const ignoresCase = stored.caseSensitive === undefined && ctx.param('options.ignoreCase', 0, false);
  return {
    timezone: ctx.timezone,
    typeValidation: stored.typeValidation === 'strict' && !asksForLess ? 'strict' : 'loose',
    ...(ignoresCase ? { caseSensitive: false } : {}),
  };
}

function judged(filter: CompiledFilter, sides: FilterSides, itemIndex: number): boolean {
  try {
    return filter.matches(sides, itemIndex);
  } catch (error) {
    if (errorCodeOf(error) !== 'PARAMETER_INVALID' || error instanceof NodeError) throw error;
    const { message, hint } = error as AppError;
    throw new NodeError(message, { code: 'PARAMETER_INVALID', itemIndex, description: hint, hint, cause: error });
  }
}

/** Hand-written files may lack an operator. */
function checked(filter: FilterValue): FilterValue {
  const conditions: unknown = filter?.conditions ?? [];
  const isList = Array.isArray(conditions);
  const faulty = isList ? conditions.findIndex((condition: { operator?: unknown } | null) => typeof condition?.operator !== 'object') : -1;
  if (isList && faulty < 0) return filter;
  const what = isList ? `Condition ${faulty} has no operator` : 'The conditions are not a list';
  throw new NodeError(`${what}. Open the node and choose how the values are compared.`, {
    code: 'PARAMETER_INVALID',
    parameter: 'conditions',
  });
}
