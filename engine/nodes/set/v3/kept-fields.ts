// Which fields of the input stay beside those that are set.
import type { JsonObject } from '../../../contract/json.ts';
import type { FieldPath } from '../../_shared/field-path.ts';
import { omitFields, pickFields } from '../../_shared/pick-fields.ts';

/** `all`, `none`, or `selected` and `except` with their fields. */
export interface KeptFields {
  readonly include: string;
  readonly fields: readonly FieldPath[];
}

/** A new object with the fields that stay; objects and lists in it are shared with the input. */
export function keptFields(json: JsonObject, { include, fields }: KeptFields): JsonObject {
  switch (include) {
    case 'none':
      return {};
    case 'selected':
      return pickFields(json, fields);
    case 'except':
      return omitFields(json, fields);
    default:
      return { ...json };
  }
}
