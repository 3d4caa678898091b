// Fetches a feed and reads its entries.
import type { JsonObject } from '../../../contract/json.ts';
import { errorCodeOf } from '../../../contract/errors.ts';
import { type HttpPort, NodeError, displayUrl, type DetachedContext } from '../../../sdk/index.ts';
import { isSmallXml, parseOnThread } from '../parse-tasks.ts';

export interface FeedRequest {
  readonly url: string;
  readonly ignoreSsl?: boolean;
  /** Names of additional elements to include. */
  readonly customFields?: readonly string[];
}

const accepted = 'application/rss+xml, application/rdf+xml;q=0.8, application/atom+xml;q=0.6, application/xml;q=0.4, text/xml;q=0.4';

/** Returns the entries in the feed's order. Throws NodeError if the URL is missing or unreachable, the request is rejected, or the document is not a feed. */
export async function fetchFeed(
  ctx: Pick<DetachedContext, 'http' | 'parsing' | 'signal'>,
  { url, ignoreSsl = false, customFields = [] }: FeedRequest,
): Promise<JsonObject[]> {
  const { text, contentType } = await fetchText(ctx.http, checkedUrl(url), ignoreSsl, ctx.signal);
  const entries = await parseOnThread(ctx, 'entriesOfFeed', isSmallXml(text), text, customFields);
  if (entries !== undefined) return entries;
  throw new NodeError(`${displayUrl(url)} does not lead to a feed, but to ${contentType === '' ? 'something else' : `"${contentType}"`}.`, {
    hint: 'Enter the address of the feed itself (RSS or Atom). Most pages link to it.',
  });
}

function checkedUrl(url: unknown): string {
  if (typeof url !== 'string' || url.trim() === '') {
    throw new NodeError('The parameter "URL" has to be set!', { code: 'PARAMETER_INVALID' });
  }
  if (!URL.canParse(url.trim())) {
    throw new NodeError('The provided "URL" is not valid!', { code: 'PARAMETER_INVALID', hint: 'Write it as https://example.com/feed.' });
  }
  return url.trim();
}

async function fetchText(
  http: HttpPort,
  url: string,
  ignoreSsl: boolean,
  signal: AbortSignal,
): Promise<{ text: string; contentType: string }> {
  const headers = { accept: accepted, 'user-agent': 'millrace' };
  const response = await http.request({ url, headers, allowUnauthorizedCerts: ignoreSsl, signal }).catch((error: unknown) => {
    if (signal.aborted || errorCodeOf(error) !== 'NODE_REQUEST_FAILED') throw error;
    throw new NodeError(`It was not possible to connect to the URL. Please make sure the URL "${displayUrl(url)}" is valid!`, {
      code: 'NODE_REQUEST_FAILED',
      name: 'NodeApiError',
      description: (error as Error).message,
      retryable: true,
      cause: error,
    });
  });
  const contentType = String(response.headers['content-type'] ?? '');
  const bytes = await response.bytes();
  if (response.status >= 200 && response.status < 300) return { text: decoded(bytes, contentType), contentType };
  throw new NodeError(`The feed at ${displayUrl(url)} could not be loaded: the server responded with status ${response.status}.`, {
    code: 'NODE_REQUEST_FAILED',
    name: 'NodeApiError',
    httpCode: String(response.status),
    retryable: response.status === 429 || response.status >= 500,
  });
}

/** Decodes the text in the encoding that the headers or the document specify. Default: UTF-8. */
function decoded(bytes: Uint8Array, contentType: string): string {
  const start = Buffer.from(bytes.subarray(0, 200)).toString('latin1');
  const label =
    /charset\s*=\s*"?([\w:.-]+)/i.exec(contentType)?.[1] ?? /^[^<]{0,3}<\?xml[^>]*?encoding\s*=\s*["']([\w:.-]+)/i.exec(start)?.[1];
  try {
    return new TextDecoder(label ?? 'utf-8').decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}
