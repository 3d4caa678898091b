// Sticky notes never run.
import { describe, expect, it } from 'vitest';
import { Executor } from '../../execution/index.ts';
import { fakePorts } from '../../testing/fake-ports.ts';

describe('sticky note', () => {
  it('never runs', async () => {
    const parameters = { content: '## Invoices', height: 300, width: 400, color: 4 };
    const workflow = {
      nodes: [
        { name: 'Note', type: 'n8n-nodes-base.stickyNote', typeVersion: 1, position: [0, 0] as [number, number], parameters },
        { name: 'Trigger', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, position: [0, 300] as [number, number], parameters: {} },
      ],
      connections: {},
    };
    const { result } = await new Executor(fakePorts()).start({ workflow, mode: 'manual' }).done;
    expect(result.status).toBe('success');
    expect(Object.keys(result.resultData.runData)).toEqual(['Trigger']);
  });
});
