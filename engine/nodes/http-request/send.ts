// Turns a request plan into the bytes that are sent.
import type { BinaryEntry } from '../../contract/run-data.ts';
import { NodeError, type ExecuteContext, type HttpRequest, type HttpResponse } from '../../sdk/index.ts';
import type { ArrayFormat, Field, Part, RequestBody, RequestPlan } from './request-plan.ts';

/** The name under which requests of workflows have always introduced themselves; servers know it. */
const USER_AGENT = 'n8n';

/** Sends the request; any status is an answer. */
export async function send(ctx: ExecuteContext, plan: RequestPlan): Promise<HttpResponse> {
  const headers: Record<string, string> = {
    'user-agent': USER_AGENT,
    accept: 'application/json,text/html,application/xhtml+xml,application/xml,text/*;q=0.9, image/*;q=0.8, */*;q=0.7',
    ...plan.headers,
  };
  const body = plan.body === undefined ? undefined : await encodeBody(ctx, plan.body, headers);
  return ctx.http.request({
    method: plan.method,
    url: withQuery(plan.url, plan.query, plan.arrayFormat),
    headers,
    body,
    timeout: plan.timeout,
    maxRedirects: plan.maxRedirects,
    proxy: plan.proxy,
    allowUnauthorizedCerts: plan.allowUnauthorizedCerts,
    signal: ctx.signal,
  });
}

/** The URL with its query. Throws NodeError PARAMETER_INVALID for what is no http URL. */
export function withQuery(text: unknown, query: readonly Field[], format: ArrayFormat): string {
  const url = parseUrl(text);
  const pairs = query.flatMap(([name, value]) => queryPairs(name, value, format));
  if (pairs.length === 0) return url.href;
  const added = pairs.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&');
  url.search = url.search === '' ? added : `${url.search.slice(1)}&${added}`;
  return url.href;
}

function parseUrl(text: unknown): URL {
  const invalid = (reason: string): NodeError =>
    new NodeError(`Invalid URL: ${String(text)}. URL must start with "http" or "https".`, {
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
    throw invalid('Write the whole address, such as https://example.com/path.');
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw invalid(`The protocol "${url.protocol}" is not supported.`);
  return url;
}

function queryPairs(name: string, value: unknown, format: ArrayFormat): [string, string][] {
  if (value === undefined) return [];
  if (Array.isArray(value)) {
    return value.flatMap((entry: unknown, index) => {
      const key = format === 'brackets' ? `${name}[]` : format === 'indices' ? `${name}[${index}]` : name;
      return queryPairs(key, entry, format);
    });
  }
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([key, entry]) => queryPairs(`${name}[${key}]`, entry, format));
  }
  return [[name, value === null ? '' : textOf(value)]];
}

const textOf = (value: unknown): string => (typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? ''));

async function encodeBody(ctx: ExecuteContext, body: RequestBody, headers: Record<string, string>): Promise<HttpRequest['body']> {
  switch (body.kind) {
    case 'json':
      headers['content-type'] ??= 'application/json';
      return typeof body.value === 'string' ? body.value : JSON.stringify(body.value);
    case 'form':
      headers['content-type'] ??= 'application/x-www-form-urlencoded';
      return body.fields
        .flatMap(([name, value]) => queryPairs(name, value, 'indices'))
        .map(([name, value]) => `${formEncode(name)}=${formEncode(value)}`)
        .join('&');
    case 'multipart':
      return encodeMultipart(ctx, body.parts, headers);
    case 'file':
      headers['content-type'] ??= body.file.mimeType;
      headers['content-length'] ??= String(await ctx.binary.size(body.file));
      return ctx.binary.stream(body.file);
    case 'text':
      if (body.contentType !== undefined) headers['content-type'] ??= body.contentType;
      return body.text;
  }
}

/** application/x-www-form-urlencoded writes a space as `+`. */
const formEncode = (text: string): string => encodeURIComponent(text).replaceAll('%20', '+');

/** RFC 7578; the length is told ahead, since many servers refuse chunked forms. */
async function encodeMultipart(
  ctx: ExecuteContext,
  parts: readonly Part[],
  headers: Record<string, string>,
): Promise<AsyncIterable<Uint8Array>> {
  const boundary = `----millrace-${ctx.uuid()}`;
  const heads = parts.map((part) => Buffer.from(`--${boundary}\r\n${partHead(part)}\r\n\r\n`));
  const sizes = await Promise.all(parts.map(async (part) => ('file' in part ? ctx.binary.size(part.file) : Buffer.byteLength(part.value))));
  const end = Buffer.from(`--${boundary}--\r\n`);
  const total = heads.reduce((sum, head, index) => sum + head.byteLength + (sizes[index] ?? 0) + 2, 0) + end.byteLength;
  headers['content-type'] = `multipart/form-data; boundary=${boundary}`;
  headers['content-length'] = String(total);
  return (async function* () {
    for (const [index, part] of parts.entries()) {
      yield heads[index] as Uint8Array;
      if ('file' in part) yield* ctx.binary.stream(part.file);
      else yield Buffer.from(part.value);
      yield Buffer.from('\r\n');
    }
    yield end;
  })();
}

const quoted = (text: string): string => text.replaceAll(/["\r\n]/g, (char) => encodeURIComponent(char));

function partHead(part: Part): string {
  const name = `Content-Disposition: form-data; name="${quoted(part.name)}"`;
  if (!('file' in part)) return name;
  const file: BinaryEntry = part.file;
  return `${name}; filename="${quoted(file.fileName ?? part.name)}"\r\nContent-Type: ${file.mimeType}`;
}
