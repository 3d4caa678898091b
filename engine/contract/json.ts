// JSON values, the content of items, parameters and workflow files.

/** A JSON-like value. Items may also hold dates and other class instances until they are stored. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue };

/** An object read from outside: every key is untrusted until checked, every value unknown. */
export type JsonObject = { [key: string]: unknown };

/** Whether a value is an object that is neither null nor a list. */
export function isRecord(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
