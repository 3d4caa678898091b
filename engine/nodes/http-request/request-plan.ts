// A request as a node's parameters describe it, before it is serialized; its headers have each name once (case-insensitive) and are sent as written.
import type { BinaryEntry } from '../../contract/run-data.ts';
import { type HttpResponse, NodeError } from '../../sdk/index.ts';

/** How lists are written in the query string: `a=1&a=2`, `a[]=1&a[]=2` or `a[0]=1&a[1]=2`. */
export type ArrayFormat = 'repeat' | 'brackets' | 'indices';

export type Field = readonly [name: string, value: unknown];

/** A part of a multipart form: a value, or a file of the item. */
export type Part = { readonly name: string; readonly value: string } | { readonly name: string; readonly file: BinaryEntry };

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
  readonly arrayFormat: ArrayFormat;
  readonly headers: RequestHeaders;
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
export interface Answer {
  readonly status: number;
  readonly statusMessage: string;
  readonly headers: HttpResponse['headers'];
  readonly format: Exclude<ResponseFormat, 'autodetect'>;
  /** Parsed JSON, text, or undefined for files. */
  readonly body: unknown;
  readonly file?: BinaryEntry;
}

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
