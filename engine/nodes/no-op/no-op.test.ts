// No Operation: items pass through with their files.
import { describe, expect, it } from 'vitest';
import { runNode } from '../../testing/run-node.ts';

describe('no operation', () => {
  it('passes items on unchanged, with renewed lineage', async () => {
    const binary = { data: { data: 'aGk=', mimeType: 'text/plain' } };
    const items = [
      { json: { a: 1 }, binary },
      { json: { a: 2 }, pairedItem: { item: 7 } },
    ];
    const { outputs } = await runNode({ type: 'n8n-nodes-base.noOp', items });
    expect(outputs).toEqual([
      [
        { json: { a: 1 }, binary, pairedItem: { item: 0 } },
        { json: { a: 2 }, pairedItem: { item: 1 } },
      ],
    ]);
  });
});
