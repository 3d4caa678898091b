// Parses an object from JSON text, tolerating common mistakes.
import type { JsonObject } from '../../../contract/json.ts';
import { type ExecuteContext, NodeError, type ParamOptions } from '../../../sdk/index.ts';
import { parseRepairedJson } from '../../../workflow/values/lenient-json.ts';

/** How JSON fields are read: version 3.5 writes all embedded values as JSON, earlier ones those that were no JSON otherwise. */
export const jsonOptions = ({ version }: Pick<ExecuteContext, 'version'>): ParamOptions => ({ json: version >= 3.5 ? true : 'legacy' });

/**
 * Returns the object in a parameter, given as an object, as JSON or as an object literal. Incomplete text is repaired, and trailing commas are
 * allowed. Throws NodeError PARAMETER_INVALID.
 */
export function parseJsonParameter(value: unknown, itemIndex: number, fieldName = 'JSON Output'): JsonObject {
  const where = `The '${fieldName}' in item ${itemIndex}`;
  const json = typeof value === 'string' ? parse(value, where, itemIndex) : value;
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    throw new NodeError(`${where} does not contain a valid JSON object`, { code: 'PARAMETER_INVALID', itemIndex });
  }
  return json as JsonObject;
}

function parse(text: string, where: string, itemIndex: number): unknown {
  const trimmed = text.trim();
  try {
    return parseRepairedJson(trimmed.endsWith(',') ? trimmed.slice(0, -1) : trimmed);
  } catch (cause) {
    throw new NodeError(`${where} contains invalid JSON`, {
      code: 'PARAMETER_INVALID',
      itemIndex,
      description: cause instanceof Error ? cause.message : undefined,
      cause,
    });
  }
}
