// Reads a stream of server-sent events like a browser, and lets tests wait for events.
import type { PushEvent } from '../contract/push.ts';
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import type { Server } from '../server.ts';

export interface PushReader {
  readonly status: number;
  readonly headers: Headers;
  /** Everything received so far. */
  readonly messages: readonly EventSourceMessage[];
  readonly comments: readonly string[];
  /** The events received so far. */
  events(): readonly PushEvent[];
  /** Resolves with the first event of this type, received before or after the call, that satisfies `is`. */
  next<T extends PushEvent['type']>(
    type: T,
    is?: (event: Extract<PushEvent, { type: T }>) => boolean,
  ): Promise<Extract<PushEvent, { type: T }>>;
  /** Resolves with the first result that is not undefined; the function is called whenever something was received. */
  until<T>(find: () => T | undefined): Promise<T>;
  /** Resolves once the server has ended the stream. */
  readonly ended: Promise<void>;
  close(): void;
}

/** Connects with a session. `headers`: those a browser would send, such as its cookie or `last-event-id`. */
export async function readPush(
  server: Pick<Server, 'url'>,
  sessionId: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<PushReader> {
  const aborting = new AbortController();
  const url = new URL(`rest/push?sessionId=${encodeURIComponent(sessionId)}`, server.url);
  const response = await fetch(url, { headers, signal: aborting.signal });
  const messages: EventSourceMessage[] = [];
  const comments: string[] = [];
  const waiting = new Set<() => void>();
  const parser = createParser({ onEvent: (message) => messages.push(message), onComment: (comment) => comments.push(comment) });
  const events = (): PushEvent[] => messages.filter(({ event }) => event === undefined).map(({ data }) => JSON.parse(data) as PushEvent);
  const ofType = (type: string, is: (event: never) => boolean): PushEvent | undefined =>
    events().find((event) => event.type === type && is(event as never));
  const until = <T>(find: () => T | undefined): Promise<T> =>
    new Promise((resolve) => {
      const look = (): void => {
        const event = find();
        if (event === undefined) return;
        waiting.delete(look);
        resolve(event);
      };
      waiting.add(look);
      look();
    });
  const read = async (): Promise<void> => {
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) {
      parser.feed(decoder.decode(chunk, { stream: true }));
      for (const look of waiting) look();
    }
  };
  return {
    status: response.status,
    headers: response.headers,
    messages,
    comments,
    events,
    until,
    next: async (type, is = () => true) => (await until(() => ofType(type, is))) as never,
    ended: read().catch(() => undefined),
    close: () => aborting.abort(),
  };
}
