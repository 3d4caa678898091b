// Connects to a stream of server-sent events, and reads its messages.
import type { EventSourceMessage } from 'eventsource-parser';
import { type HttpPort, type HttpResponse, NodeError, displayUrl } from '../../sdk/index.ts';

/** Maximum characters of a message. */
const LONGEST_MESSAGE = 16 * 1024 * 1024;

export interface StreamHandlers {
  readonly onMessage: (message: EventSourceMessage) => Promise<void>;
  /** Called with the milliseconds that the server sets for reconnecting. */
  readonly onRetry: (milliseconds: number) => void;
}

/** Connects; resolves once the server has started to send. Undefined if it responds that there is no more data (204). Throws NodeError. */
export async function openStream(http: HttpPort, url: string, lastEventId: string, signal: AbortSignal): Promise<HttpResponse | undefined> {
  const response = await http.request({
    url,
    headers: {
      accept: 'text/event-stream',
      'cache-control': 'no-store',
      ...(lastEventId === '' ? {} : { 'last-event-id': Buffer.from(lastEventId).toString('latin1') }),
    },
    timeout: 0,
    signal,
  });
  if (response.status === 204) return undefined;
  const type = String(response.headers['content-type'] ?? '');
  if (response.status === 200 && /^\s*text\/event-stream\s*(?:;|$)/i.test(type)) return response;
  throw new NodeError(
    response.status === 200
      ? `${displayUrl(url)} does not send events, but "${type === '' ? 'content without a type' : type}".`
      : `${displayUrl(url)} refused the event stream with status ${response.status}.`,
    {
      code: 'NODE_REQUEST_FAILED',
      name: 'NodeApiError',
      httpCode: String(response.status),
      hint: 'Check that the URL returns server-sent events (text/event-stream).',
    },
  );
}

/** Reads messages until the stream ends. Throws errors of reading and of handlers. */
export async function readStream(response: HttpResponse, { onMessage, onRetry }: StreamHandlers): Promise<void> {
  // Loaded on first use, since few workflows listen to streams.
  const { createParser } = await import('eventsource-parser');
  let messages: EventSourceMessage[] = [];
  const parser = createParser({
    onEvent: (message) => messages.push(message),
    onRetry,
    onError: (error) => {
      if (error.type === 'max-buffer-size-exceeded') throw new NodeError('A message of the stream is too long.', { cause: error });
    },
    maxBufferSize: LONGEST_MESSAGE,
  });
  const decoder = new TextDecoder();
  for await (const part of response.stream()) {
    parser.feed(decoder.decode(part, { stream: true }));
    const arrived = messages;
    messages = [];
    for (const message of arrived) await onMessage(message);
  }
}
