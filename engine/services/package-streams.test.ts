// Webhooks of packages that use attached nodes, and continue to write their response after they have returned.
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPackageRegistry, type PackageRegistry } from '../testing/package-registry.ts';
import { runningServer, type RunningServer } from '../testing/running-server.ts';

const name = 'n8n-nodes-fixture-agents';

let registry: PackageRegistry;
let running: RunningServer;

const start = async (dataDir?: string): Promise<void> => {
  const settings = { packageRegistry: registry.url };
  running = await runningServer({ settings, over: 'socket', ...(dataDir === undefined ? {} : { dataDir }) });
};

beforeAll(async () => {
  registry = await startPackageRegistry();
  await registry.publish(join(import.meta.dirname, '../../build/fixtures/agents'));
  await start();
  await running.data({ method: 'POST', url: '/rest/nodes', body: { name } });
});
afterAll(async () => {
  await running.close();
  await registry.stop();
});

const node = (type: string, parameters: object): object => ({
  id: type,
  name: type,
  type: `${name}.${type}`,
  typeVersion: 1,
  position: [0, 0],
  webhookId: type,
  parameters,
});

/** Opens a server of a tool, which returns the address of its events and requests. */
async function serve(path: string): Promise<string> {
  const workflow = {
    name: 'W',
    active: true,
    nodes: [node('toolServer', { path }), node('script', { code: 'return `rain in ${query.city}`;' })],
    connections: { script: { ai_tool: [[{ node: 'toolServer', type: 'ai_tool', index: 0 }]] } },
  };
  await running.data({ method: 'POST', url: '/rest/workflows', body: workflow });
  return `${running.server.url}mcp/${path}`;
}

const post = async (address: string, city: string): Promise<unknown> => {
  const body = JSON.stringify({ city });
  return (await fetch(address, { method: 'POST', headers: { 'content-type': 'application/json' }, body })).json();
};

/** Returns a function that reads the next event. */
function eventsOf(response: Response): () => Promise<string | undefined> {
  const reader = (response.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  return async () => {
    while (!text.includes('\n\n')) {
      const { done, value } = await reader.read();
      if (done) return undefined;
      text += value;
    }
    const end = text.indexOf('\n\n');
    const event = text.slice('data: '.length, end);
    text = text.slice(end + 2);
    return event;
  };
}

describe('a response that a webhook goes on writing', () => {
  it('arrives in parts, while other requests run the attached nodes', async () => {
    const address = await serve('tools');
    const response = await fetch(address);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    const next = eventsOf(response);
    expect(await next()).toBe('/mcp/tools');
    expect(await post(address, 'Oslo')).toMatchObject({ parents: ['script'] });
    expect(await next()).toBe('"rain in Oslo"');
    await post(address, 'end');
    expect([await next(), await next(), await next()]).toEqual(['"rain in end"', 'end', undefined]);
  });

  it('notifies the node that its caller has disconnected', async () => {
    const address = await serve('left');
    const { closed } = (await post(address, 'Oslo')) as { closed: number };
    const caller = new AbortController();
    const next = eventsOf(await fetch(address, { signal: caller.signal }));
    await next();
    caller.abort();
    await expect.poll(() => post(address, 'Oslo')).toMatchObject({ closed: closed + 1 });
  });

  it('ends when the server stops', async () => {
    const next = eventsOf(await fetch(await serve('stopped')));
    expect(await next()).toBe('/mcp/stopped');
    await running.close(true);
    await expect(next()).rejects.toThrow();
    await start(running.dataDir);
  });
});
