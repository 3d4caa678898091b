// Protects against attacks from other sites: DNS rebinding (Host), cross-site requests (Origin), and framing.
import { isIP } from 'node:net';
import type { FastifyRequest, onRequestHookHandler } from 'fastify';
import { AppError } from '../contract/errors.ts';
import { NONCE_SOURCE } from '../contract/page-nonce.ts';

export interface GuardOptions {
  /** Accepted host names besides localhost; `*` accepts any. */
  readonly hosts: readonly string[];
}

const loopbackNames = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Rejects requests with foreign Host or Origin headers. */
export function guardOrigin({ hosts }: GuardOptions): onRequestHookHandler {
  const names = new Set([...loopbackNames, ...hosts.map((host) => host.toLowerCase())]);
  const isOurs = (name: string): boolean => names.has('*') || names.has(name) || isAddress(name);
  return async (request) => {
    // Behind a trusted proxy, both the forwarded host and the proxy's own Host header are checked.
    for (const header of new Set([request.headers.host, request.host])) {
      const host = hostName(header);
      if (host !== undefined && isOurs(host)) continue;
      throw new AppError('HOST_REFUSED', `This instance does not accept requests for the host "${host ?? ''}".`, {
        hint: 'Call it by its address, or add the name to MILLRACE_HOSTS.',
        params: { host },
      });
    }
    if (!isOwnCall(request)) {
      throw new AppError('ORIGIN_REFUSED', 'The request came from another site and was refused.', {
        params: { origin: request.headers.origin },
      });
    }
  };
}

/** Other sites may link to pages, and may read without a cookie. Their other requests are rejected. */
function isOwnCall(request: FastifyRequest): boolean {
  const { method, headers } = request;
  const isRead = method === 'GET' || method === 'HEAD';
  const isLink = headers.origin === undefined && headers['sec-fetch-mode'] === 'navigate';
  return (isRead && (isLink || headers.cookie === undefined)) || isSameOrigin(request);
}

/** Whether the request comes from this server's own page, or from no page at all. `host`: the forwarded host of a trusted proxy. */
export function isSameOrigin({ headers, host = headers.host }: Pick<FastifyRequest, 'headers'> & { readonly host?: string }): boolean {
  const { origin } = headers;
  const site = headers['sec-fetch-site'];
  if (origin === undefined) return site === undefined || site === 'same-origin' || site === 'none';
  return host !== undefined && URL.parse(origin)?.host === host.toLowerCase();
}

/** IP addresses need no check, since DNS cannot redirect them. */
const isAddress = (name: string): boolean => isIP(name.replace(/^\[|\]$/g, '')) !== 0;

/** Returns the host name of a Host header in lower case and without port; undefined if the header contains anything else (RFC 9110 §7.2). */
export function hostName(header: string | undefined): string | undefined {
  if (header === undefined || /[\s/\\?#@%,]/.test(header)) return undefined;
  return URL.parse(`http://${header}`)?.hostname.toLowerCase();
}

/**
 * Headers of the editor's pages, with a mark for the nonce of the response (`contract/page-nonce.ts`). `reachable`: addresses that the pages may connect to
 * besides this server.
 */
export function pageHeaders(reachable: readonly string[]): Readonly<Record<string, string>> {
  const origins = reachable.flatMap((address) => URL.parse(address)?.origin ?? []).filter((origin) => origin !== 'null');
  const policy = securityHeaders['content-security-policy'] ?? '';
  return {
    ...securityHeaders,
    'content-security-policy': policy
      .replace("connect-src 'self'", ["connect-src 'self'", ...origins].join(' '))
      .replace("script-src 'self'", `script-src ${NONCE_SOURCE}`),
  };
}

/** Headers of all responses except those of webhooks. Scripts of the same origin are for workers, whose policy is that of their own file. */
export const securityHeaders: Readonly<Record<string, string>> = {
  'content-security-policy':
    "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob: https:; media-src 'self' blob:; font-src 'self' data:; connect-src 'self'; worker-src 'self' blob:; frame-src 'self' blob:; object-src 'none'; base-uri 'self'; form-action 'self'; frame-ancestors 'self'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'cross-origin-resource-policy': 'same-origin',
};
