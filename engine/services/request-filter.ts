// Filters of lists, as JSON in requests. Unknown fields are rejected: ignoring a misspelled one would return the wrong rows.
import { AppError } from '../contract/errors.ts';
import { isRecord } from '../workflow/values/own-properties.ts';

/** Allowed type of a field. */
export type FilterField = 'text' | 'boolean' | 'list' | 'any';

const checks: Readonly<Record<FilterField, (value: unknown) => boolean>> = {
  text: (value) => typeof value === 'string' || typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  list: Array.isArray,
  // Checked when the field is read.
  any: () => true,
};

const names: Readonly<Record<FilterField, string>> = { text: 'a text', boolean: 'true or false', list: 'a list', any: 'a value' };

/** Parses the filter of a query; an empty one selects everything. Throws BAD_REQUEST. */
export function parseFilter(text: string | undefined, fields: Readonly<Record<string, FilterField>>): Readonly<Record<string, unknown>> {
  if (text === undefined || text === '') return {};
  try {
    return checkedFilter(JSON.parse(text) as unknown, fields);
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new AppError('BAD_REQUEST', "The filter isn't valid JSON.", { params: { field: 'filter' }, cause });
  }
}

/** Returns the filter if it is an object with these fields only. Throws BAD_REQUEST. */
export function checkedFilter(filter: unknown, fields: Readonly<Record<string, FilterField>>): Readonly<Record<string, unknown>> {
  if (!isRecord(filter)) throw new AppError('BAD_REQUEST', 'The filter is not an object.', { params: { field: 'filter' } });
  for (const [name, value] of Object.entries(filter)) {
    const kind = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (kind === undefined) {
      throw new AppError('BAD_REQUEST', `The filter has the field "${name}", which this list does not have.`, {
        params: { field: `filter.${name}` },
        hint: `Its fields are: ${Object.keys(fields).join(', ')}.`,
      });
    }
    if (checks[kind](value)) continue;
    throw new AppError('BAD_REQUEST', `The field "${name}" of the filter must be ${names[kind]}.`, { params: { field: `filter.${name}` } });
  }
  return filter;
}
