// Root nodes of core with the models, tools, memories and other parts of a package, whose objects stay in its process.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../contract/json.ts';
import { createHttpClient } from '../execution/http/client.ts';
import { partPackages, type PartPackages } from '../testing/part-packages.ts';
import { openAiServer } from '../testing/models/open-ai-server.ts';
import { runRootNode, type AttachedNode, type RootOutcome, type RootRun } from '../testing/models/run-root-node.ts';
import { stubServer, type StubServer } from '../testing/stub-server.ts';

let packages: PartPackages;
let server: StubServer;
/** Answers of the model's service, one after the other; the last one is repeated. A function is called instead of answering. */
let script: readonly (JsonObject | (() => void))[];

beforeAll(async () => {
  packages = await partPackages();
});
beforeEach(async () => {
  script = [{ text: 'It snows.' }];
  let count = 0;
  server = await stubServer(({ url }, response) => {
    const next = url === '/closed' ? {} : (script[Math.min(count++, script.length - 1)] ?? {});
    if (typeof next === 'function') return next();
    response.statusCode = Number(next['status'] ?? 200);
    response.setHeader('content-type', 'application/json').end(JSON.stringify(next));
  });
});
afterEach(() => server.close());
afterAll(() => packages.stop());

const full = (type: string): string => `n8n-nodes-fixture-parts.${type}`;
const model = (parameters: JsonObject = { url: `${server.address}/ask?about={{ $json.topic }}` }): AttachedNode => ({
  name: 'Model',
  type: full('chatModel'),
  by: 'ai_languageModel',
  parameters: Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, `=${String(value)}`])),
});
const weather = (parameters: JsonObject = { person: '={{ $json.person }}' }): AttachedNode => ({
  name: 'Weather',
  type: full('weather'),
  by: 'ai_tool',
  parameters,
});

const run = (attached: readonly AttachedNode[], more: Partial<RootRun> = {}): Promise<RootOutcome> =>
  runRootNode({
    type: 'agent',
    parameters: { promptType: 'define', text: 'How is the weather?' },
    items: [{ topic: 'weather', person: 'Ada' }],
    attached,
    ports: { nodes: packages.nodes, http: createHttpClient({ environment: {} }) },
    ...more,
  });

const bodies = (): readonly JsonObject[] =>
  server.received.filter(({ method }) => method === 'POST').map(({ body }) => JSON.parse(body) as JsonObject);

describe('an agent of core with a model of a package', () => {
  it('receives its answer, for each item, and releases it at the end', async () => {
    const { json, error } = await run([model()], { items: [{ topic: 'snow' }, { topic: 'rain' }] });
    expect(error).toBeUndefined();
    expect(json).toEqual([{ output: 'It snows.' }, { output: 'It snows.' }]);
    expect(server.received.map(({ url }) => url).toSorted()).toEqual(['/ask?about=rain', '/ask?about=snow', '/closed', '/closed']);
  });

  it('records each use once, with the tokens', async () => {
    const { runData } = await run([model()]);
    expect(runData['Model']).toHaveLength(1);
    expect(runData['Model']?.[0]?.data?.['ai_languageModel']?.[0]?.[0]?.json).toMatchObject({
      response: { generations: [[{ text: 'It snows.', generationInfo: { finish_reason: 'stop' } }]] },
      tokenUsage: { promptTokens: 10, completionTokens: 5, totalTokens: 15, cachedTokens: 2 },
      model: 'fixture-1',
    });
  });

  it('lets it call tools of core', async () => {
    script = [{ toolCalls: [{ id: 'call-1', name: 'calculator', args: { input: '6 * 7' }, type: 'tool_call' }] }, { text: 'It is 42.' }];
    const { json } = await run([model(), { name: 'Calculator', type: 'toolCalculator', by: 'ai_tool' }]);
    expect(json).toEqual([{ output: 'It is 42.' }]);
    const [first, second] = bodies();
    expect(first?.['tools']).toMatchObject([{ type: 'function', function: { name: 'calculator', parameters: { type: 'object' } } }]);
    expect(second?.['messages']).toMatchObject([
      { type: 'system' },
      { type: 'human', content: 'How is the weather?' },
      { type: 'ai', tool_calls: [{ id: 'call-1', name: 'calculator', args: { input: '6 * 7' } }] },
      { type: 'tool', tool_call_id: 'call-1', name: 'calculator', content: '42' },
    ]);
  });

  it('passes on the parts of the answer', async () => {
    const chunks: { readonly type: string; readonly content?: string }[] = [];
    const responder = {
      isStreaming: true,
      hintsFor: () => [],
      respond: () => false,
      respondChunk: (chunk: string) => chunks.push(JSON.parse(chunk) as { type: string }) > 0,
    };
    const { json, runData } = await run([model()], { responder });
    expect(json).toEqual([{ output: 'It snows.' }]);
    expect(bodies()[0]).toMatchObject({ isStreamed: true });
    expect(chunks.flatMap(({ type, content }) => (type === 'item' ? [content] : []))).toEqual(['It ', 'snows.']);
    expect(runData['Model']?.[0]?.data?.['ai_languageModel']?.[0]?.[0]?.json).toMatchObject({ tokenUsage: { totalTokens: 15 } });
  });

  it('sends it the images of an item', async () => {
    const image = { data: Buffer.from('pixels').toString('base64'), mimeType: 'image/png' };
    await run([model()], { items: [{ json: { topic: 'x' }, binary: { photo: image } }] });
    expect(bodies()[0]?.['messages']).toMatchObject([
      { type: 'system' },
      {
        type: 'human',
        content: [
          { type: 'text', text: 'How is the weather?' },
          { type: 'image_url', image_url: { url: `data:image/png;base64,${image.data}` } },
        ],
      },
    ]);
  });

  it('fails with its error, and with the error of a node that cannot supply it', async () => {
    script = [{ status: 401 }];
    const { error, runData } = await run([model()]);
    expect(error).toBe('Authorization failed - please check your credentials');
    expect(runData['Model']?.[0]?.error?.message).toBe(error);
    const { error: unsupplied } = await run([model({ url: '' })]);
    expect(unsupplied).toBe('Error in the attached node "Model": The model has no URL');
  });

  it('stops asking when the run is stopped', async () => {
    const asked = Promise.withResolvers<void>();
    script = [() => asked.resolve()];
    const { result } = await run([model()], {
      onStart: (running) => void asked.promise.then(() => running.stop()),
    });
    expect(result.status).toBe('canceled');
  });
});

describe('an agent of core with tools of a package', () => {
  const call = (name: string, city: string): JsonObject => ({ toolCalls: [{ id: 'call-1', name, args: { city }, type: 'tool_call' }] });
  const reply = (): unknown => (bodies().at(-1)?.['messages'] as readonly JsonObject[] | undefined)?.at(-1)?.['content'];

  it('passes arguments and results, and records each use once', async () => {
    script = [call('weather', 'Oslo'), { text: 'Done' }];
    const { runData } = await run([model(), weather()]);
    expect(bodies()[0]?.['tools']).toMatchObject([
      {
        function: {
          name: 'weather',
          description: 'The weather',
          parameters: { properties: { city: { type: 'string', description: 'Name of the city' } }, required: ['city'] },
        },
      },
    ]);
    expect(reply()).toBe('Snow in Oslo for Ada');
    expect(runData['Weather']).toMatchObject([
      { inputOverride: { ai_tool: [[{ json: { city: 'Oslo' } }]] }, data: { ai_tool: [[{ json: { response: 'Snow in Oslo for Ada' } }]] } },
    ]);
  });

  it('calls each tool of a set, with results of any kind', async () => {
    script = [call('weather_Monday', 'Rome'), { text: 'Done' }];
    const { runData } = await run([model(), weather({ days: 'Sunday,Monday' })]);
    expect(reply()).toBe('{"city":"Rome","sky":"clear"}');
    expect(runData['Weather']).toHaveLength(1);
  });

  it('tells the model what failed', async () => {
    script = [call('weather', 'Atlantis'), { text: 'Sorry' }];
    const { json, runData } = await run([model(), weather()]);
    expect(reply()).toContain('Atlantis has sunk');
    expect(json).toEqual([{ output: 'Sorry' }]);
    expect(runData['Weather']?.[0]?.error?.message).toBe('Atlantis has sunk');
  });

  it('fails if the process of the package ends', async () => {
    script = [call('weather', 'Pompeii'), { text: 'Done' }];
    const { error } = await run([model(), weather()]);
    expect(error).toContain('The package n8n-nodes-fixture-parts ended its process');
  });
});

describe('a memory of a package', () => {
  it.each([true, false])('remembers what was said to an agent of core, with a history: %s', async (hasHistory) => {
    const memory: AttachedNode = {
      name: 'Memory',
      type: full('memory'),
      by: 'ai_memory',
      parameters: { session: `session-${String(hasHistory)}`, hasHistory },
    };
    await run([model(), memory]);
    const { runData } = await run([model(), memory]);
    expect(bodies()[1]?.['messages']).toMatchObject([
      { type: 'system' },
      { type: 'human', content: 'How is the weather?' },
      { type: 'ai', content: 'It snows.' },
      { type: 'human', content: 'How is the weather?' },
    ]);
    expect(runData['Memory']).toHaveLength(2);
  });
});

describe('other parts of a package', () => {
  const probe = async (part: string, input: JsonObject = {}): Promise<RootOutcome> =>
    run([{ name: 'Part', type: full('retrieval'), by: part, parameters: { part } }], {
      type: 'test.prober',
      parameters: { part, input: JSON.stringify(input) },
    });
  const cat = { pageContent: 'cat', metadata: { kind: 'pet' } };
  const fish = { pageContent: 'fish', metadata: { kind: 'pet' } };

  it.each<[part: string, result: unknown, input?: JsonObject]>([
    ['ai_embedding', [[[3, 0], [5, 0]], [[5, 1]]]],
    ['ai_outputParser', ['Answer with name=value.', { name: 'Ada' }], { text: 'name=Ada' }],
    ['ai_reranker', [fish, cat]],
    ['ai_retriever', [{ pageContent: 'About birds', metadata: { source: 'fixture' } }]],
    ['ai_textSplitter', ['One', 'Two']],
    ['ai_vectorStore', [['1', '2'], [{ document: fish, score: 4 }]]],
  ])('%s does what its methods do', async (part, result, input) => {
    const { json, error } = await probe(part, input);
    expect(error).toBeUndefined();
    expect(json).toEqual([{ result }]);
  }); // oxfmt-ignore

  it('use parts of core that are attached to them', async () => {
    const service = await openAiServer([]);
    const { json, runData } = await run(
      [
        { name: 'Part', type: full('retrieval'), by: 'ai_retriever', parameters: { embeds: true } },
        { name: 'Embeddings', type: 'embeddingsOpenAi', by: 'ai_embedding', to: 'Part' },
      ],
      {
        type: 'test.prober',
        parameters: { part: 'ai_retriever' },
        credentials: { openAiApi: { apiKey: 'sk-test', url: `${service.address}/v1` } },
      },
    );
    await service.close();
    expect(json).toEqual([{ result: [{ pageContent: 'birds', metadata: { dimensions: 32 } }] }]);
    expect(runData['Embeddings']).toMatchObject([{ source: [{ previousNode: 'Part' }] }]);
  });

  it('fail with their errors', async () => {
    expect((await probe('ai_outputParser', { text: 'nothing' })).error).toBe('"nothing" has no value');
  });

  it('cannot be loaders of documents', async () => {
    const { error } = await probe('ai_document');
    expect(error).toContain('The node "Part" comes from another package, and its documents can be loaded only by nodes of that package.');
  });

  it('must have the methods of their type', async () => {
    const { error } = await run([{ name: 'Part', type: full('retrieval'), by: 'ai_retriever', parameters: { part: 'ai_embedding' } }], {
      type: 'test.prober',
      parameters: { part: 'ai_retriever' },
    });
    expect(error).toContain('What the node "Part" supplies cannot be used here: it has no function "invoke".');
  });
});
