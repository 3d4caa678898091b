// The browser's transport: fetch, and server-sent events with reconnection.
import { i18n } from '../i18n/index.ts';
import type { PushEvent } from '../../engine/contract/push.ts';
import { responseOf, type Subscription, type Transport, type TransportResult, type TransportRequest } from './transport.ts';
import { parseExactly, stringifyExactly } from '../../engine/contract/exact-numbers.ts';

/** Milliseconds before reconnecting. */
const RECONNECT = 3000;

export interface HttpTransportOptions {
  /** Base URL of the REST calls, with a trailing slash. */
  readonly restUrl: string;
  readonly sessionId: string;
}

export function createHttpTransport({ restUrl, sessionId }: HttpTransportOptions): Transport {
  const urlOf = (path: string): string => new URL(path.replace(/^\//, ''), restUrl).href;
  return {
    sessionId,
    urlOf,
    request: (request) => send(urlOf(request.path), sessionId, request),
    subscribe: (subscription) => listen(`${urlOf('push')}?sessionId=${encodeURIComponent(sessionId)}`, subscription),
  };
}

async function send(
  url: string,
  sessionId: string,
  { method, body, signal, outlivesPage = false }: TransportRequest,
): Promise<TransportResult> {
  let response: Response;
  try {
    response = await fetch(url, {
      method,
      signal,
      keepalive: outlivesPage,
      credentials: 'same-origin',
      headers: { 'session-id': sessionId, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: stringifyExactly(body) }),
    });
  } catch {
    return { error: { code: 'UNREACHABLE', message: i18n.t('requests.unreachable'), status: 0 } };
  }
  return responseOf(
    response.status,
    response.statusText,
    await response
      .text()
      .then(parseExactly)
      .catch(() => undefined),
  );
}

function listen(url: string, { onEvent, onState }: Subscription): () => void {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last: number | undefined;
  const open = (): void => {
    // A new EventSource cannot send the Last-Event-ID header.
    source = new EventSource(last === undefined ? url : `${url}&lastEventId=${last}`, { withCredentials: true });
    source.addEventListener('open', () => {
      // From here on missed events are detected, even before the first one: a session's numbers start after 0.
      last ??= 0;
      onState('open');
    });
    source.addEventListener('error', () => {
      source?.close();
      onState('lost');
      timer = setTimeout(open, RECONNECT);
    });
    // Several servers number a session's events differently.
    source.addEventListener('start', ({ lastEventId }: MessageEvent<string>) => {
      last = Number(lastEventId);
    });
    // The server reports events that it could not keep for this session.
    source.addEventListener('gap', ({ lastEventId }: MessageEvent<string>) => {
      last = Number(lastEventId);
      onState('gap');
    });
    source.addEventListener('message', ({ data, lastEventId }: MessageEvent<string>) => {
      const number = Number(lastEventId);
      if (last !== undefined && number > last + 1) onState('gap');
      last = number;
      const event = parseEvent(data);
      if (event !== undefined) onEvent(event);
    });
  };
  open();
  return () => {
    clearTimeout(timer);
    source?.close();
  };
}

/** A message that cannot be parsed is ignored. */
function parseEvent(data: string): PushEvent | undefined {
  try {
    return parseExactly(data) as PushEvent;
  } catch {
    return undefined;
  }
}
