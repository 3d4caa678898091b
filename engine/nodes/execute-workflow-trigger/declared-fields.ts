// The fields a sub-workflow asks for, and its input cut to them.
import type { JsonObject } from '../../contract/json.ts';

/** The named fields of an item, in order; null for those it lacks. Other fields are left out. */
export function pickDeclared(json: JsonObject, fields: readonly string[]): JsonObject {
  return Object.fromEntries(fields.map((field) => [field, (Object.hasOwn(json, field) ? json[field] : undefined) ?? null]));
}

/** The top-level fields of an example object, given as text or as an object. Throws SyntaxError when it is not an object. */
export function exampleFields(example: unknown): string[] {
  const value: unknown = typeof example === 'string' ? JSON.parse(example) : example;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new SyntaxError('The example is no object.');
  return Object.keys(value);
}
