// Error workflows after executions that crashed or timed out, and after failed triggers.
import { Principals } from '../principals.ts';
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { WorkflowFile } from '../../contract/workflow.ts';
import { Executor } from '../../execution/index.ts';
import { NodeError } from '../../sdk/index.ts';
import { noLogger } from '../../logger.ts';
import { Store } from '../../store/index.ts';
import { buildWorkflow, owned, stored } from '../../testing/build-workflow.ts';
import { fakeClock } from '../../testing/fake-ports.ts';
import { portsWith, testNode } from '../../testing/test-nodes.ts';
import { ExecutionService } from './executions.ts';
import { WorkflowStates } from './workflow-states.ts';

const clock = fakeClock();
let store: Store;
let release: () => void;
let blocked: Promise<void>;
beforeEach(async () => {
  store = await Store.inMemory();
  blocked = new Promise((resolve) => (release = resolve));
});
afterEach(() => store.close());

const nodes = [testNode('hold', async (ctx) => [(await blocked, ctx.input())])];
function service(): ExecutionService {
  const executor = new Executor(
    portsWith(nodes, {
      clock,
      uuid: randomUUID,
      workflow: async (id) => {
        const file = await store.workflows.get(id);
        return file === undefined ? undefined : stored(file);
      },
    }),
  );
  const instance = { id: randomUUID(), isAlive: () => false };
  return new ExecutionService({
    executor,
    store,
    clock,
    ids: randomUUID,
    logger: noLogger,
    states: new WorkflowStates({ workflows: store.workflows }),
    principals: new Principals(store),
    instance,
  });
}

const errors = (settings = {}): Promise<void> =>
  store.workflows.save('errors', { ...buildWorkflow({ Caught: { type: 'errorTrigger' } }, [], { id: 'errors' }), settings }, 0);
const failing = (settings = {}): WorkflowFile => ({
  ...buildWorkflow({ T: { type: 'manualTrigger' }, H: { type: 'test.hold' } }, ['T -> H'], { id: 'w', name: 'Orders' }),
  settings: { errorWorkflow: 'errors', ...settings },
});
const states = async (): Promise<readonly string[]> =>
  (await store.executionList.list({}, { limit: 20 })).map(({ workflowId, mode, status }) => `${workflowId} ${mode} ${status}`).sort();
async function itemOf(executions: ExecutionService): Promise<unknown> {
  const own = (await store.executionList.list({}, { limit: 20 })).find(({ mode }) => mode === 'error');
  return (await executions.get(own?.id ?? ''))?.payload?.resultData?.runData['Caught']?.[0]?.data?.['main']?.[0]?.[0]?.json;
}

it('is started once after a crash, by a later process if necessary', async () => {
  await errors();
  await store.workflows.save('w', failing(), 0);
  const run = service().start({ ...owned(failing()), mode: 'webhook' });
  await run.started;
  // The process marks the execution as crashed, and ends before it starts the error workflow.
  await service().recover();
  const next = service();
  await next.recover();
  await Promise.all([next.errorRuns.afterCrashes(), next.errorRuns.afterCrashes()]);
  await service().errorRuns.afterCrashes();
  expect(await states()).toEqual(['errors error success', 'w webhook crashed']);
  expect(await itemOf(next)).toMatchObject({
    execution: { id: run.executionId, mode: 'webhook', error: { message: expect.stringContaining('ended with the process') as string } },
    workflow: { id: 'w', name: 'Orders' },
  });
  release();
  await run.done;
});

it('is started once even if it is not saved, or does not exist', async () => {
  for (const settings of [{ saveDataSuccessExecution: 'none', saveDataErrorExecution: 'none' }, undefined]) {
    if (settings === undefined) await store.workflows.remove('errors');
    else await errors(settings);
    const run = service().start({ ...owned(failing()), mode: 'webhook' });
    await run.started;
    const next = service();
    await next.recover();
    expect(await store.executions.errorsDue()).toEqual([run.executionId]);
    await next.errorRuns.afterCrashes();
    expect(await store.executions.errorsDue()).toEqual([]);
  }
  expect(await states()).toEqual(['w webhook crashed', 'w webhook crashed']);
  release();
});

it('is started after a timeout, but not after a stop', async () => {
  await errors();
  const own = service();
  const stopped = own.start({ ...owned(failing()), mode: 'trigger' });
  await stopped.started;
  await own.stop(stopped.executionId);
  expect(await states()).toEqual(['w trigger canceled']);
  await own.start({ ...owned(failing({ executionTimeout: 0.01 })), mode: 'trigger' }).done;
  await own.idle();
  expect(await states()).toEqual(['errors error success', 'w trigger canceled', 'w trigger canceled']);
  expect(await itemOf(own)).toMatchObject({ execution: { error: { message: expect.stringContaining('ran longer') as string } } });
});

it('receives the failure of a trigger in the documented shape', async () => {
  await errors();
  const own = service();
  await own.errorRuns.afterTrigger(stored(failing()), 'T', new NodeError('No answer', { code: 'NODE_REQUEST_FAILED' }));
  expect(await itemOf(own)).toEqual({
    trigger: {
      mode: 'trigger',
      error: expect.objectContaining({
        message: 'No answer',
        node: expect.objectContaining({ name: 'T', type: 'n8n-nodes-base.manualTrigger' }) as object,
        timestamp: clock.now(),
        context: {},
      }) as object,
    },
    workflow: { id: 'w', name: 'Orders' },
  });
});
