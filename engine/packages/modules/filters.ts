// `executeFilter` of `n8n-workflow`: the conditions of a filter parameter, by the same code as in the program's own nodes.
import { errorCodeOf, type AppError } from '../../contract/errors.ts';
import { compileFilter, type FilterValue } from '../../workflow/parameters/filter.ts';
import { FilterError } from './workflow-errors.ts';

/** Returns whether the filter matches. Its expressions have been evaluated. Throws FilterError for conditions and values that do not fit. */
export function executeFilter(filter: FilterValue, { itemIndex = 0 }: { readonly itemIndex?: number } = {}): boolean {
  try {
    return compileFilter(filter, { ...filter.options, resolved: true }).matches(() => undefined, itemIndex);
  } catch (error) {
    if (errorCodeOf(error) === undefined) throw new FilterError('The filter is not valid: each condition needs an operator.');
    const { message, hint } = error as AppError;
    throw new FilterError(message, hint);
  }
}
