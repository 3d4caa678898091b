// Manual Trigger: a manual run starts with its given items, or one empty item.
import { describe, expect, it } from 'vitest';
import { Executor } from '../../execution/index.ts';
import { fakePorts } from '../../testing/fake-ports.ts';

const workflow = {
  nodes: [
    { name: 'Trigger', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, position: [0, 0] as [number, number], parameters: {} },
    { name: 'After', type: 'n8n-nodes-base.noOp', typeVersion: 1, position: [200, 0] as [number, number], parameters: {} },
  ],
  connections: { Trigger: { main: [[{ node: 'After', type: 'main', index: 0 }]] } },
};

describe('manual trigger', () => {
  it.each([
    ['one empty item', undefined, [{}]],
    ['the items given', [{ json: { a: 1 } }, { json: { a: 2 } }], [{ a: 1 }, { a: 2 }]],
  ])('starts with %s', async (_, items, expected) => {
    const { result } = await new Executor(fakePorts()).start({ workflow, mode: 'manual', items }).done;
    expect(result.status).toBe('success');
    expect(result.resultData.runData['After']?.[0]?.data?.['main']?.[0]?.map(({ json }) => json)).toEqual(expected);
  });
});
