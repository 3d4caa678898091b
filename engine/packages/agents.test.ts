// Root nodes of packages and the nodes that are attached to them, such as language models and tools.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RunEvent } from '../contract/push.ts';
import type { RunResult } from '../contract/run-data.ts';
import type { Connections, WorkflowNode } from '../contract/workflow.ts';
import { createHttpClient } from '../execution/http/client.ts';
import { Executor } from '../execution/index.ts';
import { createSandbox } from '../sandbox/index.ts';
import { createCredentialTypes, createNodeRegistry } from '../registry/index.ts';
import { usePackage } from '../registry/n8n/index.ts';
import { fakePorts } from '../testing/fake-ports.ts';
import { startPackageRegistry, type PackageRegistry } from '../testing/package-registry.ts';
import { stubServer, type StubServer } from '../testing/stub-server.ts';
import { toolOf, type ConnectedNode, type ToolData } from '../sdk/index.ts';
import { Packages } from './index.ts';

const name = 'n8n-nodes-fixture-agents';
const nodes = createNodeRegistry();

let source: PackageRegistry;
let folder: string;
let packages: Packages;
let server: StubServer;
let status: number;
/** Paths of requests to the model's service. */
const received: string[] = [];

beforeAll(async () => {
  source = await startPackageRegistry();
  await source.publish(join(import.meta.dirname, '../../build/fixtures/agents'));
  folder = await mkdtemp(join(tmpdir(), 'millrace-agents-'));
  packages = new Packages({ folder, registry: source.url });
  const catalog = await packages.install({ name, version: 'latest' });
  const tables = { registry: nodes, credentialTypes: createCredentialTypes(), instanceId: 'test', instanceUrl: () => 'http://localhost' };
  usePackage(tables, packages, catalog);
  server = await stubServer(({ url }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://service');
    received.push(pathname);
    response.statusCode = status;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ text: `${searchParams.get('persona') ?? ''}: ${searchParams.get('question') ?? ''}!` }));
  });
});
beforeEach(() => {
  status = 200;
  received.length = 0;
});
afterAll(async () => {
  await packages.stop();
  await server.close();
  await source.stop();
  await rm(folder, { recursive: true, force: true });
});

const node = (
  title: string,
  type: string,
  parameters: WorkflowNode['parameters'] = {},
  more: Partial<WorkflowNode> = {},
): WorkflowNode => ({
  name: title,
  type: type.includes('.') ? type : `${name}.${type}`,
  typeVersion: 1,
  position: [0, 0],
  parameters,
  ...more,
});

const model = (more: Partial<WorkflowNode> = {}): WorkflowNode =>
  node('Model', 'model', { url: server.address, persona: '={{ $json.persona }}' }, more);
const search = node('Search', 'search', { query: "={{ $fromAI('topic') }} for {{ $json.persona }}" });
const attach = (from: string, type: string, to = 'Assistant'): Connections => ({ [from]: { [type]: [[{ node: to, type, index: 0 }]] } });

async function run(
  attached: readonly WorkflowNode[],
  connections: Connections,
  { parameters = {}, root = {} }: { parameters?: WorkflowNode['parameters']; root?: Partial<WorkflowNode> } = {},
): Promise<{ result: RunResult; events: readonly RunEvent[] }> {
  const events: RunEvent[] = [];
  const items = [{ json: { persona: 'Ada', question: 'Why' } }, { json: { persona: 'Bob', question: 'How' } }];
  const { result } = await new Executor(fakePorts({ nodes, http: createHttpClient({ environment: {} }) })).start({
    workflow: {
      nodes: [
        node('Start', 'n8n-nodes-base.manualTrigger'),
        node('Assistant', 'assistant', { question: '={{ $json.question }}', ...parameters }, root),
        ...attached,
      ],
      connections: { Start: { main: [[{ node: 'Assistant', type: 'main', index: 0 }]] }, ...connections },
      settings: { executionOrder: 'v1' },
    },
    mode: 'manual',
    startNode: 'Start',
    items,
    listener: (event) => events.push(event),
  }).done;
  return { result, events };
}

describe('a root node', () => {
  it('uses the nodes attached to it, which read its items, and releases them at the end', async () => {
    const { result } = await run([model(), search], { ...attach('Model', 'ai_languageModel'), ...attach('Search', 'ai_tool') });
    const { runData, error } = result.resultData;
    expect(error).toBeUndefined();
    expect(runData['Assistant']?.[0]?.data?.['main']?.[0]?.map(({ json }) => json)).toEqual([
      { answer: 'Ada: Why!', found: ['tea for Ada'] },
      { answer: 'Ada: How!', found: ['tea for Ada'] },
    ]);
    expect(received).toEqual(['/', '/', '/closed']);
  });

  it('has their inputs and outputs in the run data, in order and with their place', async () => {
    const { result, events } = await run([model(), search], { ...attach('Model', 'ai_languageModel'), ...attach('Search', 'ai_tool') });
    const { runData } = result.resultData;
    expect(runData['Model']).toMatchObject([
      {
        executionStatus: 'success',
        source: [{ previousNode: 'Assistant', previousNodeRun: 0 }],
        inputOverride: { ai_languageModel: [[{ json: { question: 'Why' } }]] },
        data: { ai_languageModel: [[{ json: { text: 'Ada: Why!' } }]] },
      },
      { inputOverride: { ai_languageModel: [[{ json: { question: 'How' } }]] } },
    ]);
    expect(runData['Search']).toMatchObject(
      [0, 1].map(() => ({
        inputOverride: { ai_tool: [[{ json: { query: { topic: 'tea' } } }]] },
        data: { ai_tool: [[{ json: { found: 'tea for Ada' } }]] },
      })),
    );
    expect(runData['Assistant']?.[0]?.metadata).toEqual({
      subRun: [
        { node: 'Search', runIndex: 0 },
        { node: 'Model', runIndex: 0 },
        { node: 'Search', runIndex: 1 },
        { node: 'Model', runIndex: 1 },
      ],
    });
    const ofModel = events.filter((event) => 'nodeName' in event && event.nodeName === 'Model').map(({ type }) => type);
    expect(ofModel).toEqual(['nodeExecuteBefore', 'nodeExecuteAfter', 'nodeExecuteBefore', 'nodeExecuteAfter']);
    expect(result.resultData.lastNodeExecuted).toBe('Assistant');
  });

  it('fails like an attached node whose own connection was refused', async () => {
    const direct = model({ parameters: { url: server.address, persona: 'direct' } });
    const { runData, error } = (await run([direct], attach('Model', 'ai_languageModel'))).result.resultData;
    const rejected = {
      message: expect.stringMatching(`The package ${name} may not open connections by itself`) as unknown,
      description: 'Connection error.',
    };
    expect(runData['Model']?.[0]?.error).toMatchObject(rejected);
    expect(error).toMatchObject(rejected);
    expect(received).not.toContain('/');
  });

  it('names the input that lacks a node, and counts disabled ones as missing', async () => {
    for (const [attached, connections] of [
      [[], {}],
      [[model({ disabled: true })], attach('Model', 'ai_languageModel')],
    ] as const) {
      const { result } = await run([...attached], connections);
      expect(result.resultData.error?.message).toBe('The node "Assistant" needs a node at its input "Model".');
    }
  });

  it('has no nodes at inputs that it does not have', async () => {
    const { result } = await run([], {}, { root: { type: `${name}.planner` }, parameters: { asks: 'ai_memory' } });
    expect(result.resultData.error?.message).toBe(`The node "Assistant" does not have an input of type 'ai_memory'.`);
  });

  it('cannot use nodes as tools if its package lacks the library that makes them', async () => {
    const request = { ...node('Ask', 'n8n-nodes-base.httpRequestTool', { url: server.address }), typeVersion: 4.2 };
    const { result } = await run([model(), request], { ...attach('Model', 'ai_languageModel'), ...attach('Ask', 'ai_tool') });
    expect(result.resultData.error).toMatchObject({
      message: `The package ${name} needs "@langchain/core" for this, but does not contain it.`,
      description:
        'Tell the authors of the package: they must list "@langchain/core" among its dependencies, in a version that has "@langchain/core/tools".',
    });
  });

  it('refuses more nodes than its input accepts', async () => {
    const second = { ...model(), name: 'Second' };
    const { result } = await run([model(), second], { ...attach('Model', 'ai_languageModel'), ...attach('Second', 'ai_languageModel') });
    expect(result.resultData.error?.message).toContain('accepts 1 of the 2 nodes');
  });

  it('computes its inputs from its parameters', async () => {
    const { result } = await run([model()], attach('Model', 'ai_languageModel'), { parameters: { withTools: false } });
    expect(result.resultData.error).toBeUndefined();
  });
});

describe('failures of attached nodes', () => {
  it('that cannot be made name the node', async () => {
    const broken = node('Model', 'model', { url: server.address, persona: 'broken' });
    const { result } = await run([broken], attach('Model', 'ai_languageModel'));
    expect(result.resultData.error).toMatchObject({
      node: 'Assistant',
      message: 'Error in the attached node "Model": The model has no persona',
    });
  });

  it('while they are used are recorded with them, and the next node continues if it may', async () => {
    status = 500;
    const { result } = await run([model()], attach('Model', 'ai_languageModel'), {
      parameters: { withTools: false },
      root: { onError: 'continueRegularOutput' },
    });
    const [use] = result.resultData.runData['Model'] ?? [];
    expect(use).toMatchObject({ executionStatus: 'error', error: { message: 'The service was not able to process your request' } });
    expect(result.status).toBe('success');
  });
});

describe('tools that the program runs for an agent', () => {
  const plan = async (tool: WorkflowNode, input: object): Promise<{ json: unknown; uses: readonly unknown[] }> => {
    const sandbox = createSandbox({});
    const { result } = await new Executor(fakePorts({ nodes, sandbox, http: createHttpClient({ environment: {} }) })).start({
      workflow: {
        nodes: [
          node('Start', 'n8n-nodes-base.manualTrigger'),
          node('Planner', 'planner', { tool: tool.name, input: JSON.stringify(input) }),
          tool,
        ],
        connections: { Start: { main: [[{ node: 'Planner', type: 'main', index: 0 }]] }, ...attach(tool.name, 'ai_tool', 'Planner') },
      },
      mode: 'manual',
      startNode: 'Start',
    }).done;
    await sandbox.stop();
    const { runData, error } = result.resultData;
    expect(error).toBeUndefined();
    return {
      json: runData['Planner']?.[0]?.data?.['main']?.[0]?.[0]?.json,
      uses: (runData[tool.name] ?? []).map(({ data }) => data?.['ai_tool']?.[0]?.[0]?.json),
    };
  };

  it('are nodes', async () => {
    const url = `=${server.address}/?persona={{ $fromAI('who') }}&question=Why`;
    const request = { ...node('Ask', 'n8n-nodes-base.httpRequestTool', { url }), typeVersion: 4.2 };
    expect(await plan(request, { who: 'Ada' })).toMatchObject({ json: { text: 'Ada: Why!', of: 1 } });
  });

  it('supply themselves, and run code with the names that they add', async () => {
    const script = node('Script', 'script', { code: 'return `${query.city} ${$input.all().length}`;' });
    expect(await plan(script, { city: 'Oslo' })).toEqual({ json: { response: 'Oslo 1', of: 1 }, uses: [{ result: 'Oslo 1' }] });
  });

  it.each([
    ['fails', { code: 'throw new Error("No city")' }, /No city/],
    ['is of another language', { code: 'x', language: 'python' }, /"this.startJob for python" is not supported/],
  ])('tell the agent if their code %s', async (_, parameters, message) => {
    expect((await plan(node('Script', 'script', parameters), {})).json).toMatchObject({
      message: expect.stringMatching(message) as unknown,
    });
  });

  it('tell the agent that they are not attached', async () => {
    const other = node('Other', 'script', {});
    const { json } = await plan({ ...other, disabled: true }, {});
    expect(json).toMatchObject({ message: 'No node "Other" is attached by "ai_tool".' });
  });
});

describe('a node as a tool', () => {
  const use = (parameters: WorkflowNode['parameters'], displayName?: string): ToolData =>
    toolOf({ ctx: { node: node('Send a mail!', 'n8n-nodes-base.noOp', parameters) }, displayName } as ConnectedNode);

  it('has a name that models accept, and the values that they choose, each once', () => {
    const to = "={{ $fromAI('to', 'Who receives it, \\'exactly\\'', 'string', 'me') }} or {{ $fromai(`to`) }}";
    const more = {
      count: '={{ $fromAI("count", "", "number", 3) }}',
      list: [{ is: "={{ /* x */ $fromAI('is', undefined, 'boolean', true) }}" }],
    };
    expect(use({ to, ...more, text: 'Write $fromAI to me' }, 'Mail')).toEqual({
      name: 'Send_a_mail_',
      description: 'Mail',
      fields: [
        { key: 'to', description: "Who receives it, 'exactly'", type: 'string', defaultValue: 'me' },
        { key: 'count', type: 'number', defaultValue: 3 },
        { key: 'is', type: 'boolean', defaultValue: true },
      ],
    });
  });

  it.each<[parameters: WorkflowNode['parameters'], description: string]>([
    [{ resource: 'message', operation: 'send' }, 'send message in Mail'],
    [{ resource: 'message', operation: 'send', toolDescription: 'Writes to people' }, 'Writes to people'],
    [{ operation: 'send', descriptionType: 'auto', toolDescription: 'Old' }, 'send in Mail'],
    [{ toolDescription: 7 }, 'Mail'],
  ])('%j is described as %s', (parameters, description) => expect(use(parameters, 'Mail').description).toBe(description));
});
