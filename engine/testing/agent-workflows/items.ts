// The items of single nodes of models, in several versions and modes.
import type { JsonObject } from '../../contract/json.ts';
import { ai, core, embeddings, list, openAi, type AgentWorkflow } from './kit.ts';

/** A node with a model, which answers once. */
const single = (
  title: string,
  node: ReturnType<typeof ai>,
  answer: string,
  response: unknown,
  more: Partial<AgentWorkflow> = {},
): AgentWorkflow => ({
  title,
  nodes: { Node: node, Model: openAi(), ...more.nodes },
  lines: ['Webhook -> Node', 'Model -> Node', ...(more.lines ?? [])],
  answers: [{ text: answer }],
  response,
  ...(more.bodies === undefined ? {} : { bodies: more.bodies }),
});

const chain = (version: number, more: JsonObject = {}): ReturnType<typeof ai> =>
  ai('chainLlm', version, { promptType: 'define', text: 'Hi', prompt: 'Hi', ...more });
const form = (version: number): ReturnType<typeof ai> => ai('outputParserStructured', version, { jsonSchemaExample: '{ "name": "Ada" }' });
const withForm = (version: number): Partial<AgentWorkflow> => ({ nodes: { Form: form(version) }, lines: ['Form -> Node'] });
const summary = (version: number): ReturnType<typeof ai> =>
  ai('chainSummarization', version, { operationMode: 'nodeInputJson', chunkingMode: 'simple', chunkSize: 500, options: {} });
const memory = ai('memoryBufferWindow', 1.3, { sessionIdType: 'customKey', sessionKey: 'items', contextWindowLength: 10 });
const message = (type: string, text: string): JsonObject => ({ type, message: text });

/** Inserts messages into a memory, and reads them. */
const messages = (title: string, texts: readonly JsonObject[], read: JsonObject, response: unknown): AgentWorkflow => ({
  title,
  nodes: {
    Clear: ai('memoryManager', 1.1, { mode: 'delete', deleteMode: 'all' }),
    Insert: ai('memoryManager', 1.1, { mode: 'insert', messages: { messageValues: texts } }),
    Read: ai('memoryManager', 1.1, { mode: 'load', ...read }),
    Memory: memory,
  },
  lines: ['Webhook -> Clear', 'Clear -> Insert', 'Insert -> Read', 'Memory -> Clear', 'Memory -> Insert', 'Memory -> Read'],
  answers: [],
  response,
});

const talk = [
  message('system', 'Be kind'),
  message('user', 'Hi'),
  message('ai', 'Hello'),
  message('ai', 'Again'),
  message('user', 'Bye'),
  message('user', 'Now'),
];

/** The guardrails, whose results are read at one of their outputs. */
const guard = (title: string, version: number, parameters: JsonObject, results: readonly JsonObject[], output = 0): AgentWorkflow => ({
  title,
  nodes: {
    Check: ai('guardrails', version, { text: 'Write to ada@example.com', ...parameters }),
    Model: openAi(),
    Results: core('noOp', 1),
  },
  lines: ['Webhook -> Check', `Check:${output} -> Results`, 'Model -> Check'],
  answers: [{ text: '{"confidenceScore":0.9,"flagged":true}' }],
  response: [{ checks: results }],
});

const service = (type: string, version: number, credential: string, parameters: JsonObject): ReturnType<typeof ai> =>
  ai(type, version, parameters, { credentials: { [credential]: { id: credential, name: credential } } });

const text = (title: string, node: ReturnType<typeof ai>, response: unknown): AgentWorkflow => ({
  title,
  nodes: { Write: node },
  lines: ['Webhook -> Write'],
  answers: [{ text: 'Old.' }],
  response,
});

const store = (mode: string, more: JsonObject = {}): ReturnType<typeof ai> =>
  ai('vectorStoreInMemory', 1.3, { mode, memoryKey: list('items'), ...more });

const moon = 'The moon is far.';
const loader = (options: JsonObject = {}): ReturnType<typeof ai> =>
  ai('documentDefaultDataLoader', 1.1, { jsonMode: 'expressionData', jsonData: moon, options });
const metadata = { source: 'blob', blobType: 'text/plain', loc: { lines: { from: 1, to: 1 } } };
const answerInForm = '```json\n{"output":{"name":"Bob"}}\n```';
const values = { values: [{ content: 'Hi' }] };
const role = { values: [{ content: 'Hi', role: 'user' }] };
const email = { entityType: 'EMAIL_ADDRESS', text: 'ada@example.com' };
const mood = '{"sentiment":"Positive","strength":0.9,"confidence":0.8}';

const chains: readonly AgentWorkflow[] = [
  ...[1, 1.4, 1.5].map((version) => single(`chain, version ${version}`, chain(version), 'Hello', [{ text: 'Hello' }])),
  ...[1.4, 1.5, 1.6, 1.7].map((version) =>
    single(`chain, version ${version}, text that is JSON`, chain(version), '{"a":1}', [{ text: '{"a":1}' }]),
  ),
  ...[1.2, 1.3].map((version) =>
    single(
      `form, version ${version}`,
      chain(1.7, { hasOutputParser: true }),
      answerInForm,
      [{ output: { name: 'Bob' } }],
      withForm(version),
    ),
  ),
  single('summary, version 2', summary(2), 'Short', [{ response: { text: 'Short' } }]),
  single('summary, version 2.1', summary(2.1), 'Short', [{ output: { text: 'Short' } }]),
  single('summary, version 1', ai('chainSummarization', 1, { type: 'map_reduce' }), 'Short', [{ response: { text: 'Short' } }], {
    nodes: {
      Loader: ai('documentDefaultDataLoader', 1, { options: {} }),
      Splitter: ai('textSplitterRecursiveCharacterTextSplitter', 1, {}),
    },
    lines: ['Loader -> Node', 'Splitter -> Loader'],
  }),
  ...[1, 1.1].map((version) => {
    const parameters = { text: 'I am Ada.', schemaType: 'fromJson', jsonSchemaExample: '{ "name": "Ada" }' };
    return single(`extraction, version ${version}`, ai('informationExtractor', version, parameters), '{"name":"Ada"}', [
      { output: { name: 'Ada' } },
    ]);
  }),
  single('mood with details', ai('sentimentAnalysis', 1, { inputText: 'Good', options: { includeDetailedResults: true } }), mood, [
    { sentimentAnalysis: { category: 'Positive', strength: 0.9, confidence: 0.8 } },
  ]),
  single(
    'category',
    ai('textClassifier', 1, { inputText: 'x', categories: { categories: [{ category: 'A', description: 'B' }] } }),
    '{"A":true,"category":"A"}',
    [{ body: { question: 'How old is the moon?' } }],
  ),
];

const checks: readonly AgentWorkflow[] = [
  ...[1, 2].map((version) =>
    guard(`check of version ${version}, passed`, version, { guardrails: { keywords: 'bomb' } }, [
      { name: 'keywords', triggered: false, info: { matchedKeywords: [] } },
    ]),
  ),
  guard('personal data, taken out', 2, { operation: 'sanitize', guardrails: { pii: { value: { type: 'all' } } } }, [
    { name: 'personalData', triggered: true, info: { analyzerResults: [email] } },
  ]),
  guard(
    'all checks, passed',
    2,
    {
      text: 'hello',
      guardrails: {
        keywords: 'bomb',
        urls: { value: { allowedUrls: '' } },
        secretKeys: { value: { permissiveness: 'balanced' } },
        customRegex: { regex: [{ name: 'ORDER', value: '/order-\\d+/i' }] },
        pii: { value: { type: 'all' } },
      },
    },
    [
      { name: 'personalData', triggered: false, info: { analyzerResults: [] } },
      { name: 'customRegex', triggered: false, info: { analyzerResults: [] } },
      { name: 'secretKeys', triggered: false, info: { detectedSecrets: [] } },
      { name: 'urls', triggered: false, info: { detected: [], allowed: [], blocked: [], blockedReasons: [] } },
      { name: 'keywords', triggered: false, info: { matchedKeywords: [] } },
    ],
  ),
  guard(
    'check, failed',
    2,
    {
      text: 'Write to ada@example.com with sk-abcdefghijklmnop12345678',
      guardrails: { keywords: 'with', pii: { value: { type: 'all' } }, secretKeys: { value: { permissiveness: 'balanced' } } },
    },
    [
      { name: 'personalData', triggered: true, info: { analyzerResults: [email] } },
      { name: 'secretKeys', triggered: true, info: { detectedSecrets: ['sk-abcdefghijklmnop12345678'] } },
    ],
    1,
  ),
  guard(
    'check by the model, failed',
    2,
    { guardrails: { keywords: 'nope', jailbreak: { value: { threshold: 0.7 } } } },
    [{ name: 'jailbreak', triggered: true, confidenceScore: 0.9, executionFailed: false, info: {} }],
    1,
  ),
];

const langchain = (name: string): readonly string[] => ['langchain_core', 'messages', name];

const memories: readonly AgentWorkflow[] = [
  messages('messages in a group', talk, {}, [
    { messages: [{ system: 'Be kind', human: 'Hi', ai: 'Hello' }, { ai: 'Again', human: 'Bye' }, { human: 'Now' }], messagesCount: 3 },
  ]),
  messages('messages one by one', talk, { options: { groupMessages: false } }, [
    { system: 'Be kind', human: 'Hi', ai: 'Hello' },
    { ai: 'Again', human: 'Bye' },
    { human: 'Now' },
  ]),
  messages('messages in their stored form', talk.slice(0, 3), { simplifyOutput: false }, [
    {
      messages: [
        { lc: 1, type: 'constructor', id: langchain('SystemMessage'), kwargs: { content: 'Be kind' } },
        { lc: 1, type: 'constructor', id: langchain('HumanMessage'), kwargs: { content: 'Hi' } },
        { lc: 1, type: 'constructor', id: langchain('AIMessage'), kwargs: { content: 'Hello' } },
      ],
      messagesCount: 3,
    },
  ]),
];

const stores: readonly AgentWorkflow[] = [
  {
    title: 'inserted documents',
    nodes: {
      Insert: store('insert', { clearStore: true }),
      Loader: loader({ metadata: { metadataValues: [{ name: 'kind', value: 'sky' }] } }),
      Embeddings: embeddings(),
    },
    lines: ['Webhook -> Insert', 'Loader -> Insert', 'Embeddings -> Insert'],
    answers: [],
    response: [{ metadata: { ...metadata, kind: 'sky' }, pageContent: moon }],
  },
  {
    title: 'documents that a search returns',
    nodes: {
      Insert: store('insert', { clearStore: true }),
      Loader: loader(),
      Search: store('load', { prompt: 'moon', topK: 1 }),
      Embeddings: embeddings(),
    },
    lines: ['Webhook -> Insert', 'Insert -> Search', 'Loader -> Insert', 'Embeddings -> Insert', 'Embeddings -> Search'],
    answers: [],
    response: [{ document: { pageContent: moon, metadata }, score: 0.5 }],
  },
];

const texts: readonly AgentWorkflow[] = [
  text('OpenAI, version 1.8', service('openAi', 1.8, 'openAiApi', { operation: 'message', modelId: list('gpt-4o'), messages: values }), [
    { index: 0, message: { role: 'assistant', content: 'Old.' }, finish_reason: 'stop' },
  ]),
  text(
    'OpenAI, not simplified',
    service('openAi', 1.8, 'openAiApi', { operation: 'message', modelId: list('gpt-4o'), messages: values, simplify: false }),
    [{ object: 'chat.completion', choices: [{ index: 0, message: { role: 'assistant', content: 'Old.' } }], usage: { total_tokens: 15 } }],
  ),
  text('OpenAI, version 2', service('openAi', 2, 'openAiApi', { operation: 'response', modelId: list('gpt-4o'), responses: values }), [
    { output: [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Old.', annotations: [] }] }] },
  ]),
  text('Anthropic', service('anthropic', 1, 'anthropicApi', { modelId: list('claude-sonnet-5'), messages: role }), [
    { content: [{ type: 'text', text: 'Old.' }] },
  ]),
  text('Gemini', service('googleGemini', 1, 'googlePalmApi', { modelId: list('models/gemini-2.5-flash'), messages: role }), [
    { index: 0, content: { role: 'model', parts: [{ text: 'Old.' }] }, finishReason: 'STOP' },
  ]),
  text('Ollama', service('ollama', 1, 'ollamaApi', { modelId: list('llama3.2'), messages: role }), [{ content: 'Old.' }]),
];

export const itemWorkflows = [...chains, ...checks, ...memories, ...stores, ...texts];
