// A copied workflow shares no id and no webhook address with its original.
import { describe, expect, it } from 'vitest';
import { copyName, copyOf } from './copy-of.ts';

const ids = (): (() => string) => {
  let count = 0;
  return () => `new ${++count}`;
};
const node = (more: object) => ({
  id: 'old',
  name: 'A',
  type: 't',
  typeVersion: 1,
  position: [0, 0] as [number, number],
  parameters: {},
  ...more,
});

it('omits data of the original workflow, and keeps unknown fields', () => {
  const file = {
    id: '1',
    name: 'A',
    active: true,
    version: 3,
    staticData: {},
    tags: ['x'],
    nodes: [node({})],
    connections: {},
    settings: { executionOrder: 'v1', own: 1 },
    notes: 'n',
  };
  expect(copyOf(file, 'A copy', ids())).toEqual({
    name: 'A copy',
    nodes: [node({ id: 'new 1' })],
    connections: {},
    settings: { executionOrder: 'v1', own: 1 },
    notes: 'n',
  });
});

describe('the address of a webhook', () => {
  it.each([
    ['old-hook', 'new 2'],
    ['orders', 'new 2'],
    ['orders/:id', 'orders/:id'],
    ['={{ $json.path }}', '={{ $json.path }}'],
    ['', ''],
  ])('%j becomes %j', (path, expected) => {
    const [copied] = copyOf({ nodes: [node({ webhookId: 'old-hook', parameters: { path } })], connections: {} }, 'B', ids()).nodes;
    expect(copied).toMatchObject({ webhookId: 'new 2', parameters: { path: expected } });
  });
});

it('suggests a name within the limit', () => {
  expect(copyName('Orders', ' copy')).toBe('Orders copy');
  expect(copyName('x'.repeat(128), ' copy')).toBe(`${'x'.repeat(123)} copy`);
  expect(copyName(`${'x'.repeat(122)}😀yyyy`, ' copy')).toBe(`${'x'.repeat(122)} copy`);
});
