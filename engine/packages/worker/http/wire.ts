// Converts the request options of package code (`httpRequest`, and the older `request`) to a request that the engine sends.
import { PassThrough, Readable, type Stream } from 'node:stream';
import { awsOrigin } from '../../../credentials/_shared/aws-host.ts';
import { listFormatOf, ownForm, queryPairs, queryText, type ListFormat } from '../../../workflow/values/query-text.ts';
import type { WireRequest } from '../../process/protocol.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Fields of a query or a form, or the whole as text. */
type Query = Fields | URLSearchParams | string;

/** Options of `httpRequest` and of `request`. Both forms occur in the same package, so either is accepted everywhere. */
export interface RequestOptions {
  readonly url?: unknown;
  readonly uri?: unknown;
  readonly baseURL?: string;
  readonly baseUrl?: string;
  readonly method?: string;
  readonly headers?: Fields;
  readonly qs?: Query;
  readonly body?: unknown;
  readonly form?: Query;
  readonly formData?: Fields;
  readonly json?: unknown;
  readonly auth?: {
    readonly username?: string;
    readonly user?: string;
    readonly password?: string;
    readonly pass?: string;
    readonly bearer?: string;
    /** With false, the request is signed only if the service asks for it, as it asks: by Digest or Basic. */
    readonly sendImmediately?: boolean;
  };
  /** Region of a service of AWS. */
  readonly region?: unknown;
  readonly timeout?: number;
  readonly encoding?: string | null;
  readonly arrayFormat?: string;
  readonly qsStringifyOptions?: { readonly arrayFormat?: string };
  readonly useQuerystring?: boolean;
  readonly returnFullResponse?: boolean;
  readonly resolveWithFullResponse?: boolean;
  readonly ignoreHttpStatusErrors?: boolean | { readonly ignore?: boolean; readonly except?: readonly number[] };
  readonly simple?: boolean;
  readonly useStream?: boolean;
  /** Ends the request, or the stream of its response. */
  readonly abortSignal?: AbortSignal;
  readonly disableFollowRedirect?: boolean;
  readonly followRedirect?: boolean;
  readonly followAllRedirects?: boolean;
  readonly maxRedirects?: number;
  readonly skipSslCertificateValidation?: boolean;
  readonly rejectUnauthorized?: boolean;
  readonly proxy?:
    | string
    | {
        readonly host?: string;
        readonly port?: number;
        readonly protocol?: string;
        readonly auth?: { readonly username?: string; readonly password?: string };
      };
}

/** Default User-Agent. Services may depend on it. */
const USER_AGENT = 'n8n';
/** Default time limit in milliseconds. */
const TIMEOUT = 300_000;

/** Methods whose bodies are forms unless a header says otherwise. */
const withBody = /^(?:POST|PUT|PATCH)$/i;

/** `axios`: the form of `httpRequest`; `request`: the older form, whose query, errors and full responses differ. */
export type Form = 'axios' | 'request';

const accepted: Readonly<Record<Form, string>> = { axios: 'application/json, text/plain, */*', request: '*/*' };

/** Reads the body, if it is a stream, and returns the request. Throws TypeError for an invalid URL. */
export async function wireRequest(options: RequestOptions, form: Form = 'axios'): Promise<WireRequest> {
  const headers = headersOf(options);
  const body = await bodyOf(options, headers, form);
  headers['accept'] ??= options.json === true ? 'application/json' : accepted[form];
  if (typeof body === 'string' && withBody.test(options.method ?? '')) headers['content-type'] ??= FORM;
  headers['user-agent'] ??= USER_AGENT;
  const redirects = options.disableFollowRedirect === true || options.followRedirect === false ? 0 : options.maxRedirects;
  const proxy = proxyOf(options.proxy);
  return {
    url: urlOf(options),
    method: (options.method ?? 'GET').toUpperCase(),
    headers,
    timeout: options.timeout ?? TIMEOUT,
    allowUnauthorizedCerts: options.skipSslCertificateValidation === true || options.rejectUnauthorized === false,
    isStreamed: options.encoding === 'stream' || options.useStream === true,
    ...(body === undefined ? {} : { body }),
    ...(redirects === undefined ? {} : { maxRedirects: redirects }),
    ...(proxy === undefined ? {} : { proxy }),
  };
}

function urlOf(options: RequestOptions): string {
  const { url, uri, baseURL, baseUrl, qs, arrayFormat, qsStringifyOptions, useQuerystring } = serviceOfAws(options) ?? options;
  const address = url ?? uri ?? '';
  const path = address instanceof URL ? address.href : String(address as string);
  const base = baseURL ?? baseUrl;
  const isAbsolute = /^[a-z][a-z\d+.-]*:\/\//i.test(path);
  const joined = base === undefined || isAbsolute ? path : path === '' ? base : `${base.replace(/\/+$/, '')}/${path.replace(/^\/+/, '')}`;
  if (!URL.canParse(joined)) throw new TypeError(`Invalid URL: ${joined}`);
  const complete = new URL(joined);
  const format = listFormatOf(useQuerystring === true ? 'repeat' : (arrayFormat ?? qsStringifyOptions?.arrayFormat));
  const query = serializeQuery(qs ?? {}, format);
  if (query !== '') complete.search = [complete.search.slice(1), query].filter((part) => part !== '').join('&');
  return complete.href;
}

/**
 * Requests to AWS may have no URL, but a service, and in it a path and a query; the region is in one of two places, or that of the credential.
 * Returns them as options with a URL; undefined for other requests.
 */
function serviceOfAws(options: RequestOptions): RequestOptions | undefined {
  const { url = '', uri = '', baseURL, baseUrl, qs } = options;
  const { service, path, query, _region } = (qs ?? {}) as Fields;
  if (url !== '' || uri !== '' || (baseURL ?? baseUrl) !== undefined || typeof service !== 'string') return undefined;
  const region = [options.region, _region].find((name) => typeof name === 'string' && name !== '') as string | undefined;
  if (![service, region ?? 'none'].every((name) => /^[a-z\d.-]+$/i.test(name))) return undefined;
  const rest = typeof path === 'string' && path !== '' ? path : '/';
  const fields = typeof query === 'object' && query !== null ? (query as Fields) : {};
  return { ...options, url: `${awsOrigin(service, region)}${rest.startsWith('/') ? '' : '/'}${rest}`, uri: undefined, qs: fields };
}

const encoded = (text: string): string => encodeURIComponent(text);

/** Returns fields as the text of a query or a form. */
function serializeQuery(values: Query, format: ListFormat): string {
  if (typeof values === 'string' || values instanceof URLSearchParams) return String(values).replace(/^\?/, '');
  return queryText(Object.entries(values), format);
}

function headersOf({ headers, auth }: RequestOptions): Record<string, string | readonly string[]> {
  const result: Record<string, string | readonly string[]> = {};
  for (const [name, value] of Object.entries(headers ?? {})) {
    if (value === undefined || value === null) continue;
    result[name.toLowerCase()] = Array.isArray(value) ? value.map(String) : String(value as string);
  }
  if (auth?.bearer !== undefined) result['authorization'] = `Bearer ${auth.bearer}`;
  else if (auth !== undefined && auth.sendImmediately !== false) result['authorization'] = basicAuthorization(accountOf(auth));
  return result;
}

interface Account {
  readonly user: string;
  readonly password: string;
}

/** Returns user and password, which the two forms of requests name differently. */
export const accountOf = ({ username, user, password, pass }: NonNullable<RequestOptions['auth']>): Account => ({
  user: String(username ?? user ?? ''),
  password: String(password ?? pass ?? ''),
});

export const basicAuthorization = ({ user, password }: Account): string => `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

type Headers = Record<string, string | readonly string[]>;

const MULTIPART = 'multipart/form-data';
const FORM = 'application/x-www-form-urlencoded';

export async function bodyOf(options: RequestOptions, headers: Headers, kind: Form = 'axios'): Promise<string | Uint8Array | undefined> {
  const { form, formData, json } = options;
  if (formData !== undefined) return multipart(await formOf(formData), headers);
  if (form !== undefined) {
    headers['content-type'] ??= FORM;
    return typeof form === 'string' ? form : serializeQuery(form, 'indices');
  }
  // The older form accepts the body itself as `json`.
  const body = typeof json === 'object' && json !== null && options.body === undefined ? json : options.body;
  if (body === undefined || body === null) return undefined;
  if (body instanceof URLSearchParams) {
    headers['content-type'] ??= FORM;
    return body.toString();
  }
  if (body instanceof FormData) return multipart(body, headers);
  if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer, body.byteOffset, body.byteLength);
  if (body instanceof ArrayBuffer) return new Uint8Array(body);
  if (isFormStream(body)) {
    for (const [name, value] of Object.entries(body.getHeaders())) headers[name.toLowerCase()] = value;
    return readAll(Symbol.asyncIterator in body ? body : piped(body));
  }
  if (body instanceof Readable || isIterable(body)) return readAll(body as Chunks);
  if (typeof body === 'object' && String(headers['content-type'] ?? '').startsWith(MULTIPART))
    return multipart(await formOf(body as Fields), headers);
  return textBody(body, headers, json, kind);
}

function textBody(body: unknown, headers: Headers, json: unknown, form: Form): string | undefined {
  const type = String(headers['content-type'] ?? '');
  if (typeof body === 'object') {
    // An empty object stands for no body unless JSON is asked for.
    if (Object.keys(body as object).length === 0 && json !== true) return undefined;
    if (type.startsWith(FORM)) return formText(body as Fields, form);
    headers['content-type'] ??= 'application/json';
    return JSON.stringify(body);
  }
  // A form is sent as a form, even if JSON is requested.
  if (json === true && !type.startsWith(FORM)) {
    headers['content-type'] ??= 'application/json';
    // Nodes pass JSON that they have written themselves, too.
    return typeof body === 'string' && isJson(body) ? body : JSON.stringify(body);
  }
  return String(body as string);
}

/** Axios writes forms as browsers do (a space is `+`), and lists with brackets. */
const formText = (fields: Fields, form: Form): string =>
  form === 'request'
    ? queryText(Object.entries(fields), 'indices')
    : new URLSearchParams(queryPairs(Object.entries(fields), 'form')).toString();

function isJson(value: string): boolean {
  try {
    JSON.parse(value);
    return true;
  } catch {
    return false;
  }
}

/** A form of the package `form-data`: a stream with headers, in its older versions of a kind that cannot be iterated. */
type FormStream = Stream & { getHeaders(): Readonly<Record<string, string>> };

const isFormStream = (body: unknown): body is FormStream | (FormStream & Chunks) =>
  typeof (body as { getHeaders?: unknown }).getHeaders === 'function';

function piped(stream: Stream): Chunks {
  const target = new PassThrough();
  stream.on('error', (error: Error) => target.destroy(error));
  return stream.pipe(target);
}

const isIterable = (body: unknown): boolean => typeof body === 'object' && body !== null && Symbol.asyncIterator in body;

type Chunks = AsyncIterable<Uint8Array | string>;

async function readAll(source: Chunks): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of source) chunks.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
  return Buffer.concat(chunks);
}

/** A part of the older form: a value, or `{ value, options: { filename, contentType } }`. Values may be streams, as files of items are. */
async function formOf(fields: Fields): Promise<FormData> {
  const form = new FormData();
  for (const [name, parts] of Object.entries(fields)) {
    for (const part of [parts].flat() as readonly unknown[]) {
      const { value: content, options = {} } = isPart(part) ? part : { value: part };
      const value = Buffer.isBuffer(content) ? content : ownForm(content);
      if (value === undefined || value === null) continue;
      const { filename = name, contentType = '' } = options;
      const file = await fileOf(value, options);
      if (file !== undefined) form.append(name, new Blob([file], { type: contentType }), filename);
      else form.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value as string));
    }
  }
  return form;
}

/** Returns the content of a part that is a file; undefined for a field. */
async function fileOf(value: unknown, { filename, contentType }: PartOptions): Promise<Uint8Array<ArrayBuffer> | string | undefined> {
  if (value instanceof Uint8Array) return new Uint8Array(value);
  if (value instanceof Blob) return new Uint8Array(await value.arrayBuffer());
  if (isIterable(value)) return new Uint8Array(await readAll(value as Chunks));
  return contentType === undefined && filename === undefined ? undefined : String(value as string);
}

interface PartOptions {
  readonly filename?: string;
  readonly contentType?: string;
}

const isPart = (part: unknown): part is { value: unknown; options?: PartOptions } =>
  typeof part === 'object' && part !== null && !(part instanceof Uint8Array) && 'value' in part;

/** The response of a form is only used to encode it: its boundary and bytes. */
async function multipart(form: FormData, headers: Headers): Promise<Uint8Array> {
  const response = new Response(form);
  headers['content-type'] = response.headers.get('content-type') ?? MULTIPART;
  return new Uint8Array(await response.arrayBuffer());
}

function proxyOf(proxy: RequestOptions['proxy']): string | undefined {
  if (typeof proxy === 'string') return proxy === '' ? undefined : proxy;
  if (proxy?.host === undefined) return undefined;
  const { host, port = 80, protocol = 'http', auth } = proxy;
  const user = auth ? `${encoded(auth.username ?? '')}:${encoded(auth.password ?? '')}@` : '';
  return `${protocol.replace(/:.*$/, '')}://${user}${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}:${port}`;
}
