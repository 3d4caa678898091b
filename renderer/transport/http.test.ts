// Calls and events over HTTP: foreign responses, and resuming a stream.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createHttpTransport } from './http.ts';

const transport = createHttpTransport({ restUrl: 'http://host/rest/', sessionId: 'mine' });

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it.each([
  ['a page', new Response('<html>Sign in</html>'), { error: { code: 'UNREADABLE', status: 200 } }],
  ['our data', Response.json({ data: 7 }), { data: 7 }],
  ['no data', Response.json({}), { data: undefined }],
  ['an error', Response.json({ code: 'NOT_FOUND', message: 'Gone.' }, { status: 404 }), { error: { code: 'NOT_FOUND', status: 404 } }],
  ['an error page', new Response('<html>', { status: 502 }), { error: { code: 'INTERNAL', status: 502 } }],
])('answers with %s', async (_, response, answer) => {
  vi.stubGlobal('fetch', async () => response);
  expect(await transport.request({ method: 'GET', path: '/x' })).toMatchObject(answer);
});

it('sends numbers that JavaScript cannot represent as it received them', async () => {
  const text = '{"data":{"id":7615917337495251231}}';
  const fetched = vi.fn(async (_url: string, _options: RequestInit) => new Response(text));
  vi.stubGlobal('fetch', fetched);
  const response = await transport.request({ method: 'GET', path: '/x' });
  await transport.request({ method: 'PATCH', path: '/x', body: response });
  expect(fetched.mock.calls[1]?.[1].body).toBe(text);
});

class Stream extends EventTarget {
  static readonly all: Stream[] = [];
  readonly url: string;
  constructor(url: string) {
    super();
    this.url = url;
    Stream.all.push(this);
  }
  close(): void {}
}

it('learns the numbers of a server, and of another after a reconnect', () => {
  vi.stubGlobal('EventSource', Stream);
  const states: string[] = [];
  const end = transport.subscribe({ onEvent: () => undefined, onState: (state) => states.push(state) });
  const send = (type: string, lastEventId: string): void =>
    void Stream.all.at(-1)?.dispatchEvent(Object.assign(new Event(type), { data: '{"type":"x"}', lastEventId }));
  Stream.all.at(-1)?.dispatchEvent(new Event('open'));
  send('start', '5000');
  send('message', '5001');
  Stream.all.at(-1)?.dispatchEvent(new Event('error'));
  vi.advanceTimersByTime(3000);
  expect(Stream.all.at(-1)?.url).toMatch(/&lastEventId=5001$/);
  Stream.all.at(-1)?.dispatchEvent(new Event('open'));
  send('gap', '70');
  send('message', '71');
  expect(states).toEqual(['open', 'lost', 'open', 'gap']);
  end();
});

it('reconnects with the last event number, also if no event has arrived yet', () => {
  vi.stubGlobal('EventSource', Stream);
  const states: string[] = [];
  const end = transport.subscribe({ onEvent: () => undefined, onState: (state) => states.push(state) });
  const address = 'http://host/rest/push?sessionId=mine';
  const again = (): string | undefined => {
    Stream.all.at(-1)?.dispatchEvent(new Event('error'));
    vi.advanceTimersByTime(3000);
    return Stream.all.at(-1)?.url;
  };
  expect(Stream.all.at(-1)?.url).toBe(address);
  // The stream was never open, so no events were missed.
  expect(again()).toBe(address);
  Stream.all.at(-1)?.dispatchEvent(new Event('open'));
  expect(again()).toBe(`${address}&lastEventId=0`);
  const message = Object.assign(new Event('message'), { data: '{"type":"x"}', lastEventId: '1' });
  Stream.all.at(-1)?.dispatchEvent(message);
  expect(again()).toBe(`${address}&lastEventId=1`);
  expect(states).toEqual(['lost', 'open', 'lost', 'lost']);
  end();
});
