// Converts a message of a stream to items.
import type { JsonObject } from '../../contract/json.ts';
import type { Item } from '../../contract/run-data.ts';

/** An object becomes an item, a list of objects several; anything else is stored under `data`. */
export function messageItems(text: string): Item[] {
  const value = parsed(text);
  if (Array.isArray(value) && value.length > 0 && value.every(isObject)) return value.map((json) => ({ json }));
  return [{ json: isObject(value) ? value : { data: value } }];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value);
