import { afterAll, describe, expect, it } from 'vitest';
import { createSandbox } from '../../sandbox/index.ts';
import { runNode } from '../../testing/run-node.ts';

const sandbox = createSandbox();
afterAll(() => sandbox.stop());

const run = (functionCode: string, onError?: 'continueRegularOutput') =>
  runNode({
    type: 'n8n-nodes-base.functionItem',
    version: 1,
    parameters: { functionCode },
    items: [{ n: 1 }, { n: 2 }],
    ports: { sandbox },
    node: { onError },
  });

describe('Function Item', () => {
  it.each<[string, unknown]>([
    [
      'item.twice = item.n * 2; return item;',
      [
        { n: 1, twice: 2 },
        { n: 2, twice: 4 },
      ],
    ],
    ['return { at: $itemIndex };', [{ at: 0 }, { at: 1 }]],
  ])('%s', async (code, expected) => {
    const { json, outputs } = await run(code);
    expect(json).toEqual(expected);
    expect(outputs[0]?.map((item) => item.pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
  });

  it('must return an object', async () => {
    expect((await run('const x = 1;')).error?.message).toBe('No data got returned. Always an object has to be returned!');
    expect((await run('return "x";')).error?.message).toBe("A 'json' property isn't an object [item 0]");
    expect((await run('if (item.n === 1) throw new Error("one"); return item;', 'continueRegularOutput')).json).toEqual([
      { error: 'one [line 1, for item 0]' },
      { n: 2 },
    ]);
  });
});
