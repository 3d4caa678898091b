// Measures how long small requests wait while the server does heavy work. A separate process sends them, since a client that reads large responses
// delays its own requests.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';

/** Milliseconds between two calls of a webhook. */
const EVERY = 20;

/**
 * Returns the longest response time of small requests during `work`, in milliseconds: of `healthz`, one after the other, or of calls of a webhook
 * every 20 ms, whether or not the earlier ones were answered.
 */
export async function longestWait(url: string, work: () => Promise<unknown>, webhook?: string): Promise<number> {
  const args = webhook === undefined ? [`${url}healthz`] : [`${url}webhook/${webhook}`, 'POST'];
  const child = fork(import.meta.filename, args, { execArgv: [] });
  await once(child, 'message');
  await work();
  const message = once(child, 'message') as Promise<[number]>;
  child.send('end');
  const [longest] = await message;
  child.disconnect();
  return longest;
}

async function ask(url: string, method: string): Promise<void> {
  let longest = 0;
  const over = new AbortController();
  process.once('message', () => over.abort());
  const time = async (): Promise<number> => {
    const started = performance.now();
    await (await fetch(url, { method })).text();
    return performance.now() - started;
  };
  const note = (wait: number): void => {
    longest = Math.max(longest, wait);
  };
  // The first requests open the connection.
  for (let count = 0; count < 20; count++) await time();
  process.send?.('ready');
  const open: Promise<void>[] = [];
  while (!over.signal.aborted) {
    const wait = time().then(note);
    open.push(wait);
    await (method === 'POST' ? setTimeout(EVERY) : wait);
  }
  await Promise.all(open);
  process.send?.(longest);
}

if (import.meta.filename === process.argv[1]) await ask(process.argv[2] ?? '', process.argv[3] ?? 'GET');
