// Converts a request plan to the request that is sent.
import { NodeError, displayUrl, type ExecuteContext, type HttpRequest } from '../../sdk/index.ts';
import { queryText, type ListFormat } from '../../workflow/values/query-text.ts';
import { fileBody, multipartBody, type EncodedBody } from '../_shared/multipart.ts';
import type { Field, RequestBody, RequestPlan } from './request-plan.ts';
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

async function encodeBody(ctx: ExecuteContext, body: RequestBody): Promise<EncodedBody> {
  switch (body.kind) {
    case 'json':
      return { content: typeof body.value === 'string' ? body.value : (stringifyExactly(body.value) ?? ''), type: 'application/json' };
    case 'form':
      return { content: queryText(body.fields, 'indices'), type: 'application/x-www-form-urlencoded' };
    case 'multipart':
      return multipartBody(ctx, body.parts);
    case 'file':
      return fileBody(ctx, body.file);
    case 'text':
      return { content: body.text, type: body.contentType };
  }
}
