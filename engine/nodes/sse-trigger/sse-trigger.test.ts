// SSE Trigger with a real server: messages, reconnecting, refused connections, and the end of a stream.
import type { ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../contract/json.ts';
import type { ItemList } from '../../contract/run-data.ts';
import { Executor, type Clock } from '../../execution/index.ts';
import { createHttpClient } from '../../execution/http/client.ts';
import type { StopTrigger } from '../../sdk/index.ts';
import { buildWorkflow } from '../../testing/build-workflow.ts';
import { fakeClock, fakePorts } from '../../testing/fake-ports.ts';
import { stubServer, type ReceivedRequest, type StubServer } from '../../testing/stub-server.ts';
import { messageItems } from './trigger.ts';

/** A queue whose reader waits for the next entry. */
class Queue<T> {
  readonly #there: T[] = [];
  readonly #waiting: ((value: T) => void)[] = [];

  put(value: T): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#there.push(value);
    else next(value);
  }

  take(): Promise<T> {
    const value = this.#there.shift();
    return value === undefined ? new Promise((resolve) => this.#waiting.push(resolve)) : Promise.resolve(value);
  }
}

const http = createHttpClient();
let server: StubServer;
let requests = new Queue<{ request: ReceivedRequest; response: ServerResponse }>();
const opened: (() => StopTrigger | Promise<void>)[] = [];

beforeAll(async () => {
  server = await stubServer((request, response) => requests.put({ request, response }));
});
afterAll(async () => {
  await Promise.all([http.close(), server.close()]);
});
afterEach(async () => {
  for (const close of opened.splice(0)) await close();
  requests = new Queue();
});

interface Listening {
  readonly items: Queue<readonly ItemList[]>;
  readonly failures: Queue<unknown>;
  readonly staticData: JsonObject;
  readonly slept: () => number;
  readonly controller: AbortController;
  stop(): Promise<void>;
}

async function listen(
  parameters: Record<string, unknown> = { url: `${server.address}/events` },
  { staticData = {}, emit, timeIsUp }: { staticData?: JsonObject; emit?: () => Promise<void>; timeIsUp?: Promise<unknown> } = {},
): Promise<Listening> {
  const workflow = buildWorkflow({ Node: { type: 'sseTrigger', typeVersion: 1, parameters } }, [], { id: 'w' });
  const fake = fakeClock(0);
  // Never resolves until a test ends it.
  const late = Promise.withResolvers<void>();
  const clock: Clock = {
    now: () => fake.now(),
    sleep: (length, signal) => (length === 60_000 ? late.promise : fake.sleep(length, signal)),
  };
  const controller = new AbortController();
  const detachedNode = await new Executor(fakePorts({ http, clock })).detachedNode(workflow, 'Node', {
    mode: 'trigger',
    signal: controller.signal,
    staticData: { 'node:Node': staticData },
  });
  timeIsUp?.then(() => late.resolve()).catch(() => undefined);
  const items = new Queue<readonly ItemList[]>();
  const failures = new Queue<unknown>();
  const context = Object.assign(detachedNode.context, {
    emit: emit ?? (async (lists: readonly ItemList[]) => items.put(lists)),
    fail: (error: unknown) => failures.put(error),
  });
  const stop = await detachedNode.type.trigger?.(context);
  const end = async (): Promise<void> => {
    await stop?.();
  };
  opened.push(end);
  return { items, failures, staticData: detachedNode.context.staticData('node'), slept: () => fake.now(), controller, stop: end };
}

/** Accepts the next connection as a stream of events. */
async function connection(): Promise<{ request: ReceivedRequest; response: ServerResponse }> {
  const next = await requests.take();
  next.response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
  next.response.flushHeaders();
  return next;
}

describe('messages', () => {
  it.each<[text: string, expected: unknown[]]>([
    ['{"a":1}', [{ a: 1 }]],
    ['[{"a":1},{"a":2}]', [{ a: 1 }, { a: 2 }]],
    ['[1,2]', [{ data: [1, 2] }]],
    ['[]', [{ data: [] }]],
    ['5', [{ data: 5 }]],
    ['null', [{ data: null }]],
    ['hello', [{ data: 'hello' }]],
    ['{"a":', [{ data: '{"a":' }]],
  ])('%s', (text, expected) => {
    expect(messageItems(text).map(({ json }) => json)).toEqual(expected);
  });

  it('start one run each, in order; named events do not', async () => {
    const [listening, { request, response }] = await Promise.all([listen(), connection()]);
    expect(request.headers).toMatchObject({ accept: 'text/event-stream', 'cache-control': 'no-store' });
    response.write(': hello\n\ndata: {"n":1}\n\nevent: ping\ndata: {}\n\nevent: message\ndata: {"n":');
    response.write('2}\n\ndata: many\ndata: lines\n\n');
    expect(await listening.items.take()).toEqual([[{ json: { n: 1 } }]]);
    expect(await listening.items.take()).toEqual([[{ json: { n: 2 } }]]);
    expect(await listening.items.take()).toEqual([[{ json: { data: 'many\nlines' } }]]);
  });

  it('may be split anywhere, also within a character', async () => {
    const [listening, { response }] = await Promise.all([listen(), connection()]);
    const bytes = Buffer.from('data: {"name":"Jürgen"}\n\n');
    const middle = bytes.indexOf(0xc3) + 1;
    response.write(bytes.subarray(0, middle));
    response.write(bytes.subarray(middle));
    expect(await listening.items.take()).toEqual([[{ json: { name: 'Jürgen' } }]]);
  });
});

describe('the end of a stream', () => {
  it('reconnects where it ended, after the delay that the server sets', async () => {
    const [listening, first] = await Promise.all([listen(), connection()]);
    expect(first.request.headers['last-event-id']).toBeUndefined();
    first.response.end('retry: 7000\nid: 4ü\ndata: {"n":1}\n\n');
    expect(await listening.items.take()).toEqual([[{ json: { n: 1 } }]]);
    const second = await connection();
    expect(listening.slept()).toBe(7000);
    expect(Buffer.from(String(second.request.headers['last-event-id']), 'latin1').toString()).toBe('4ü');
    second.response.write('data: {"n":2}\n\n');
    expect(await listening.items.take()).toEqual([[{ json: { n: 2 } }]]);
    expect(listening.staticData).toEqual({ url: `${server.address}/events`, lastEventId: '4ü' });
  });

  it.each([
    ['0', 1000],
    ['99999999999', 3_600_000],
  ])('reconnects within limits, whatever delay the server sets: %s', async (retry, slept) => {
    const [listening, first] = await Promise.all([listen(), connection()]);
    first.response.end(`retry: ${retry}\ndata: {"n":1}\n\n`);
    await connection();
    expect(listening.slept()).toBe(slept);
  });

  it('by a broken connection also reconnects', async () => {
    const [listening, { response }] = await Promise.all([listen(), connection()]);
    response.write('data: {"n":1}\n\n');
    await listening.items.take();
    response.destroy();
    const second = await connection();
    second.response.write('data: {"n":2}\n\n');
    expect(await listening.items.take()).toEqual([[{ json: { n: 2 } }]]);
    expect(listening.slept()).toBe(3000);
  });

  it('continues after a restart, but not at another URL', async () => {
    const url = `${server.address}/events`;
    const [, { request }] = await Promise.all([listen({ url }, { staticData: { url, lastEventId: '9' } }), connection()]);
    expect(request.headers['last-event-id']).toBe('9');
    const elsewhere = { url: `${server.address}/others`, lastEventId: '9' };
    const [, other] = await Promise.all([listen({ url }, { staticData: elsewhere }), connection()]);
    expect(other.request.headers['last-event-id']).toBeUndefined();
  });

  it('for good does not reconnect', async () => {
    const [listening, { response }] = await Promise.all([listen(), connection()]);
    response.end();
    const { response: second } = await requests.take();
    second.writeHead(204).end();
    await listening.stop();
    expect(server.received.at(-1)?.url).toBe('/events');
  });

  it('fails if it cannot reconnect', async () => {
    const [listening, { response }] = await Promise.all([listen(), connection()]);
    response.end();
    const { response: second } = await requests.take();
    second.writeHead(500).end();
    expect(await listening.failures.take()).toMatchObject({ code: 'NODE_REQUEST_FAILED', httpCode: '500' });
  });
});

describe('failures', () => {
  it.each<[what: string, status: number, type: string, message: string]>([
    ['a refusal', 403, 'text/plain', 'with status 403'],
    ['something else', 200, 'text/html', 'does not send events, but "text/html"'],
  ])('%s', async (_what, status, type, message) => {
    const listening = listen().catch((error: unknown) => error);
    const { response } = await requests.take();
    response.writeHead(status, { 'content-type': type }).end('x');
    expect(await listening).toMatchObject({ code: 'NODE_REQUEST_FAILED', message: expect.stringContaining(message) as string });
  });

  it('no server at the address, or no address', async () => {
    await expect(listen({ url: 'http://127.0.0.1:1/' })).rejects.toMatchObject({ code: 'NODE_REQUEST_FAILED' });
    await expect(listen({ url: '' })).rejects.toMatchObject({ code: 'PARAMETER_INVALID', parameter: 'url' });
    await expect(listen({ url: 'file:///etc/passwd' })).rejects.toMatchObject({ code: 'PARAMETER_INVALID' });
  });

  it('a server that accepts the request and never responds', async () => {
    const request = requests.take();
    await expect(listen(undefined, { timeIsUp: request })).rejects.toMatchObject({
      code: 'NODE_REQUEST_FAILED',
      message: expect.stringContaining('did not respond within 60 seconds') as string,
    });
    (await request).response.destroy();
  });

  it('a run that cannot be started', async () => {
    const emit = (): Promise<void> => Promise.reject(new Error('no room'));
    const [listening, { response }] = await Promise.all([listen(undefined, { emit }), connection()]);
    response.write('data: 1\n\n');
    expect(await listening.failures.take()).toMatchObject({ message: 'no room' });
  });
});

describe('the end', () => {
  it('closes the connection, and emits nothing afterwards', async () => {
    const [listening, { response }] = await Promise.all([listen(), connection()]);
    const closed = new Promise<void>((resolve) => response.on('close', resolve));
    response.write('data: 1\n\n');
    await listening.items.take();
    await listening.stop();
    await closed;
    listening.failures.put('none');
    expect(await listening.failures.take()).toBe('none');
  });

  it('also follows the signal', async () => {
    const [listening, { response }] = await Promise.all([listen(), connection()]);
    const closed = new Promise<void>((resolve) => response.on('close', resolve));
    listening.controller.abort(new Error('enough'));
    await closed;
    await listening.stop();
  });
});
