// Error Trigger: passes on the failure it was started with, or a sample.
import { describe, expect, it } from 'vitest';
import { Executor } from '../../execution/index.ts';
import { fakePorts } from '../../testing/fake-ports.ts';

const workflow = {
  nodes: [{ name: 'On Error', type: 'n8n-nodes-base.errorTrigger', typeVersion: 1, position: [0, 0] as [number, number], parameters: {} }],
  connections: {},
};
const sampleFailure = {
  execution: {
    id: '231',
    url: 'http://127.0.0.1:5678/workflow/1/executions/231',
    retryOf: '34',
    error: { message: 'Example Error Message', stack: 'Stacktrace' },
    lastNodeExecuted: 'Node With Error',
    mode: 'manual',
  },
  workflow: { id: '1', name: 'Example Workflow' },
};
const failure = { execution: { id: '7', error: { message: 'Lost' } }, workflow: { id: '1', name: 'Orders' } };

describe('error trigger', () => {
  it.each([
    ['a sample in a manual run', 'manual', undefined, sampleFailure],
    ['the given failure in a manual run', 'manual', [{ json: failure }], failure],
    ['the failure of another workflow', 'error', [{ json: failure }], failure],
  ] as const)('gives %s', async (_, mode, items, expected) => {
    const { result } = await new Executor(fakePorts()).start({ workflow, mode, items, startNode: 'On Error' }).done;
    expect(result.resultData.runData['On Error']?.[0]?.data?.['main']?.[0]?.map(({ json }) => json)).toEqual([expected]);
  });
});
