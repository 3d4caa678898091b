// Start and stop of the server: responses to pending requests, and health checks meanwhile.
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Store } from './store/index.ts';
import { runningServer, type RunningServer } from './testing/running-server.ts';
import { stubServer, type StubServer } from './testing/stub-server.ts';

const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

const node = (name: string, type: string, parameters: object, typeVersion = 1): object => ({
  id: `id-${name}`,
  name,
  type: `n8n-nodes-base.${type}`,
  typeVersion,
  position: [0, 0],
  parameters,
  webhookId: name,
});
const hook = (path: string, responseMode = 'onReceived'): object => node('Hook', 'webhook', { path, responseMode, options: {} }, 2);

const activated = (running: RunningServer, nodes: readonly object[], connections: object = {}): Promise<unknown> =>
  running.data({ method: 'POST', url: '/rest/workflows', body: { name: 'W', active: true, nodes, connections } });

const called = (running: RunningServer, path: string): Promise<Response> => fetch(new URL(`webhook/${path}`, running.server.url));
const readiness = (running: RunningServer) => running.send({ url: '/healthz/readiness' });

it.each([
  ['only', '--worker'],
  ['never', '--no-worker'],
] as const)('a server without Postgres is not a part of a team: %s', async (worker, flag) => {
  await expect(runningServer({ settings: { worker } })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    message: expect.stringContaining(`${flag} (or MILLRACE_WORKER=${worker})`) as unknown,
    hint: expect.stringContaining('MILLRACE_DATABASE') as unknown,
  });
});

/** A service that delays its responses until they are released. */
async function slowService(
  answer: (response: ServerResponse) => void,
): Promise<StubServer & { requested: Promise<void>; release(): void }> {
  const blocked: ServerResponse[] = [];
  const requested = Promise.withResolvers<void>();
  let isReleased = false;
  const stub = await stubServer((_request, response) => {
    if (isReleased) return answer(response);
    blocked.push(response);
    return requested.resolve();
  });
  open.push(() => stub.close());
  return {
    ...stub,
    requested: requested.promise,
    release: () => {
      isReleased = true;
      for (const response of blocked.splice(0)) answer(response);
    },
  };
}

describe('a start', () => {
  it('opens the webhooks of all active workflows before the port', async () => {
    const first = await runningServer();
    const paths = Array.from({ length: 60 }, (_, index) => `path-${index}`);
    for (const path of paths) await activated(first, [hook(path)]);
    await first.close(true);
    const second = await runningServer({ dataDir: first.dataDir });
    open.push(() => second.close());
    expect(new Set((await Promise.all(paths.map((path) => called(second, path)))).map(({ status }) => status))).toEqual(new Set([200]));
  });

  it('opens webhooks of workflows that another process activates later', async () => {
    const first = await runningServer();
    await first.close(true);
    const store = await Store.open(first.dataDir);
    const file = { id: 'w', name: 'W', active: true, nodes: [hook('imported')], connections: {} };
    await store.workflows.save('w', file as never, 1);
    await store.close();
    const second = await runningServer({ dataDir: first.dataDir });
    open.push(() => second.close());
    expect((await called(second, 'imported')).status).toBe(200);
  });

  it('is ready once the triggers are started, and responds to webhooks before that', async () => {
    const service = await slowService((response) => response.writeHead(200, { 'content-type': 'text/event-stream' }).write(':\n\n'));
    service.release();
    const first = await runningServer();
    await activated(first, [hook('early'), node('Events', 'sseTrigger', { url: service.address })]);
    await first.close(true);
    await service.close();
    const blocked = await slowService((response) => response.writeHead(200, { 'content-type': 'text/event-stream' }).write(':\n\n'));
    const store = await Store.open(first.dataDir);
    const [workflow] = await store.workflows.list({});
    const file = await store.workflows.get(workflow?.id ?? '');
    const nodes = [hook('early'), node('Events', 'sseTrigger', { url: blocked.address })];
    await store.workflows.save(workflow?.id ?? '', { ...file, nodes } as never, 2);
    await store.close();
    const second = await runningServer({ dataDir: first.dataDir });
    open.push(() => second.close());
    await blocked.requested;
    expect(await readiness(second)).toMatchObject({ status: 503, body: { status: 'starting' } });
    expect((await called(second, 'early')).status).toBe(200);
    blocked.release();
    await expect.poll(async () => (await readiness(second)).status).toBe(200);
  });
});

describe('a stop', () => {
  it('rejects new calls, and responds to those that were accepted', async () => {
    const service = await slowService((response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{"made":1}'));
    const running = await runningServer();
    await activated(running, [hook('slow', 'lastNode'), node('Ask', 'httpRequest', { url: service.address, options: {} }, 4.2)], {
      Hook: { main: [[{ node: 'Ask', type: 'main', index: 0 }]] },
    });
    await expect.poll(async () => (await readiness(running)).status).toBe(200);
    const accepted = called(running, 'slow');
    await service.requested;
    const stopped = running.close();
    const rejected = await called(running, 'slow');
    expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await rejected.json()).toMatchObject({ code: 503, message: expect.stringContaining('stopping') as string });
    expect(await running.send({ url: '/rest/workflows' })).toMatchObject({
      status: 503,
      body: { code: 'STOPPING' },
      headers: { 'retry-after': '5' },
    });
    expect(await readiness(running)).toMatchObject({ status: 503, body: { status: 'stopping' } });
    service.release();
    expect(await (await accepted).json()).toEqual({ made: 1 });
    await stopped;
  });

  it('waits neither for idle connections nor for the push streams of editors', async () => {
    const running = await runningServer();
    const { hostname, port } = new URL(running.server.url);
    const idle = connect(Number(port), hostname);
    idle.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await once(idle, 'data');
    const stream = await fetch(new URL('rest/push?sessionId=s', running.server.url));
    expect(stream.status).toBe(200);
    const message = stream.text();
    await running.close();
    expect(await message).toContain('retry:');
  });
});

describe('while the database rejects writes', () => {
  it('callers get an error and nothing runs, until it accepts writes again', async () => {
    const running = await runningServer();
    open.push(() => running.close());
    const target = await stubServer((_request, response) => response.end('{}'));
    open.push(() => target.close());
    const request = node('Request', 'httpRequest', { url: target.address, options: {} }, 4.2);
    await activated(running, [hook('writes', 'lastNode'), request], { Hook: { main: [[{ node: 'Request', type: 'main', index: 0 }]] } });
    const other = new Sqlite(join(running.dataDir, 'db', 'millrace.sqlite'));
    other.exec('begin immediate');
    // A write to the locked database fails immediately instead of after ten seconds.
    const now = performance.now.bind(performance);
    let passed = 0;
    const time = vi.spyOn(performance, 'now').mockImplementation(() => now() + (passed += 10_000));
    const first = await called(running, 'writes');
    time.mockRestore();
    expect((await readiness(running)).body).toEqual({ status: 'storeFailed' });
    const second = await called(running, 'writes');
    for (const response of [first, second]) {
      expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
      expect(await response.json()).toMatchObject({
        message: 'The database of Millrace cannot be used at the moment.',
        hint: 'Try again in a few seconds.',
      });
    }
    expect(target.received).toEqual([]);
    other.exec('rollback');
    other.close();
    await expect.poll(async () => (await readiness(running)).status).toBe(200);
    expect((await called(running, 'writes')).status).toBe(200);
    expect(target.received).toHaveLength(1);
  });
});

describe('code at a stop', () => {
  it('that is queued is parked, and runs at the next start', async () => {
    const settings = { codeRuns: 1, stopSeconds: 1 };
    const first = await runningServer({ settings });
    const jsCode = 'const end = Date.now() + Number($json.query.ms); while (Date.now() < end); return [{ json: { ran: true } }]';
    await activated(first, [hook('code'), node('Code', 'code', { jsCode }, 2)], {
      Hook: { main: [[{ node: 'Code', type: 'main', index: 0 }]] },
    });
    const accepted = [await called(first, 'code?ms=60000'), await called(first, 'code?ms=0'), await called(first, 'code?ms=0')];
    expect(accepted.map(({ status }) => status)).toEqual([200, 200, 200]);
    await first.close(true);
    const second = await runningServer({ dataDir: first.dataDir, settings });
    open.push(() => second.close());
    const statuses = async (): Promise<readonly string[]> => {
      const { results } = await second.data<{ results: { status: string }[] }>({ url: '/rest/executions' });
      return results.map(({ status }) => status).toSorted();
    };
    await expect.poll(statuses).toEqual(['canceled', 'success', 'success']);
  });
});
