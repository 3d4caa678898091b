// Limits of the use of models: which calls they refuse, what counts, and what is recorded.
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { JsonObject } from '../../contract/json.ts';
import type { ModelLimits } from '../../contract/model-limits.ts';
import { recordedUse, type ModelTotals } from '../../contract/model-use.ts';
import type { RunResult } from '../../contract/run-data.ts';
import type { WorkflowFile, WorkflowNode } from '../../contract/workflow.ts';
import { fakeClock } from '../../testing/fake-ports.ts';
import { openAiServer } from '../../testing/models/open-ai-server.ts';
import { modelPorts, runRootNode, type AttachedNode, type RootOutcome, type RootRun } from '../../testing/models/run-root-node.ts';
import type { Script } from '../../testing/models/scripted-model.ts';
import type { StubServer } from '../../testing/stub-server.ts';
import { Executor } from '../executor.ts';
import { Principal } from '../principal.ts';
import { asNewExecution, newRunState, restoreRunState, storeRunState } from '../run-state.ts';
import { ModelBudget } from './model-budget.ts';
import { ledgerOfRuns, type ModelLedger } from './model-ledger.ts';

let server: StubServer;
afterEach(() => server?.close());

const model: AttachedNode = {
  name: 'Model',
  type: 'lmChatOpenAi',
  by: 'ai_languageModel',
  parameters: { model: { __rl: true, mode: 'id', value: 'gpt-5-mini' } },
};
const tool: AttachedNode = {
  name: 'Think',
  type: 'toolThink',
  by: 'ai_tool',
};

/** A model that calls its tool for ever, for 15 tokens each time. */
const forEver: Script = () => ({ toolCalls: [{ name: 'Think', args: { input: 'Hm' } }], tokens: [10, 5] });

async function ask(script: Script, run: Partial<RootRun> = {}, limits?: ModelLimits): Promise<RootOutcome> {
  server = await openAiServer(script);
  return runRootNode({
    type: 'agent',
    parameters: { promptType: 'define', text: 'Hi' },
    attached: [model, tool],
    credentials: { openAiApi: { apiKey: 'sk-test', url: `${server.address}/v1` } },
    ...(limits === undefined ? {} : { settings: { modelLimits: limits } }),
    ...run,
  });
}

const requests = (): number => server.received.filter(({ method }) => method === 'POST').length;

/** A ledger that counts the day in memory. */
function countingLedger(limits: ModelLimits, used: Partial<ModelTotals> = {}) {
  let totals: ModelTotals = { tokens: 0, milliseconds: 0, cost: 0, ...used };
  const ledger: ModelLedger = {
    ...ledgerOfRuns(),
    limits: () => limits,
    today: async () => ({ workflow: totals, instance: totals }),
    add: (_id, { tokens, milliseconds, cost }) =>
      (totals = { tokens: totals.tokens + tokens, milliseconds: totals.milliseconds + milliseconds, cost: totals.cost + cost }),
  };
  return { ledger, total: () => totals };
}

describe('a limit of tokens per execution', () => {
  it('ends the loop of an agent with an error that says which limit, of whom, how much is used, and where to change it', async () => {
    const { result } = await ask(forEver, {}, { runTokens: 20 });
    expect(requests()).toBe(2);
    expect(result.resultData.error).toMatchObject({
      code: 'MODEL_LIMIT_REACHED',
      message: 'The limit of the workflow "Test" for the use of models is reached: 30 of 20 tokens per execution are used.',
      hint: 'Change the limit in the settings of the workflow, under "Limits for models".',
    });
  });

  it('is neither tried again nor passed to a fallback model', async () => {
    const { error } = await ask(
      forEver,
      {
        parameters: { promptType: 'define', text: 'Hi', needsFallback: true },
        attached: [model, tool, { ...model, name: 'Fallback', input: 1 }],
        node: { retryOnFail: true, maxTries: 3, waitBetweenTries: 0 },
      },
      { runTokens: 20 },
    );
    expect(error).toContain('is reached');
    expect(requests()).toBe(2);
  });

  it('of the instance cannot be widened by a workflow', async () => {
    const { result } = await ask(forEver, { ports: { models: ledgerOfRuns({ runTokens: 20 }) } }, { runTokens: 1000 });
    expect(requests()).toBe(2);
    expect(result.resultData.error?.message).toContain('The limit of the instance');
    expect(result.resultData.error).toMatchObject({ hint: 'The owner or an admin can change the limit in the settings, under "Models".' });
  });

  it('counts answers that are streamed', async () => {
    const responder = { isStreaming: true, respond: () => true, respondChunk: () => true, hintsFor: () => [] };
    const { error } = await ask(forEver, { responder: responder as never }, { runTokens: 20 });
    expect(error).toContain('reached: 30 of ');
    expect(requests()).toBe(2);
  });

  it('also holds for nodes that ask a service themselves', async () => {
    const { error, runData } = await ask(
      [{ text: 'One', tokens: [10, 5] }],
      {
        type: 'openAi',
        parameters: { modelId: { __rl: true, mode: 'id', value: 'gpt-5-mini' }, responses: { values: [{ content: 'Hi' }] } },
        attached: [],
        items: [{}, {}],
      },
      { runTokens: 10 },
    );
    expect(error).toContain('reached: 15 of ');
    expect(requests()).toBe(1);
    expect(recordedUse(runData['Root']?.[0] ?? {})).toMatchObject([
      { provider: 'openai', model: 'gpt-5-mini', tokens: { input: 10, output: 5 } },
    ]);
  });
});

it('a limit that a tool has reached ends the agent, whose model is not asked what to do', async () => {
  const call: AttachedNode = {
    name: 'Ask Others',
    type: 'toolWorkflow',
    version: 2.2,
    by: 'ai_tool',
    parameters: { description: 'Asks', workflowId: { __rl: true, mode: 'id', value: 'inner' } },
  };
  const { error } = await ask(() => ({ toolCalls: [{ name: 'Ask_Others', args: {} }], tokens: [10, 5] }), {
    attached: [model, call],
    ports: {
      models: countingLedger({}, { tokens: 100 }).ledger,
      workflow: async (id) => ({
        file: askingWorkflow(id, { dayTokens: 100 }),
        principal: Principal.ofWorkflow({ id, ownerId: null }),
      }),
    },
  });
  expect(error).toContain('The limit of the workflow "Inner" for the use of models is reached: 115 of 100 tokens per day');
  expect(requests()).toBe(1);
});

describe('a limit per day', () => {
  it('stops the next call at once', async () => {
    const { ledger } = countingLedger({ dayTokens: 100 }, { tokens: 80 });
    const { error } = await ask(forEver, { ports: { models: ledger } });
    expect(requests()).toBe(2);
    expect(error).toBe('The limit of the instance for the use of models is reached: 110 of 100 tokens per day are used.');
  });

  it('of a workflow holds for its saved runs', async () => {
    const { ledger } = countingLedger({}, { milliseconds: 61_000 });
    const principal = Principal.ofWorkflow({ id: 'test', ownerId: null });
    const { error } = await ask(forEver, { principal, ports: { models: ledger } }, { daySeconds: 60 });
    expect(requests()).toBe(0);
    expect(error).toContain('61 of 60 seconds of calls per day are used');
  });
});

describe('costs', () => {
  it('are recorded with each call by the price of the model, and limited', async () => {
    const { error, runData } = await ask(
      () => ({ toolCalls: [{ name: 'Think', args: {} }], tokens: [1_000_000, 100_000] }),
      {},
      { runCost: 0.5 },
    );
    expect(error).toBe('The limit of the workflow "Test" for the use of models is reached: 0.9 of 0.5 US dollars per execution are used.');
    expect(recordedUse(runData['Model']?.[0] ?? {})).toMatchObject([
      { provider: 'openai', model: 'gpt-5-mini', cost: 0.45, tokens: { input: 1_000_000, output: 100_000 } },
    ]);
  });

  it('are absent for models without a price, which a limit of costs does not stop', async () => {
    const own = { ...model, parameters: { model: { __rl: true, mode: 'id', value: 'own-model' } } };
    const { json, runData } = await ask([{ text: 'Hello', tokens: [10, 5] }], { attached: [own] }, { runCost: 0.000001 });
    expect(json).toEqual([{ output: 'Hello' }]);
    expect(recordedUse(runData['Model']?.[0] ?? {})[0]).not.toHaveProperty('cost');
  });
});

it('embeddings count their tokens, and are refused at a limit', async () => {
  const store: RootRun['attached'] = [
    {
      name: 'Embeddings',
      type: 'embeddingsOpenAi',
      by: 'ai_embedding',
      parameters: { model: 'text-embedding-3-small', options: { batchSize: 1 } },
    },
    { name: 'Loader', type: 'documentDefaultDataLoader', by: 'ai_document', parameters: {} },
  ];
  const { error, runData } = await ask(
    [],
    {
      type: 'vectorStoreInMemory',
      parameters: { mode: 'insert', memoryKey: 'notes' },
      attached: store,
      items: [{ a: 'moon' }, { a: 'sun' }],
    },
    { runTokens: 1 },
  );
  expect(error).toContain('of 1 tokens per execution are used');
  expect(requests()).toBe(1);
  expect(recordedUse(runData['Embeddings']?.[0] ?? {})).toMatchObject([{ model: 'text-embedding-3-small', tokens: { output: 0 } }]);
});

it('a streamed call that is stopped counts its time', async () => {
  const { ledger, total } = countingLedger({});
  const clock = fakeClock();
  const responder = { isStreaming: true, respond: () => true, respondChunk: () => true, hintsFor: () => [] };
  await ask([{ text: 'Hello', hangs: true }], {
    attached: [model],
    responder: responder as never,
    ports: { models: ledger, clock },
    onStart: async (running) => {
      await vi.waitUntil(() => server.received.length > 0);
      clock.advance(5000);
      running.stop(new Error('Stopped'));
    },
  });
  await vi.waitUntil(() => total().milliseconds === 5000);
});

describe('called workflows', () => {
  const budgets = () => {
    const settings = (id: string, limits: ModelLimits) => ({
      now: () => 0,
      ledger: ledgerOfRuns(),
      workflow: { id, name: id, limits },
      state: { modelUse: { tokens: 0, milliseconds: 0, cost: 0 } },
    });
    const caller = new ModelBudget({ ...settings('outer', { runTokens: 20 }), caller: undefined });
    return { caller, called: new ModelBudget({ ...settings('inner', {}), caller }) };
  };
  const name = { provider: 'openai', model: 'gpt-5-mini' };

  it('count to the run that called them', async () => {
    const { caller, called } = budgets();
    (await called.begin(name)).end({ input: 20, output: 0 });
    await expect(caller.begin(name)).rejects.toThrow('the workflow "outer"');
    await expect(called.begin(name)).rejects.toThrow('the workflow "outer"');
  });

  it('count each to their own workflow per day', async () => {
    const added: unknown[] = [];
    const ledger = { ...ledgerOfRuns(), add: (id: string | undefined, { tokens }: ModelTotals) => void added.push([id, tokens]) };
    server = await openAiServer([{ text: 'Hello', tokens: [10, 5] }]);
    const { result, inner } = await runCalling(ledger);
    expect(result.resultData.error).toBeUndefined();
    expect(inner).toEqual(['inner']);
    expect(added).toEqual([['inner', 15]]);
  });

  it('count what they have used so far after a wait, and begin at 0 when they are retried', async () => {
    const state = newRunState({ pending: [] });
    const settings = { now: () => 0, ledger: undefined, workflow: { id: 'w', name: 'W', limits: { runTokens: 10 } }, caller: undefined };
    (await new ModelBudget({ ...settings, state }).begin(name)).end({ input: 10, output: 0 });
    const stored = storeRunState(state);
    const resumed = new ModelBudget({ ...settings, state: restoreRunState(stored) });
    await expect(resumed.begin(name)).rejects.toThrow('reached: 10 of ');
    const retried = new ModelBudget({ ...settings, state: restoreRunState(asNewExecution(stored)) });
    await expect(retried.begin(name)).resolves.toBeDefined();
  });
});

/** Runs a workflow that calls the workflow `inner`, which asks a model. */
async function runCalling(models: ModelLedger): Promise<{ readonly result: RunResult; readonly inner: readonly string[] }> {
  const inner: string[] = [];
  const ports = modelPorts(
    { openAiApi: { apiKey: 'sk-test', url: `${server.address}/v1` } },
    {
      models,
      workflow: async (id) => {
        inner.push(id);
        return { file: askingWorkflow(id), principal: Principal.ofWorkflow({ id, ownerId: null }) };
      },
    },
  );
  const { done } = new Executor(ports).start({
    workflow: {
      id: 'outer',
      name: 'Outer',
      nodes: [
        node('Start', 'n8n-nodes-base.manualTrigger', {}),
        node('Call', 'n8n-nodes-base.executeWorkflow', { workflowId: { __rl: true, mode: 'id', value: 'inner' } }, 1.2),
      ],
      connections: { Start: { main: [[{ node: 'Call', type: 'main', index: 0 }]] } },
    },
    mode: 'manual',
    startNode: 'Start',
    items: [{ json: {} }],
    principal: Principal.ofWorkflow({ id: 'outer', ownerId: null }),
  });
  return { result: (await done).result, inner };
}

/** A workflow that asks a model once. */
const askingWorkflow = (id: string, modelLimits: ModelLimits = {}): WorkflowFile => ({
  id,
  name: 'Inner',
  nodes: [
    node('Start', 'n8n-nodes-base.executeWorkflowTrigger', { inputSource: 'passthrough' }, 1.1),
    {
      ...node(
        'Ask',
        '@n8n/n8n-nodes-langchain.openAi',
        {
          resource: 'text',
          operation: 'message',
          modelId: { __rl: true, mode: 'id', value: 'gpt-5-mini' },
          messages: { values: [{ content: 'Hi' }] },
        },
        1.8,
      ),
      credentials: { openAiApi: { id: 'openAiApi', name: 'openAiApi' } },
    },
  ],
  connections: { Start: { main: [[{ node: 'Ask', type: 'main', index: 0 }]] } },
  settings: { modelLimits },
});

const node = (name: string, type: string, parameters: JsonObject, typeVersion = 1): WorkflowNode => ({
  name,
  type,
  typeVersion,
  position: [0, 0] as [number, number],
  parameters,
});
