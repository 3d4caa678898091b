// Response headers and status codes set by a workflow's author.
import { NodeError } from '../../../sdk/index.ts';
import { isRecord, ownValue, setOwn } from '../../../workflow/values/own-properties.ts';
import { displayText } from '../../../workflow/values/display-text.ts';
import { textOf } from '../text-of.ts';

export type Headers = Readonly<Record<string, string | readonly string[]>>;

/** Each of several cookies is set, and each of several policies applies. */
const repeatable: ReadonlySet<string> = new Set(['content-security-policy', 'link', 'set-cookie']);

/**
 * Reads `{ entries: [{ name, value }] }`; plain objects of names and values, which occur in workflow files, are accepted as well. Names are
 * returned in lower case. Of repeated names the last one counts, except for those whose values belong together, such as `set-cookie`: they are a
 * list. Headers that HTTP cannot transfer are included; they are not sent.
 */
export function headersOf(parameter: unknown): Headers {
  const headers: Record<string, string | readonly string[]> = {};
  for (const [written, value] of pairsOf(parameter)) {
    const name = written.trim().toLowerCase();
    if (name === '') continue;
    const before = repeatable.has(name) ? (ownValue(headers, name) as string | readonly string[] | undefined) : undefined;
    setOwn(headers, name, before === undefined ? value : [before, value].flat());
  }
  return headers;
}

function pairsOf(parameter: unknown): (readonly [string, string])[] {
  if (!isRecord(parameter)) return [];
  const { entries } = parameter;
  const listed = Array.isArray(entries) ? entries.filter(isRecord).map(({ name, value }) => [textOf(name), textOf(value)] as const) : [];
  const plain = Object.entries(parameter)
    .filter(([name, value]) => name !== 'entries' && typeof value !== 'object')
    .map(([name, value]) => [name, textOf(value)] as const);
  return [...listed, ...plain];
}

/** Returns a status code of 200 to 599. Throws PARAMETER_INVALID. */
export function statusOf(value: unknown, parameter: string): number {
  const status = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof status === 'number' && Number.isInteger(status) && status >= 200 && status <= 599) return status;
  // The caller may see it: other values than short ones could be confidential.
  const headerText = displayText(value);
  throw new NodeError(
    `The response code ${headerText.length <= 20 ? headerText : `of ${headerText.length} characters`} is invalid. Use an integer from 200 to 599.`,
    {
      code: 'PARAMETER_INVALID',
      parameter,
    },
  );
}
