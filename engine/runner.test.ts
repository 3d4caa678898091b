import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WorkflowFile } from './contract/workflow.ts';
import { createRunner } from './runner.ts';
import { Store } from './store/index.ts';
import { buildWorkflow, type NodeSketch } from './testing/build-workflow.ts';

let folder = '';
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'millrace-engine-'))));
afterAll(() => rmSync(folder, { recursive: true }));

const trigger: NodeSketch = { type: 'manualTrigger', typeVersion: 1 };
const stop: NodeSketch = { type: 'stopAndError', typeVersion: 1, parameters: { errorMessage: 'Enough' } };
const wait = (amount: number, unit: string): NodeSketch => ({ type: 'wait', typeVersion: 1.1, parameters: { amount, unit } });
const customData: NodeSketch = {
  type: 'executionData',
  typeVersion: 1,
  parameters: { dataToSave: { values: [{ key: 'seen', value: 'yes' }] } },
};

describe('the engine', () => {
  it('runs a workflow in memory', async () => {
    const runner = createRunner();
    expect((await runner.run({ workflow: buildWorkflow({ T: trigger }, []), mode: 'cli' })).result.status).toBe('success');
    await runner.stop();
  });

  it('returns the absolute path of its data folder', async () => {
    const runner = createRunner({ dataDir: relative(process.cwd(), folder) });
    expect(runner.dataDir).toBe(folder);
    await runner.stop();
  });

  it('says where it saves, without the password of the database', async () => {
    const own = createRunner({ dataDir: folder });
    const shared = createRunner({ dataDir: folder, database: 'postgres://anna:secret@db.example:5432/work' });
    expect([own.savesIn, shared.savesIn]).toEqual([folder, 'db.example:5432/work']);
    await Promise.all([own.stop(), shared.stop()]);
  });

  it('saves a run and resumes it in another process', async () => {
    const dataDir = join(folder, 'kept');
    const first = createRunner({ dataDir, keepsData: true });
    const workflow = buildWorkflow({ T: trigger, W: wait(2, 'hours'), K: customData }, ['T -> W', 'W -> K'], { id: 'w' });
    const { executionId, result } = await first.run({ workflow, mode: 'cli', save: true });
    expect(result.status).toBe('waiting');
    await first.stop();
    const second = createRunner({ dataDir, keepsData: true });
    const resumed = await (await second.executions()).resume(executionId);
    expect(resumed.result).toMatchObject({ status: 'success', resultData: { metadata: { seen: 'yes' } } });
    await second.stop();
  });

  it('stores conversations of saved workflows for other processes, each for its workflow', async () => {
    const dataDir = join(folder, 'conversations');
    const memory: NodeSketch = {
      type: '@n8n/n8n-nodes-langchain.memoryBufferWindow',
      typeVersion: 1.3,
      parameters: { sessionIdType: 'customKey', sessionKey: 's' },
    };
    const manage = (parameters: Record<string, unknown>): NodeSketch => ({
      type: '@n8n/n8n-nodes-langchain.memoryManager',
      typeVersion: 1.1,
      parameters,
    });
    const messages = { messageValues: [{ type: 'user', message: 'Hi' }] };
    const run = async (id: string, parameters: Record<string, unknown>): Promise<unknown> => {
      const workflow = buildWorkflow({ T: trigger, Manager: manage(parameters), Memory: memory }, ['T -> Manager'], { id });
      const attached = { Memory: { ai_memory: [[{ node: 'Manager', type: 'ai_memory', index: 0 }]] } };
      const runner = createRunner({ dataDir, keepsData: true });
      const { result } = await runner.run({
        workflow: { ...workflow, connections: { ...workflow.connections, ...attached } },
        mode: 'cli',
        save: true,
      });
      await runner.stop();
      return result.resultData.runData['Manager']?.[0]?.data?.['main']?.[0]?.map(({ json }) => json);
    };
    expect(await run('saved', { mode: 'insert', messages })).toEqual([{ success: true }]);
    expect(await run('saved', {})).toEqual([{ messages: [{ human: 'Hi' }], messagesCount: 1 }]);
    expect(await run('other', {})).toEqual([{ messages: [], messagesCount: 0 }]);
  });

  it('finds called workflows and error workflows among the given ones and in its database', async () => {
    const dataDir = join(folder, 'called');
    const runner = createRunner({ dataDir, keepsData: true });
    const call = (id: string): WorkflowFile =>
      buildWorkflow(
        { T: trigger, Call: { type: 'executeWorkflow', typeVersion: 1, parameters: { source: 'database', workflowId: id } } },
        ['T -> Call'],
        { id: `calls ${id}` },
      );
    const called = (id: string): WorkflowFile => buildWorkflow({ Called: { type: 'executeWorkflowTrigger', typeVersion: 1 } }, [], { id });
    runner.knowWorkflow(called('known'));
    await runner.run({ workflow: called('saved'), mode: 'cli', save: true });
    for (const [id, status] of [
      ['known', 'success'],
      ['saved', 'success'],
      ['nobody', 'error'],
    ] as const) {
      expect([id, (await runner.run({ workflow: call(id), mode: 'cli' })).result.status]).toEqual([id, status]);
    }
    runner.knowWorkflow(
      buildWorkflow(
        {
          Caught: { type: 'errorTrigger', typeVersion: 1 },
          Call: { type: 'executeWorkflow', typeVersion: 1, parameters: { source: 'database', workflowId: 'nobody' } },
        },
        ['Caught -> Call'],
        { id: 'errors' },
      ),
    );
    const failing = buildWorkflow({ T: trigger, S: stop }, ['T -> S'], {
      id: 'fails',
      settings: { executionOrder: 'v1', errorWorkflow: 'errors' },
    });
    await runner.run({ workflow: failing, mode: 'cli', save: true });
    await runner.stop();
    const store = await Store.open(dataDir);
    expect((await store.executionList.list({}, { limit: 9 })).map(({ workflowId, status }) => `${workflowId} ${status}`).sort()).toEqual([
      'errors error',
      'fails error',
      'saved success',
    ]);
    await store.close();
  });

  it('stops running executions and saves their end before it closes', async () => {
    const dataDir = join(folder, 'stopped');
    const runner = createRunner({ dataDir, keepsData: true });
    let started = (): void => undefined;
    const running = new Promise<void>((resolve) => (started = resolve));
    const workflow = buildWorkflow({ T: trigger, W: wait(30, 'seconds') }, ['T -> W'], { id: 'w' });
    const done = runner.run({
      workflow,
      mode: 'cli',
      save: true,
      listener: (event) => void (event.type === 'nodeExecuteBefore' && event.nodeName === 'W' && started()),
    });
    await running;
    await runner.stop();
    expect((await done).result).toMatchObject({ status: 'canceled', resultData: { error: { code: 'EXECUTION_CANCELED' } } });
    const store = await Store.open(dataDir);
    expect(await store.executionList.list({}, { limit: 5 })).toMatchObject([{ status: 'canceled' }]);
    await store.close();
  });

  it('reports why its database cannot be opened, and tries again', async () => {
    const runner = createRunner({ dataDir: '/dev/null', keepsData: true });
    for (let times = 0; times < 2; times++) await expect(runner.executions()).rejects.toMatchObject({ code: 'STORE_FAILED' });
    await runner.stop();
  });
});
