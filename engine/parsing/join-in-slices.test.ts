// Parts are joined in their order; other work runs while many bytes are copied.
import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { joinInSlices } from './join-in-slices.ts';

const MiB = 1024 * 1024;
const filled = (size: number, value: number): Uint8Array => new Uint8Array(size).fill(value);

it.each([
  ['nothing', []],
  ['a short body', [filled(3, 1), filled(0, 2), filled(5, 3)]],
  ['many parts', Array.from({ length: 300 }, (_, index) => filled(64 * 1024 + index, index % 251))],
  ['a part larger than a slice', [filled(5, 1), filled(9 * MiB + 1, 2), filled(5, 3)]],
])('joins %s', async (_what, parts) => {
  expect(Buffer.compare(await joinInSlices(parts), Buffer.concat(parts))).toBe(0);
});

it('lets other work run', async () => {
  let turns = 0;
  const over = new AbortController();
  const otherWork = (async () => {
    for (; !over.signal.aborted; turns++) await setImmediate();
  })();
  await joinInSlices([filled(20 * MiB, 1), filled(20 * MiB, 2)]);
  over.abort();
  await otherWork;
  expect(turns).toBeGreaterThanOrEqual(8);
});
