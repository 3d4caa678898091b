// Names from XML or from settings that are used as object keys.
import { NodeError } from '../../../sdk/index.ts';
import { isForbiddenKey } from '../../../workflow/values/object-path.ts';

/** Makes a name safe for use as a key: names that could reach a prototype get a prefix. */
export function sanitizeXmlName(name: string): string {
  return isForbiddenKey(name) ? `sanitized_${name}` : name;
}

/** Returns the key set by an option. Throws NodeError for a key that could reach a prototype. */
export function keyOption(value: unknown, label: string, fallback: string): string {
  const key = value === undefined || value === null ? fallback : String(value as string | number);
  if (isForbiddenKey(key)) {
    throw new NodeError(`The "${label}" option value "${key}" is not allowed`, { code: 'PARAMETER_INVALID', hint: 'Choose another key.' });
  }
  return key;
}
