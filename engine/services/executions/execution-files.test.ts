// Files and large start data of executions: kept while they are needed, removed soon afterwards, even if a process dies in between.
import { Principals } from '../principals.ts';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Item } from '../../contract/run-data.ts';
import type { WorkflowFile } from '../../contract/workflow.ts';
import { Executor } from '../../execution/index.ts';
import { noLogger } from '../../logger.ts';
import { Store } from '../../store/index.ts';
import { buildWorkflow, owned } from '../../testing/build-workflow.ts';
import { fakeClock } from '../../testing/fake-ports.ts';
import { portsWith, testNode } from '../../testing/test-nodes.ts';
import type { ExecutionServicePorts } from './execution-ports.ts';
import { ExecutionService } from './executions.ts';
import { WorkflowStates } from './workflow-states.ts';
import { FileSweeper } from './file-sweeper.ts';
import { diskBinary } from '../../testing/disk-binary.ts';

let folder: string;
let store: Store;
let release: () => void;
let blocked: Promise<void>;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'millrace-kept-'));
  store = await Store.open(folder, { durability: 'normal' });
  blocked = new Promise((resolve) => (release = resolve));
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

const nodes = [
  testNode('make', async (ctx) => [[{ json: {}, binary: { data: await ctx.binary.write(Buffer.from('made'), { fileName: 'a.txt' }) } }]]),
  testNode('drop', async (ctx) => {
    await ctx.binary.write(Buffer.from('dropped'));
    return [ctx.input()];
  }),
  testNode('hold', async (ctx) => {
    await blocked;
    return [ctx.input()];
  }),
  testNode('fail', () => {
    throw new Error('It broke');
  }),
];

/** Creates the services of a process that uses the folder. */
function processOn(id: string, alive: readonly string[] = [id]) {
  const clock = fakeClock(Date.now());
  const instance = { id, isAlive: (other: string) => alive.includes(other) };
  const notes = {
    add: (file: string, executionId: string | undefined) => store.files.add(file, executionId, id),
    discard: (ids: readonly string[]) => store.files.discard(ids),
  };
  const files = diskBinary(folder, { notes });
  const executor = new Executor(portsWith(nodes, { clock, uuid: randomUUID, binary: files }));
  const ports: ExecutionServicePorts = {
    executor,
    store,
    clock,
    ids: randomUUID,
    logger: noLogger,
    instance,
    states: new WorkflowStates({ workflows: store.workflows }),
    principals: new Principals(store),
    onUnsaved: (executionId) => sweeper.endedUnsaved(executionId),
  };
  const executions = new ExecutionService(ports);
  const sweeper: FileSweeper = new FileSweeper({ store, files, clock, instance, running: () => executions.activeRuns.records() });
  return { executions, sweeper, files, clock };
}

const chain = (types: readonly string[], settings: WorkflowFile['settings'] = {}): WorkflowFile => {
  const names = ['T', ...types.map((_, index) => `N${index}`)];
  const boxes = Object.fromEntries(names.map((name, index) => [name, { type: index === 0 ? 'manualTrigger' : (types[index - 1] ?? '') }]));
  const wires = names.slice(1).map((name, index) => `${names[index]} -> ${name}`);
  return { ...buildWorkflow(boxes, wires, { id: 'w', name: 'Files' }), settings };
};
const names = (part: string): readonly string[] => (existsSync(join(folder, part)) ? readdirSync(join(folder, part)) : []);
const inStore = (): readonly string[] => names('binary');
const starts = (): readonly string[] => names(join('db', 'starts'));
const large: readonly Item[] = [{ json: { text: Array.from({ length: 40_000 }, () => randomUUID().slice(0, 8)).join('') } }];

describe('files', () => {
  it('are retained as long as an execution or its retry uses them', async () => {
    const { executions, sweeper } = processOn('here');
    const { executionId } = await executions.start({ ...owned(chain(['test.make', 'test.fail'])), mode: 'trigger' }).done;
    const retry = await (await executions.retry(executionId, 'owner')).done;
    expect(inStore()).toHaveLength(1);
    await store.executionList.remove({ ids: [executionId] }, 0);
    await sweeper.sweep();
    expect(inStore()).toHaveLength(1);
    expect(await store.files.ownersOf(`file:${inStore()[0]}`)).toEqual([retry.executionId]);
    await store.executionList.remove({ ids: [retry.executionId] }, 0);
    await sweeper.sweep();
    expect(inStore()).toEqual([]);
  });

  it('of running and waiting executions are retained, however old they are', async () => {
    const { executions, sweeper, clock } = processOn('here');
    const running = executions.start({ ...owned(chain(['test.make', 'test.hold'])), mode: 'trigger' });
    const unstored = executions.start({ ...owned(chain(['test.make', 'test.hold'], { saveDataSuccessExecution: 'none', saveDataErrorExecution: 'none' })), mode: 'trigger' }); // oxfmt-ignore
    await expect.poll(() => inStore().filter((name) => !name.endsWith('.part')).length).toBe(2);
    for (const name of inStore()) utimesSync(join(folder, 'binary', name), 1, 1);
    clock.advance(100 * 3_600_000);
    await sweeper.settle();
    await sweeper.lookThrough();
    await sweeper.sweep();
    expect(inStore()).toHaveLength(2);
    release();
    await Promise.all([running.done, unstored.done]);
    await sweeper.sweep();
    expect(inStore()).toHaveLength(2);
    // After an hour, files of unsaved runs are no longer needed.
    clock.advance(3_600_001);
    await sweeper.sweep();
    expect(inStore()).toHaveLength(1);
  });

  it('of crashed executions are retained until these are removed; those of unsaved runs end with their process', async () => {
    const dying = processOn('dying');
    const saved = dying.executions.start({ ...owned(chain(['test.make', 'test.hold'])), mode: 'trigger' });
    dying.executions.start({ ...owned(chain(['test.make', 'test.hold'], { saveDataSuccessExecution: 'none', saveDataErrorExecution: 'none' })), mode: 'trigger' }); // oxfmt-ignore
    await dying.files.write(Buffer.from('of a call that was never started'));
    await expect.poll(() => inStore().filter((name) => !name.endsWith('.part')).length).toBe(3);
    const next = processOn('next');
    await next.executions.recover();
    await next.sweeper.settle();
    expect(inStore()).toHaveLength(1);
    await next.sweeper.lookThrough();
    expect(inStore()).toHaveLength(1);
    await store.executionList.remove({ ids: [saved.executionId] }, 0);
    await next.sweeper.sweep();
    expect(inStore()).toEqual([]);
    release();
  });

  it('created but not used by a run are removed when it ends', async () => {
    const { executions, sweeper } = processOn('here');
    await executions.start({ ...owned(chain(['test.make', 'test.drop'])), mode: 'trigger' }).done;
    expect(inStore()).toHaveLength(2);
    await sweeper.sweep();
    expect(inStore()).toHaveLength(1);
  });

  it('of a call belong to the execution as soon as its start is stored', async () => {
    const { executions, files, sweeper } = processOn('here');
    const entry = await files.write(Buffer.from('called'));
    const run = executions.start({
      ...owned(chain(['test.hold'])),
      mode: 'webhook',
      startNode: 'T',
      output: [[{ json: {}, binary: { data: entry } }]],
    });
    await run.started;
    expect(await store.files.ownersOf(String(entry.id))).toEqual([run.executionId]);
    const next = processOn('next');
    await next.executions.recover();
    await next.sweeper.settle();
    await next.sweeper.lookThrough();
    expect(inStore()).toHaveLength(1);
    release();
    await run.done;
    await store.executionList.remove({ ids: [run.executionId] }, 0);
    await sweeper.sweep();
    expect(inStore()).toEqual([]);
  });

  it('without a row are removed at the start, unless they may be in the making', async () => {
    const { sweeper, clock } = processOn('here');
    mkdirSync(join(folder, 'binary'));
    const [old, half, young] = [randomUUID(), `${randomUUID()}.part`, randomUUID()];
    for (const name of [old, half, young]) writeFileSync(join(folder, 'binary', name), 'x');
    for (const name of [old, half]) utimesSync(join(folder, 'binary', name), 1, 1);
    clock.advance(-10_000);
    await sweeper.lookThrough();
    expect(inStore()).toEqual([young]);
  });
});

describe('large start data', () => {
  it('is stored beside the database before the response, and used by a retry', async () => {
    const dying = processOn('dying');
    const run = dying.executions.start({ ...owned(chain(['test.hold'])), mode: 'webhook', items: large });
    await run.started;
    expect(starts()).toHaveLength(1);
    const next = processOn('next');
    await next.executions.recover();
    await next.sweeper.lookThrough();
    expect((await next.executions.get(run.executionId))?.payload?.start?.items).toEqual(large);
    const retry = await next.executions.retry(run.executionId, 'owner');
    release();
    expect((await retry.done).result.resultData.runData['N0']?.[0]?.data?.['main']?.[0]).toMatchObject(large);
    await run.done;
    // Both executions have ended, and their results are in the database.
    await next.sweeper.sweep();
    expect(starts()).toEqual([]);
  });

  it('is replaced by the results, one run after another', async () => {
    const { executions, sweeper } = processOn('here');
    const runs = [1, 2, 3].map(() => executions.start({ ...owned(chain(['test.hold'])), mode: 'webhook', items: large }));
    await Promise.all(runs.map(({ started }) => started));
    expect(starts()).toHaveLength(3);
    release();
    for (const { saveFailure } of await Promise.all(runs.map(({ done }) => done))) expect(saveFailure).toBeUndefined();
    for (const { executionId } of runs) expect(await store.executions.get(executionId)).toMatchObject({ status: 'success' });
    await sweeper.sweep();
    expect(starts()).toEqual([]);
  });

  it('leaves no file if the run ends immediately', async () => {
    const { executions, sweeper } = processOn('here');
    const run = executions.start({ ...owned(chain(['noOp'])), mode: 'webhook', items: large });
    await Promise.all([run.started, run.done]);
    await sweeper.sweep();
    expect(names(join('db', 'starts'))).toEqual([]);
    expect(await store.executions.get(run.executionId)).toMatchObject({ status: 'success' });
    expect((await executions.get(run.executionId))?.payload?.resultData?.runData['N0']?.[0]?.data?.['main']?.[0]).toMatchObject(large);
  });

  it('is removed with its execution, or at the next start if there is none', async () => {
    const dying = processOn('dying');
    const run = dying.executions.start({ ...owned(chain(['test.hold'])), mode: 'webhook', items: large });
    await run.started;
    writeFileSync(join(folder, 'db', 'starts', 'nobody.dying'), 'x');
    writeFileSync(join(folder, 'db', 'starts', 'another.alive'), 'x');
    const next = processOn('next', ['next', 'alive']);
    await next.executions.recover();
    await store.executionList.remove({ ids: [run.executionId] }, 0);
    await next.sweeper.sweep();
    expect([...starts()].sort()).toEqual(['another.alive', 'nobody.dying']);
    await next.sweeper.lookThrough();
    expect(starts()).toEqual(['another.alive']);
    release();
  });

  it('stops the run if it cannot be written', async () => {
    writeFileSync(join(folder, 'db', 'starts'), 'in the way');
    const { executions } = processOn('here');
    const run = executions.start({ ...owned(chain(['test.hold'])), mode: 'webhook', items: large });
    await expect(run.started).rejects.toMatchObject({ code: 'STORE_FAILED' });
    release();
    expect((await run.done).saveFailure?.code).toBe('STORE_FAILED');
    expect(await store.executions.get(run.executionId)).toBeUndefined();
  });
});
