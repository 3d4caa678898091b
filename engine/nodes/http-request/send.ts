// Converts a request plan to the request that is sent.
import type { BinaryEntry } from '../../contract/run-data.ts';
import { NodeError, displayUrl, type ExecuteContext, type HttpRequest } from '../../sdk/index.ts';
import { queryText, type ListFormat } from '../../workflow/values/query-text.ts';
import type { Field, Part, RequestBody, RequestPlan } from './request-plan.ts';
import { stringifyExactly } from '../../contract/exact-numbers.ts';

/** Default User-Agent. Not changed, because services may depend on it. */
const USER_AGENT = 'n8n';
const ACCEPT = 'application/json,text/html,application/xhtml+xml,application/xml,text/*;q=0.9, image/*;q=0.8, */*;q=0.7';

/** Returns the request to send. */
export async function httpRequest(ctx: ExecuteContext, plan: RequestPlan): Promise<HttpRequest> {
  const body = plan.body === undefined ? undefined : await encodeBody(ctx, plan.body);
  const headers = new Map(plan.headers);
  const unlessSet = (name: string, value: string | undefined): void => {
    if (value !== undefined && !headers.has(name)) headers.set(name, [name, value]);
  };
  unlessSet('user-agent', USER_AGENT);
  unlessSet('accept', plan.accept ?? ACCEPT);
  if (body?.isTypeFixed === true) headers.delete('content-type');
  unlessSet('content-type', body?.type);
  return {
    method: plan.method,
    url: withQuery(plan.url, plan.query, plan.arrayFormat),
    headers: Object.fromEntries(headers.values()),
    body: body?.content,
    bodyLength: body?.length,
    timeout: plan.timeout,
    maxRedirects: plan.maxRedirects,
    sendsCredentialsElsewhere: plan.sendsCredentialsElsewhere,
    proxy: plan.proxy,
    allowUnauthorizedCerts: plan.allowUnauthorizedCerts,
    signal: ctx.signal,
  };
}

/** Returns the URL with its query. Throws NodeError PARAMETER_INVALID if it is not an HTTP or HTTPS URL. */
export function withQuery(text: unknown, query: readonly Field[], format: ListFormat): string {
  const url = parseUrl(text);
  const added = queryText(query, format);
  if (added === '') return url.href;
  url.search = url.search === '' ? added : `${url.search.slice(1)}&${added}`;
  return url.href;
}

function parseUrl(text: unknown): URL {
  const invalid = (reason: string): NodeError =>
    new NodeError(`Invalid URL: ${displayUrl(String(text))}. URL must start with "http" or "https".`, {
      code: 'PARAMETER_INVALID',
      parameter: 'url',
      description: reason,
    });
  if (typeof text !== 'string')
    throw invalid(`The URL is ${text === undefined ? 'missing' : `of the type ${typeof text}`}; give it as text.`);
  let url: URL;
  try {
    url = new URL(text.trim());
  } catch {
    throw invalid('Enter a complete URL, such as https://example.com/path.');
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw invalid(`The protocol "${url.protocol}" is not supported.`);
  return url;
}

/** An encoded request body. */
interface EncodedBody {
  readonly content: NonNullable<HttpRequest['body']>;
  /** Size in bytes if the content is chunked. */
  readonly length?: number;
  /** Default content type; the headers may set another one. */
  readonly type?: string;
  /** Whether the headers cannot set another content type, because the body is serialized for this one. */
  readonly isTypeFixed?: boolean;
}

async function encodeBody(ctx: ExecuteContext, body: RequestBody): Promise<EncodedBody> {
  switch (body.kind) {
    case 'json':
      return { content: typeof body.value === 'string' ? body.value : (stringifyExactly(body.value) ?? ''), type: 'application/json' };
    case 'form':
      return { content: queryText(body.fields, 'indices'), type: 'application/x-www-form-urlencoded' };
    case 'multipart':
      return encodeMultipart(ctx, body.parts);
    case 'file':
      return { content: partsOfFile(ctx, body.file), length: await ctx.binary.size(body.file), type: body.file.mimeType };
    case 'text':
      return { content: body.text, type: body.contentType };
  }
}

/** A file's content, read again on each iteration. */
function partsOfFile(ctx: ExecuteContext, file: BinaryEntry): AsyncIterable<Uint8Array> {
  return { [Symbol.asyncIterator]: () => ctx.binary.stream(file)[Symbol.asyncIterator]() };
}

/** Serializes a form (RFC 7578). The length is computed in advance, because many servers reject chunked forms. */
async function encodeMultipart(ctx: ExecuteContext, parts: readonly Part[]): Promise<EncodedBody> {
  const boundary = `----millrace-${ctx.uuid()}`;
  const heads = parts.map((part) => Buffer.from(`--${boundary}\r\n${partHead(part)}\r\n\r\n`));
  const sizes = await Promise.all(parts.map(async (part) => ('file' in part ? ctx.binary.size(part.file) : Buffer.byteLength(part.value))));
  const end = Buffer.from(`--${boundary}--\r\n`);
  const length = heads.reduce((sum, head, index) => sum + head.byteLength + (sizes[index] ?? 0) + 2, 0) + end.byteLength;
  const content = {
    async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
      for (const [index, part] of parts.entries()) {
        yield heads[index] as Uint8Array;
        if ('file' in part) yield* ctx.binary.stream(part.file);
        else yield Buffer.from(part.value);
        yield Buffer.from('\r\n');
      }
      yield end;
    },
  };
  return { content, length, type: `multipart/form-data; boundary=${boundary}`, isTypeFixed: true };
}

const quoted = (text: string): string => text.replaceAll(/["\r\n]/g, (char) => encodeURIComponent(char));

function partHead(part: Part): string {
  const name = `Content-Disposition: form-data; name="${quoted(part.name)}"`;
  if (!('file' in part)) return name;
  const file: BinaryEntry = part.file;
  return `${name}; filename="${quoted(file.fileName ?? part.name)}"\r\nContent-Type: ${file.mimeType}`;
}
