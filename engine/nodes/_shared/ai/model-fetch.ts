// The requests of model providers, sent through the engine's HTTP port: signed there, within the limits of the credential and with its proxies.
import { NodeError, type DetachedContext, type HttpRequest } from '../../../sdk/index.ts';
import { withoutSecretValues } from '../secret-values.ts';

export interface ModelFetchOptions {
  /** Credential type that signs the requests; undefined for services without accounts. */
  readonly credential?: string | undefined;
  readonly itemIndex: number;
  /** Maximum milliseconds until the response starts, and between two of its chunks. */
  readonly timeout?: number | undefined;
  /** Changes a request before it is signed. */
  readonly adjust?: (request: HttpRequest) => HttpRequest;
}

/** Headers with the keys that providers set by themselves; the credential sets the right one. */
const keyHeaders: ReadonlySet<string> = new Set(['authorization', 'x-api-key', 'x-goog-api-key', 'api-key']);

/** Key for providers that refuse to work without one. It is never sent. */
export const PLACEHOLDER_KEY = 'signed-by-the-engine';

/** Returns a `fetch` for a provider of the AI SDK. A transport failure throws NodeError NODE_REQUEST_FAILED. */
export function modelFetch(ctx: DetachedContext, options: ModelFetchOptions): typeof fetch {
  return async (input, init = {}) => {
    const request: HttpRequest = {
      url: input instanceof Request ? input.url : String(input),
      method: init.method ?? 'GET',
      headers: ownHeaders(init.headers),
      ...(init.body === null || init.body === undefined ? {} : { body: await bodyOf(init.body) }),
      ...(options.timeout === undefined ? {} : { timeout: options.timeout }),
      signal: init.signal ?? ctx.signal,
    };
    const adjusted = options.adjust?.(request) ?? request;
    const signed = options.credential === undefined ? adjusted : await ctx.signRequest(options.credential, adjusted, options.itemIndex);
    const response = await ctx.http.request(signed);
    const headers = Object.entries(response.headers).flatMap(([name, value]) =>
      [value].flat().map((each) => [name, each] as [string, string]),
    );
    const { status, statusText } = response;
    if (hasNoBody(status)) return new Response(null, { status, statusText, headers });
    if (status >= 400) {
      const text = withoutSecretValues(signed.secrets ?? [], new TextDecoder().decode(await response.bytes()));
      return new Response(text, { status, statusText, headers });
    }
    return new Response(ReadableStream.from(response.stream()), { status, statusText, headers });
  };
}

const hasNoBody = (status: number): boolean => status === 204 || status === 205 || status === 304;

/** The service compresses what the client can decompress, which is not the business of the provider. */
const ownHeaders = (headers: RequestInit['headers']): Record<string, string> =>
  Object.fromEntries([...new Headers(headers)].filter(([name]) => !keyHeaders.has(name) && name !== 'accept-encoding'));

async function bodyOf(body: NonNullable<RequestInit['body']>): Promise<string | Uint8Array> {
  if (typeof body === 'string') return body;
  if (body instanceof Uint8Array) return body;
  if (body instanceof URLSearchParams) return body.toString();
  if (body instanceof Blob || body instanceof ArrayBuffer) return new Uint8Array(body instanceof Blob ? await body.arrayBuffer() : body);
  throw new NodeError('The provider of the model sends a body of an unknown kind.', { code: 'NODE_REQUEST_FAILED' });
}
