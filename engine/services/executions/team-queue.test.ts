// The queue of servers that share a Postgres database: what one has no slot for, any other runs, and the response finds its caller.
import { afterEach, expect, it } from 'vitest';
import { newDatabase } from '../../testing/postgres/databases.ts';
import { runningServer, type RunningServer } from '../../testing/running-server.ts';
import { slowService, type SlowService } from '../../testing/slow-service.ts';

const open: (() => Promise<unknown>)[] = [];
const releases: (() => void)[] = [];
afterEach(async () => {
  // A server that stops waits for its runs.
  for (const release of releases.splice(0)) release();
  for (const close of open.splice(0).toReversed()) await close();
});

async function service(): Promise<SlowService> {
  const slow = await slowService();
  open.push(() => slow.close());
  releases.push(() => slow.release());
  return slow;
}

interface Member extends RunningServer {
  readonly settings: { readonly database: string };
}

interface StopSettings {
  readonly stopSeconds?: number;
  readonly drainSeconds?: number;
}

/** Starts a server with this many slots for production executions, or with this part. */
async function member(database: string, part: number | 'only' | 'never', stop: StopSettings = {}): Promise<Member> {
  const own = typeof part === 'number' ? { productionLimit: part } : { worker: part };
  const settings = { database, stopSeconds: 1, encryptionKey: 'of the team', ...own, ...stop };
  const running = await runningServer({ settings });
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => (closing ??= running.close());
  open.push(close);
  return { ...running, close, settings };
}

/** Starts servers on one database. */
async function team(...parts: readonly (number | 'only' | 'never')[]): Promise<readonly Member[]> {
  const database = await newDatabase();
  const servers: Member[] = [];
  for (const part of parts) servers.push(await member(database, part));
  return servers;
}

const node = (name: string, type: string, parameters: object, typeVersion: number): object => ({
  id: `id-${name}`,
  name,
  type: `n8n-nodes-base.${type}`,
  typeVersion,
  position: [0, 0],
  parameters,
  webhookId: name,
});

type Step = readonly [name: string, type: string, parameters: object, typeVersion: number];

/** Activates a workflow that starts with a webhook. */
async function activate(running: RunningServer, path: string, hook: object, ...steps: readonly Step[]): Promise<void> {
  const names = ['Hook', ...steps.map(([name]) => name)];
  const nodes = [node('Hook', 'webhook', { path, options: {}, ...hook }, 2), ...steps.map((step) => node(...step))];
  const connections = Object.fromEntries(
    names.slice(0, -1).map((name, index) => [name, { main: [[{ node: names[index + 1], type: 'main', index: 0 }]] }]),
  );
  await running.data({ method: 'POST', url: '/rest/workflows', body: { name: path, active: true, nodes, connections } });
}

const call = (running: RunningServer | undefined, path: string): Promise<Response> =>
  fetch(new URL(`webhook/${path}`, running?.server.url ?? ''));

const ask = (address: string): Step => ['Ask', 'httpRequest', { url: `${address}/{{ $json.query.name }}`, options: {} }, 4.2];

it('another server runs what has no slot here, and its response, headers and failures reach the caller', async () => {
  const { address, requests, release } = await service();
  const [busy, free] = (await team(1, 5)) as readonly [Member, Member];
  await activate(busy, 'slow', { responseMode: 'onReceived' }, ask(address));
  await activate(busy, 'last', { responseMode: 'lastNode' }, ['Set', 'set', { assignments: { assignments: [{ id: '1', name: 'big', value: '={{ 12345678901234567890 }}', type: 'number' }, { id: '2', name: 'text', value: `={{ 'x'.repeat(20000) }}`, type: 'string' }] }, options: {} }, 3.4]); // oxfmt-ignore
  await activate(busy, 'node', { responseMode: 'responseNode' }, ['Respond', 'respondToWebhook', { respondWith: 'text', responseBody: 'Hello ☃', options: { responseCode: 201, responseHeaders: { entries: [{ name: 'x-own', value: 'yes' }] } } }, 1.1]); // oxfmt-ignore
  await activate(busy, 'fails', { responseMode: 'lastNode' }, ['Stop', 'stopAndError', { errorMessage: 'no' }, 1]);
  await call(busy, 'slow');
  await expect.poll(() => requests.length).toBe(1);

  const last = await call(busy, 'last');
  expect([last.status, ((await last.json()) as { text: string }).text.length]).toEqual([200, 20_000]);
  const byNode = await call(busy, 'node');
  expect([byNode.status, byNode.headers.get('x-own'), await byNode.text()]).toEqual([201, 'yes', 'Hello ☃']);
  const failed = await call(busy, 'fails');
  expect([failed.status, ((await failed.json()) as { message: string }).message]).toEqual([500, 'Error in workflow']);
  expect(free.server.services.executions.activeRuns.startedCount).toBe(3);
  release();
});

it('a caller gets the response of an execution that another server resumes', async () => {
  const { address, requests, release } = await service();
  const [busy, free] = (await team(1, 5)) as readonly [Member, Member];
  await activate(busy, 'slow', { responseMode: 'onReceived' }, ask(address));
  await activate(busy, 'waits', { responseMode: 'responseNode' }, ['Wait', 'wait', { resume: 'webhook', options: {} }, 1.1], ['Respond', 'respondToWebhook', { respondWith: 'text', responseBody: 'over', options: {} }, 1.1]); // oxfmt-ignore
  await call(busy, 'slow');
  await expect.poll(() => requests.length).toBe(1);
  const waiting = call(busy, 'waits');
  const list = async (): Promise<readonly { id: string; status: string }[]> =>
    (await free.data<{ results: { id: string; status: string }[] }>({ url: '/rest/executions?filter={"status":"waiting"}' })).results;
  await expect.poll(async () => (await list()).length).toBe(1);
  const [execution] = await list();
  await free.server.services.executions.resume(execution?.id ?? '');
  expect(await (await waiting).text()).toBe('over');
  release();
});

it('a server that only serves leaves executions to one that only works and serves nothing', async () => {
  const { address, requests, release } = await service();
  release();
  const [serving] = await team('never');
  if (serving === undefined) throw new Error('no server');
  await activate(serving, 'many', { responseMode: 'lastNode' }, ask(address));
  const response = call(serving, 'many');
  const queued = async (): Promise<number> =>
    (await serving.data<{ results: unknown[] }>({ url: '/rest/executions?filter={"status":"new"}' })).results.length;
  await expect.poll(queued).toBe(1);
  expect(requests).toEqual([]);
  const worker = await member(serving.settings.database, 'only');
  expect(await (await response).json()).toEqual({ made: 1 });
  expect((await call(worker, 'many')).status).toBe(404);
  expect((await fetch(new URL('healthz', worker.server.url))).status).toBe(200);
});

it('users and workflows share the slots', async () => {
  const { address, requests, release } = await service();
  const [only] = await team(1);
  if (only === undefined) throw new Error('no server');
  await activate(only, 'many', { responseMode: 'onReceived' }, ask(`${address}/many`));
  await activate(only, 'few', { responseMode: 'onReceived' }, ask(`${address}/few`));
  for (const path of ['many', 'many', 'many', 'many', 'few']) await call(only, path);
  release();
  await expect.poll(() => requests.length).toBe(5);
  expect(requests.findIndex((url) => url.startsWith('few'))).toBeLessThan(3);
});

it('needs a database that servers can share', async () => {
  await expect(runningServer({ settings: { worker: 'only', database: '' } })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
});

/** Longer than any test takes: the events that end it are what is tested. */
const LONG = 3000;

it('a server that is told to stop serves on while others do, but is not ready and takes nothing from the queue', async () => {
  const { address, requests, release } = await service();
  const database = await newDatabase();
  const stopping = await member(database, 1, { drainSeconds: LONG, stopSeconds: LONG });
  const other = await member(database, 1);
  await expect.poll(() => stopping.server.services.team.hasOthers).toBe(true);
  await activate(stopping, 'slow', { responseMode: 'onReceived' }, ask(address));
  await activate(stopping, 'now', { responseMode: 'lastNode' }, ['Set', 'set', { assignments: { assignments: [] }, options: {} }, 3.4]);
  const readiness = async (): Promise<unknown> => {
    const response = await fetch(new URL('healthz/readiness', stopping.server.url));
    return [response.status, response.headers.get('connection'), ((await response.json()) as { status: string }).status];
  };
  await expect.poll(async () => (await readiness()) as unknown[]).toContain('ok');
  await call(stopping, 'slow');
  // It learns of the workflow a moment later.
  await expect.poll(async () => (await call(other, 'slow')).status).toBe(200);
  await expect.poll(() => requests.length).toBe(2);
  const queued = await call(other, 'slow');
  expect(queued.status).toBe(200);

  const stopped = stopping.close();
  expect(await readiness()).toEqual([503, 'close', 'draining']);
  expect((await stopping.send({ url: '/rest/workflows' })).status).toBe(200);
  release();
  // The slot is free again, and serves what arrives here.
  await expect.poll(async () => (await call(stopping, 'now')).status).toBe(200);
  await expect.poll(() => requests.length).toBe(3);
  // If the slot was not free yet, the other one has run that too.
  expect(stopping.server.services.executions.activeRuns.startedCount).toBeLessThanOrEqual(2);
  expect(other.server.services.executions.activeRuns.startedCount).toBeGreaterThanOrEqual(2);
  // Nobody is left to take over the requests.
  await other.close();
  await stopped;
});

it('a server that stops responds to its callers also for executions that another server runs', async () => {
  const { address, requests, release } = await service();
  const database = await newDatabase();
  const stopping = await member(database, 1, { stopSeconds: LONG });
  const other = await member(database, 5);
  await expect.poll(() => stopping.server.services.team.hasOthers).toBe(true);
  await activate(stopping, 'slow', { responseMode: 'onReceived' }, ask(address));
  await activate(stopping, 'last', { responseMode: 'lastNode' }, ask(address));
  await call(stopping, 'slow');
  await expect.poll(() => requests.length).toBe(1);
  const response = call(stopping, 'last');
  await expect.poll(() => requests.length).toBe(2);
  expect(other.server.services.executions.activeRuns.startedCount).toBe(1);

  const stopped = stopping.close();
  expect((await call(stopping, 'last')).status).toBe(503);
  release();
  expect([(await response).status, await (await response).json()]).toEqual([200, { made: 1 }]);
  await stopped;
});

it('a server without others stops at once', async () => {
  const alone = await member(await newDatabase(), 1, { drainSeconds: LONG });
  const stopped = alone.close();
  const response = await fetch(new URL('healthz/readiness', alone.server.url)).catch(() => undefined);
  expect(((await response?.json()) as { status: string } | undefined)?.status ?? 'stopping').toBe('stopping');
  await stopped;
});
