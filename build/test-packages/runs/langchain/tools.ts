// Agents of all kinds with tools of all kinds: what a model calls is run, and what it returned reaches the model.
import assert from 'node:assert/strict';
import type { RunInstance, Sketch } from '../instance.ts';
import { chatModel, manual, withAttached, type Attachment } from './attached.ts';
import type { LangchainCase } from './chains.ts';
import type { ModelRequest, ModelService, ModelReply } from './model-service.ts';

/** The model calls its only tool once, and repeats what it returned. */
const callOnce =
  (args: object) =>
  ({ messages = [], tools = [] }: ModelRequest): ModelReply => {
    const returned = messages.find(({ role }) => role === 'tool');
    return returned === undefined ? { tool: tools[0]?.function.name ?? '', args } : `It said ${JSON.stringify(returned.content)}`;
  };

/** Returns what an agent answers that uses a tool. */
async function runTool(
  instance: RunInstance,
  service: ModelService,
  tool: Sketch,
  {
    version = 3.1,
    parameters = {},
    more = {},
  }: { version?: number; parameters?: object; more?: Readonly<Record<string, Attachment>> } = {},
): Promise<string> {
  const root = { type: 'agent', typeVersion: version, parameters: { promptType: 'define', text: 'Help me', options: {}, ...parameters } };
  const attached = {
    Model: { ...(await chatModel(instance, service)), by: 'ai_languageModel' },
    Tool: { ...tool, by: 'ai_tool' },
    ...more,
  };
  const run = await instance.runFile(withAttached(root, attached, manual));
  assert.equal(run.error, undefined);
  assert.ok((run.runData['Tool']?.length ?? 0) > 0, 'the tool has no run data');
  return String(run.json('Root')[0]?.['output']);
}

const calculator: Sketch = { type: 'toolCalculator' };

export const tools: readonly LangchainCase[] = [
  ...(
    [
      [1.6, { agent: 'toolsAgent' }],
      [1.7, { agent: 'toolsAgent' }],
      [2, {}],
      [3.1, {}],
    ] as const
  ).map(([version, parameters]): LangchainCase => ({
    make: `Agent of version ${version} with a calculator`,
    nodes: 'agent, toolCalculator',
    checks: 'the model gets the result of the tool',
    run: async (instance, service) => {
      service.play(callOnce({ input: '6*7' }));
      assert.match(await runTool(instance, service, calculator, { version, parameters }), /42/);
    },
  })),
  {
    make: 'Tool with the code of the user',
    nodes: 'agent, toolCode',
    checks: 'the code runs in the sandbox of the program, with the query of the model',
    run: async (instance, service) => {
      service.play(callOnce({ input: 'abc', query: 'abc' }));
      const tool = {
        type: 'toolCode',
        typeVersion: 1.3,
        parameters: { description: 'Counts', jsCode: 'return `${query}: ${query.length}`' },
      };
      assert.match(await runTool(instance, service, tool), /abc: 3/);
    },
  },
  {
    make: 'Tool that sends a request, of the older kind',
    nodes: 'agent, toolHttpRequest',
    checks: 'the value of the model is in the URL, and the response reaches the model',
    run: async (instance, service) => {
      const paths: string[] = [];
      service.play(callOnce({ city: 'Oslo' }), (path) => {
        if (!path.startsWith('/weather')) return undefined;
        paths.push(path);
        return { report: 'rain' };
      });
      const placeholderDefinitions = { values: [{ name: 'city', description: 'A city', type: 'string' }] };
      const parameters = { toolDescription: 'Tells the weather', url: `${service.url}/weather?city={city}`, placeholderDefinitions };
      assert.match(await runTool(instance, service, { type: 'toolHttpRequest', typeVersion: 1.1, parameters }), /rain/);
      assert.deepEqual(paths, ['/weather?city=Oslo']);
    },
  },
  {
    make: 'Agent as the tool of an agent',
    nodes: 'agent, agentTool',
    checks: 'the inner agent asks its own model, and its answer reaches the outer one',
    run: async (instance, service) => {
      service.play((request) => (request.model === 'inner' ? 'Ask Ada.' : callOnce({ prompt: 'Who knows?' })(request)));
      const tool = {
        type: 'agentTool',
        typeVersion: 2.2,
        parameters: { toolDescription: 'Knows people', text: "={{ $fromAI('prompt', 'What to ask') }}", options: {} },
      };
      const inner = { ...(await chatModel(instance, service, 'inner')), by: 'ai_languageModel', to: 'Tool' };
      assert.match(await runTool(instance, service, tool, { more: { Inner: inner } }), /Ask Ada\./);
    },
  },
  ...(
    [
      [1.8, 'messages'],
      [2, 'responses'],
    ] as const
  ).map(([version, field]): LangchainCase => ({
    make: `Message to a model, version ${version}`,
    nodes: 'openAi',
    checks: 'the text of the model comes out',
    run: async (instance, service) => {
      service.play(() => 'Hello Ada');
      const run = await instance.run({
        Ask: {
          type: '@n8n/n8n-nodes-langchain.openAi',
          typeVersion: version,
          parameters: { modelId: { __rl: true, mode: 'id', value: 'stub' }, [field]: { values: [{ content: 'Hi' }] }, options: {} },
          credentials: await instance.credential('openAiApi', { apiKey: 'key-1', url: `${service.url}/v1` }),
        },
      });
      assert.equal(run.error, undefined);
      assert.ok(JSON.stringify(run.json('Ask')).includes('Hello Ada'));
    },
  })),
];
