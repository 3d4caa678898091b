// `npm run bench:server [PART…]`: start, idle memory, webhooks under load and large uploads, each compared with a plain node:http server in the
// same run; also large JSON bodies, exact numbers, credentials, history, large executions, loops, chains, memory,
// packages of nodes and agents.
import { rmSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { agents } from './agents.ts';
import { bodies, exactNumbers } from './bodies.ts';
import { credentials } from './credentials.ts';
import { growth, large } from './growth.ts';
import { call, hook, load, open } from './hooks.ts';
import { chains, loops, memory } from './memory.ts';
import { packages } from './packages.ts';
import { bare, folder, mebibytes, median, MiB, milliseconds, row, server, times } from './report.ts';
import { savings } from './savings.ts';

const UPLOAD = 50 * MiB;
const STARTS = 5;

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

/** A stream of bytes in chunks, like a file's, with optional text before and after. */
function bytes(before = '', after = ''): ReadableStream<Uint8Array> {
  const piece = new Uint8Array(64 * 1024).fill(120);
  let sent = 0;
  return new ReadableStream({
    start: (controller) => controller.enqueue(Buffer.from(before)),
    pull: (controller) => {
      if (sent >= UPLOAD) {
        controller.enqueue(Buffer.from(after));
        return controller.close();
      }
      controller.enqueue(piece);
      sent += piece.byteLength;
    },
  });
}

const form = ['--b\r\ncontent-disposition: form-data; name="file"; filename="large.bin"\r\n\r\n', '\r\n--b--\r\n'] as const;
const kinds: Readonly<Record<string, (url: string) => Promise<void>>> = {
  'upload of 50 MB': (url) => call(url, bytes(), { 'content-type': 'application/octet-stream', 'content-length': String(UPLOAD) }),
  'upload of 50 MB, multipart': (url) => call(url, bytes(...form), { 'content-type': 'multipart/form-data; boundary=b' }),
};

async function upload(): Promise<void> {
  const [ours, bares] = await Promise.all([server('upload'), bare()]);
  await open(ours.url, hook('file', 'all', true));
  // Waits, so that only growth above idle memory is measured.
  await setTimeout(10_000);
  for (const [name, send] of Object.entries(kinds)) {
    for (const one of [ours, bares]) one.resetPeak();
    const before = [ours.memory().now, bares.memory().now] as const;
    const own: number[] = [];
    const other: number[] = [];
    const flushed: number[] = [];
    for (let count = 0; count < 5; count++) {
      own.push(...(await times(1, () => send(`${ours.url}webhook/file`))));
      other.push(...(await times(1, () => send(`${bares.url}upload`))));
      flushed.push(...(await times(1, () => send(`${bares.url}flushed`))));
    }
    const [growth, bareGrowth] = [ours.memory().peak - before[0], bares.memory().peak - before[1]];
    row(
      `${name}, median of 5`,
      milliseconds(median(own)),
      milliseconds(median(other)),
      `${(median(own) / median(other)).toFixed(1)} ×`,
      `+${mebibytes(growth)} / +${mebibytes(bareGrowth)}`,
      `  bare, flushed: ${milliseconds(median(flushed))}`,
    );
  }
  await Promise.all([ours.stop(), bares.stop()]);
}

const parts: Readonly<Record<string, () => Promise<void>>> = {
  starts,
  idle,
  webhooks,
  credentials,
  upload,
  bodies,
  exactNumbers,
  growth,
  large,
  loops,
  chains,
  memory,
  packages,
  agents,
  savings,
};

/** The parts given as arguments. Default: all. */
const requested = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(parts);
try {
  row('work', 'server', 'bare node:http', 'ratio', '');
  for (const name of requested) await parts[name]?.();
  console.log(
    '\nOne run on one machine: compare the ratios. The load generator shares the machine with the server. Executions are saved where noted.',
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
