// How long small requests wait while the server does something large. They come from a separate process, since a client that reads large answers delays its own small requests.
import { fork } from 'node:child_process';
import { once } from 'node:events';

/** Milliseconds that the longest of many small requests took while this was done. */
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
