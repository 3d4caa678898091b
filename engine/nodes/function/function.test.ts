import { afterAll, describe, expect, it } from 'vitest';
import { createSandbox } from '../../sandbox/index.ts';
import { runNode } from '../../testing/run-node.ts';

const sandbox = createSandbox();
afterAll(() => sandbox.stop());

const run = (functionCode: string, onError?: 'continueRegularOutput') =>
  runNode({
    type: 'n8n-nodes-base.function',
    version: 1,
    parameters: { functionCode },
    items: [{ n: 1 }, { n: 2 }],
    ports: { sandbox },
    node: { onError },
  });

describe('Function', () => {
  it.each<[string, unknown]>([
    ['items[0].json.seen = true; return items;', [{ n: 1, seen: true }, { n: 2 }]],
    ['return [{ json: { from: $node["Input 0"].json.n, name: $workflow.name } }];', [{ from: 1, name: 'Test' }]],
    ['const data = getWorkflowStaticData("global"); data.x = 1; return items.slice(1);', [{ n: 2 }]],
  ])('%s', async (code, expected) => expect((await run(code)).json).toEqual(expected));

  it('fails with the line, or continues on failure', async () => {
    expect((await run('\nthrow new Error("no");')).error?.message).toBe('no [line 2]');
    expect((await run('throw new Error("no");', 'continueRegularOutput')).json).toEqual([{ error: 'no [line 1]' }]);
  });
});
