import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import type { WorkflowFile } from '../contract/workflow.ts';
import { buildWorkflow, type NodeSketch, stored } from '../testing/build-workflow.ts';
import { portsWith, testNode } from '../testing/test-nodes.ts';
import { CancellationScope } from './cancellation.ts';
import { Executor, systemClock, type ExecutionPorts } from './index.ts';

const trigger: NodeSketch = { type: 'manualTrigger' };
const never = (): Promise<never> => new Promise(() => undefined);

/** A promise with its resolve function, which lets a test wait until a node has started. */
function signalled(): { readonly promise: Promise<void>; readonly now: () => void } {
  let now = (): void => undefined;
  const promise = new Promise<void>((resolve) => (now = resolve));
  return { promise, now };
}

function executorWith(nodes: Parameters<typeof portsWith>[0], overrides: Partial<ExecutionPorts> = {}): Executor {
  return new Executor(portsWith(nodes, overrides));
}

const chain = (type: string, more: Partial<NodeSketch> = {}, settings: WorkflowFile['settings'] = {}): WorkflowFile =>
  buildWorkflow({ T: trigger, N: { type, ...more } }, ['T -> N'], { settings: { executionOrder: 'v1', ...settings } });

describe('a stopped run', () => {
  it('ends immediately, even if its node ignores the signal', async () => {
    const started = signalled();
    const deaf = testNode('deaf', () => { started.now(); return never(); }); // oxfmt-ignore
    const running = executorWith([deaf]).start({ workflow: chain('test.deaf'), mode: 'manual' });
    await started.promise;
    running.stop();
    const { result } = await running.done;
    expect(result).toMatchObject({
      status: 'canceled',
      resultData: { lastNodeExecuted: 'N', error: { code: 'EXECUTION_CANCELED', node: 'N' } },
    });
    expect(result.resultData.runData['N']).toMatchObject([{ executionStatus: 'canceled' }]);
  });

  it('ends during a retry delay, and has the status canceled', async () => {
    const failed = signalled();
    const fail = testNode('fail', () => { failed.now(); throw new Error('no'); }); // oxfmt-ignore
    const running = executorWith([fail], { clock: systemClock }).start({
      workflow: chain('test.fail', { retryOnFail: true, waitBetweenTries: 5000 }),
      mode: 'manual',
    });
    await failed.promise;
    running.stop();
    expect((await running.done).result).toMatchObject({ status: 'canceled', resultData: { error: { code: 'EXECUTION_CANCELED' } } });
  });

  it('does not continue with the next node', async () => {
    const ran: string[] = [];
    const started = signalled();
    const slow = testNode('slow', async (ctx) => { started.now(); await new Promise((resolve) => setImmediate(resolve)); return [ctx.input()]; }); // oxfmt-ignore
    const next = testNode('next', (ctx) => { ran.push(ctx.node.name); return [[]]; }); // oxfmt-ignore
    const workflow = buildWorkflow({ T: trigger, N: { type: 'test.slow' }, Next: { type: 'test.next' } }, ['T -> N', 'N -> Next']);
    const running = executorWith([slow, next]).start({ workflow, mode: 'manual' });
    await started.promise;
    running.stop();
    expect((await running.done).result.status).toBe('canceled');
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(ran).toEqual([]);
  });

  it('differs from a run that timed out', async () => {
    const workflow = chain('test.deaf', {}, { executionTimeout: 0.01 });
    const { result } = await executorWith([testNode('deaf', never)]).start({ workflow, mode: 'manual' }).done;
    expect(result).toMatchObject({ status: 'canceled', resultData: { error: { code: 'EXECUTION_TIMEOUT' } } });
  });

  it.each([
    ['the instance sets a limit', {}, 10, 'canceled'],
    ['the workflow has none (-1) though the instance does', { executionTimeout: -1 }, 10, 'success'],
  ])('%s', async (_name, settings, timeout, status) => {
    const short = testNode('short', async () => { await new Promise((resolve) => setTimeout(resolve, 30)); return [[]]; }); // oxfmt-ignore
    const executor = new Executor(portsWith([short]), { timeout });
    expect((await executor.start({ workflow: chain('test.short', {}, settings), mode: 'manual' }).done).result.status).toBe(status);
  });
});

describe('stopping all', () => {
  it('ends every run, including called ones', async () => {
    const started = signalled();
    const deaf = testNode('deaf', () => { started.now(); return never(); }); // oxfmt-ignore
    const called = buildWorkflow({ Called: { type: 'executeWorkflowTrigger' }, N: { type: 'test.deaf' } }, ['Called -> N'], {
      id: 'called',
    });
    const call = {
      type: 'executeWorkflow',
      typeVersion: 1,
      parameters: { source: 'database', workflowId: 'called', options: { waitForSubWorkflow: false } },
    };
    const executor = executorWith([deaf], { workflow: async () => stored(called) });
    const caller = await executor.start({ workflow: buildWorkflow({ T: trigger, Call: call }, ['T -> Call']), mode: 'manual' }).done;
    expect(caller.result.status).toBe('success');
    await started.promise;
    let isIdle = false;
    const idle = executor.idle().then(() => (isIdle = true));
    await new Promise((resolve) => setImmediate(resolve));
    expect(isIdle).toBe(false);
    executor.stop();
    await idle;
    expect((await executor.start({ workflow: chain('noOp'), mode: 'manual' }).done).result.status).toBe('canceled');
  });
});

describe('a finished run', () => {
  const startWith = (workflow: WorkflowFile, parent: CancellationScope) => executorWith([testNode('fail', () => { throw new Error('no'); })]).start({ workflow, mode: 'manual', parent }).done; // oxfmt-ignore

  it.each<[string, WorkflowFile]>([
    ['succeeded', chain('noOp')],
    ['failed', chain('test.fail')],
    ['could not start', buildWorkflow({}, [])],
    ['has an unknown time zone', chain('noOp', {}, { timezone: 'Mars/Olympus' })],
  ])('is nothing, when it %s', async (_name, workflow) => {
    const parent = new CancellationScope();
    await startWith(workflow, parent).catch(() => undefined);
    expect(parent.size).toBe(0);
  });

  it('leaves no listener on a signal', async () => {
    const signals: AbortSignal[] = [];
    const recording = testNode('keep', async (ctx) => { signals.push(ctx.signal); await ctx.sleep(1); return [[]]; }); // oxfmt-ignore
    await executorWith([recording], { clock: systemClock }).start({ workflow: chain('test.keep'), mode: 'manual' }).done;
    expect(signals.map((signal) => getEventListeners(signal, 'abort').length)).toEqual([0]);
  });
});

describe('the system clock', () => {
  it('rejects immediately with the reason when stopped', async () => {
    const stop = new AbortController();
    const asleep = systemClock.sleep(1e12, stop.signal);
    stop.abort(new Error('enough'));
    await expect(asleep).rejects.toThrow('enough');
    await expect(systemClock.sleep(1, stop.signal)).rejects.toThrow('enough');
  });

  it('can sleep for longer than the longest timer', async () => {
    const stop = new AbortController();
    const first = await Promise.race([
      systemClock.sleep(2 ** 31 + 5, stop.signal).then(() => 'woke'),
      new Promise((resolve) => setTimeout(resolve, 20, 'asleep')),
    ]);
    expect(first).toBe('asleep');
    stop.abort(new Error('end'));
  });
});
