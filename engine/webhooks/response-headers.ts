// Decides which headers a workflow's response has: it shares an origin with the product and must not affect it, and pages of other origins may
// read it only if the node allows them.
import { validateHeaderName, validateHeaderValue, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http';
import type { WebhookReply } from '../sdk/index.ts';
import { isContentAddress } from '../workflow/values/content-address.ts';

export interface HeaderRules {
  /** Names of the product's own cookies, which workflows may neither read nor set. Names that extend one of them with a hyphen count as well. */
  readonly hiddenCookies: readonly string[];
  /** Whether the product is served from another origin, so that pages need no sandbox. */
  readonly isSeparateOrigin?: boolean;
}

export interface CheckedHeaders {
  /** Headers by lower-case name. */
  readonly headers: OutgoingHttpHeaders;
  /** One sentence per omitted header. */
  readonly rejected: readonly string[];
}

type Value = string | readonly string[];

/** Headers that only the server may set; they are omitted without a warning. */
const serverHeaders = new Set([
  'content-length',
  'transfer-encoding',
  'connection',
  'keep-alive',
  'upgrade',
  'trailer',
  'date',
  'proxy-connection',
]);

/** Headers by which a response changes how browsers treat other responses of the same origin. */
const originHeaders = new Set([
  'accept-ch',
  'access-control-allow-credentials',
  'activate-storage-access',
  'alt-svc',
  'clear-site-data',
  'critical-ch',
  'expect-ct',
  'nel',
  'origin-agent-cluster',
  'public-key-pins',
  'public-key-pins-report-only',
  'report-to',
  'reporting-endpoints',
  'sec-session-registration',
  'secure-session-registration',
  'service-worker-allowed',
  'set-cookie2',
  'set-login',
  'speculation-rules',
  'strict-transport-security',
  'use-as-dictionary',
]);

/** Maximum length of a media type, which limits the time that the pattern takes. */
const MAX_TYPE = 300;
const mediaType = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:\s*;\s*(?:[\w-]+=(?:[^\s",;]+|"[^"\\,]*"))?)*$/;

/**
 * Whether a text is a media type with parameters. Multipart types whose parts replace each other are excluded, because each part has its own
 * headers.
 */
export const isMediaType = (type: string): boolean =>
  type.length <= MAX_TYPE && mediaType.test(type) && !/^multipart\/x-mixed-replace\b/i.test(type);

/**
 * Assigns an opaque origin to every page of a workflow, so that it cannot access the product's cookies or API. It is added to the author's policy;
 * browsers apply the stricter of the two.
 */
const sandbox =
  'sandbox allow-downloads allow-forms allow-modals allow-popups allow-popups-to-escape-sandbox allow-scripts allow-top-navigation-by-user-activation';

/** Returns the headers in the form to send. */
export function finishHeaders(headers: OutgoingHttpHeaders, { isSeparateOrigin }: HeaderRules): OutgoingHttpHeaders {
  headers['x-content-type-options'] = 'nosniff';
  if (isSeparateOrigin === true) return headers;
  const policies = [headers['content-security-policy'] ?? []].flat().map(String);
  // A comma always separates policies, whatever precedes it.
  headers['content-security-policy'] = [...policies, sandbox].join(', ');
  return headers;
}

/** Checks the headers that an author has set. */
export function checkHeaders(nodeHeaders: WebhookReply['headers'], rules: HeaderRules): CheckedHeaders {
  const headers = Object.create(null) as OutgoingHttpHeaders;
  const rejected: string[] = [];
  for (const [written, value] of Object.entries(nodeHeaders ?? {})) {
    const name = written.toLowerCase();
    if (serverHeaders.has(name)) continue;
    const sent = checked(name, value, rules);
    if (sent.value !== undefined) headers[name] = sent.value;
    if (sent.fault !== undefined) rejected.push(`The header "${written}" of the response was not sent: ${sent.fault}`);
  }
  return { headers, rejected };
}

function checked(name: string, value: Value, rules: HeaderRules): { readonly value?: string | string[]; readonly fault?: string } {
  const values = typeof value === 'string' ? [value] : [...value];
  try {
    validateHeaderName(name);
    for (const part of values) validateHeaderValue(name, part);
  } catch {
    return { fault: 'its name or value contains characters that are not allowed in headers.' };
  }
  if (originHeaders.has(name)) return { fault: 'it would act on all of this instance, not on this response alone.' };
  if (name === 'content-type') {
    const [type = ''] = values;
    if (values.length === 1 && isMediaType(type)) return { value: type };
    return { fault: `"${values.join(', ')}" is not one media type, such as text/html; charset=utf-8.` };
  }
  if (name === 'set-cookie') {
    const allowedCookies = values.filter((cookie) => !isHidden(cookie, rules.hiddenCookies));
    if (allowedCookies.length === values.length) return { value: allowedCookies };
    const fault = 'a cookie of this name belongs to Millrace itself.';
    return allowedCookies.length === 0 ? { fault } : { value: allowedCookies, fault };
  }
  if (values.some((part) => leadsToScript(name, part))) return { fault: 'its address is not one of another page.' };
  if (name === 'link' && values.some((part) => /serviceworker/i.test(part))) return { fault: 'it would register a service worker.' };
  return { value: typeof value === 'string' ? value : values };
}

/** A cookie without a name is sent back as its value alone, which could look like the name and value of another cookie. */
function isHidden(cookie: string, names: readonly string[]): boolean {
  const [pair = ''] = cookie.split(';');
  const name = (pair.trim().replace(/^=/, '').split('=')[0] ?? '').trim().toLowerCase();
  return isHiddenCookie(name.replace(/^__(?:host|secure|http|host-http)-/, ''), names);
}

/** Whether a cookie belongs to the product: to this instance, or to another one of the same host. */
export const isHiddenCookie = (name: string, hidden: readonly string[]): boolean =>
  hidden.some((own) => `${name.toLowerCase()}-`.startsWith(`${own.toLowerCase()}-`));

function leadsToScript(name: string, value: string): boolean {
  if (name !== 'location' && name !== 'refresh' && name !== 'content-location') return false;
  const address = name === 'refresh' ? value.replace(/^[^;,]*[;,]?\s*(?:url\s*=)?/i, '') : value;
  return isContentAddress(address);
}

/** Origins whose pages may read responses, if the node names none. */
const ANY = '*';

const originsOf = (allowed: unknown): readonly string[] =>
  (typeof allowed === 'string' && allowed.trim() !== '' ? allowed : ANY).split(',').map((text) => text.trim());

/**
 * Returns the headers for a request from a page; no headers if its origin is not allowed, or it names none. `allowed`: origins separated by commas;
 * `*` or nothing for all. Responses are never for requests with the caller's cookies.
 */
export function corsHeaders(origin: string | undefined, allowed: unknown, methods: readonly string[]): OutgoingHttpHeaders {
  if (origin === undefined) return {};
  const origins = originsOf(allowed);
  if (!origins.includes(ANY) && !origins.includes(origin)) return { vary: 'Origin' };
  return {
    'access-control-allow-methods': ['OPTIONS', ...methods.filter((method) => method !== 'OPTIONS').sort()].join(', '),
    // An opaque origin stands for many pages.
    'access-control-allow-origin': origin === 'null' ? ANY : origin,
    vary: 'Origin',
  };
}

/**
 * Returns additional headers for the response to a preflight request from an allowed origin. Pages of public sites may call an instance on a private network
 * only if the node names their origin.
 */
export function preflightHeaders(headers: IncomingHttpHeaders, allowed: unknown): OutgoingHttpHeaders {
  const { origin = '' } = headers;
  const names = [headers['access-control-request-headers'] ?? []].flat().join(', ');
  const isPrivate = headers['access-control-request-private-network'] === 'true' && originsOf(allowed).includes(origin);
  return {
    ...(names === '' ? {} : { 'access-control-allow-headers': names }),
    ...(isPrivate ? { 'access-control-allow-private-network': 'true' } : {}),
    'access-control-max-age': '300',
  };
}
