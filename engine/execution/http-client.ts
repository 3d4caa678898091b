// Outgoing HTTP over undici: redirects, decompression, proxies, time limits, and transport failures in words a person understands.
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib';
import { Readable } from 'node:stream';
import type * as UndiciModule from 'undici';
import type { Dispatcher } from 'undici';
import { NodeError, type HttpPort, type HttpRequest, type HttpResponse } from '../sdk/index.ts';

const DEFAULT_TIMEOUT = 300_000;
const DEFAULT_REDIRECTS = 21;

type Undici = typeof UndiciModule;

export interface HttpClient extends HttpPort {
  close(): Promise<void>;
}

/** A client with connections of its own. The library is loaded with the first request. */
export function createHttpClient(): HttpClient {
  const dispatchers = new Map<string, Dispatcher>();
  let library: Promise<Undici> | undefined;
  const dispatcherFor = (undici: Undici, request: HttpRequest): Dispatcher => {
    const insecure = request.allowUnauthorizedCerts === true;
    const key = `${insecure ? 'insecure' : 'secure'} ${request.proxy ?? ''}`;
    const known = dispatchers.get(key);
    if (known !== undefined) return known;
    const tls = { rejectUnauthorized: !insecure };
    const made =
      request.proxy === undefined
        ? new undici.Agent({ connect: tls, headersTimeout: 0, bodyTimeout: 0 })
        : new undici.ProxyAgent({ uri: request.proxy, requestTls: tls, proxyTls: tls, headersTimeout: 0, bodyTimeout: 0 });
    dispatchers.set(key, made);
    return made;
  };
  return {
    request: async (request) => {
      library ??= import('undici');
      const undici = await library;
      return send(undici, dispatcherFor(undici, request), request);
    },
    close: async () => {
      await Promise.all([...dispatchers.values()].map((dispatcher) => dispatcher.destroy()));
      dispatchers.clear();
    },
  };
}

async function send(undici: Undici, dispatcher: Dispatcher, request: HttpRequest): Promise<HttpResponse> {
  const timeout = request.timeout ?? DEFAULT_TIMEOUT;
  const signals = [request.signal, timeout > 0 ? AbortSignal.timeout(timeout) : undefined].filter((signal) => signal !== undefined);
  const signal = AbortSignal.any(signals);
  let current: HttpRequest = { method: 'GET', ...request };
  try {
    for (let redirects = request.maxRedirects ?? DEFAULT_REDIRECTS; ; redirects--) {
      const answer = await undici.request(checkedUrl(current.url), {
        method: current.method as Dispatcher.HttpMethod,
        headers: headersOf(current),
        body: bodyOf(current),
        dispatcher,
        signal,
      });
      const next = redirects > 0 ? redirected(current, answer) : undefined;
      if (next === undefined) return responseOf(current, answer, request, timeout);
      await answer.body.dump();
      current = next;
    }
  } catch (error) {
    throw transportError(error, current, request, timeout);
  }
}

function checkedUrl(text: string): URL {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw new NodeError(`Invalid URL: ${text}. URL must start with "http" or "https".`, { code: 'PARAMETER_INVALID' });
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new NodeError(`The URL ${text} has the protocol "${url.protocol}". Use http or https.`, { code: 'PARAMETER_INVALID' });
  }
  return url;
}

function headersOf({ headers = {} }: HttpRequest): Record<string, string | string[]> {
  const sent: Record<string, string | string[]> = { 'accept-encoding': 'gzip, deflate, br' };
  for (const [name, value] of Object.entries(headers)) sent[name.toLowerCase()] = typeof value === 'string' ? value : [...value];
  return sent;
}

function bodyOf({ body }: HttpRequest): string | Uint8Array | Readable | null {
  if (body === undefined) return null;
  return typeof body === 'string' || body instanceof Uint8Array ? body : Readable.from(body);
}

/** The request a redirect asks for (RFC 9110 §15.4); undefined when the answer is none. */
function redirected(request: HttpRequest, { statusCode, headers }: Dispatcher.ResponseData): HttpRequest | undefined {
  const { location } = headers;
  if (![301, 302, 303, 307, 308].includes(statusCode) || typeof location !== 'string') return undefined;
  const url = new URL(location, request.url);
  const keepsBody = statusCode >= 307 || ((request.method === 'GET' || request.method === 'HEAD') && statusCode !== 303);
  if (keepsBody && request.body !== undefined && typeof request.body !== 'string' && !(request.body instanceof Uint8Array))
    return undefined;
  const isElsewhere = url.origin !== new URL(request.url).origin;
  const dropped = new Set([
    ...(isElsewhere ? ['authorization', 'cookie', 'proxy-authorization', 'host'] : []),
    ...(keepsBody ? [] : ['content-type', 'content-length', 'transfer-encoding']),
  ]);
  const kept = Object.entries(request.headers ?? {}).filter(([name]) => !dropped.has(name.toLowerCase()));
  const becomesGet = !keepsBody && request.method !== 'HEAD';
  return {
    ...request,
    url: url.href,
    headers: Object.fromEntries(kept),
    method: becomesGet ? 'GET' : request.method,
    body: keepsBody ? request.body : undefined,
  };
}

function responseOf(request: HttpRequest, answer: Dispatcher.ResponseData, original: HttpRequest, timeout: number): HttpResponse {
  const headers: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(answer.headers)) {
    if (value === undefined) continue;
    headers[name] = Array.isArray(value) && name !== 'set-cookie' ? value.join(', ') : value;
  }
  const stream = async function* (): AsyncIterable<Uint8Array> {
    try {
      yield* decompressed(answer, String(headers['content-encoding'] ?? ''));
    } catch (error) {
      throw transportError(error, request, original, timeout);
    }
  };
  return {
    status: answer.statusCode,
    statusText: answer.statusText ?? '',
    headers,
    url: request.url,
    stream,
    bytes: async () => {
      const parts: Uint8Array[] = [];
      for await (const part of stream()) parts.push(part);
      return Buffer.concat(parts);
    },
  };
}

function decompressed({ body }: Dispatcher.ResponseData, encoding: string): AsyncIterable<Uint8Array> {
  const decoders = {
    gzip: createGunzip,
    'x-gzip': createGunzip,
    deflate: createInflate,
    br: createBrotliDecompress,
    zstd: createZstdDecompress,
  };
  const name = encoding.trim().toLowerCase();
  if (!Object.hasOwn(decoders, name)) return body;
  const decoder = decoders[name as keyof typeof decoders]();
  body.on('error', (error) => decoder.destroy(error));
  return body.pipe(decoder);
}

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused. Is the service running, and is the port right?',
  ENOTFOUND: 'the host name is unknown. Check the address.',
  EAI_AGAIN: 'the host name could not be looked up. Check the network connection.',
  ECONNRESET: 'the service closed the connection.',
  UND_ERR_SOCKET: 'the service closed the connection.',
  ETIMEDOUT: 'the service did not answer in time.',
  UND_ERR_CONNECT_TIMEOUT: 'the service did not answer in time.',
  CERT_HAS_EXPIRED: 'its certificate has expired.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed. Allow it under "Ignore SSL issues" if you trust it.',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is self-signed. Allow it under "Ignore SSL issues" if you trust it.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate cannot be verified.',
};

function transportError(error: unknown, request: HttpRequest, original: HttpRequest, timeout: number): unknown {
  if (error instanceof NodeError) return error;
  if (original.signal?.aborted === true) return original.signal.reason;
  const { host } = new URL(request.url);
  const code = (error as { code?: unknown }).code;
  if ((error as { name?: string }).name === 'TimeoutError') {
    return requestFailed(`The request to ${host} took longer than ${timeout / 1000} s and was stopped.`, 'ETIMEDOUT', error);
  }
  const systemCode = typeof code === 'string' ? code : '';
  const reason = reasons[systemCode] ?? (error instanceof Error ? error.message : String(error));
  return requestFailed(`The request to ${host} failed: ${reason}`, systemCode, error);
}

const requestFailed = (message: string, systemCode: string, cause: unknown): NodeError =>
  new NodeError(message, {
    code: 'NODE_REQUEST_FAILED',
    name: 'NodeApiError',
    retryable: true,
    httpCode: systemCode === '' ? undefined : systemCode,
    cause,
  });
