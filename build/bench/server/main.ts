// `npm run bench:server`: start, idle memory, webhooks under load and a large upload, each beside a bare node:http server in the same run.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Load } from './load.ts';
import { startProcess, type ServerProcess } from './process.ts';

const here = import.meta.dirname;
const cli = join(here, '../../../out/engine/cli.js');
const folder = mkdtempSync(join(tmpdir(), 'millrace-bench-'));
const MiB = 1024 * 1024;
const UPLOAD = 50 * MiB;
const STARTS = 5;

const server = (dataDir: string): Promise<ServerProcess> =>
  startProcess([cli, 'start', '--port', '0', '--data-dir', join(folder, dataDir)], {
    MILLRACE_LOG_LEVEL: 'silent',
    NODE_ENV: 'production',
  });
const bare = (): Promise<ServerProcess> => startProcess([join(here, 'bare-server.ts'), folder]);
const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
const row = (...cells: readonly string[]): void =>
  console.log(cells.map((cell, index) => (index === 0 ? cell.padEnd(46) : cell.padStart(17))).join(''));
const mebibytes = (bytes: number): string => `${Math.round(bytes / MiB)} MiB`;

async function starts(): Promise<void> {
  const ours: number[] = [];
  const bares: number[] = [];
  for (let count = 0; count < STARTS; count++) {
    for (const [times, start] of [
      [ours, () => server('start')],
      [bares, bare],
    ] as const) {
      const started = await start();
      times.push(started.startTime);
      await started.stop();
    }
  }
  row(
    'cold start to ready, median of 5',
    `${median(ours).toFixed(0)} ms`,
    `${median(bares).toFixed(0)} ms`,
    `${(median(ours) / median(bares)).toFixed(1)} ×`,
  );
}

async function idle(): Promise<void> {
  const [ours, bares] = await Promise.all([server('idle'), bare()]);
  await setTimeout(10_000);
  const [own, other] = [ours.memory().now, bares.memory().now];
  row('idle memory after 10 s', mebibytes(own), mebibytes(other), `+${mebibytes(own - other)}`);
  await Promise.all([ours.stop(), bares.stop()]);
}

const node = (name: string, type: string, typeVersion: number, parameters: object): object => ({
  id: name,
  name,
  type: `n8n-nodes-base.${type}`,
  typeVersion,
  position: [0, 0],
  parameters,
  ...(type === 'webhook' ? { webhookId: name } : {}),
});

function hook(path: string, saves: 'all' | 'none', binary: boolean): object {
  const doubled = { assignments: { assignments: [{ id: 'n', name: 'n', type: 'number', value: '={{ $json.body.n * 2 }}' }] }, options: {} };
  const end = binary ? node('End', 'noOp', 1, {}) : node('Set', 'set', 3.4, doubled);
  const webhook = {
    path,
    httpMethod: 'POST',
    responseMode: binary ? 'onReceived' : 'lastNode',
    options: binary ? { binaryData: true } : {},
  };
  return {
    name: path,
    nodes: [node('Webhook', 'webhook', 2, webhook), end],
    connections: { Webhook: { main: [[{ node: binary ? 'End' : 'Set', type: 'main', index: 0 }]] } },
    settings: { executionOrder: 'v1', saveDataSuccessExecution: saves, saveDataErrorExecution: saves },
  };
}

async function open(url: string, workflow: object): Promise<void> {
  const send = (path: string, method: string, body: object): Promise<Response> =>
    fetch(`${url}rest/${path}`, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  const { data } = (await (await send('workflows', 'POST', workflow)).json()) as { data: { id: string } };
  const { status } = await send(`workflows/${data.id}`, 'PATCH', { active: true });
  if (status !== 200) throw new Error(`The workflow could not be activated: ${status}`);
}

async function load(url: string, connections: number): Promise<Load> {
  const { stdout } = await promisify(execFile)(process.execPath, [join(here, 'load.ts'), url, String(connections), '4']);
  const result = JSON.parse(stdout) as Load;
  if (result.failures > 0 || result.total === 0) throw new Error(`${url}: ${result.failures} of ${result.total} calls failed`);
  return result;
}

async function webhooks(): Promise<void> {
  const [ours, bares] = await Promise.all([server('load'), bare()]);
  await open(ours.url, hook('saved', 'all', false));
  await open(ours.url, hook('unsaved', 'none', false));
  for (const connections of [1, 20]) {
    for (const path of ['saved', 'unsaved']) {
      await load(`${ours.url}webhook/${path}`, connections);
      const own = await load(`${ours.url}webhook/${path}`, connections);
      const other = await load(bares.url, connections);
      row(
        `webhook → Set → answer, ${connections} connections, ${path}`,
        `${own.rate.toFixed(0)} /s`,
        `${other.rate.toFixed(0)} /s`,
        `1 / ${(other.rate / own.rate).toFixed(1)}`,
        `p99 ${own.p99} ms`,
      );
    }
  }
  await Promise.all([ours.stop(), bares.stop()]);
}

/** Bytes that come in pieces, as a file's would. */
function bytes(): ReadableStream<Uint8Array> {
  const piece = new Uint8Array(64 * 1024).fill(120);
  let sent = 0;
  return new ReadableStream({
    pull: (controller) => {
      if (sent >= UPLOAD) return controller.close();
      controller.enqueue(piece);
      sent += piece.byteLength;
    },
  });
}

async function send(url: string): Promise<number> {
  const started = performance.now();
  const headers = { 'content-type': 'application/octet-stream', 'content-length': String(UPLOAD) };
  const answer = await fetch(url, { method: 'POST', headers, body: bytes(), duplex: 'half' } as RequestInit);
  await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`The upload was answered with ${answer.status}`);
  return performance.now() - started;
}

async function upload(): Promise<void> {
  const [ours, bares] = await Promise.all([server('upload'), bare()]);
  await open(ours.url, hook('file', 'all', true));
  // What it takes beyond being idle.
  await setTimeout(10_000);
  for (const one of [ours, bares]) one.resetPeak();
  const before = [ours.memory().now, bares.memory().now] as const;
  const own: number[] = [];
  const other: number[] = [];
  for (let count = 0; count < 5; count++) {
    own.push(await send(`${ours.url}webhook/file`));
    other.push(await send(`${bares.url}upload`));
  }
  const [growth, bareGrowth] = [ours.memory().peak - before[0], bares.memory().peak - before[1]];
  row(
    'upload of 50 MB, median of 5',
    `${median(own).toFixed(0)} ms`,
    `${median(other).toFixed(0)} ms`,
    `${(median(own) / median(other)).toFixed(1)} ×`,
    `+${mebibytes(growth)} / +${mebibytes(bareGrowth)}`,
  );
  await Promise.all([ours.stop(), bares.stop()]);
}

try {
  row('work', 'server', 'bare node:http', 'ratio', '');
  await starts();
  await idle();
  await webhooks();
  await upload();
  console.log('\nOne machine, one run: compare ratios. The load tool runs beside the server; executions are saved where it says so.');
} finally {
  rmSync(folder, { recursive: true, force: true });
}
