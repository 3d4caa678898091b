// How fast the parts of a response are taken from package code.
import { beforeEach, expect, it } from 'vitest';
import { StreamedReply } from './streamed-reply.ts';

const part = new Uint8Array(200_000);
let reply: StreamedReply;
let reader: ReadableStreamDefaultReader<Uint8Array>;
let closedCount = 0;

beforeEach(async () => {
  [reply, closedCount] = [new StreamedReply(), 0];
  reply.begin({ status: 200, headers: {} }, () => closedCount++);
  reader = ((await reply.started).body as ReadableStream<Uint8Array>).getReader();
});

/** Resolves with whether the promise has settled after some turns of the event loop. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false;
  void promise.finally(() => (settled = true));
  for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve));
  return settled;
}

it('a caller that does not read lets the code wait, before its parts fill the memory', async () => {
  expect(await isSettled(reply.write(part))).toBe(true);
  const second = reply.write(part);
  expect(await isSettled(second)).toBe(false);
  expect((await reader.read()).value?.byteLength).toBe(200_000);
  await second;
  reply.end();
  expect([(await reader.read()).done, (await reader.read()).done]).toEqual([false, true]);
});

it('nothing waits for a caller that has disconnected', async () => {
  await reply.write(part);
  const waiting = reply.write(part);
  await reader.cancel();
  await waiting;
  await reply.write(part);
  expect(closedCount).toBe(1);
});
