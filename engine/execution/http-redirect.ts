// Redirect handling (RFC 9110 §15.4, and the Fetch standard where that leaves a choice).
import { NodeError, type HttpRequest } from '../sdk/index.ts';

const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const secretHeaders: readonly string[] = ['authorization', 'cookie', 'proxy-authorization'];
const bodyHeaders: readonly string[] = ['content-type', 'content-encoding', 'content-language', 'content-location'];

/** The request that follows a redirect; undefined if the response is not a redirect. Throws if its target is not a URL. */
export function redirected(request: HttpRequest, status: number, location: unknown): HttpRequest | undefined {
  if (!redirects.has(status) || typeof location !== 'string') return undefined;
  const from = new URL(request.url);
  if (!URL.canParse(location, from.href)) {
    throw new NodeError(`The redirect that ${from.host} answers with leads to no address.`, {
      code: 'NODE_REQUEST_FAILED',
      name: 'NodeApiError',
    });
  }
  const to = new URL(location, from.href);
  const { method = 'GET' } = request;
  const becomesGet = status === 303 ? method !== 'GET' && method !== 'HEAD' : status < 303 && method === 'POST';
  const dropped = new Set<string>();
  if (becomesGet) for (const name of bodyHeaders) dropped.add(name);
  if (to.origin !== from.origin) {
    dropped.add('host');
    if (request.sendsCredentialsElsewhere !== true) for (const name of secretHeaders) dropped.add(name);
  }
  const headers = Object.fromEntries(Object.entries(request.headers ?? {}).filter(([name]) => !dropped.has(name.toLowerCase())));
  return { ...request, url: to.href, headers, ...(becomesGet ? { method: 'GET', body: undefined } : {}) };
}
