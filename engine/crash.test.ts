// Kills the process repeatedly while calls are in progress: every call that received a response has exactly one execution, and the database is
// intact.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterAll, expect, it } from 'vitest';
import { program } from './testing/cli-kit.ts';
import { Store } from './store/index.ts';

const ROUNDS = 20;
const IN_FLIGHT = 200;
const folder = mkdtempSync(join(tmpdir(), 'millrace-crash-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const node = (name: string, type: string, typeVersion: number, parameters: object): object => ({
  id: name,
  name,
  type: `n8n-nodes-base.${type}`,
  typeVersion,
  position: [0, 0],
  parameters,
  ...(type === 'webhook' ? { webhookId: `hook-${name}` } : {}),
});

/** Responds immediately or after the last node; either response guarantees that the execution is saved. */
const workflow = {
  name: 'Calls',
  nodes: [
    node('At once', 'webhook', 2, { path: 'at-once', httpMethod: 'POST', responseMode: 'onReceived', options: {} }),
    node('At the end', 'webhook', 2, { path: 'at-the-end', httpMethod: 'POST', responseMode: 'lastNode', options: {} }),
    node('Set', 'set', 3.4, {
      assignments: { assignments: [{ id: 'a', name: 'key', type: 'string', value: '={{ $json.body.key }}' }] },
      options: {},
    }),
  ],
  connections: Object.fromEntries(['At once', 'At the end'].map((from) => [from, { main: [[{ node: 'Set', type: 'main', index: 0 }]] }])),
  settings: { executionOrder: 'v1' },
};

interface Running {
  readonly process: ChildProcess;
  readonly url: string;
}

async function start(): Promise<Running> {
  const child = spawn(process.execPath, [program, 'start', '--port', '0', '--data-dir', folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, MILLRACE_LOG_LEVEL: 'silent', MILLRACE_LOCAL_ACCESS: 'open' },
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { process: child, url: /http:\S+/.exec(String(line))?.[0] ?? '' };
}

const json = async (url: string, method: string, body: unknown): Promise<{ data: { id: string } }> => {
  const response = await fetch(url, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  expect(response.status).toBe(200);
  return (await response.json()) as { data: { id: string } };
};

/** Sends calls until the server exits; returns the keys of the calls with status 200. */
async function callUntilKilled({ url, process: child }: Running, round: number): Promise<readonly string[]> {
  const confirmed: string[] = [];
  const agent = new Agent({ keepAlive: true, maxSockets: IN_FLIGHT });
  let count = 0;
  const call = (): Promise<boolean> =>
    new Promise((done) => {
      const key = `${round}-${count++}`;
      const path = count % 2 === 0 ? 'at-once' : 'at-the-end';
      const clientRequest = request(
        new URL(`webhook/${path}`, url),
        { method: 'POST', agent, headers: { 'content-type': 'application/json' } },
        (response) => {
          if (response.statusCode === 200) confirmed.push(key);
          response
            .on('error', () => done(false))
            .resume()
            .on('end', () => done(true));
          if (confirmed.length === IN_FLIGHT + round * 7) child.kill('SIGKILL');
        },
      );
      clientRequest.on('error', () => done(false)).end(JSON.stringify({ key }));
    });
  const exit = once(child, 'exit');
  const caller = async (): Promise<void> => {
    // Calls fail once the server has exited.
    while (await call());
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, caller));
  await exit;
  agent.destroy();
  return confirmed;
}

/** Returns the keys of the saved executions. */
async function readStoredKeys(): Promise<readonly string[]> {
  const store = await Store.open(folder);
  try {
    const records = await store.executionList.list({}, { limit: 1_000_000 });
    const keys = records.map(async ({ id }) => {
      const packed = await store.executions.payload(id);
      const text = packed === undefined ? '' : JSON.stringify(await store.unpack(packed));
      return /"key":"(\d+-\d+)"/.exec(text)?.[1] ?? `no data of ${id}`;
    });
    return await Promise.all(keys);
  } finally {
    await store.close();
  }
}

it('saves exactly one execution per successful call', async () => {
  let running = await start();
  const { data } = await json(`${running.url}rest/workflows`, 'POST', workflow);
  await json(`${running.url}rest/workflows/${data.id}`, 'PATCH', { active: true });
  const confirmed: string[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    confirmed.push(...(await callUntilKilled(running, round)));
    const database = new Sqlite(join(folder, 'db', 'millrace.sqlite'));
    expect(database.pragma('integrity_check')).toEqual([{ integrity_check: 'ok' }]);
    database.close();
    running = await start();
    await expect.poll(() => isActive(running.url, data.id)).toBe(true);
  }
  const stopped = once(running.process, 'exit');
  running.process.kill('SIGTERM');
  expect(await stopped).toEqual([0, null]);
  const storedKeys = await readStoredKeys();
  expect(new Set(storedKeys).size).toBe(storedKeys.length);
  const knownKeys = new Set(storedKeys);
  expect(confirmed.filter((key) => !knownKeys.has(key))).toEqual([]);
  expect(confirmed.length).toBeGreaterThanOrEqual(ROUNDS * IN_FLIGHT);
  expect(await statuses()).toEqual([]);
});

/** Whether the webhook responds again: active workflows are activated after the server is ready. */
async function isActive(url: string, id: string): Promise<boolean> {
  const response = await fetch(`${url}rest/active`);
  const { data } = (await response.json()) as { data: string[] };
  const opened = await fetch(`${url}webhook/at-once`, { method: 'OPTIONS' });
  return data.includes(id) && opened.status !== 404;
}

/** Executions whose status is running although nothing runs. */
async function statuses(): Promise<readonly string[]> {
  const store = await Store.open(folder);
  const running = (await store.executions.running()).map(({ id }) => id);
  await store.close();
  return running;
}
