// How many items a window of parameters has.
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { DetachedContext } from '../../sdk/index.ts';
import { paramWindow } from './param-window.ts';
import { unpackList } from './unpack-list.ts';

const nodeWith = (value: (index: number) => unknown): DetachedContext =>
  ({ param: (_name: string, index: number) => value(index) }) as unknown as DetachedContext;

// Windows also end when their time is used up.
beforeAll(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterAll(() => void vi.useRealTimers());

const text = 'x'.repeat(1_000_000);

it.each<[string, (index: number) => unknown]>([
  ['text', () => text],
  ['object with a text', () => ({ values: [{ text }] })],
])('ends early if each item has a large %s, so that the values can cross', (_, value) => {
  expect(paramWindow(nodeWith(value), ['a'], 0, 2000).count).toBe(4);
  expect(paramWindow(nodeWith(value), ['a', 'b'], 10, 2000).count).toBe(2);
});

it('has one item at least, and goes on from where it ended', () => {
  const node = nodeWith((index) => `${index} ${'x'.repeat(5_000_000)}`);
  const { from, count, values } = paramWindow(node, ['a'], 7, 2000);
  expect([from, count]).toEqual([7, 1]);
  expect(String(unpackList(values['a'] as never)[0])).toMatch(/^7 x/);
});

it('is large for small values', () => {
  expect(
    paramWindow(
      nodeWith((index) => index),
      ['a'],
      0,
      200,
    ).count,
  ).toBe(200);
});
