// Start: where older workflows start.
import { describe, expect, it } from 'vitest';
import { Executor } from '../../execution/index.ts';
import { fakePorts } from '../../testing/fake-ports.ts';

describe('start', () => {
  it('starts a manual run with one empty item', async () => {
    const workflow = {
      nodes: [
        { name: 'Start', type: 'n8n-nodes-base.start', typeVersion: 1, position: [0, 0] as [number, number], parameters: {} },
        { name: 'After', type: 'n8n-nodes-base.noOp', typeVersion: 1, position: [200, 0] as [number, number], parameters: {} },
      ],
      connections: { Start: { main: [[{ node: 'After', type: 'main', index: 0 }]] } },
    };
    const { result } = await new Executor(fakePorts()).start({ workflow, mode: 'manual' }).done;
    expect(result.status).toBe('success');
    expect(result.resultData.runData['After']?.[0]?.data?.['main']).toEqual([[{ json: {}, pairedItem: { item: 0 } }]]);
  });
});
