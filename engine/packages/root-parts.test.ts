// Root nodes of a package with the models, tools, memories and other parts of core, and of other packages.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../contract/json.ts';
import { createHttpClient } from '../execution/http/client.ts';
import { openAiModel } from '../testing/models/open-ai-runs.ts';
import { openAiServer } from '../testing/models/open-ai-server.ts';
import { runRootNode, type AttachedNode, type RootOutcome, type RootRun } from '../testing/models/run-root-node.ts';
import type { Script } from '../testing/models/scripted-model.ts';
import { storedConversations } from '../testing/models/stored-conversations.ts';
import { partPackages, type PartPackages } from '../testing/part-packages.ts';
import type { StubServer } from '../testing/stub-server.ts';

let packages: PartPackages;
let server: StubServer;

beforeAll(async () => {
  packages = await partPackages();
});
afterEach(() => server.close());
afterAll(() => packages.stop());

const advise = async (
  uses: string,
  attached: readonly AttachedNode[],
  {
    script = [{ text: 'Snow' }],
    input = {},
    parameters = {},
    type = 'n8n-nodes-fixture-parts.advisor',
    ...more
  }: Partial<RootRun> & {
    readonly script?: Script;
    readonly input?: JsonObject;
  } = {},
): Promise<RootOutcome & { readonly received: unknown }> => {
  server = await openAiServer(script);
  const outcome = await runRootNode({
    type,
    parameters: { uses, input: JSON.stringify(input), ...parameters },
    items: [{ sessionId: 's1', city: 'Oslo' }],
    credentials: { openAiApi: { apiKey: 'sk-test', url: `${server.address}/v1` } },
    attached,
    ...more,
    ports: { nodes: packages.nodes, http: createHttpClient({ environment: {} }), ...more.ports },
  });
  return { ...outcome, received: outcome.json[0]?.['result'] };
};

const bodies = (): readonly JsonObject[] => server.received.map(({ body }) => JSON.parse(body) as JsonObject);

const calculator: AttachedNode = { name: 'Calculator', type: 'toolCalculator', by: 'ai_tool' };

describe('a root node of a package with tools of core', () => {
  it('calls them, and each use is recorded once', async () => {
    const { received, error, runData } = await advise('ai_tool', [calculator], { input: { args: { input: '6 * 7' } } });
    expect(error).toBeUndefined();
    expect(received).toMatchObject([{ name: 'calculator', result: '42' }]);
    expect(runData['Calculator']).toMatchObject([{ data: { ai_tool: [[{ json: { response: '42' } }]] } }]);
  });

  it('calls each tool of a set, and receives what failed as the result', async () => {
    const toolbox: AttachedNode = { name: 'Toolbox', type: 'test.toolbox', version: 1, by: 'ai_tool' };
    const { received, runData } = await advise('ai_tool', [toolbox], { input: { args: { on: 'nail' } } });
    expect(received).toEqual([
      { name: 'hammer', description: 'A hammer', result: '{"hit":"nail"}' },
      { name: 'glue', description: 'A glue', result: 'There was an error: "The glue is empty."' },
    ]);
    expect(runData['Toolbox']).toMatchObject([{ executionStatus: 'success' }, { error: { message: 'The glue is empty.' } }]);
    await server.close();
    const planned = { parameters: { tool: 'Toolbox' }, input: { tool: 'hammer', on: 'wall' } };
    expect((await advise('ai_tool', [toolbox], planned)).json).toEqual([{ response: { hit: 'wall' } }]);
  });

  it('has them run by the program', async () => {
    const { json } = await advise('ai_tool', [calculator], { input: { input: '1 + 1' }, parameters: { tool: 'Calculator' } });
    expect(json).toEqual([{ response: '2' }]);
  });

  it('needs LangChain in its package', async () => {
    const { error } = await advise('ai_tool', [openAiModel(), calculator], { type: 'n8n-nodes-fixture-agents.assistant' });
    expect(error).toBe('The package n8n-nodes-fixture-agents needs "@langchain/core" for this, but does not contain it.');
  });
});

describe('a root node of a package with a model of core', () => {
  it('asks it, and the use is recorded once with its tokens', async () => {
    const { received, runData } = await advise('ai_languageModel', [openAiModel()], { input: { question: 'Weather?' } });
    expect(received).toMatchObject({ text: 'Snow', usage: { input_tokens: 10, output_tokens: 5, total_tokens: 15 } });
    expect(bodies()[0]?.['messages']).toEqual([{ role: 'user', content: 'Weather?' }]);
    expect(runData['Model']).toMatchObject([{ data: { ai_languageModel: [[{ json: { tokenUsage: { totalTokens: 15 } } }]] } }]);
  });

  it('binds tools to it, and answers their calls', async () => {
    const tool = {
      type: 'function',
      function: { name: 'weather', parameters: { type: 'object', properties: { city: { type: 'string' } } } },
    };
    const script = [{ toolCalls: [{ name: 'weather', args: { city: 'Oslo' } }] }, { text: 'It is sunny' }];
    const { received } = await advise('ai_languageModel', [openAiModel()], { script, input: { question: 'Weather?', tool } as JsonObject });
    expect(received).toEqual({ call: { name: 'weather', args: { city: 'Oslo' } }, text: 'It is sunny' });
    const [first, second] = bodies();
    expect(first).toMatchObject({ tools: [{ function: { name: 'weather' } }], tool_choice: 'required' });
    expect(second?.['messages']).toMatchObject([
      { role: 'user' },
      { role: 'assistant', tool_calls: [{}] },
      { role: 'tool', content: 'sunny' },
    ]);
  });

  it('receives the parts of its answer', async () => {
    const { received } = await advise('ai_languageModel', [openAiModel()], {
      script: [{ text: 'A long answer in parts' }],
      input: { question: 'Weather?', isStreamed: true },
    });
    const { texts } = received as { readonly texts: readonly string[] };
    expect(texts.length).toBeGreaterThan(2);
    expect(texts.join('')).toBe('A long answer in parts');
  });

  it('is stopped with the run', async () => {
    let stop = (): void => undefined;
    const script: Script = () => {
      setImmediate(() => stop());
      return { text: 'It snows.', hangs: true };
    };
    const { result } = await advise('ai_languageModel', [openAiModel()], {
      script,
      input: { question: 'Weather?', isStreamed: true },
      onStart: (running) => {
        stop = () => running.stop();
      },
    });
    expect(result.status).toBe('canceled');
  });

  it('fails with its error, which contains no secrets', async () => {
    const { error, runData } = await advise('ai_languageModel', [openAiModel()], {
      script: [{ status: 401, error: 'Incorrect API key: sk-test' }],
      input: { question: 'Weather?' },
    });
    expect(error).toContain('Incorrect API key');
    expect(error).not.toContain('sk-test');
    expect(runData['Model']?.[0]?.error?.message).toBe(error);
  });
});

describe('a root node of a package with other parts of core', () => {
  it('loads and saves messages of a memory', async () => {
    const { run: shared } = await storedConversations();
    const memory: AttachedNode = { name: 'Memory', type: 'memoryBufferWindow', by: 'ai_memory' };
    expect((await advise('ai_memory', [memory], shared)).received).toEqual({ before: 0, after: [['human', 'Who?'], ['ai', 'Me']] }); // oxfmt-ignore
    await server.close();
    const { received, runData } = await advise('ai_memory', [memory], shared);
    expect(received).toMatchObject({ before: 2 });
    expect(runData['Memory']).toHaveLength(3);
  });

  it('reads answers by an output parser', async () => {
    const parser: AttachedNode = {
      name: 'Parser',
      type: 'outputParserStructured',
      by: 'ai_outputParser',
      parameters: { schemaType: 'fromJson', jsonSchemaExample: '{"city": "Oslo"}' },
    };
    const { received } = await advise('ai_outputParser', [parser], { input: { text: '{"output": {"city": "Rome"}}' } });
    expect(received).toMatchObject({ value: { city: 'Rome' }, accepts: false });
  });

  it('embeds texts', async () => {
    const embeddings: AttachedNode = { name: 'Embeddings', type: 'embeddingsOpenAi', by: 'ai_embedding' };
    const { received, runData } = await advise('ai_embedding', [embeddings]);
    const { documents, query } = received as { readonly documents: readonly (readonly number[])[]; readonly query: readonly number[] };
    expect(documents).toHaveLength(2);
    expect(query).toEqual(documents[1]);
    expect(runData['Embeddings']).toHaveLength(2);
  });
});

describe('a root node with a part of another package', () => {
  it('calls its tool', async () => {
    const weather: AttachedNode = {
      name: 'Weather',
      type: 'n8n-nodes-fixture-parts.weather',
      by: 'ai_tool',
      parameters: { person: '={{ $json.city }}' },
    };
    const { json } = await advise('ai_tool', [weather], {
      type: 'n8n-nodes-fixture-agents.planner',
      parameters: { tool: 'Weather', input: '{"city":"Oslo"}' },
    });
    expect(json).toMatchObject([{ response: 'Snow in Oslo for Oslo' }]);
  });
});
