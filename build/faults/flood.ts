// kill -9 with 200 calls in flight: every call that received a response has exactly one execution, none is left running, and the database is intact.
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { Store } from '../../engine/store/index.ts';
import { Program } from './program.ts';
import type { Report } from './report.ts';
import { setField, webhook, type Sketch } from './workflows.ts';

const IN_FLIGHT = 200;
/** The kill comes after `IN_FLIGHT` responses and at most this many more. */
const MORE = 140;
/** Milliseconds until a restarted server must respond on its webhooks. */
const PATIENCE = 60_000;

const node = (name: string, { type, typeVersion = 1, parameters = {} }: Sketch): object => ({
  id: name,
  name,
  type: `n8n-nodes-base.${type}`,
  typeVersion,
  position: [0, 0],
  parameters,
  webhookId: `hook-${name}`,
});

/** Responds immediately or after the last node; either response guarantees that the execution is saved. */
const workflow = {
  name: 'Calls',
  nodes: [
    node('At once', webhook('at-once')),
    node('At the end', webhook('at-the-end', 'lastNode')),
    node('Set', setField('key', '={{ $json.body.key }}')),
  ],
  connections: Object.fromEntries(['At once', 'At the end'].map((from) => [from, { main: [[{ node: 'Set', type: 'main', index: 0 }]] }])),
  settings: { executionOrder: 'v1' },
};

export async function floodScenario(dataDir: string, rounds: number): Promise<Report> {
  const problems: string[] = [];
  const confirmed: string[] = [];
  let server = await Program.start(dataDir);
  try {
    const id = await server.save(workflow);
    for (let round = 1; round <= rounds; round++) {
      const report = (problem: string): number => problems.push(`round ${round}: ${problem}`);
      confirmed.push(...(await callUntilKilled(server, round)));
      for (const problem of damages(dataDir)) report(problem);
      server = await Program.start(dataDir);
      await activated(server, id);
    }
    const { code, signal } = await server.stop();
    if (code !== 0) problems.push(`the server ended with the exit code ${code} (${String(signal)})`);
    problems.push(...(await compare(dataDir, confirmed)));
    if (confirmed.length < rounds * IN_FLIGHT) problems.push(`only ${confirmed.length} calls received a response`);
  } catch (error) {
    problems.push((error as Error).message);
  } finally {
    await server.kill();
  }
  return { name: 'kill -9 with 200 calls in flight', rounds, calls: confirmed.length, problems };
}

/** Sends calls until the server exits; returns the keys of the calls with status 200. */
async function callUntilKilled(server: Program, round: number): Promise<readonly string[]> {
  const confirmed: string[] = [];
  const agent = new Agent({ keepAlive: true, maxSockets: IN_FLIGHT });
  const end = IN_FLIGHT + Math.floor(Math.random() * MORE);
  let exit: Promise<unknown> | undefined;
  let count = 0;
  const call = async (): Promise<boolean> => {
    const key = `${round}-${count++}`;
    const path = count % 2 === 0 ? 'at-once' : 'at-the-end';
    const headers = { 'content-type': 'application/json' };
    const sent = request(new URL(`webhook/${path}`, server.url), { method: 'POST', agent, headers });
    return new Promise((done) => {
      sent
        .on('error', () => done(false))
        .on('response', (response) => {
          if (response.statusCode === 200) confirmed.push(key);
          response
            .on('error', () => done(false))
            .resume()
            .on('end', () => done(true));
          if (confirmed.length === end) exit ??= server.kill();
        });
      sent.end(JSON.stringify({ key }));
    });
  };
  const caller = async (): Promise<void> => {
    // Calls fail once the server has exited.
    while (await call());
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, caller));
  await exit;
  agent.destroy();
  return confirmed;
}

function damages(dataDir: string): readonly string[] {
  const database = new DatabaseSync(join(dataDir, 'db', 'millrace.sqlite'));
  const lines = database.prepare('pragma integrity_check').all();
  database.close();
  return lines.map(({ integrity_check: line }) => String(line)).filter((line) => line !== 'ok');
}

/** Resolves when the webhook responds: active workflows are activated after the server is ready. */
async function activated(server: Program, id: string): Promise<void> {
  for (const end = Date.now() + PATIENCE; ; await setTimeout(50)) {
    const isActive = (await server.rest<readonly string[]>('active')).includes(id);
    const { status } = await fetch(`${server.url}webhook/at-once`, { method: 'OPTIONS' });
    if (isActive && status !== 404) return;
    if (Date.now() > end) throw new Error('The workflow is not active after a restart.');
  }
}

/** Compares the calls that received a response with the saved executions. */
async function compare(dataDir: string, confirmed: readonly string[]): Promise<readonly string[]> {
  const store = await Store.open(dataDir);
  try {
    const records = await store.executionList.list({}, { limit: 1_000_000 });
    const times = new Map<string, number>();
    for (const { id } of records) {
      const packed = await store.executions.payload(id);
      const text = packed === undefined ? '' : JSON.stringify(await store.unpack(packed));
      const key = /"key":"(\d+-\d+)"/.exec(text)?.[1] ?? `without data, ${id},`;
      times.set(key, (times.get(key) ?? 0) + 1);
    }
    const running = await store.executions.running();
    return [
      ...[...times].filter(([, count]) => count > 1).map(([key, count]) => `the call ${key} has ${count} executions`),
      ...confirmed.filter((key) => !times.has(key)).map((key) => `the answered call ${key} is lost`),
      ...running.map(({ id }) => `the execution ${id} is still running`),
    ];
  } finally {
    await store.close();
  }
}
