// A request as a node's parameters describe it, before it is serialized; its headers have each name once (case-insensitive) and are sent as written.
import { stringifyExactly } from '../../contract/exact-numbers.ts';
import type { BinaryEntry } from '../../contract/run-data.ts';
import { type HttpResponse, NodeError } from '../../sdk/index.ts';
import type { ListFormat } from '../../workflow/values/query-text.ts';
import type { Part } from '../_shared/multipart.ts';

export type Field = readonly [name: string, value: unknown];

/** A field of a JSON body. `text`: that of a number that JavaScript cannot represent. */
export type JsonField = readonly [name: string, value: unknown, text?: string | undefined];

/** What several fields of the same name mean: a list of their values, or the last value. */
export type Repeated = 'list' | 'last';

/** Returns the fields with each name once, at the place of its first field. Lists of several fields become one. */
export function uniqueFields(fields: readonly Field[], repeated: Repeated): Field[] {
  const unique = new Map<string, unknown>();
  for (const [name, value] of fields) {
    const isList = repeated === 'list' && unique.has(name);
    unique.set(name, isList ? [unique.get(name), value].flat() : value);
  }
  return [...unique];
}

export type RequestBody =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'form'; readonly fields: readonly Field[] }
  | { readonly kind: 'multipart'; readonly parts: readonly Part[] }
  | { readonly kind: 'file'; readonly file: BinaryEntry }
  | { readonly kind: 'text'; readonly text: string; readonly contentType: string | undefined };

export interface RequestPlan {
  readonly method: string;
  readonly url: string;
  readonly query: readonly Field[];
  /** How lists are written in the query. */
  readonly arrayFormat: ListFormat;
  readonly headers: RequestHeaders;
  /** Default Accept header, if it is not that of all formats. */
  readonly accept?: string;
  readonly body?: RequestBody;
  /** Time limit in milliseconds. */
  readonly timeout: number;
  readonly maxRedirects: number;
  readonly sendsCredentialsElsewhere?: boolean;
  readonly proxy?: string;
  readonly allowUnauthorizedCerts: boolean;
}

export type ResponseFormat = 'autodetect' | 'file' | 'json' | 'text';

/** Handling of the response. */
export interface ResponsePlan {
  readonly format: ResponseFormat;
  /** Whether items contain body, headers and status instead of only the body. */
  readonly isFull: boolean;
  /** Whether every status is accepted. */
  readonly neverError: boolean;
  /** Output field for text, or file name for files. */
  readonly property: string;
  /** Whether a list in the body becomes one item per entry. */
  readonly splitsLists: boolean;
}

/** A response whose body has been read. */
export interface ReadResponse {
  readonly status: number;
  readonly statusMessage: string;
  readonly headers: HttpResponse['headers'];
  readonly format: Exclude<ResponseFormat, 'autodetect'>;
  /** Parsed JSON, text, or undefined for files. */
  readonly body: unknown;
  readonly file?: BinaryEntry;
  /** The body as text, if the status is unsuccessful. */
  readonly rejection?: string;
}

/** Lower-case name → the name in its sent spelling, and the value; a list is sent as one header per entry. */
export type RequestHeaders = ReadonlyMap<string, readonly [name: string, value: string | readonly string[]]>;

/** Returns headers from fields. Fields without name or value are ignored; a list becomes several headers. Throws PARAMETER_INVALID. */
export function requestHeaders(fields: readonly Field[], isLowerCase: boolean, repeated: Repeated): RequestHeaders {
  const headers = new Map<string, readonly [string, string | readonly string[]]>();
  for (const [fieldName, value] of fields) {
    const name = fieldName.trim();
    const values = [value].flat().filter((entry) => entry !== undefined && entry !== null);
    if (name === '' || values.length === 0) continue;
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) throw invalid(`"${fieldName}" cannot be the name of a header.`);
    const key = name.toLowerCase();
    const before = repeated === 'list' ? [headers.get(key)?.[1] ?? []].flat() : [];
    const texts = [...before, ...values.map((entry) => headerText(name, entry))];
    headers.set(key, [isLowerCase ? key : name, texts.length === 1 ? (texts[0] as string) : texts]);
  }
  return headers;
}

function headerText(name: string, value: unknown): string {
  const text = (typeof value === 'object' ? stringifyExactly(value) : String(value)).trim();
  if (/^[\t\u0020-\u007E\u0080-\u00FF]*$/.test(text)) return text;
  throw invalid(`The value of the header "${name}" contains a character that is not allowed in headers, such as a line break.`);
}

const invalid = (message: string): NodeError => new NodeError(message, { code: 'PARAMETER_INVALID', parameter: 'headerParameters' });
