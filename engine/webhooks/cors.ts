// Decides which pages of other origins may read a webhook's responses: none unless its node allows them.
import type { OutgoingHttpHeaders } from 'node:http';

/**
 * Returns the headers for a request from a page; no headers if its origin is not allowed. `allowed`: origins separated by commas, or `*` for all.
 */
export function corsHeaders(origin: string, allowed: unknown): OutgoingHttpHeaders {
  const origins = typeof allowed === 'string' ? allowed.split(',').map((text) => text.trim()) : [];
  if (origins.includes('*')) return { 'access-control-allow-origin': '*' };
  if (origins.every((text) => text === '')) return {};
  return origins.includes(origin) ? { 'access-control-allow-origin': origin, vary: 'Origin' } : { vary: 'Origin' };
}

/** Additional headers of preflight responses. */
export function preflightHeaders(methods: readonly string[], requestHeaders: string | readonly string[] | undefined): OutgoingHttpHeaders {
  const names = Array.isArray(requestHeaders) ? requestHeaders.join(', ') : (requestHeaders as string | undefined);
  return {
    'access-control-allow-methods': ['OPTIONS', ...methods.filter((method) => method !== 'OPTIONS')].join(', '),
    ...(names === undefined || names === '' ? {} : { 'access-control-allow-headers': names }),
    'access-control-max-age': '300',
  };
}
