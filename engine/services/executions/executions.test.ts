import { Principals } from '../principals.ts';
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../contract/errors.ts';
import type { RunResult } from '../../contract/run-data.ts';
import type { WorkflowFile } from '../../contract/workflow.ts';
import { Executor, type ExecutionPorts, type StartRequest } from '../../execution/index.ts';
import { noLogger } from '../../logger.ts';
import { NodeError } from '../../sdk/index.ts';
import { Store } from '../../store/index.ts';
import { buildWorkflow, type NodeSketch, owned, stored } from '../../testing/build-workflow.ts';
import { fakeClock } from '../../testing/fake-ports.ts';
import { portsWith, testNode } from '../../testing/test-nodes.ts';
import { ExecutionListService } from './execution-list.ts';
import { Pruning } from './pruning.ts';
import { ExecutionService } from './executions.ts';
import { WorkflowStates } from './workflow-states.ts';
import type { ExecutionServicePorts } from './execution-ports.ts';

const trigger: NodeSketch = { type: 'manualTrigger' };
const noOp: NodeSketch = { type: 'noOp' };
const two = [{ json: { n: 1 } }, { json: { n: 2 } }];

const nodes = [
  testNode('refused', () => { throw new NodeError('It broke', { httpCode: '422', description: 'Name is missing' }); }), // oxfmt-ignore
  testNode('fail', () => { throw new Error('It broke'); }), // oxfmt-ignore
  testNode('waitHour', (ctx) => { ctx.waitUntil(ctx.now() + 3_600_000); return [[]]; }), // oxfmt-ignore
  testNode('count', (ctx) => {
    const staticData = ctx.staticData('global') as { n?: number };
    staticData.n = (staticData.n ?? 0) + 1;
    return [[{ json: { n: staticData.n } }]];
  }),
  testNode('file', async (ctx) => [
    [{ json: {}, binary: { data: await ctx.binary.write(Buffer.from('content'), { fileName: 'a.txt' }) } }],
  ]),
  testNode('odd', () => {
    const json: Record<string, unknown> = { big: 2n ** 64n, at: new Date(0) };
    json['self'] = json;
    return [[{ json }]];
  }),
];

let store: Store;
const clock = fakeClock();
beforeEach(async () => (store = await Store.inMemory()));
afterEach(() => store.close());

function serviceWith(input: Partial<ExecutionPorts> = {}, more: Partial<ExecutionServicePorts> = {}): ExecutionService {
  const executor = new Executor(
    portsWith(nodes, {
      clock,
      uuid: randomUUID,
      workflow: async (id) => {
        const file = await store.workflows.get(id);
        return file === undefined ? undefined : stored(file);
      },
      ...input,
    }),
  );
  return new ExecutionService({
    executor,
    store,
    clock,
    ids: randomUUID,
    logger: noLogger,
    states: new WorkflowStates({ workflows: store.workflows }),
    principals: new Principals(store),
    instance: { id: 'here', isAlive: () => true },
    ...more,
  });
}

const chain = (type: string, more: Partial<WorkflowFile> = {}): WorkflowFile =>
  buildWorkflow({ T: trigger, N: { type }, End: noOp }, ['T -> N', 'N -> End'], { id: 'w', name: 'Orders', ...more });
const runAndSave = (workflow: WorkflowFile, request: Partial<StartRequest> = {}) =>
  serviceWith().runAndSave({ workflow, mode: 'trigger', ...request });
const listed = async () =>
  (await store.executionList.list({}, { limit: 20 })).map(({ workflowId, mode, status }) => `${workflowId} ${mode} ${status}`).sort();

describe('an opened execution', () => {
  it.each<[string, string, object]>([
    ['over', 'noOp', { items: two }],
    ['with many items', 'noOp', { items: Array.from({ length: 5000 }, (_, n) => ({ json: { n, text: `"}{\\ ✓ ${n}` } })) }],
    ['that failed', 'fail', {}],
    ['that waits', 'waitHour', {}],
    ['with values that JSON cannot represent', 'odd', {}],
    ['that ran up to a node', 'noOp', { destination: 'N' }],
  ])('is the same as text: %s', async (_name, type, request) => {
    const executions = serviceWith();
    const { executionId } = await executions.runAndSave({ workflow: chain(type), mode: 'trigger', ...request });
    const list = new ExecutionListService({ store, executions, canSearch: false, zone: () => 'UTC' });
    const owner = { userId: 'o', role: 'owner' } as const;
    let text = '';
    for await (const piece of await list.getText(executionId, owner)) text += Buffer.from(piece as string).toString();
    const { data, ...rest } = await list.get(executionId, owner);
    expect(JSON.parse(text)).toEqual({ ...rest, data });
    await expect(list.getText(executionId, { userId: 'm', role: 'member' })).rejects.toMatchObject({ code: 'EXECUTION_NOT_FOUND' });
    await expect(list.getText('nobody', owner)).rejects.toMatchObject({ code: 'EXECUTION_NOT_FOUND' });
  });
});

describe('a saved run', () => {
  it('consists of a row, its workflow and its data', async () => {
    const { executionId, saveFailure } = await runAndSave(chain('noOp'), { items: two });
    expect(saveFailure).toBeUndefined();
    expect(await store.workflows.get('w')).toMatchObject({ id: 'w', name: 'Orders' });
    const saved = await serviceWith().get(executionId);
    expect(saved?.record).toMatchObject({
      workflowId: 'w',
      workflowName: 'Orders',
      mode: 'trigger',
      status: 'success',
      lastNode: 'End',
      startedAt: clock.now(),
      instance: 'here',
    });
    expect(saved?.workflow?.nodes).toHaveLength(3);
    expect(saved?.payload?.resultData?.runData['End']?.[0]?.data?.['main']?.[0]).toMatchObject(two);
    expect(await serviceWith().get('nobody')).toBeUndefined();
  });

  it('receives an id if it has none', async () => {
    const { id: _id, ...file } = chain('noOp');
    const { executionId } = await runAndSave(file);
    expect(await store.workflows.get((await store.executions.get(executionId))?.workflowId ?? '')).toMatchObject({ name: 'Orders' });
  });

  it('may contain values that JSON cannot', async () => {
    const { executionId, saveFailure } = await runAndSave(chain('test.odd'));
    expect(saveFailure).toBeUndefined();
    const execution = await serviceWith().get(executionId);
    expect(execution?.payload?.resultData?.runData['N']?.[0]?.data?.['main']).toMatchObject([
      [{ json: { big: '18446744073709551616', at: '1970-01-01T00:00:00.000Z', self: '[Circular Reference]' } }],
    ]);
  });

  it('contains the error if it failed', async () => {
    const { executionId } = await runAndSave(chain('test.fail'));
    expect(await store.executions.get(executionId)).toMatchObject({ status: 'error', lastNode: 'N', errorMessage: 'It broke' });
  });

  it('contains the message of a service that refused a request, with its status', async () => {
    const { executionId } = await runAndSave(chain('test.refused'));
    expect(await store.executions.get(executionId)).toMatchObject({ status: 'error', errorMessage: 'Name is missing (422)' });
  });

  it('is not left running if it could not start', async () => {
    await expect(runAndSave(chain('noOp', { settings: { timezone: 'Mars/Olympus' } }))).rejects.toMatchObject({ code: 'WORKFLOW_INVALID' });
    expect(await store.executionList.list({}, { limit: 5 })).toMatchObject([
      { status: 'error', errorMessage: expect.stringMatching(/Mars\/Olympus/) as string },
    ]);
  });

  it('returns its results even if they cannot be saved', async () => {
    const service = serviceWith();
    const writer = store.executions.writer.bind(store.executions);
    store.executions.writer = (start) =>
      Object.assign(writer(start), { saveEnd: () => Promise.reject(new AppError('STORE_FAILED', 'The disk is full.')) });
    const { result, saveFailure } = await service.runAndSave({ workflow: chain('noOp'), mode: 'trigger' });
    expect([result.status, saveFailure?.message]).toEqual(['success', 'The disk is full.']);
  });
});

describe('static data', () => {
  it('is passed from run to run, even if the file has none', async () => {
    for (const n of [1, 2, 3]) {
      const { result } = await runAndSave(chain('test.count', n === 2 ? { staticData: null } : {}));
      expect(result.resultData.runData['N']?.[0]?.data?.['main']).toMatchObject([[{ json: { n } }]]);
    }
    expect((await store.workflows.get('w'))?.staticData).toEqual({ global: { n: 3 } });
  });

  it('of a manual run is not saved', async () => {
    await runAndSave(chain('test.count'), { mode: 'manual' });
    expect((await store.workflows.get('w'))?.staticData).toBeUndefined();
  });
});

describe('a waiting run', () => {
  const waiting = buildWorkflow(
    { T: trigger, C: { type: 'test.count' }, W: { type: 'test.waitHour' }, D: { type: 'test.count' }, End: noOp },
    ['T -> C', 'C -> W', 'W -> D', 'D -> End'],
    { id: 'w' },
  );

  it('is saved once, and resumed from the saved state', async () => {
    const { executionId } = await runAndSave(waiting);
    expect(await store.executions.get(executionId)).toMatchObject({ status: 'waiting', waitTill: clock.now() + 3_600_000 });
    const packed = JSON.stringify((await serviceWith().get(executionId))?.payload);
    expect(packed.match(/"executionIndex":0/g)).toHaveLength(1);
    const { result } = await serviceWith().resume(executionId);
    expect(result.status).toBe('success');
    expect(Object.keys(result.resultData.runData)).toEqual(['T', 'C', 'W', 'D', 'End']);
    expect(result.resultData.runData['End']?.[0]?.data?.['main']).toMatchObject([[{ json: { n: 2 } }]]);
    expect(await store.executions.get(executionId)).toMatchObject({ status: 'success', lastNode: 'End' });
    expect((await store.workflows.get('w'))?.staticData).toEqual({ global: { n: 2 } });
  });

  it('shows the node that waits with the items that it will pass on, and stores nothing of that', async () => {
    const { executionId } = await runAndSave(waiting);
    const executions = serviceWith();
    const list = new ExecutionListService({ store, executions, canSearch: false, zone: () => 'UTC' });
    const visible = async (): Promise<unknown> => {
      const chunks: string[] = [];
      for await (const chunk of await list.getText(executionId, { userId: 'me', role: 'owner' }))
        chunks.push(Buffer.from(chunk).toString());
      const { data } = JSON.parse(chunks.join('')) as { data: Pick<RunResult, 'resultData'> };
      return data.resultData.runData['W']?.map(({ executionStatus, data: output }) => [executionStatus, output?.['main']?.[0]?.length]);
    };
    expect(await visible()).toEqual([['waiting', 1]]);
    await executions.resume(executionId);
    expect(await visible()).toEqual([['success', 1]]);
  });

  it('is resumed once, even concurrently', async () => {
    const { executionId } = await runAndSave(waiting);
    const service = serviceWith();
    const results = await Promise.allSettled([service.resume(executionId), service.resume(executionId)]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await expect(service.resume(executionId)).rejects.toMatchObject({ code: 'EXECUTION_NOT_FOUND' });
    await expect(service.resume('nobody')).rejects.toMatchObject({ code: 'EXECUTION_NOT_FOUND' });
  });

  it('is resumed when it is due', async () => {
    const { executionId } = await runAndSave(waiting);
    expect(await serviceWith().resumeDue()).toEqual([]);
    clock.advance(3_600_000);
    expect(await serviceWith().resumeDue()).toMatchObject([{ executionId, result: { status: 'success' } }]);
  });

  it('runs the error workflow if it fails later', async () => {
    await store.workflows.save('errors', buildWorkflow({ Caught: { type: 'errorTrigger' } }, [], { id: 'errors' }), 0);
    const failing = buildWorkflow({ T: trigger, W: { type: 'test.waitHour' }, N: { type: 'test.fail' } }, ['T -> W', 'W -> N'], {
      id: 'w',
      settings: { executionOrder: 'v1', errorWorkflow: 'errors' },
    });
    const { executionId } = await runAndSave(failing);
    await serviceWith().resume(executionId);
    expect(await listed()).toEqual(['errors error success', 'w trigger error']);
  });
});

describe('the error workflow', () => {
  const errors = buildWorkflow({ Caught: { type: 'errorTrigger' }, End: noOp }, ['Caught -> End'], { id: 'errors' });
  const failing = chain('test.fail', { settings: { executionOrder: 'v1', errorWorkflow: 'errors' } });

  it('is saved as an execution of its own', async () => {
    await store.workflows.save('errors', errors, 0);
    const { executionId } = await runAndSave(failing);
    expect(await listed()).toEqual(['errors error success', 'w trigger error']);
    const [own] = (await store.executionList.list({}, { limit: 5 })).filter(({ workflowId }) => workflowId === 'errors');
    expect((await serviceWith().get(own?.id ?? ''))?.payload?.resultData?.runData['End']?.[0]?.data?.['main']?.[0]).toMatchObject([
      { json: { execution: { id: executionId } } },
    ]);
  });

  it('runs no other error workflow if it fails, and affects no other run', async () => {
    const broken = buildWorkflow({ Caught: { type: 'errorTrigger' }, Bad: { type: 'test.fail' } }, ['Caught -> Bad'], {
      id: 'errors',
      settings: { errorWorkflow: 'errors' },
    });
    await store.workflows.save('errors', broken, 0);
    expect((await runAndSave(failing)).result.status).toBe('error');
    expect(await listed()).toEqual(['errors error error', 'w trigger error']);
  });
});

describe('executions whose process died', () => {
  it('are marked; running executions are not', async () => {
    const row = { workflowId: 'w', workflowName: '', mode: 'trigger', status: 'running', startedAt: 1 } as const;
    await store.executions.writer({ record: { ...row, id: 'dead', instance: 'gone' } }).saveStart();
    await store.executions.writer({ record: { ...row, id: 'alive', instance: 'other' } }).saveStart();
    await store.executions.writer({ record: { ...row, id: 'before us', instance: 'here' } }).saveStart();
    const service = serviceWith({}, { instance: { id: 'here', isAlive: (id) => id === 'other' || id === 'here' } });
    expect([...(await service.recover())].sort()).toEqual(['before us', 'dead']);
    expect(await store.executions.get('dead')).toMatchObject({ status: 'crashed', stoppedAt: clock.now() });
    expect(await store.executions.get('alive')).toMatchObject({ status: 'running' });
  });

  it('have no known end', async () => {
    const row = { workflowId: 'w', workflowName: '', mode: 'trigger', status: 'running', startedAt: 1, instance: 'gone' } as const;
    await store.executions.writer({ record: { ...row, id: 'dead' } }).saveStart();
    const service = serviceWith({}, { instance: { id: 'here', isAlive: (id) => id === 'here' } });
    const list = new ExecutionListService({ store, executions: service, canSearch: false, zone: () => 'UTC' });
    const owner = { userId: 'owner', role: 'owner' } as const;
    expect(await list.current(owner, undefined)).toMatchObject([{ id: 'dead', status: 'running', stoppedAt: null }]);
    await service.recover();
    expect(await list.current(owner, undefined)).toEqual([]);
    expect((await list.list(owner, undefined, {})).results).toMatchObject([{ id: 'dead', status: 'crashed', stoppedAt: null }]);
  });

  it('can be stopped, retried and deleted at any time without a restart', async () => {
    const service = serviceWith({}, { instance: { id: 'here', isAlive: (id) => id === 'here' } });
    const { executionId } = await service.start({ ...owned(chain('test.fail')), mode: 'trigger', isKept: true }).done;
    const saved = await store.executions.get(executionId);
    if (saved === undefined) throw new Error('It was not kept.');
    const lost = async (id: string): Promise<void> => {
      const { stoppedAt: _stopped, errorMessage: _message, ...record } = saved;
      const payload = (await store.executions.payload(executionId)) ?? new Uint8Array();
      await store.executions.writer({ record: { ...record, id, status: 'running', instance: 'gone' }, payload: () => payload }).saveStart();
    };
    for (const id of ['stopped', 'again', 'deleted']) await lost(id);
    expect(await service.stop('stopped')).toMatchObject({ status: 'canceled', stoppedAt: clock.now() });
    expect((await (await service.retry('again', 'owner')).done).result.mode).toBe('retry');
    await lost('more');
    const list = new ExecutionListService({ store, executions: service, canSearch: false, zone: () => 'UTC' });
    expect(await list.remove({ userId: 'owner', role: 'owner' }, { ids: ['deleted', 'more'] })).toBe(2);
    expect(await store.executions.running()).toEqual([]);
  });

  it('are not marked between their claim and their start', async () => {
    const service = serviceWith();
    const { executionId } = await service.start({ ...owned(chain('test.waitHour')), mode: 'trigger', isKept: true }).done;
    const resuming = service.resumeRun(executionId);
    const recovered = await Promise.all(Array.from({ length: 20 }, () => service.recover()));
    await (
      await resuming
    ).done;
    expect(recovered.flat()).toEqual([]);
  });

  it('do not include executions of this process', async () => {
    let recovered: readonly string[] = ['unknown'];
    const service = serviceWith();
    await service.runAndSave({
      workflow: chain('noOp'),
      mode: 'trigger',
      listener: (event) => void (event.type === 'nodeExecuteAfter' && void service.recover().then((ids) => (recovered = ids))),
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(recovered).toEqual([]);
  });
});

describe('pruning', () => {
  it('removes about the requested number of oldest executions', async () => {
    const row = { workflowId: 'w', workflowName: '', mode: 'trigger', status: 'success', instance: 'here' } as const;
    await Promise.all(
      Array.from({ length: 400 }, (_, n) => store.executions.writer({ record: { ...row, id: `e${n}`, startedAt: n } }).saveStart()),
    );
    const pruning = new Pruning({ store, clock });
    expect(await pruning.someToLimits({ maxCount: 50 }, 100)).toBe(100);
    const left = await store.executionList.list({}, { limit: 1000 });
    expect([left.length, left.at(-1)?.id]).toEqual([300, 'e100']);
    expect(await pruning.someToLimits({ maxCount: 50 }, 1000)).toBe(250);
    expect(await pruning.someToLimits({ maxCount: 50 }, 1000)).toBe(0);
  });

  it('ends after the current slice when stopped, and stopping waits for it', async () => {
    const row = { workflowId: 'w', workflowName: '', mode: 'trigger', status: 'success', startedAt: 1, instance: 'here' } as const;
    await Promise.all(Array.from({ length: 300 }, (_, n) => store.executions.writer({ record: { ...row, id: `e${n}` } }).saveStart()));
    const pruning = new Pruning({ store, clock });
    let removed: number | undefined;
    void pruning.toLimits({ maxAge: 0 }).then((count) => (removed = count));
    await pruning.stop();
    expect(removed).toBeLessThan(300);
    expect(await store.executionList.list({}, { limit: 1000 })).toHaveLength(300 - (removed ?? 0));
  });
});
