// Which headers an answer of a workflow may carry: it shares its origin with the product, on which it must not act.
import { validateHeaderName, validateHeaderValue, type OutgoingHttpHeaders } from 'node:http';
import type { WebhookReply } from '../sdk/index.ts';

export interface HeaderRules {
  /** Cookies of the product itself, which no workflow may see or set. */
  readonly hiddenCookies: readonly string[];
  /** Whether the product is served at another origin: pages need no sandbox then. */
  readonly isSeparateOrigin?: boolean;
}

export interface CheckedHeaders {
  /** By lower-case name. */
  readonly headers: OutgoingHttpHeaders;
  /** One sentence for each header that is not sent. */
  readonly refused: readonly string[];
}

type Value = string | readonly string[];

/** Headers that only the server itself may set; they are left out without a word. */
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

/** Headers by which one response changes how a browser treats others of the origin. */
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

/** Longer types are not types; keeps the pattern's work small. */
const MAX_TYPE = 300;
const mediaType = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:\s*;\s*(?:[\w-]+=(?:[^\s",;]+|"[^"\\,]*"))?)*$/;

/** Whether a text is one media type with its parameters; parts of a page that replace each other have headers of their own, and are not. */
export const isMediaType = (type: string): boolean =>
  type.length <= MAX_TYPE && mediaType.test(type) && !/^multipart\/x-mixed-replace\b/i.test(type);

/**
 * Any page among the answers gets an origin of its own, in which it reaches neither cookies nor calls of the product. Browsers apply it beside
 * the author's policy: of two policies the stricter counts.
 */
const sandbox =
  'sandbox allow-downloads allow-forms allow-modals allow-popups allow-popups-to-escape-sandbox allow-scripts allow-top-navigation-by-user-activation';

/** Headers of the whole answer as they are sent. */
export function finishHeaders(headers: OutgoingHttpHeaders, { isSeparateOrigin }: HeaderRules): OutgoingHttpHeaders {
  headers['x-content-type-options'] = 'nosniff';
  if (isSeparateOrigin === true) return headers;
  const policies = [headers['content-security-policy'] ?? []].flat().map(String);
  // A comma ends a policy whatever stands before it.
  headers['content-security-policy'] = [...policies, sandbox].join(', ');
  return headers;
}

/** Checks the headers that an author set. */
export function checkHeaders(given: WebhookReply['headers'], rules: HeaderRules): CheckedHeaders {
  const headers = Object.create(null) as OutgoingHttpHeaders;
  const refused: string[] = [];
  for (const [written, value] of Object.entries(given ?? {})) {
    const name = written.toLowerCase();
    if (serverHeaders.has(name)) continue;
    const sent = checked(name, value, rules);
    if (sent.value !== undefined) headers[name] = sent.value;
    if (sent.fault !== undefined) refused.push(`The header "${written}" of the response was not sent: ${sent.fault}`);
  }
  return { headers, refused };
}

function checked(name: string, value: Value, rules: HeaderRules): { readonly value?: string | string[]; readonly fault?: string } {
  const values = typeof value === 'string' ? [value] : [...value];
  try {
    validateHeaderName(name);
    for (const part of values) validateHeaderValue(name, part);
  } catch {
    return { fault: 'its name or value has characters that headers cannot hold.' };
  }
  if (originHeaders.has(name)) return { fault: 'it would act on all of this instance, not on this response alone.' };
  if (name === 'content-type') {
    const [type = ''] = values;
    if (values.length === 1 && isMediaType(type)) return { value: type };
    return { fault: `"${values.join(', ')}" is not one media type, such as text/html; charset=utf-8.` };
  }
  if (name === 'set-cookie') {
    const others = values.filter((cookie) => !isHidden(cookie, rules.hiddenCookies));
    if (others.length === values.length) return { value: others };
    const fault = 'a cookie of this name belongs to Millrace itself.';
    return others.length === 0 ? { fault } : { value: others, fault };
  }
  if (values.some((part) => leadsToScript(name, part))) return { fault: 'its address is not one of another page.' };
  if (name === 'link' && values.some((part) => /serviceworker/i.test(part))) return { fault: 'it would register a service worker.' };
  return { value: typeof value === 'string' ? value : values };
}

/** A cookie without a name is sent back as its value alone, which may look like another's name and value. */
function isHidden(cookie: string, names: readonly string[]): boolean {
  const [pair = ''] = cookie.split(';');
  const name = (pair.trim().replace(/^=/, '').split('=')[0] ?? '').trim().toLowerCase();
  return names.some((hidden) => name.replace(/^__(?:host|secure|http|host-http)-/, '') === hidden.toLowerCase());
}

/** URL schemes that carry their own content (`data:`) or point at this computer (`file:`). */
const contentSchemes = new Set(['about', 'blob', 'data', 'file', 'filesystem', 'javascript', 'vbscript', 'view-source']);

function leadsToScript(name: string, value: string): boolean {
  if (name !== 'location' && name !== 'refresh' && name !== 'content-location') return false;
  const address = name === 'refresh' ? value.replace(/^[^;,]*[;,]?\s*(?:url\s*=)?/i, '') : value;
  // Browsers pass over quotes, spaces and control characters here.
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(address.replaceAll(/[\s'"\p{Cc}]/gu, ''))?.[1];
  return scheme !== undefined && contentSchemes.has(scheme.toLowerCase());
}
