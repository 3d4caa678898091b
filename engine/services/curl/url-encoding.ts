// Percent-encoding as curl does it, and decoding of form fields.

export type Field = readonly [name: string, value: string];

/** Maximum number of fields; text with more is not split. */
export const MAX_FIELDS = 1000;

/** Percent-encodes everything but letters, digits and `-._~` as UTF-8. */
export function percentEncoded(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** Decodes `a=1&b=2` into fields; undefined if information would be lost. `+` is a space in forms and ambiguous in URLs. */
export function decodedFields(text: string, kind: 'form' | 'query'): readonly Field[] | undefined {
  if (kind === 'query' && text.includes('+')) return undefined;
  const pairs = text.split('&', MAX_FIELDS + 1);
  if (pairs.length > MAX_FIELDS) return undefined;
  const fields: Field[] = [];
  for (const pair of pairs) {
    const equals = pair.indexOf('=');
    const name = equals <= 0 ? undefined : decoded(pair.slice(0, equals));
    const value = decoded(pair.slice(equals + 1));
    if (name === undefined || value === undefined) return undefined;
    fields.push([name, value]);
  }
  // What a repeated name means depends on the version of the node.
  return new Set(fields.map(([name]) => name)).size === fields.length ? fields : undefined;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}
