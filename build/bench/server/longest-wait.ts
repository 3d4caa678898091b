// Measures how long small requests wait while the server does heavy work. A separate process sends them, since a client that reads large responses
// delays its own requests.
import { fork } from 'node:child_process';
import { once } from 'node:events';

/** Returns the longest response time of small requests during `work`, in milliseconds. */
export async function longestWait(url: string, work: () => Promise<unknown>): Promise<number> {
  const child = fork(import.meta.filename, [`${url}healthz`], { execArgv: [] });
  await once(child, 'message');
  await work();
  const told = once(child, 'message') as Promise<[number]>;
  child.send('end');
  const [longest] = await told;
  child.disconnect();
  return longest;
}

async function ask(url: string): Promise<void> {
  let longest = 0;
  const over = new AbortController();
  process.once('message', () => over.abort());
  for (let count = 0; !over.signal.aborted; count++) {
    const started = performance.now();
    await (await fetch(url)).text();
    // The first requests open the connection.
    if (count >= 20) longest = Math.max(longest, performance.now() - started);
    if (count === 20) process.send?.('ready');
  }
  process.send?.(longest);
}

if (import.meta.filename === process.argv[1]) await ask(process.argv[2] ?? '');
