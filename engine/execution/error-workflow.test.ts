import { describe, expect, it } from 'vitest';
import { AppError } from '../contract/errors.ts';
import type { ExecutionMode } from '../contract/run-data.ts';
import type { WorkflowFile } from '../contract/workflow.ts';
import { buildWorkflow, type NodeSketch, stored } from '../testing/build-workflow.ts';
import { portsWith, testNode } from '../testing/test-nodes.ts';
import { NodeError } from '../sdk/index.ts';
import { Executor, type RunOutcome } from './index.ts';

const how = { displayName: 'How', name: 'how', type: 'string', default: 'loudly' } as const;
const fail = (error: Error = new Error('It broke')): ReturnType<typeof testNode> =>
  testNode('fail', () => { throw error; }, { properties: [how] }); // oxfmt-ignore
const caught: NodeSketch = { type: 'errorTrigger' };
const chain = { T: { type: 'manualTrigger' }, Bad: { type: 'test.fail' } };
const handler = buildWorkflow({ Caught: caught }, [], { id: 'handler' });

/** Returns the error workflow that starts after `failing` ran in this mode, and its start item. */
async function after(
  failing: WorkflowFile,
  mode: ExecutionMode = 'trigger',
  workflows: readonly WorkflowFile[] = [handler],
  error?: Error,
) {
  const executor = new Executor(
    portsWith([fail(error)], { workflow: async (id) => workflows.filter((file) => file.id === id).map(stored)[0] }),
  );
  const outcome = await executor.start({ workflow: failing, mode }).done;
  const request = await executor.errorRun(stored(failing), outcome, 'http://127.0.0.1/execution/1');
  return { id: request?.workflow.id, mode: request?.mode, json: request?.items?.[0]?.json, outcome };
}

const failing = (errorWorkflow?: string, more: Record<string, NodeSketch> = {}): WorkflowFile =>
  buildWorkflow({ ...chain, ...more }, ['T -> Bad'], { id: 'failing', name: 'Orders', settings: { executionOrder: 'v1', errorWorkflow } });

describe('the error workflow', () => {
  it('receives the failure', async () => {
    const { mode, json, outcome } = await after(failing('handler'));
    expect(mode).toBe('error');
    expect(json).toEqual({
      execution: {
        id: outcome.executionId,
        url: 'http://127.0.0.1/execution/1',
        lastNodeExecuted: 'Bad',
        mode: 'trigger',
        error: expect.objectContaining({
          level: 'warning',
          name: 'Error',
          message: 'It broke',
          stack: expect.stringMatching(/^Error: It broke\n/) as string,
          node: expect.objectContaining({ name: 'Bad', type: 'test.fail', typeVersion: 1, parameters: { how: 'loudly' } }) as object,
        }) as object,
        executionContext: expect.objectContaining({
          establishedAt: outcome.result.startedAt,
          source: 'trigger',
          triggerNode: { name: 'T', type: 'n8n-nodes-base.manualTrigger' },
        }) as object,
      },
      workflow: { id: 'failing', name: 'Orders' },
    });
  });

  it.each<[string, Error, object]>([
    [
      'of a service',
      new NodeError('Not found', { name: 'NodeApiError', description: 'No such order', httpCode: '404' }),
      {
        name: 'NodeApiError',
        message: 'Not found',
        description: 'No such order',
        httpCode: '404',
        level: 'warning',
        stack: 'NodeApiError: Not found\n    at Bad',
      },
    ],
    [
      'with details',
      new NodeError('Order 9 failed', { level: 'error', context: { metadata: { code: 'E7' } } }),
      { level: 'error', shouldReport: true, context: { metadata: { code: 'E7' } } },
    ],
  ])('receives an error %s as alerts read it', async (_name, thrown, expected) => {
    const { json } = await after(failing('handler'), 'trigger', [handler], thrown);
    expect(json).toMatchObject({ execution: { error: { ...expected, node: { name: 'Bad', type: 'test.fail' } } } });
  });

  it('receives an error of code in its own form, with its line', async () => {
    const thrown = Object.assign(new AppError('CODE_FAILED', 'boom [line 3, for item 1]'), { itemIndex: 1, context: { line: 3 } });
    const { json } = await after(failing('handler'), 'trigger', [handler], thrown);
    expect((json as { execution: { error: unknown } }).execution.error).toEqual({
      level: 'info',
      shouldReport: false,
      description: null,
      tags: {},
      name: 'WrappedExecutionError',
      lineNumber: 3,
      message: 'boom [line 3, for item 1]',
      stack: 'WrappedExecutionError: boom [line 3, for item 1]\n    at Bad',
    });
  });

  it('receives which execution the failed one repeats', async () => {
    const executor = new Executor(portsWith([fail()], { workflow: async () => stored(handler) }));
    const outcome = await executor.start({ workflow: failing('handler'), mode: 'trigger' }).done;
    const request = await executor.errorRun(stored(failing('handler')), { ...outcome, retryOf: '34' });
    expect(request?.items?.[0]?.json).toMatchObject({ execution: { retryOf: '34' } });
  });

  it.each<[string, string | undefined, WorkflowFile, ExecutionMode]>([
    ['the one in the settings', 'handler', failing('handler'), 'webhook'],
    ['the failed workflow itself if it has an error trigger', 'failing', failing(undefined, { Caught: caught }), 'trigger'],
    ['the one in the settings, even with an error trigger', 'handler', failing('handler', { Caught: caught }), 'trigger'],
    ['none if none is set', undefined, failing(), 'trigger'],
    ['none if the default is set and there is no error trigger', undefined, failing('DEFAULT'), 'trigger'],
    ['none if the configured one was deleted', undefined, failing('gone'), 'trigger'],
    ['none if its error trigger is disabled', undefined, failing(undefined, { Caught: { ...caught, disabled: true } }), 'trigger'],
    ['none after a manual run', undefined, failing('handler'), 'manual'],
    ['none after an error workflow', undefined, failing('handler'), 'error'],
    [
      'none after success',
      undefined,
      buildWorkflow({ T: chain.T }, [], { settings: { executionOrder: 'v1', errorWorkflow: 'handler' } }),
      'trigger',
    ],
  ])('is %s', async (_name, expected, workflow, mode) => expect((await after(workflow, mode)).id).toBe(expected));

  it('is not started if the failed one may not call it', async () => {
    const requestedIds: string[] = [];
    const executor = new Executor(
      portsWith([fail()], {
        workflow: async () => stored(handler),
        assertCallable: (called, caller) => {
          requestedIds.push(`${String(caller.workflowId)} -> ${String(called.principal.workflowId)}`);
          throw new AppError('WORKFLOW_NOT_CALLABLE', 'Only workflows of its owner may call it.');
        },
      }),
    );
    const outcome = await executor.start({ workflow: failing('handler'), mode: 'trigger' }).done;
    await expect(executor.errorRun(stored(failing('handler')), outcome)).rejects.toMatchObject({ code: 'WORKFLOW_NOT_CALLABLE' });
    expect(requestedIds).toEqual(['failing -> handler']);
  });

  it('is run', async () => {
    const executor = new Executor(portsWith([fail()], { workflow: async () => stored(handler) }));
    const outcome = await executor.start({ workflow: failing('handler'), mode: 'trigger' }).done;
    const errorRun = await executor.runErrorWorkflow(stored(failing('handler')), outcome);
    expect(errorRun?.result).toMatchObject({ status: 'success', mode: 'error', resultData: { lastNodeExecuted: 'Caught' } });
  });

  it('that cannot run affects nothing else', async () => {
    const logged: string[] = [];
    const logger = {
      debug: () => undefined,
      info: () => undefined,
      warn: () => undefined,
      error: (message: string) => void logged.push(message),
    };
    const broken = { ...handler, settings: { timezone: 'Mars/Olympus' } };
    const executor = new Executor(portsWith([fail()], { logger, workflow: async () => stored(broken) }));
    const outcome: RunOutcome = await executor.start({ workflow: failing('handler'), mode: 'trigger' }).done;
    expect(await executor.runErrorWorkflow(stored(failing('handler')), outcome)).toBeUndefined();
    expect(logged).toEqual([expect.stringMatching(/error workflow of "Orders" could not run: .*Mars\/Olympus/)]);
  });
});
