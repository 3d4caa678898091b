// Which input fields are included with those that are set.
import type { JsonObject } from '../../../contract/json.ts';
import { getField, hasField, type FieldPath, omitFields } from '../../_shared/fields/field-path.ts';
import { setOwn } from '../../../workflow/values/own-properties.ts';

/** `all`, `none`, or `selected` and `except` with their fields. */
export interface KeptFields {
  readonly include: string;
  readonly fields: readonly FieldPath[];
}

/** Returns a new object with the included fields; nested objects and lists are shared with the input. */
export function keptFields(json: JsonObject, { include, fields }: KeptFields): JsonObject {
  switch (include) {
    case 'none':
      return {};
    case 'selected':
      return selectedFields(json, fields);
    case 'except':
      return omitFields(json, fields);
    default:
      return { ...json };
  }
}

/** A nested field is included under its last name: `address.city` as `city`. */
function selectedFields(json: JsonObject, fields: readonly FieldPath[]): JsonObject {
  const selected: JsonObject = {};
  for (const field of fields) {
    const name = Object.hasOwn(json, field.name) ? field.name : (field.keys.at(-1) as string);
    if (hasField(json, field)) setOwn(selected, name, getField(json, field));
  }
  return selected;
}
