// `this.helpers.httpRequest(options)` in user code: converts the documented options to a request.
import { AppError } from '../contract/errors.ts';
import type { HttpPort } from '../sdk/index.ts';

interface HelperOptions {
  readonly url?: unknown;
  readonly uri?: unknown;
  readonly baseURL?: unknown;
  readonly method?: unknown;
  readonly headers?: unknown;
  readonly qs?: unknown;
  readonly body?: unknown;
  readonly form?: unknown;
  readonly json?: unknown;
  readonly auth?: { readonly username?: string; readonly password?: string; readonly user?: string; readonly pass?: string };
  readonly timeout?: unknown;
  readonly encoding?: unknown;
  readonly returnFullResponse?: unknown;
  readonly resolveWithFullResponse?: unknown;
  readonly ignoreHttpStatusErrors?: unknown;
  readonly simple?: unknown;
  readonly disableFollowRedirect?: unknown;
  readonly skipSslCertificateValidation?: unknown;
}

/** Sends a request; returns the body (parsed if it is JSON), or the full response if that is requested. Throws for status 400 and above. */
export async function sendHttp(http: HttpPort, raw: unknown, signal: AbortSignal): Promise<unknown> {
  const options = (typeof raw === 'string' ? { url: raw } : (raw ?? {})) as HelperOptions;
  const url = urlOf(options);
  const headers = headersOf(options);
  const body = bodyOf(options, headers);
  const response = await http.request({
    url,
    method: typeof options.method === 'string' ? options.method.toUpperCase() : 'GET',
    headers,
    body,
    timeout: typeof options.timeout === 'number' ? options.timeout : undefined,
    maxRedirects: options.disableFollowRedirect === true ? 0 : undefined,
    allowUnauthorizedCerts: options.skipSslCertificateValidation === true,
    signal,
  });
  const bytes = await response.bytes();
  const content = readBody(bytes, String(response.headers['content-type'] ?? ''), options);
  const isTolerant = options.ignoreHttpStatusErrors === true || options.simple === false;
  if (response.status >= 400 && !isTolerant) {
    throw new AppError('NODE_REQUEST_FAILED', `Request failed with status code ${response.status}`, {
      params: { status: response.status },
    });
  }
  const full = options.returnFullResponse === true || options.resolveWithFullResponse === true;
  return full ? { body: content, headers: response.headers, statusCode: response.status, statusMessage: response.statusText } : content;
}

function urlOf(options: HelperOptions): string {
  const given = options.url ?? options.uri;
  if (typeof given !== 'string' || given === '') throw new AppError('BAD_REQUEST', 'httpRequest needs a url.');
  let url: URL;
  try {
    url = new URL(given, typeof options.baseURL === 'string' ? options.baseURL : undefined);
  } catch {
    throw new AppError('BAD_REQUEST', `httpRequest was given the invalid URL "${given}".`);
  }
  for (const [key, value] of Object.entries((options.qs ?? {}) as Record<string, unknown>)) {
    for (const entry of Array.isArray(value) ? (value as unknown[]) : [value])
      if (entry !== undefined) url.searchParams.append(key, String(entry));
  }
  return url.href;
}

function headersOf(options: HelperOptions): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries((options.headers ?? {}) as Record<string, unknown>)) {
    if (value !== undefined && value !== null) headers[name.toLowerCase()] = String(value);
  }
  const { auth } = options;
  if (auth !== undefined) {
    const pair = `${auth.username ?? auth.user ?? ''}:${auth.password ?? auth.pass ?? ''}`;
    headers['authorization'] = `Basic ${Buffer.from(pair).toString('base64')}`;
  }
  return headers;
}

function bodyOf(options: HelperOptions, headers: Record<string, string>): string | Uint8Array | undefined {
  const { body, form } = options;
  if (form !== undefined) {
    headers['content-type'] ??= 'application/x-www-form-urlencoded';
    return new URLSearchParams(Object.entries(form as Record<string, string>)).toString();
  }
  if (body === undefined || body === null) return undefined;
  if (typeof body === 'string' || body instanceof Uint8Array) return body;
  if (headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true) {
    return new URLSearchParams(Object.entries(body as Record<string, string>)).toString();
  }
  headers['content-type'] ??= 'application/json';
  return JSON.stringify(body);
}

function readBody(bytes: Uint8Array, contentType: string, options: HelperOptions): unknown {
  if (options.encoding === 'arraybuffer' || options.encoding === 'stream' || options.encoding === null) return bytes;
  const text = Buffer.from(bytes).toString('utf8');
  if (options.json !== true && !/\bjson\b/.test(contentType)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
