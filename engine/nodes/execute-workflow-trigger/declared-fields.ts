// The fields that a sub-workflow declares.
import type { JsonObject } from '../../contract/json.ts';

/** Returns the declared fields of an item, in order; null for missing ones. Other fields are omitted. */
export function pickDeclared(json: JsonObject, fields: readonly string[]): JsonObject {
  return Object.fromEntries(fields.map((field) => [field, (Object.hasOwn(json, field) ? json[field] : undefined) ?? null]));
}

/** Returns the top-level fields of an example object, given as text or as an object. Throws SyntaxError if it is not an object. */
export function exampleFields(example: unknown): string[] {
  const value: unknown = typeof example === 'string' ? JSON.parse(example) : example;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new SyntaxError('The example is no object.');
  return Object.keys(value);
}
