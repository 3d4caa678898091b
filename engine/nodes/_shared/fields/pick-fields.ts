// Reduces an item's json to some of its fields, or removes some.
import type { JsonObject } from '../../../contract/json.ts';
import { type FieldPath, getField, hasField, removeField, setField } from './field-path.ts';

/** Returns a new object with only these fields; nested ones keep their path. Missing fields are omitted. */
export function pickFields(json: JsonObject, fields: readonly FieldPath[]): JsonObject {
  const picked: JsonObject = {};
  for (const field of fields) {
    if (Object.hasOwn(json, field.name)) picked[field.name] = json[field.name];
    else if (hasField(json, field)) setField(picked, field, getField(json, field));
  }
  return picked;
}

/** Returns a copy without these fields; other values are shared with the original. */
export function omitFields(json: JsonObject, fields: readonly FieldPath[]): JsonObject {
  const kept = { ...json };
  for (const field of fields) removeField(kept, field);
  return kept;
}
