// JSON values, the content of items, parameters and workflow files.

/** A JSON-like value. Items may also hold dates and other class instances until they are stored. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue };

/** An object from outside: keys are untrusted, and values unknown, until they are checked. */
export type JsonObject = { [key: string]: unknown };

/** Whether a parameter's value is an expression: text that starts with `=`. */
export function isExpression(value: unknown): value is string {
  return typeof value === 'string' && value.startsWith('=');
}

/** Whether a value is an object that is neither null nor a list. */
export function isRecord(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
