// Saved progress of runs: visible while they run, and used by a retry after a crash.
import { Principals } from '../principals.ts';
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { WorkflowFile } from '../../contract/workflow.ts';
import { Executor } from '../../execution/index.ts';
import { noLogger } from '../../logger.ts';
import { Store } from '../../store/index.ts';
import { buildWorkflow, owned } from '../../testing/build-workflow.ts';
import { fakeClock } from '../../testing/fake-ports.ts';
import { portsWith, testNode } from '../../testing/test-nodes.ts';
import { ExecutionService } from './executions.ts';
import { WorkflowStates } from './workflow-states.ts';
import type { ExecutionServicePorts } from './execution-ports.ts';
import { savingRules, type SavingDefaults } from './saving-rules.ts';

let store: Store;
/** Number of runs of the first node. */
let counted = 0;
/** Lets the node "test.hold" finish. */
let release: () => void;
let blocked: Promise<void>;
beforeEach(async () => {
  store = await Store.inMemory();
  counted = 0;
  blocked = new Promise((resolve) => (release = resolve));
});
afterEach(() => store.close());

const nodes = [
  testNode('count', () => [[{ json: { n: ++counted } }]]),
  testNode('hold', async (ctx) => {
    await blocked;
    return [ctx.input()];
  }),
];

function service(id: string, more: Partial<ExecutionServicePorts> = {}): ExecutionService {
  const clock = fakeClock();
  const executor = new Executor(portsWith(nodes, { clock, uuid: randomUUID }));
  const instance = { id, isAlive: () => false };
  return new ExecutionService({
    executor,
    store,
    clock,
    ids: randomUUID,
    logger: noLogger,
    states: new WorkflowStates({ workflows: store.workflows }),
    principals: new Principals(store),
    instance,
    ...more,
  });
}

const workflow = (settings: WorkflowFile['settings']): WorkflowFile => {
  const boxes = { T: { type: 'manualTrigger' }, A: { type: 'test.count' }, B: { type: 'test.hold' }, C: { type: 'noOp' } };
  return { ...buildWorkflow(boxes, ['T -> A', 'A -> B', 'B -> C'], { id: 'w' }), settings };
};

const namesIn = async (id: string): Promise<readonly string[]> =>
  Object.keys((await service('0').get(id))?.payload?.resultData?.runData ?? {});

describe('the progress of a run', () => {
  it('is visible during the run, which continues from it after its process died', async () => {
    const dying = service('1');
    const { executionId, done } = dying.start({ ...owned(workflow({ saveExecutionProgress: true })), mode: 'trigger' });
    await expect.poll(() => namesIn(executionId)).toEqual(['T', 'A']);
    expect(await store.executions.get(executionId)).toMatchObject({ status: 'running', lastNode: 'A' });

    const next = service('2');
    expect(await next.recover()).toEqual([executionId]);
    expect(await store.executions.get(executionId)).toMatchObject({ status: 'crashed', lastNode: 'A' });
    const retry = await next.retry(executionId, 'owner');
    release();
    const { result } = await retry.done;
    expect(result.status).toBe('success');
    expect(counted).toBe(1);
    expect(result.resultData.runData['C']?.[0]?.data?.['main']).toMatchObject([[{ json: { n: 1 } }]]);
    await done;
  });

  it('is not saved by default: a retry starts over', async () => {
    const { executionId, started, done } = service('1').start({ ...owned(workflow({})), mode: 'trigger' });
    await started;
    await expect.poll(() => counted).toBe(1);
    expect(await namesIn(executionId)).toEqual([]);
    const next = service('2');
    await next.recover();
    const retry = await next.retry(executionId, 'owner');
    release();
    await retry.done;
    expect(counted).toBe(2);
    await done;
  });

  it('and start data may be missing: a retry is rejected rather than run on an invented item', async () => {
    const record = {
      id: 'lost',
      workflowId: 'w',
      workflowName: '',
      mode: 'webhook',
      status: 'running',
      startedAt: 1,
      instance: 'here',
    } as const;
    const snapshot = (): { hash: string; data: Uint8Array } => ({ hash: 'h', data: store.packText(JSON.stringify(workflow({}))) });
    await store.executions.writer({ record, snapshot }).saveStart();
    const next = service('2');
    await next.recover();
    await expect(next.retry('lost', 'owner')).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: expect.stringMatching(/start data was not saved/) as unknown,
    });
    expect(await store.executionList.list({}, { limit: 5 })).toMatchObject([{ id: 'lost', status: 'crashed' }]);
  });

  it('is stored once per task, and completely at the end', async () => {
    const turns = 50;
    const boxes = { T: { type: 'manualTrigger' }, Loop: { type: 'splitInBatches', typeVersion: 3, parameters: { batchSize: 1, options: {} } }, Body: { type: 'noOp' }, B: { type: 'test.hold' } }; // oxfmt-ignore
    const loop = buildWorkflow(boxes, ['T -> Loop', 'Loop:1 -> Body', 'Body -> Loop', 'Loop -> B'], { id: 'w' });
    const items = Array.from({ length: turns }, (_, n) => ({ json: { n } }));
    const settings = { ...loop.settings, saveExecutionProgress: true };
    const { executionId, done } = service('1').start({ ...owned({ ...loop, settings }), mode: 'trigger', items });
    const runsOf = async (name: string): Promise<number> =>
      (await service('0').get(executionId))?.payload?.resultData?.runData[name]?.length ?? 0;
    await expect.poll(() => runsOf('Loop')).toBe(turns + 1);
    expect(await runsOf('Body')).toBe(turns);
    const steps = await store.executions.progress.steps(executionId);
    const stored = (await Promise.all(steps.map((step) => store.unpack(step)))) as { tasks: unknown[] }[];
    expect(stored.flatMap(({ tasks }) => tasks)).toHaveLength(1 + turns + 1 + turns);
    release();
    await done;
    expect([await store.executions.progress.steps(executionId), await runsOf('Loop'), await runsOf('B')]).toEqual([[], turns + 1, 1]);
  });

  it('never overwrites the final state of the run', async () => {
    const run = service('1').start({ ...owned(workflow({ saveExecutionProgress: 'true' })), mode: 'trigger' });
    await run.started;
    release();
    await run.done;
    expect(await namesIn(run.executionId)).toEqual(['T', 'A', 'B', 'C']);
    expect(await store.executions.get(run.executionId)).toMatchObject({ status: 'success', lastNode: 'C' });
  });

  it('is removed after success if successful runs are not saved', async () => {
    const settings = { saveExecutionProgress: true, saveDataSuccessExecution: 'none' };
    const { executionId, done } = service('1').start({ ...owned(workflow(settings)), mode: 'trigger' });
    await expect.poll(() => namesIn(executionId)).toEqual(['T', 'A']);
    release();
    await done;
    expect(await store.executions.get(executionId)).toBeUndefined();
    expect(await store.executions.payload(executionId)).toBeUndefined();
  });

  it('does not end the run if it cannot be saved', async () => {
    store.executions.progress.add = () => Promise.reject(new Error('the disk is full'));
    const { executionId, done } = service('1').start({ ...owned(workflow({ saveExecutionProgress: true })), mode: 'trigger' });
    release();
    expect((await done).result.status).toBe('success');
    expect(await store.executions.get(executionId)).toMatchObject({ status: 'success' });
  });
});

const saving: SavingDefaults = { saveDataErrorExecution: 'all', saveDataSuccessExecution: 'all', saveManualExecutions: false };
it.each<[string, WorkflowFile['settings'], Partial<SavingDefaults>, 'trigger' | 'manual', boolean]>([
  ['off', {}, {}, 'trigger', false],
  ['on by the instance', {}, { saveExecutionProgress: true }, 'trigger', true],
  ['on by default for the instance', { saveExecutionProgress: 'DEFAULT' }, { saveExecutionProgress: true }, 'trigger', true],
  ['off by the workflow', { saveExecutionProgress: false }, { saveExecutionProgress: true }, 'trigger', false],
  ['on by the workflow', { saveExecutionProgress: true }, {}, 'trigger', true],
  ['manual and not saved', { saveExecutionProgress: true }, {}, 'manual', false],
  ['manual and saved', { saveExecutionProgress: true, saveManualExecutions: true }, {}, 'manual', true],
])('progress is %s', (_name, settings, defaults, mode, expected) => {
  expect(savingRules(settings, mode, { ...saving, ...defaults }).progress).toBe(expected);
});
