// One request as a node's parameters describe it, before it becomes text and bytes.
import type { BinaryEntry } from '../../contract/run-data.ts';
import type { HttpResponse } from '../../sdk/index.ts';
import type { RequestHeaders } from './request-headers.ts';

/** How lists in the query string are written: `a=1&a=2`, `a[]=1&a[]=2`, `a[0]=1&a[1]=2`. */
export type ArrayFormat = 'repeat' | 'brackets' | 'indices';

export type Field = readonly [name: string, value: unknown];

/** One part of a multipart form: a value, or a file of the item. */
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
  /** Milliseconds. */
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
  /** Items hold body, headers and status instead of the body alone. */
  readonly isFull: boolean;
  /** Any status is fine. */
  readonly neverError: boolean;
  /** Field (text) or file property (file) the answer goes to. */
  readonly property: string;
  /** A list in the body becomes one item per element. */
  readonly splitsLists: boolean;
}

/** An answer read to its end. */
export interface Answer {
  readonly status: number;
  readonly statusMessage: string;
  readonly headers: HttpResponse['headers'];
  readonly format: Exclude<ResponseFormat, 'autodetect'>;
  /** Parsed JSON, text, or for files undefined. */
  readonly body: unknown;
  readonly file?: BinaryEntry;
}
