// Responses that package code writes, and how they are passed on to the caller.
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { PackageResponse } from './exchange.ts';

it('tells the node to wait until its parts have been passed on, and joins small ones', async () => {
  const response = new PackageResponse();
  const passed: string[] = [];
  let next: (() => void) | undefined;
  response.write('early ');
  response.passTo((chunk) => {
    passed.push(chunk.byteLength > 100 ? String(chunk.byteLength) : chunk.toString());
    return new Promise((resolve) => (next = resolve));
  });
  const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  const goOn = async (): Promise<void> => {
    await turn();
    next?.();
    await turn();
  };
  response.write('a');
  for (const text of ['b', 'c', 'd']) response.write(text);
  expect(response.write('x'.repeat(100_000))).toBe(false);
  response.write('e');
  await goOn();
  expect(passed).toEqual(['early ', 'a']);
  const drained = once(response, 'drain');
  await goOn();
  await goOn();
  await goOn();
  await drained;
  response.end('f');
  const finished = once(response, 'finish');
  await goOn();
  await goOn();
  await finished;
  expect(passed).toEqual(['early ', 'a', '100003', 'e', 'f']);
});

it('a long response is not written to its end before it can be passed on', async () => {
  const response = new PackageResponse();
  expect(response.write('x'.repeat(100_000))).toBe(false);
  response.end('y');
  expect(response.isEnded).toBe(true);
  await response.ended(new AbortController().signal);
  expect(response.reply().body.byteLength).toBe(100_001);
});
