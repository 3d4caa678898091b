// The headers of a request: each name once, case-insensitively, sent as written.
import { NodeError } from '../../sdk/index.ts';

/** Lower-case name → the name in its sent spelling, and the value. */
export type RequestHeaders = ReadonlyMap<string, readonly [name: string, value: string]>;

/** Returns headers from fields. Fields without name or value are ignored; of several with the same name the last applies. Throws PARAMETER_INVALID. */
export function requestHeaders(fields: readonly (readonly [name: string, value: unknown])[], isLowerCase: boolean): RequestHeaders {
  const headers = new Map<string, readonly [string, string]>();
  for (const [given, value] of fields) {
    const name = given.trim();
    if (name === '' || value === undefined || value === null) continue;
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) throw invalid(`"${given}" cannot be the name of a header.`);
    const text = (typeof value === 'object' ? JSON.stringify(value) : String(value)).trim();
    if (!/^[\t\u0020-\u007E\u0080-\u00FF]*$/.test(text)) {
      throw invalid(`The value of the header "${name}" contains a character that is not allowed in headers, such as a line break.`);
    }
    const key = name.toLowerCase();
    headers.set(key, [isLowerCase ? key : name, text]);
  }
  return headers;
}

const invalid = (message: string): NodeError => new NodeError(message, { code: 'PARAMETER_INVALID', parameter: 'headerParameters' });
