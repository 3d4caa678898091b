// `this.helpers.httpRequest(options)` in user code, and the older `request`: converts the documented options to a request.
import { AppError } from '../contract/errors.ts';
import {
  isLongJsonText,
  networkFailure,
  parseInSlicesIfJson,
  statusFailure,
  type HttpPort,
  type HttpResponse,
  type RequestFailure,
} from '../sdk/index.ts';
import { listFormatOf, queryPairs, queryText } from '../workflow/values/query-text.ts';

/** The two forms of requests differ in their defaults, in when they parse JSON, and in their errors. */
export type HelperForm = 'httpRequest' | 'request';

interface HelperOptions {
  readonly url?: unknown;
  readonly uri?: unknown;
  readonly baseURL?: unknown;
  readonly method?: unknown;
  readonly headers?: unknown;
  readonly qs?: unknown;
  readonly arrayFormat?: unknown;
  readonly qsStringifyOptions?: { readonly arrayFormat?: unknown };
  readonly useQuerystring?: unknown;
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
  readonly followRedirect?: unknown;
  readonly maxRedirects?: unknown;
  readonly skipSslCertificateValidation?: unknown;
  readonly rejectUnauthorized?: unknown;
}

type Fields = Readonly<Record<string, unknown>>;

const FORM = 'application/x-www-form-urlencoded';
const accepted: Readonly<Record<HelperForm, string>> = { httpRequest: 'application/json, text/plain, */*', request: '*/*' };

/** A failed request, with the fields that code reads. */
export class HelperError extends AppError {
  readonly fields: Fields;
  /** The product's own explanation, if it is more than the message. */
  readonly description?: string;

  constructor({ message, name, ...fields }: RequestFailure, more: Fields = {}, cause?: Error) {
    super('NODE_REQUEST_FAILED', message, { cause });
    this.name = name;
    this.fields = { ...fields, ...more };
    if (cause !== undefined) this.description = cause.message;
  }
}

/**
 * Sends a request; returns the body (parsed if it is JSON), or the full response if that is requested. Throws HelperError if the request fails, or
 * its status is not a success.
 */
export async function sendHttp(http: HttpPort, form: HelperForm, raw: unknown, signal: AbortSignal): Promise<unknown> {
  const options = (typeof raw === 'string' ? { url: raw } : (raw ?? {})) as HelperOptions;
  const method = typeof options.method === 'string' ? options.method.toUpperCase() : 'GET';
  const headers = headersOf(options);
  const body = bodyOf(options, form, method, headers);
  headers.unlessSet('accept', options.json === true ? 'application/json' : accepted[form]);
  headers.unlessSet('user-agent', 'n8n');
  const isFollowing = options.disableFollowRedirect !== true && options.followRedirect !== false;
  const [response, bytes] = await http
    .request({
      url: urlOf(options),
      method,
      headers: headers.all,
      body,
      timeout: typeof options.timeout === 'number' ? options.timeout : undefined,
      maxRedirects: !isFollowing ? 0 : typeof options.maxRedirects === 'number' ? options.maxRedirects : undefined,
      allowUnauthorizedCerts: options.skipSslCertificateValidation === true || options.rejectUnauthorized === false,
      signal,
    })
    .then(async (httpResponse) => [httpResponse, await httpResponse.bytes()] as const)
    .catch((error: unknown) => {
      const failure = networkFailure(error);
      throw failure === undefined ? error : new HelperError(failure, {}, error as Error);
    });
  const content = await readBody(signal, bytes, String(response.headers['content-type'] ?? ''), options, form);
  if (!isAccepted(response.status, options)) throw rejected(response, content, form);
  const isFull = options.returnFullResponse === true || options.resolveWithFullResponse === true;
  return isFull ? { body: content, headers: response.headers, statusCode: response.status, statusMessage: response.statusText } : content;
}

function isAccepted(status: number, { ignoreHttpStatusErrors: ignored, simple }: HelperOptions): boolean {
  if ((status >= 200 && status < 300) || simple === false || ignored === true) return true;
  if (typeof ignored !== 'object' || ignored === null) return false;
  const { ignore, except } = ignored as { ignore?: unknown; except?: unknown };
  return ignore !== false && !(Array.isArray(except) && except.includes(status));
}

function rejected({ status, statusText, headers }: HttpResponse, data: unknown, form: HelperForm): HelperError {
  const message = form === 'request' ? `${status} - ${JSON.stringify(data) ?? ''}` : undefined;
  return new HelperError(statusFailure(status, message), { response: { status, statusText, headers, data } });
}

function urlOf(options: HelperOptions): string {
  const address = options.url ?? options.uri;
  const base = typeof options.baseURL === 'string' ? options.baseURL : '';
  if ((typeof address !== 'string' || address === '') && base === '') throw new AppError('BAD_REQUEST', 'httpRequest needs a url.');
  const path = typeof address === 'string' ? address : '';
  const isComplete = base === '' || /^[a-z][a-z\d+.-]*:\/\//i.test(path);
  const url = URL.parse(isComplete ? path : path === '' ? base : `${base.replace(/\/+$/, '')}/${path.replace(/^\/+/, '')}`);
  if (url === null) throw new AppError('BAD_REQUEST', `httpRequest was given the invalid URL "${path}".`);
  const added = queryOf(options);
  if (added !== '') url.search = url.search === '' ? added : `${url.search.slice(1)}&${added}`;
  return url.href;
}

function queryOf({ qs, arrayFormat, qsStringifyOptions, useQuerystring }: HelperOptions): string {
  if (typeof qs === 'string') return qs.replace(/^\?/, '');
  if (typeof qs !== 'object' || qs === null) return '';
  return queryText(Object.entries(qs), listFormatOf(useQuerystring === true ? 'repeat' : (arrayFormat ?? qsStringifyOptions?.arrayFormat)));
}

class HelperHeaders {
  readonly all: Record<string, string | string[]> = Object.create(null) as Record<string, string | string[]>;

  /** Returns the value of a header as text; empty if it is not set. */
  valueOf(name: string): string {
    return String(this.all[Object.keys(this.all).find((key) => key.toLowerCase() === name) ?? ''] ?? '');
  }

  unlessSet(name: string, value: string): void {
    if (!Object.keys(this.all).some((key) => key.toLowerCase() === name)) this.all[name] = value;
  }
}

/** Returns the headers in the spelling of the options. */
function headersOf({ headers: ownHeaders, auth }: HelperOptions): HelperHeaders {
  const headers = new HelperHeaders();
  for (const [name, value] of Object.entries((ownHeaders ?? {}) as Fields)) {
    if (value !== undefined && value !== null) headers.all[name] = Array.isArray(value) ? value.map(String) : String(value as string);
  }
  if (auth !== undefined && auth !== null) {
    const pair = `${auth.username ?? auth.user ?? ''}:${auth.password ?? auth.pass ?? ''}`;
    for (const name of Object.keys(headers.all)) if (name.toLowerCase() === 'authorization') delete headers.all[name];
    headers.all['authorization'] = `Basic ${Buffer.from(pair).toString('base64')}`;
  }
  return headers;
}

/** Methods whose bodies are forms unless a header says otherwise. */
const withBody: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);

function bodyOf(options: HelperOptions, form: HelperForm, method: string, headers: HelperHeaders): string | Uint8Array | undefined {
  const { body, form: fields, json } = options;
  if (fields !== undefined && fields !== null) {
    headers.unlessSet('content-type', FORM);
    return typeof fields === 'string' ? fields : queryText(Object.entries(fields), 'indices');
  }
  if (body === undefined || body === null) return undefined;
  if (body instanceof Uint8Array) return body;
  const type = headers.valueOf('content-type');
  if (typeof body === 'string') {
    if (withBody.has(method)) headers.unlessSet('content-type', json === true ? 'application/json' : FORM);
    return body;
  }
  if (typeof body === 'object' && type.startsWith(FORM)) {
    if (form === 'request') return queryText(Object.entries(body), 'indices');
    return new URLSearchParams(queryPairs(Object.entries(body), 'form')).toString();
  }
  headers.unlessSet('content-type', 'application/json');
  return JSON.stringify(body);
}

/** Encodings that return text without parsing it. */
const textEncodings: ReadonlySet<unknown> = new Set(['text', 'document', 'blob']);

/** Returns the body in the form that the encoding names. `httpRequest` parses JSON of any content type, `request` if it is declared or asked for. */
async function readBody(
  signal: AbortSignal,
  bytes: Uint8Array,
  contentType: string,
  { encoding, json }: HelperOptions,
  form: HelperForm,
): Promise<unknown> {
  if (encoding === 'arraybuffer' || encoding === 'stream' || encoding === null) return bytes;
  const mayParse = form === 'httpRequest' ? !textEncodings.has(encoding) : json === true || /\bjson\b/.test(contentType);
  const long = mayParse && isLongJsonText(bytes) ? await parseInSlicesIfJson(bytes, signal) : undefined;
  if (long !== undefined) return long;
  const decoded = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  if (!mayParse || decoded === '') return decoded;
  try {
    return JSON.parse(decoded);
  } catch {
    return decoded;
  }
}
