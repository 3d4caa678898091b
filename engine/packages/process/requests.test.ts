// The signals that end requests of package code: they end them, and keep neither listeners nor memory for finished requests.
import { getEventListeners } from 'node:events';
import { getHeapStatistics } from 'node:v8';
import { describe, expect, it } from 'vitest';
import { collectGarbage } from '../../memory-release.ts';
import type { HttpRequest, HttpResponse } from '../../sdk/index.ts';
import { PackageRequests, type SendingNode } from './requests.ts';
import type { WireRequest } from './protocol.ts';

async function* chunks(): AsyncGenerator<Uint8Array> {
  yield new Uint8Array([1]);
}

/** A node whose requests get a response at once, or wait until they are aborted. */
function sendingNode(signal: AbortSignal, { isSilent = false } = {}): SendingNode {
  const response: HttpResponse = {
    status: 200,
    statusText: 'OK',
    headers: {},
    url: 'http://service/',
    stream: chunks,
    bytes: async () => new Uint8Array(),
  };
  const request = ({ signal: ending }: HttpRequest): Promise<HttpResponse> =>
    isSilent
      ? new Promise((_resolve, reject) => ending?.addEventListener('abort', () => reject(ending.reason as Error)))
      : Promise.resolve(response);
  return { http: { request }, signal };
}

const wire = (more: Partial<WireRequest> = {}): WireRequest => ({
  url: 'http://service/',
  method: 'GET',
  headers: {},
  isStreamed: false,
  ...more,
});

function setUp(options?: { readonly isSilent: boolean }) {
  const [over, run] = [new AbortController(), new AbortController()];
  const listeners = (): number => [over, run].reduce((sum, { signal }) => sum + getEventListeners(signal, 'abort').length, 0);
  return { over, run, listeners, requests: new PackageRequests(over.signal), node: sendingNode(run.signal, options) };
}

describe('signals that end requests', () => {
  it('keep no memory for each request of a call that goes on', async () => {
    const { requests, node } = setUp();
    const used = async (count: number): Promise<number> => {
      for (let each = 0; each < count; each++) await requests.send(node, wire());
      collectGarbage();
      return getHeapStatistics().used_heap_size;
    };
    await used(1000);
    const before = await used(1000);
    expect((await used(20_000)) - before).toBeLessThan(1_500_000);
  });

  it.each(['over', 'run'] as const)('end a request that waits: %s', async (which) => {
    const world = setUp({ isSilent: true });
    const response = world.requests.send(world.node, wire());
    const reason = new Error('It has ended.');
    world[which].abort(reason);
    await expect(response).rejects.toBe(reason);
    expect(world.listeners()).toBe(0);
  });

  it('have no listeners of streams that were read, closed, or left open at the end of the call', async () => {
    const { requests, node, listeners } = setUp();
    const opened = async (): Promise<number> => ((await requests.send(node, wire({ isStreamed: true }))).body as { stream: number }).stream;
    const [read, closed] = [await opened(), await opened(), await opened()];
    expect(listeners()).toBe(6);
    expect([await requests.nextChunk(read), await requests.nextChunk(read)]).toEqual([new Uint8Array([1]), undefined]);
    expect(listeners()).toBe(4);
    await requests.closeStream(closed);
    expect(listeners()).toBe(2);
    requests.close();
    expect(listeners()).toBe(0);
  });
});
