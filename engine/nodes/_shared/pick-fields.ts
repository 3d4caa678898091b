// An item's json reduced to some of its fields, or to all but some.
import type { JsonObject } from '../../contract/json.ts';
import { type FieldPath, getField, hasField, removeField, setField } from './field-path.ts';

/** A new object with only these fields; nested ones keep their place. Missing fields are left out. */
export function pickFields(json: JsonObject, fields: readonly FieldPath[]): JsonObject {
  const picked: JsonObject = {};
  for (const field of fields) {
    if (Object.hasOwn(json, field.name)) picked[field.name] = json[field.name];
    else if (hasField(json, field)) setField(picked, field, getField(json, field));
  }
  return picked;
}

/** A copy without these fields; untouched values are shared with the original. */
export function omitFields(json: JsonObject, fields: readonly FieldPath[]): JsonObject {
  const kept = { ...json };
  for (const field of fields) removeField(kept, field);
  return kept;
}
