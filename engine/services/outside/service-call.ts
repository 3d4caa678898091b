// Calls outside services, with limits of time and size. Errors name only the origin of the service.
import { AppError } from '../../contract/errors.ts';
import type { HttpPort, HttpRequest } from '../../sdk/index.ts';

export interface ServiceCall extends Pick<HttpRequest, 'method' | 'headers'> {
  /** What the service is for, such as "versions". */
  readonly service: string;
  /** Environment variable with the address of the service. */
  readonly variable: string;
  readonly url: string;
  /** Sent as JSON. */
  readonly body?: string;
  /** Limits in bytes and milliseconds; override the defaults. */
  readonly maxBytes?: number | undefined;
  readonly timeout?: number | undefined;
}

const MAX_BYTES = 1024 * 1024;
const TIMEOUT = 5000;
const MAX_REDIRECTS = 3;

/** Returns the JSON of a successful response; undefined if the response is empty. Throws SERVICE_FAILED. */
export async function callService(http: HttpPort, call: ServiceCall): Promise<unknown> {
  const { url, method = 'GET', headers = {}, body, maxBytes = MAX_BYTES, timeout = TIMEOUT } = call;
  const completed = new AbortController();
  const deadline = AbortSignal.timeout(timeout);
  try {
    const response = await http.request({
      url,
      method,
      maxRedirects: MAX_REDIRECTS,
      timeout,
      signal: AbortSignal.any([deadline, completed.signal]),
      headers: { accept: 'application/json', ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      // Addresses of people must not follow a redirect to another service.
      ...(body === undefined ? {} : { body, hasSecretBody: true }),
    });
    if (response.status < 200 || response.status > 299) throw serviceFailed(call, `it answered with the status ${response.status}`);
    const text = await limitedText(response.stream(), maxBytes, call);
    return text.trim() === '' ? undefined : JSON.parse(text);
  } catch (cause) {
    if (deadline.aborted) throw serviceFailed(call, 'it took too long', cause);
    if (cause instanceof AppError && cause.code === 'SERVICE_FAILED') throw cause;
    throw serviceFailed(
      call,
      cause instanceof SyntaxError ? 'its response is not JSON' : (cause as Error).message.replace(/\.$/, ''),
      cause,
    );
  } finally {
    // Closes the connection without reading the rest of the body.
    completed.abort();
  }
}

/** Returns the URL of a path below the address of a service, which may end with a slash. */
export const urlBelow = (host: string, path: string): string => `${host.replace(/\/+$/, '')}${path}`;

async function limitedText(chunks: AsyncIterable<Uint8Array>, maxBytes: number, call: ServiceCall): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.byteLength;
    if (size > maxBytes) throw serviceFailed(call, 'its answer is too large');
    parts.push(chunk);
  }
  return Buffer.concat(parts).toString('utf8');
}

/** The message contains only the origin of the service, since other parts of its URL may be secret. */
function serviceFailed({ service, variable, url }: ServiceCall, reason: string, cause?: unknown): AppError {
  const { origin } = new URL(url);
  return new AppError('SERVICE_FAILED', `The request to the ${service} service at ${origin} failed: ${reason}.`, {
    params: { origin, reason },
    hint: `Try again later, or check ${variable}.`,
    cause,
  });
}
