// Sends requests of package code through the engine, and returns responses in the form that the options ask for.
import { Readable } from 'node:stream';
import { statusFailure } from '../../../sdk/index.ts';
import type { WireRequest, WireResponse } from '../../process/protocol.ts';
import { asNetworkError } from '../../modules/failures.ts';
import type { PackageCall } from '../call.ts';
import { signedAsAsked } from './challenge.ts';
import { wireRequest, type Form, type RequestOptions } from './wire.ts';

/** How a request is signed. */
export type Credential = WireRequest['credential'];

/** Number of the last request of this process. */
let lastRequest = 0;

/**
 * Sends the request. Rejects with the engine's error, with StatusError for an unsuccessful status, unless the options ignore it, or with
 * CanceledError when the signal of the options is aborted.
 */
export async function send(call: PackageCall, options: RequestOptions, form: Form, credential?: Credential): Promise<unknown> {
  const { abortSignal } = options;
  if (abortSignal === undefined || abortSignal === null) return sendWithAuth(call, options, form, credential);
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const number = ++lastRequest;
  const stop = (): void => {
    reject(new CanceledError());
    if (options.body instanceof Readable) options.body.destroy();
    call.request('endRequest', { request: number }).catch(() => undefined);
  };
  if (abortSignal.aborted) throw new CanceledError();
  abortSignal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([aborted, sendWithAuth(call, options, form, credential, number)]);
  } finally {
    abortSignal.removeEventListener('abort', stop);
  }
}

async function sendWithAuth(
  call: PackageCall,
  options: RequestOptions,
  form: Form,
  credential?: Credential,
  number?: number,
): Promise<unknown> {
  const request = await wireRequest(options, form);
  if (options.abortSignal?.aborted === true) throw new CanceledError();
  const signed = { ...request, ...(credential === undefined ? {} : { credential }), ...(number === undefined ? {} : { number }) };
  const failure = (error: unknown): unknown => networkError(error, options, form);
  const sendRequest = (each: WireRequest): Promise<WireResponse> =>
    call.request('http', { request: each }).catch((error: unknown) => {
      throw failure(error);
    }) as Promise<WireResponse>;
  let response = await sendRequest(signed);
  const again = await signedAsAsked(signed, options, response);
  if (again !== undefined) {
    if (!(response.body instanceof Uint8Array)) await call.request('closeStream', { stream: response.body.stream });
    response = await sendRequest(again);
  }
  const body =
    response.body instanceof Uint8Array
      ? readBody(response, options, form)
      : streamedBody(call, response, response.body.stream, options, failure);
  if (!isAccepted(response.status, options)) throw new StatusError(form, options, response, body);
  // Each form has an option of its own, and ignores the other's.
  const isFull = form === 'axios' ? options.returnFullResponse : options.resolveWithFullResponse;
  if (isFull !== true) return body;
  const { status, statusText, headers, url } = response;
  return {
    body,
    headers,
    statusCode: status,
    statusMessage: statusText,
    ...(form === 'request' ? { request: { uri: { href: url }, href: url } } : {}),
  };
}

/** Axios has a code of its own for its time limit. */
const networkError = (error: unknown, { timeout }: RequestOptions, form: Form): unknown =>
  form === 'axios'
    ? asNetworkError(error, 'AxiosError', timeout === undefined ? 'ETIMEDOUT' : 'ECONNABORTED')
    : asNetworkError(error, 'RequestError', 'ETIMEDOUT');

export function isAccepted(status: number, { ignoreHttpStatusErrors: ignored, simple }: RequestOptions): boolean {
  if (status >= 200 && status < 300) return true;
  if (simple === false || ignored === true) return true;
  return typeof ignored === 'object' && ignored.ignore !== false && ignored.except?.includes(status) !== true;
}

/** Encodings that return text without parsing it. Axios has neither documents nor blobs in Node, and returns text for them. */
const textEncodings: ReadonlySet<string> = new Set(['text', 'document', 'blob']);

/**
 * Returns the body decoded by the given encoding. Without an encoding, JSON is parsed: always for Axios, in the older form only if the options
 * request it.
 */
export function readBody({ body }: WireResponse, { encoding, json }: RequestOptions, form: Form): unknown {
  const bytes = Buffer.from(body as Uint8Array);
  if (encoding === null || encoding?.toLowerCase() === 'arraybuffer') return bytes;
  if (encoding === 'json' && bytes.length > 0) return JSON.parse(bytes.toString('utf8')) as unknown;
  const decoded = bytes.toString(encoding !== undefined && Buffer.isEncoding(encoding) ? encoding : 'utf8');
  const mayParse = form === 'axios' ? !textEncodings.has(encoding ?? '') : json === true || (typeof json === 'object' && json !== null);
  if (!mayParse || decoded === '') return decoded;
  try {
    return JSON.parse(decoded) as unknown;
  } catch {
    return decoded;
  }
}

/** Returns the body as a stream with the status, headers and URL, which package code expects as on responses of Node's own client. */
function streamedBody(
  call: PackageCall,
  { status: statusCode, statusText: statusMessage, headers, url: responseUrl }: WireResponse,
  number: number,
  { abortSignal }: RequestOptions,
  failure: (error: unknown) => unknown,
): Readable {
  const stream = streamOf(call, number, failure);
  const stop = (): void => {
    // Code that no longer reads the stream does not listen for its error.
    stream.on('error', () => undefined).destroy(new CanceledError());
  };
  if (abortSignal?.aborted === true) stop();
  else abortSignal?.addEventListener('abort', stop, { once: true });
  stream.once('close', () => abortSignal?.removeEventListener('abort', stop));
  return Object.assign(stream, { statusCode, statusMessage, headers, responseUrl });
}

/** Returns a stream of the engine, such as the body of a response, that is read while it arrives. `failure`: returns the error to fail with. */
export function streamOf(call: PackageCall, stream: number, failure: (error: unknown) => unknown = (error) => error): Readable {
  let isRead = false;
  const close = (): void => void call.request('closeStream', { stream }).catch(() => undefined);
  const readable = new Readable({
    read: () => {
      call.request('readChunk', { stream }).then(
        (chunk) => {
          isRead = chunk === undefined;
          readable.push(isRead ? null : Buffer.from(chunk as Uint8Array));
        },
        (error: unknown) => readable.destroy(failure(error) as Error),
      );
    },
    destroy: (error, done) => {
      if (!isRead) close();
      done(error);
    },
  });
  return readable;
}

/** A request that package code has ended, as Axios reports it. */
class CanceledError extends Error {
  override readonly name = 'CanceledError';
  readonly code = 'ERR_CANCELED';
  /** Read by `axios.isCancel`. */
  readonly __CANCEL__ = true;

  constructor() {
    super('canceled');
  }
}

/** A rejected request, with the fields that package code reads of either form. */
export class StatusError extends Error {
  readonly status: number;
  readonly statusCode: number;
  readonly httpCode: string;
  /** Code of Axios. */
  readonly code: string | undefined;
  readonly error: unknown;
  readonly response: object;
  readonly options: object;
  readonly isAxiosError = true;

  constructor(form: Form, options: RequestOptions, { status, statusText, headers }: WireResponse, body: unknown) {
    const bodyText = typeof body === 'string' ? body : JSON.stringify(body);
    super(form === 'axios' ? `Request failed with status code ${status}` : `${status} - ${bodyText ?? ''}`);
    this.name = form === 'axios' ? 'AxiosError' : 'StatusCodeError';
    this.status = status;
    this.statusCode = status;
    this.httpCode = String(status);
    this.code = form === 'axios' ? statusFailure(status).code : undefined;
    this.error = body;
    this.response = { status, statusCode: status, statusText, statusMessage: statusText, headers, data: body, body };
    this.options = { method: options.method ?? 'GET', uri: options.uri ?? options.url };
  }
}
