// Error Trigger: passes on the failure it was started with, or a sample.
import { describe, expect, it } from 'vitest';
import { Executor } from '../../execution/index.ts';
import { fakePorts } from '../../testing/fake-ports.ts';
import { sampleFailure } from './execute.ts';

const workflow = {
  nodes: [{ name: 'On Error', type: 'n8n-nodes-base.errorTrigger', typeVersion: 1, position: [0, 0] as [number, number], parameters: {} }],
  connections: {},
};
const failure = { execution: { id: '7', error: { message: 'Lost' } }, workflow: { id: '1', name: 'Orders' } };

describe('error trigger', () => {
  it.each([
    ['a sample in a run by hand', 'manual', undefined, sampleFailure],
    ['the failure given in a run by hand', 'manual', [{ json: failure }], failure],
    ['the failure of another workflow', 'error', [{ json: failure }], failure],
  ] as const)('gives %s', async (_, mode, items, expected) => {
    const { result } = await new Executor(fakePorts()).start({ workflow, mode, items, startNode: 'On Error' }).done;
    expect(result.resultData.runData['On Error']?.[0]?.data?.['main']?.[0]?.map(({ json }) => json)).toEqual([expected]);
  });
});
