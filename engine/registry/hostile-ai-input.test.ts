// Puts names, paths and keys that lead to prototypes into every field of the nodes of models, into their data, and into what models answer.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../contract/json.ts';
import { createSandbox } from '../sandbox/index.ts';
import type { SandboxPort } from '../sdk/index.ts';
import { expectSound, hostileItems, hostileNames } from '../testing/hostile-data.ts';
import { anthropicServer } from '../testing/models/anthropic-server.ts';
import { cohereServer } from '../testing/models/cohere-server.ts';
import { geminiServer } from '../testing/models/gemini-server.ts';
import { mcpServer, type McpStub } from '../testing/models/mcp-server.ts';
import { ollamaServer } from '../testing/models/ollama-server.ts';
import { openAiServer } from '../testing/models/open-ai-server.ts';
import { openAiModel } from '../testing/models/open-ai-runs.ts';
import { pineconeOrigins, pineconeServer } from '../testing/models/pinecone-server.ts';
import { qdrantServer } from '../testing/models/qdrant-server.ts';
import { redirectedHttp, runRootNode, suppliedBy, type AttachedNode, type RootRun } from '../testing/models/run-root-node.ts';
import type { ScriptedAnswer } from '../testing/models/scripted-model.ts';
import { storedConversations, type StoredConversations } from '../testing/models/stored-conversations.ts';
import { supabaseServer } from '../testing/models/supabase-server.ts';
import { redisServer, type RedisServer } from '../testing/redis-server.ts';
import type { StubServer } from '../testing/stub-server.ts';
import { coreNodes } from './core-nodes.generated.ts';

const PREFIX = '@n8n/n8n-nodes-langchain.';

/** An object whose own keys are a hostile name and those of prototypes. */
const hostileText = (name: string): string =>
  `{${JSON.stringify(name)}:{"polluted":1},"__proto__":{"polluted":2},"constructor":{"prototype":{"polluted":3}}}`;
const hostileObject = (name: string): JsonObject => JSON.parse(hostileText(name)) as JsonObject;

interface HostileRun extends Omit<RootRun, 'attached'> {
  /** Nodes besides the model. */
  readonly attached?: readonly AttachedNode[];
  /** Default: a model of the server. */
  readonly model?: AttachedNode;
  /** What the model answers, one after the other. */
  readonly answers?: readonly ScriptedAnswer[];
}
type Case = (name: string) => HostileRun;

const part = (type: string, by: string, parameters: JsonObject, more: Partial<AttachedNode> = {}): AttachedNode => ({
  name: 'Part',
  type,
  by,
  parameters,
  ...more,
});
const prompt = (text: string): JsonObject => ({ promptType: 'define', text });
const chainWith = (parser: AttachedNode, answers: readonly ScriptedAnswer[], more: readonly AttachedNode[] = []): HostileRun => ({
  type: 'chainLlm',
  parameters: { ...prompt('Hi'), hasOutputParser: true },
  attached: [parser, ...more],
  answers,
});
const callOf = (tool: string, name: string): readonly ScriptedAnswer[] => [
  { toolCalls: [{ name: tool, args: hostileObject(name) }] },
  { text: hostileText(name) },
];

/** Cases of a chat model. `fields`: its options; `options`: those with an inner form. */
function chatModel(
  type: string,
  fields: readonly string[],
  options: (name: string) => JsonObject = () => ({}),
): readonly (readonly [string, Case])[] {
  const of = (model: string, values: JsonObject = {}): AttachedNode =>
    part(type, 'ai_languageModel', { model, modelName: model, options: values });
  const filled = (name: string): JsonObject => ({
    ...Object.fromEntries(fields.map((field) => [field, name])),
    [name]: name,
    ...options(name),
  });
  const tool = part('n8n-nodes-base.dateTimeTool', 'ai_tool', {}, { name: 'Tool' });
  return [
    [
      'model',
      (name) => ({ type: 'chainLlm', parameters: prompt(name), model: of(name), answers: [{ text: hostileText(name), reasoning: name }] }),
    ],
    ['options', (name) => ({ type: 'chainLlm', parameters: prompt('Hi'), model: of('m', filled(name)) })],
    ['inner options', (name) => ({ type: 'chainLlm', parameters: prompt('Hi'), model: of('m', options(name)) })],
    ['answer', (name) => ({ type: 'agent', parameters: prompt('Hi'), model: of('m'), attached: [tool], answers: callOf('Tool', name) })],
  ];
}
const chatFields = ['frequencyPenalty', 'maxTokens', 'responseFormat', 'presencePenalty', 'temperature', 'timeout', 'maxRetries', 'topP'];

/** An agent that calls a tool, which is named `Part`, with hostile arguments. */
const toolCase = (type: string, name: string, parameters: JsonObject, more: Partial<AttachedNode> = {}): HostileRun => ({
  type: 'agent',
  parameters: prompt('Hi'),
  attached: [part(type, 'ai_tool', parameters, more)],
  answers: callOf('Part', name),
});
const embedding = (to = 'Root'): AttachedNode =>
  part('embeddingsOpenAi', 'ai_embedding', {}, { name: `Embeddings of ${to}`, version: 1.2, to });

/** A store in memory, with an embedding model, for another node. */
const storeFor = (to: string, name: string): readonly AttachedNode[] => [
  part(
    'vectorStoreInMemory',
    'ai_vectorStore',
    { mode: 'retrieve', memoryKey: { __rl: true, mode: 'id', value: name } },
    { name: 'Store', to },
  ),
  embedding('Store'),
];
const retrieval = (name: string, topK: unknown = 4): readonly AttachedNode[] => [
  part('retrieverVectorStore', 'ai_retriever', { topK }, { name: 'Retriever' }),
  ...storeFor('Retriever', name),
];
/** Inserts the documents of a loader, which is named `Part`. */
const insertion = (name: string, parameters: JsonObject, more: readonly AttachedNode[] = []): HostileRun => ({
  type: 'vectorStoreInMemory',
  parameters: { mode: 'insert', memoryKey: { __rl: true, mode: 'id', value: name } },
  attached: [part('documentDefaultDataLoader', 'ai_document', parameters, { version: 1.1 }), embedding(), ...more],
  items: [{ json: { [name]: name, text: hostileText(name) } }],
});

/** Cases of a vector store of a service. `parameter`: the name of the store. */
const serviceCases = (type: string, parameter: string, options: (name: string) => JsonObject): readonly (readonly [string, Case])[] =>
  (['load', 'insert', 'update'] as const).map((mode) => [
    mode,
    (name) => ({
      type,
      parameters: { mode, prompt: name, id: name, [parameter]: { __rl: true, mode: 'id', value: name }, options: options(name) },
      attached: [embedding(), ...(mode === 'insert' ? [part('documentDefaultDataLoader', 'ai_document', {}, { version: 1.1 })] : [])],
    }),
  ]);
const called = JSON.stringify({
  nodes: [{ name: 'Called', type: 'n8n-nodes-base.executeWorkflowTrigger', typeVersion: 1, position: [0, 0], parameters: {} }],
  connections: {},
});

// oxfmt-ignore
const cases: Readonly<Record<string, readonly (readonly [what: string, of: Case])[]>> = {
  agent: [
    ['prompt', (name) => ({ type: 'agent', parameters: prompt(name), answers: [{ text: name }] })],
    ['tool that does not exist', (name) => ({ type: 'agent', parameters: prompt('Hi'), attached: [part('n8n-nodes-base.dateTimeTool', 'ai_tool', {})], answers: callOf(name, name) })],
    ['arguments', (name) => ({ type: 'agent', parameters: { ...prompt('Hi'), options: { returnIntermediateSteps: true } }, attached: [part('n8n-nodes-base.dateTimeTool', 'ai_tool', {})], answers: callOf('Part', name) })],
    ['name of a tool', (name) => ({ type: 'agent', parameters: prompt('Hi'), attached: [part('n8n-nodes-base.dateTimeTool', 'ai_tool', {}, { name })], answers: callOf(name, name) })],
    ['field that a model fills', (name) => ({ type: 'agent', parameters: prompt('Hi'), attached: [part('n8n-nodes-base.setTool', 'ai_tool', { mode: 'raw', jsonOutput: `={{ $fromAI('${name.replaceAll("'", '')}') }}` })], answers: callOf('Part', name) })],
    ['database', (name) => ({ type: 'agent', version: 1.7, parameters: { ...prompt(name), agent: 'sqlAgent', dataSource: 'postgres', options: { includedTables: name, ignoredTables: name, prefixPrompt: name, topK: name, includedSampleRows: name } }, credentials: { postgres: { host: '127.0.0.1', port: 1, [name]: name } } })],
  ],
  'millrace.approval': [
    ['arguments', (name) => ({ type: 'agent', parameters: prompt('Hi'), attached: [part('millrace.approval', 'ai_tool', {}, { name: 'Gate' }), part('n8n-nodes-base.dateTimeTool', 'ai_tool', {}, { to: 'Gate' })], answers: callOf('Part', name) })],
    ['message and names', (name) => ({ type: 'agent', parameters: prompt('Hi'), attached: [part('millrace.approval', 'ai_tool', { message: name, resumeUnit: name, onExpiry: name }, { name }), part('n8n-nodes-base.dateTimeTool', 'ai_tool', {}, { to: name })], answers: callOf('Part', name) })],
  ],
  agentTool: [
    ['prompt', (name) => ({ type: 'agent', parameters: prompt('Hi'), attached: [part('agentTool', 'ai_tool', { text: `={{ $fromAI('${name.replaceAll("'", '')}') }}` }), openAiModel({ name: 'Second', to: 'Part' })], answers: callOf('Part', name) })],
  ],
  anthropic: [
    ['message', (name) => ({ type: 'anthropic', parameters: { modelId: name, messages: { values: [{ role: name, content: hostileObject(name) }] }, options: { system: name, allowedDomains: name, includeMergedResponse: true, [name]: name } }, answers: [{ text: hostileText(name) }] })],
    ['tools', (name) => ({ type: 'anthropic', parameters: { modelId: 'm', messages: { values: [{ content: name }] } }, attached: [part('n8n-nodes-base.dateTimeTool', 'ai_tool', {})], answers: callOf('Part', name) })],
    ['files', (name) => ({ type: 'anthropic', parameters: { resource: 'image', operation: 'analyze', modelId: 'm', inputType: 'binary', binaryPropertyName: name } })],
    ['ids', (name) => ({ type: 'anthropic', parameters: { resource: 'file', operation: 'get', fileId: name } })],
    ['operation', (name) => ({ type: 'anthropic', parameters: { resource: name, operation: name } })],
  ],
  googleGemini: [
    ['message', (name) => ({ type: 'googleGemini', parameters: { modelId: name, messages: { values: [{ role: name, content: hostileObject(name) }] }, options: { systemMessage: name, [name]: name }, builtInTools: { fileSearch: { fileSearchStoreNames: hostileText(name) }, [name]: name } }, answers: [{ text: hostileText(name) }] })],
    ['tools', (name) => ({ type: 'googleGemini', parameters: { modelId: 'models/m', messages: { values: [{ content: name }] } }, attached: [part('n8n-nodes-base.dateTimeTool', 'ai_tool', {})], answers: callOf('Part', name) })],
    ['output', (name) => ({ type: 'googleGemini', parameters: { resource: 'image', operation: 'generate', modelId: 'models/image', prompt: name, options: { binaryPropertyOutput: name } } })],
    ['stores', (name) => ({ type: 'googleGemini', parameters: { resource: 'fileSearch', operation: 'deleteStore', fileSearchStoreName: name } })],
    ['operation', (name) => ({ type: 'googleGemini', parameters: { resource: name, operation: name } })],
  ],
  ollama: [
    ['message', (name) => ({ type: 'ollama', parameters: { modelId: name, messages: { values: [{ role: name, content: hostileObject(name) }] }, options: { system: name, stop: name, format: name, [name]: name } }, answers: [{ text: hostileText(name) }] })],
    ['tools', (name) => ({ type: 'ollama', parameters: { modelId: 'm', messages: { values: [{ content: name }] } }, attached: [part('n8n-nodes-base.dateTimeTool', 'ai_tool', {})], answers: callOf('Part', name) })],
    ['files', (name) => ({ type: 'ollama', parameters: { resource: 'image', operation: 'analyze', modelId: 'm', binaryPropertyName: name } })],
    ['operation', (name) => ({ type: 'ollama', parameters: { resource: name, operation: name } })],
  ],
  openAi: [
    ['message', (name) => ({ type: 'openAi', parameters: { modelId: name, responses: { values: [{ type: name, role: name, content: hostileObject(name) }] }, options: { metadata: hostileText(name), textFormat: { textOptions: { type: 'json_schema', name, schema: hostileText(name) } }, [name]: name }, builtInTools: { fileSearch: { vectorStoreIds: hostileText(name) }, [name]: name } }, answers: [{ text: hostileText(name) }] })],
    ['tools', (name) => ({ type: 'openAi', parameters: { modelId: 'm', responses: { values: [{ content: name }] } }, attached: [part('n8n-nodes-base.dateTimeTool', 'ai_tool', {})], answers: callOf('Part', name) })],
    ['chat', (name) => ({ type: 'openAi', version: 1.8, parameters: { modelId: 'm', messages: { values: [{ role: name, content: name }] }, jsonOutput: true }, answers: [{ text: hostileText(name) }] })],
    ['files', (name) => ({ type: 'openAi', parameters: { resource: 'audio', operation: 'transcribe', binaryPropertyName: name, options: { language: name } } })],
    ['output', (name) => ({ type: 'openAi', parameters: { resource: 'audio', operation: 'generate', input: name, voice: name, options: { binaryPropertyOutput: name, response_format: name } } })],
    ['ids', (name) => ({ type: 'openAi', parameters: { resource: 'conversation', operation: 'update', conversationId: name, metadata: hostileText(name) } })],
    ['operation', (name) => ({ type: 'openAi', parameters: { resource: name, operation: name } })],
  ],
  chainLlm: [
    ['prompt', (name) => ({ type: 'chainLlm', parameters: prompt(name), answers: [{ text: hostileText(name) }] })],
    ['messages', (name) => ({ type: 'chainLlm', parameters: { ...prompt('Hi'), messages: { messageValues: [{ type: name, messageType: name, message: name, imageDetail: name }] } } })],
    ['image', (name) => ({ type: 'chainLlm', parameters: { ...prompt('Hi'), messages: { messageValues: [{ type: 'HumanMessagePromptTemplate', messageType: 'imageBinary', binaryImageDataKey: name }] } } })],
    ['source', (name) => ({ type: 'chainLlm', parameters: { promptType: name, text: name } })],
  ],
  chat: [
    ['message', (name) => ({ type: 'chat', parameters: { operation: 'send', message: name, responseType: name, options: { [name]: name } } })],
    ['approval', (name) => ({ type: 'chat', parameters: { operation: 'sendAndWait', responseType: 'approval', message: name, approvalOptions: { values: { approveLabel: name, approvalType: name } } } })],
    ['memory', (name) => ({ type: 'chat', parameters: { operation: 'send', message: name, options: { memoryConnection: true } }, attached: [part('memoryBufferWindow', 'ai_memory', { sessionIdType: 'customKey', sessionKey: name })] })],
  ],
  chainSummarization: [
    ['file', (name) => ({ type: 'chainSummarization', parameters: { operationMode: 'nodeInputBinary', options: { binaryDataKey: name } } })],
    ['way', (name) => ({ type: 'chainSummarization', parameters: { operationMode: name, chunkingMode: name, options: { summarizationMethodAndPrompts: { values: { summarizationMethod: name, prompt: `{${name}} {text}` } } } } })],
  ],
  guardrails: [
    ['checks', (name) => ({ type: 'guardrails', parameters: { text: `${name} a@b.example`, guardrails: { keywords: name, [name]: { value: {} }, pii: { value: { type: 'selected', entities: [name, 'EMAIL_ADDRESS'] } }, secretKeys: { value: { permissiveness: name } }, urls: { value: { allowedUrls: name, allowedSchemes: [name] } } } } })],
    ['patterns', (name) => ({ type: 'guardrails', parameters: { operation: 'sanitize', text: `a ${name}`, guardrails: { customRegex: { regex: [{ name, value: 'a' }, { name, value: name }] } } } })],
    ['answer', (name) => ({ type: 'guardrails', parameters: { text: name, guardrails: { custom: { guardrail: [{ name, prompt: name, threshold: 0.5 }] } } }, answers: [{ text: hostileText(name) }] })],
  ],
  informationExtractor: [
    ['attributes', (name) => ({ type: 'informationExtractor', parameters: { text: 'Hi', attributes: { attributes: [{ name, type: 'string', description: name, required: true }] } }, answers: [{ text: hostileText(name) }] })],
    ['type', (name) => ({ type: 'informationExtractor', parameters: { text: 'Hi', attributes: { attributes: [{ name, type: name }] } }, answers: [{ text: hostileText(name) }] })],
    ['example', (name) => ({ type: 'informationExtractor', parameters: { text: 'Hi', schemaType: 'fromJson', jsonSchemaExample: hostileText(name) }, answers: [{ text: hostileText(name) }] })],
    ['schema', (name) => ({ type: 'informationExtractor', parameters: { text: 'Hi', schemaType: 'manual', inputSchema: `{"type":"object","properties":${hostileText(name)},"$defs":${hostileText(name)},"patternProperties":${hostileText(name)},"required":[${JSON.stringify(name)}]}` }, answers: [{ text: hostileText(name) }] })],
    ['reference', (name) => ({ type: 'informationExtractor', parameters: { text: 'Hi', schemaType: 'manual', inputSchema: `{"$ref":${JSON.stringify(`#/${name}`)}}` }, answers: [{ text: '{}' }] })],
  ],
  lmChatAnthropic: chatModel('lmChatAnthropic', ['maxTokensToSample', 'topK', 'thinkingMode', 'effort', 'thinkingBudget', 'streaming', 'promptCaching']),
  lmChatAzureOpenAi: chatModel('lmChatAzureOpenAi', chatFields),
  lmChatDeepSeek: chatModel('lmChatDeepSeek', chatFields),
  lmChatGoogleGemini: chatModel('lmChatGoogleGemini', ['maxOutputTokens', 'topK'], (name) => ({ safetySettings: { values: [{ category: name, threshold: name }, hostileObject(name)] } })),
  lmChatGroq: chatModel('lmChatGroq', ['maxTokensToSample', 'temperature']),
  lmChatMistralCloud: chatModel('lmChatMistralCloud', ['safeMode', 'maxTokens']),
  lmChatOllama: chatModel('lmChatOllama', ['think', 'keepAlive', 'numCtx', 'format']),
  lmChatOpenAi: [
    ['model', (name) => ({ type: 'chainLlm', parameters: prompt('Hi'), model: openAiModel({ parameters: { model: name, options: { [name]: name } } }) })],
    ['options', (name) => ({ type: 'chainLlm', parameters: prompt('Hi'), model: openAiModel({ parameters: { model: 'gpt-4o', responsesApiEnabled: true, options: { metadata: hostileText(name), extraBody: hostileText(name) } } }) })],
    ['tools', (name) => ({ type: 'chainLlm', parameters: prompt('Hi'), model: openAiModel({ parameters: { model: 'gpt-4o', builtInTools: { fileSearch: { vectorStoreIds: hostileText(name), filters: hostileText(name) }, [name]: name } } }) })],
  ],
  lmChatOpenRouter: chatModel('lmChatOpenRouter', chatFields, (name) => ({ providerRouting: { order: name, only: name, sort: name, [name]: name } })),
  lmChatXAiGrok: chatModel('lmChatXAiGrok', [...chatFields, 'priority', 'reasoning']),
  memoryBufferWindow: [
    ['session', (name) => ({ type: 'agent', parameters: prompt(name), attached: [part('memoryBufferWindow', 'ai_memory', { sessionIdType: 'customKey', sessionKey: name })], answers: [{ text: hostileText(name) }] })],
    ['source', (name) => ({ type: 'agent', parameters: prompt(name), attached: [part('memoryBufferWindow', 'ai_memory', { sessionIdType: name, contextWindowLength: name })], answers: [{ text: name }] })],
  ],
  memoryManager: [
    ['messages', (name) => ({ type: 'memoryManager', parameters: { mode: 'insert', messages: { messageValues: [{ type: name, message: hostileObject(name) }] } }, attached: [part('memoryBufferWindow', 'ai_memory', { sessionIdType: 'customKey', sessionKey: name })] })],
    ['mode', (name) => ({ type: 'memoryManager', parameters: { mode: name, deleteMode: name, lastMessagesCount: name }, attached: [part('memoryBufferWindow', 'ai_memory', { sessionIdType: 'customKey', sessionKey: name })] })],
    ['form', (name) => ({ type: 'memoryManager', parameters: { simplifyOutput: false, options: { groupMessages: false } }, attached: [part('memoryBufferWindow', 'ai_memory', { sessionIdType: 'customKey', sessionKey: name })] })],
  ],
  memoryPostgresChat: [
    ['table', (name) => ({ type: 'agent', parameters: prompt(name), attached: [part('memoryPostgresChat', 'ai_memory', { sessionIdType: 'customKey', sessionKey: name, tableName: name })], credentials: { postgres: { host: '127.0.0.1', port: 1 } } })],
    ['credential', (name) => ({ type: 'agent', parameters: prompt(name), attached: [part('memoryPostgresChat', 'ai_memory', { sessionIdType: 'customKey', sessionKey: name })], credentials: { postgres: { host: '127.0.0.1', port: 1, ssl: name, [name]: name } } })],
  ],
  memoryRedisChat: [
    ['session', (name) => ({ type: 'agent', parameters: prompt(name), attached: [part('memoryRedisChat', 'ai_memory', { sessionIdType: 'customKey', sessionKey: name, sessionTTL: 1, contextWindowLength: name })], credentials: { redis: { host: '127.0.0.1', port: redis.port } } })],
    ['time', (name) => ({ type: 'agent', parameters: prompt(name), attached: [part('memoryRedisChat', 'ai_memory', { sessionIdType: 'customKey', sessionKey: name, sessionTTL: name })], credentials: { redis: { host: '127.0.0.1', port: redis.port } } })],
    ['credential', (name) => ({ type: 'agent', parameters: prompt(name), attached: [part('memoryRedisChat', 'ai_memory', { sessionIdType: 'customKey', sessionKey: name })], credentials: { redis: { host: '127.0.0.1', port: 1, user: name, password: name, database: name, ssl: name, [name]: name } } })],
  ],
  modelSelector: [
    ['rules', (name) => ({ type: 'chainLlm', parameters: prompt('Hi'), model: part('modelSelector', 'ai_languageModel', { numberInputs: name, rules: { rule: [{ modelIndex: name, conditions: { conditions: [{ leftValue: name, rightValue: hostileObject(name), operator: { type: 'object', operation: name } }] } }] } }), attached: [openAiModel({ name: 'Second', to: 'Part' })] })],
    ['number', (name) => ({ type: 'chainLlm', parameters: prompt('Hi'), model: part('modelSelector', 'ai_languageModel', { rules: { rule: [{ modelIndex: name, conditions: { conditions: [] } }] } }), attached: [openAiModel({ name: 'Second', to: 'Part' })] })],
  ],
  outputParserAutofixing: [
    ['prompt', (name) => chainWith(part('outputParserAutofixing', 'ai_outputParser', { options: { prompt: `{${name}} {error}` } }), [{ text: name }, { text: hostileText(name) }], [openAiModel({ name: 'Second', to: 'Part' }), part('outputParserStructured', 'ai_outputParser', { jsonSchemaExample: hostileText(name) }, { name: 'Strict', to: 'Part' })])],
  ],
  outputParserItemList: [
    ['separator', (name) => chainWith(part('outputParserItemList', 'ai_outputParser', { options: { separator: name, numberOfItems: name } }), [{ text: `a${name}b` }])],
  ],
  outputParserStructured: [
    ['example', (name) => chainWith(part('outputParserStructured', 'ai_outputParser', { jsonSchemaExample: hostileText(name) }), [{ text: hostileText(name) }])],
    ['data', (name) => chainWith(part('outputParserStructured', 'ai_outputParser', { schemaType: 'manual', inputSchema: '{"type":"object"}' }), [{ text: hostileText(name) }])],
    ['answer of an agent', (name) => ({ type: 'agent', parameters: { ...prompt('Hi'), hasOutputParser: true }, attached: [part('outputParserStructured', 'ai_outputParser', { jsonSchemaExample: hostileText(name) })], answers: [{ toolCalls: [{ name: 'format_final_json_response', args: { output: hostileObject(name) } }] }] })],
  ],
  sentimentAnalysis: [
    ['categories', (name) => ({ type: 'sentimentAnalysis', parameters: { inputText: 'Hi', options: { categories: `${name}, Other`, includeDetailedResults: true } }, answers: [{ text: `{"sentiment":${JSON.stringify(name)},"strength":1,"confidence":1,"__proto__":{"polluted":1}}` }] })],
    ['answer', (name) => ({ type: 'sentimentAnalysis', parameters: { inputText: 'Hi' }, answers: [{ text: hostileText(name) }] })],
  ],
  textClassifier: [
    ['categories', (name) => ({ type: 'textClassifier', parameters: { inputText: 'Hi', categories: { categories: [{ category: name, description: name }, { category: 'Other' }] } }, answers: [{ text: `{"category":${JSON.stringify(name)},"__proto__":{"polluted":1}}` }] })],
    ['answer', (name) => ({ type: 'textClassifier', parameters: { inputText: 'Hi', categories: { categories: [{ category: 'A' }] }, options: { multiClass: true, fallback: name } }, answers: [{ text: hostileText(name) }] })],
  ],
  chainRetrievalQa: [
    ['question', (name) => ({ type: 'chainRetrievalQa', parameters: prompt(name), attached: retrieval(name), answers: [{ text: hostileText(name) }] })],
    ['instructions', (name) => ({ type: 'chainRetrievalQa', parameters: { ...prompt('Hi'), options: { systemPromptTemplate: `{context} {${name}}` } }, attached: retrieval('store') })],
  ],
  documentDefaultDataLoader: [
    ['fields', (name) => insertion(name, { options: { pointers: `/${name}`, metadata: { metadataValues: [{ name, value: hostileObject(name) }] } } })],
    ['data', (name) => insertion(name, { jsonMode: 'expressionData', jsonData: hostileObject(name) })],
    ['file', (name) => insertion(name, { dataType: 'binary', binaryMode: 'specificField', binaryDataKey: name, loader: name })],
    ['column', (name) => ({ ...insertion(name, { dataType: 'binary', loader: 'csvLoader', options: { column: name, separator: name } }), items: [{ json: {}, binary: { data: { data: Buffer.from(`${name},a\n1,2`).toString('base64'), mimeType: 'text/csv' } } }] })],
  ],
  retrieverVectorStore: [
    ['limit', (name) => ({ type: 'chainRetrievalQa', parameters: prompt('Hi'), attached: retrieval('store', name) })],
  ],
  textSplitterCharacterTextSplitter: [
    ['separator', (name) => insertion('store', { textSplittingMode: 'custom' }, [part('textSplitterCharacterTextSplitter', 'ai_textSplitter', { separator: name, chunkSize: 5 }, { name: 'Splitter', to: 'Part' })])],
  ],
  textSplitterRecursiveCharacterTextSplitter: [
    ['language', (name) => insertion('store', { textSplittingMode: 'custom' }, [part('textSplitterRecursiveCharacterTextSplitter', 'ai_textSplitter', { chunkSize: name, options: { splitCode: name } }, { name: 'Splitter', to: 'Part' })])],
  ],
  textSplitterTokenSplitter: [
    ['size', (name) => insertion('store', { textSplittingMode: 'custom' }, [part('textSplitterTokenSplitter', 'ai_textSplitter', { chunkSize: name, chunkOverlap: name }, { name: 'Splitter', to: 'Part' })])],
    ['text', () => insertion('store', { textSplittingMode: 'custom' }, [part('textSplitterTokenSplitter', 'ai_textSplitter', { chunkSize: 3, chunkOverlap: 1 }, { name: 'Splitter', to: 'Part' })])],
  ],
  toolVectorStore: [
    ['question', (name) => ({ ...toolCase('toolVectorStore', name, { description: name }), attached: [part('toolVectorStore', 'ai_tool', { description: name }), openAiModel({ name: 'Second', to: 'Part' }), ...storeFor('Part', 'store')], answers: [{ toolCalls: [{ name: 'Part', args: { input: name } }] }, { text: hostileText(name) }] })],
  ],
  vectorStoreInMemory: [
    ['name', (name) => insertion(name, {})],
    ['search', (name) => ({ type: 'vectorStoreInMemory', parameters: { mode: 'load', prompt: name, topK: name, memoryKey: { __rl: true, mode: 'id', value: name } }, attached: [embedding()] })],
    ['mode', (name) => ({ type: 'vectorStoreInMemory', parameters: { mode: name }, attached: [embedding()] })],
    ['tool', (name) => ({ ...toolCase('vectorStoreInMemory', name, { mode: 'retrieve-as-tool', toolDescription: name }), attached: [part('vectorStoreInMemory', 'ai_tool', { mode: 'retrieve-as-tool', toolDescription: name }), embedding('Part')], answers: [{ toolCalls: [{ name: 'Part', args: { input: name } }] }, { text: name }] })],
  ],
  vectorStorePGVector: [
    ['table and columns', (name) => ({ type: 'vectorStorePGVector', parameters: { mode: 'load', prompt: name, tableName: name, options: { distanceStrategy: name, columnNames: { values: { idColumnName: name } }, collection: { values: { useCollection: true, collectionTableName: name } } } }, attached: [embedding()], credentials: { postgres: { host: '127.0.0.1', port: 1 } } })],
    ['columns', (name) => ({ type: 'vectorStorePGVector', parameters: { mode: 'load', prompt: name, options: { columnNames: { values: { idColumnName: name } }, metadata: { metadataValues: [{ name, value: name }] } } }, attached: [embedding()], credentials: { postgres: { host: '127.0.0.1', port: 1, [name]: name } } })],
  ],
  vectorStorePinecone: serviceCases('vectorStorePinecone', 'pineconeIndex', (name) => ({ pineconeNamespace: name, metadata: { metadataValues: [{ name, value: name }] } })),
  vectorStoreQdrant: serviceCases('vectorStoreQdrant', 'qdrantCollection', (name) => ({ searchFilterJson: hostileText(name), contentPayloadKey: name, metadataPayloadKey: name, collectionConfig: hostileText(name) })),
  vectorStoreSupabase: serviceCases('vectorStoreSupabase', 'tableName', (name) => ({ queryName: name, metadata: { metadataValues: [{ name, value: name }] } })),
  mcpClient: [
    ['tool and arguments', (name) => ({ type: 'mcpClient', parameters: { endpointUrl: `${mcp.address}/mcp`, tool: { __rl: true, mode: 'id', value: name }, inputMode: 'json', jsonInput: hostileText(name) } })],
    ['fields', (name) => ({ type: 'mcpClient', parameters: { endpointUrl: `${mcp.address}/mcp`, tool: { __rl: true, mode: 'id', value: name }, parameters: { mappingMode: 'defineBelow', value: hostileObject(name) } } })],
  ],
  mcpClientTool: [
    ['tools', (name) => toolCase('mcpClientTool', name, { endpointUrl: `${mcp.address}/mcp`, include: 'selected', includeTools: [name] })],
    ['name of a tool', (name) => ({ ...toolCase('mcpClientTool', name, { endpointUrl: `${mcp.address}/mcp` }), answers: callOf(name, name) })],
  ],
  mcpTrigger: [
    ['call', (name) => ({ type: 'mcpTrigger', items: [{ jsonrpc: '2.0', id: 1, params: { name, arguments: hostileObject(name) } }], attached: [part('toolThink', 'ai_tool', {}, { name })] })],
  ],
  toolCalculator: [
    ['expression', (name) => ({ ...toolCase('toolCalculator', name, {}), answers: [{ toolCalls: [{ name: 'part', args: { input: `${name}(1) + ${name}` } }] }, { text: name }] })],
  ],
  toolCode: [
    ['text', (name) => toolCase('toolCode', name, { description: name, jsCode: 'return [query, { polluted: {}.polluted ?? 0 }]' })],
    ['schema', (name) => toolCase('toolCode', name, { specifyInputSchema: true, jsonSchemaExample: hostileText(name), jsCode: 'return query' })],
  ],
  toolHttpRequest: [
    ['placeholders', (name) => toolCase('toolHttpRequest', name, { method: 'POST', url: `${server.address}/{${name}}`, sendBody: true, specifyBody: 'json', jsonBody: `{"a":{${name}},"b":"{${name}}"}`, sendQuery: true, parametersQuery: { values: [{ name }, { name, valueProvider: 'fieldValue', value: `{${name}}` }] } })],
    ['whole parts', (name) => toolCase('toolHttpRequest', name, { method: 'POST', url: server.address, sendBody: true, specifyBody: 'model', sendHeaders: true, specifyHeaders: 'json', jsonHeaders: hostileText(name), optimizeResponse: true, dataField: name, fieldsToInclude: 'selected', fields: name })],
  ],
  toolSearXng: [
    ['options', (name) => ({ ...toolCase('toolSearXng', name, { options: { language: name, [name]: name } }), credentials: { searXngApi: { apiUrl: server.address } } })],
  ],
  toolSerpApi: [
    ['options', (name) => ({ ...toolCase('toolSerpApi', name, { options: { gl: name, [name]: name } }), credentials: { serpApi: { apiKey: 'key' } } })],
  ],
  toolThink: [['thought', (name) => toolCase('toolThink', name, { description: name })]],
  toolWikipedia: [['query', (name) => ({ ...toolCase('toolWikipedia', name, {}), answers: [{ toolCalls: [{ name: 'Part', args: { input: name } }] }, { text: name }] })]],
  toolWorkflow: [
    ['extra fields', (name) => toolCase('toolWorkflow', name, { source: 'parameter', workflowJson: called, responsePropertyName: name, fields: { values: [{ name, type: name, stringValue: name }, { name, type: 'objectValue', objectValue: hostileText(name) }] } }, { version: 1.2 })],
    ['fields of a schema', (name) => toolCase('toolWorkflow', name, { source: 'parameter', workflowJson: called, specifyInputSchema: true, jsonSchemaExample: hostileText(name) }, { version: 1.3 })],
    ['inputs', (name) => toolCase('toolWorkflow', name, { source: 'parameter', workflowJson: called, workflowInputs: { mappingMode: 'defineBelow', value: { [name]: `={{ $fromAI('${name.replaceAll("'", '')}') }}` }, schema: [{ id: name, displayName: name, type: 'string' }] } })],
  ],
};

/** Nodes that no root node here uses: their parameters with a hostile name. */
const supplied: Readonly<Record<string, (name: string) => JsonObject>> = {
  embeddingsCohere: (name) => ({ modelName: name }),
  embeddingsGoogleGemini: (name) => ({ modelName: name }),
  embeddingsMistralCloud: (name) => ({ model: name, options: { stripNewLines: name, [name]: name } }),
  embeddingsOllama: (name) => ({ model: name }),
  embeddingsOpenAi: (name) => ({ model: name, options: { encodingFormat: 'base64', [name]: name } }),
  rerankerCohere: (name) => ({ modelName: name, topN: name }),
};

let server: StubServer;
let mcp: McpStub;
let redis: RedisServer;
const sandbox = createSandbox();
let others: readonly StubServer[] = [];
let credentials: Readonly<Record<string, JsonObject>> = {};
let stored: StoredConversations;
let answers: readonly ScriptedAnswer[] = [];
let asked = 0;

beforeAll(async () => {
  const next = (): ScriptedAnswer => answers[Math.min(asked++, answers.length - 1)] ?? { text: 'Yes' };
  server = await openAiServer(next);
  others = await Promise.all([
    anthropicServer(next),
    geminiServer(next),
    ollamaServer(next),
    cohereServer(),
    qdrantServer(),
    supabaseServer(),
    pineconeServer(),
  ]);
  const [anthropic, gemini, ollama, cohere] = others.map(({ address }) => address);
  const apiKey = 'sk-test';
  const url = `${server.address}/v1`;
  credentials = {
    ...Object.fromEntries(['openAiApi', 'deepSeekApi', 'openRouterApi', 'xAiApi'].map((type) => [type, { apiKey, url }])),
    anthropicApi: { apiKey, url: anthropic },
    azureOpenAiApi: { apiKey, endpointType: 'foundry', foundryEndpoint: url },
    cohereApi: { apiKey, url: cohere },
    googlePalmApi: { apiKey, host: gemini },
    groqApi: { apiKey },
    mistralCloudApi: { apiKey },
    ollamaApi: { apiKey, baseUrl: ollama },
    pineconeApi: { apiKey },
    qdrantApi: { apiKey, qdrantUrl: others[4]?.address ?? '' },
    supabaseApi: { serviceRole: apiKey, host: others[5]?.address ?? '' },
  };
  stored = await storedConversations();
  redis = await redisServer();
  const tools = hostileNames.map((name) => ({
    name,
    description: name,
    inputSchema: { type: 'object', properties: hostileObject(name) },
    call: () => ({ content: [{ type: 'text', text: hostileText(name) }], structuredContent: hostileObject(name) }),
  }));
  mcp = await mcpServer({ tools });
});
afterAll(async () => {
  await Promise.all([server, mcp, redis, ...others].map((each) => each.close()));
  await sandbox.stop();
  await stored.store.close();
});

/** Services at a fixed address are replaced by the server. */
const ports = (): { readonly http: ReturnType<typeof redirectedHttp>; readonly sandbox: SandboxPort } => ({
  sandbox,
  http: redirectedHttp(
    /^https:\/\/(api\.(groq\.com|mistral\.ai)|en\.wikipedia\.org|serpapi\.com)/,
    server.address,
    redirectedHttp(pineconeOrigins, others[6]?.address ?? ''),
  ),
});

async function runHostile({ attached = [], model = openAiModel(), answers: script = [], ...run }: HostileRun): Promise<void> {
  answers = script;
  asked = 0;
  const { result, error } = await runRootNode({
    items: hostileItems() as readonly JsonObject[],
    ...stored.run,
    ports: { ...stored.run.ports, ...ports() },
    ...run,
    credentials: { ...credentials, ...run.credentials },
    attached: [model, ...attached],
  });
  expectSound(run.type, { outputs: result.resultData.runData, ...(error === undefined ? {} : { error: { message: error } }) });
}

describe.each(Object.entries(cases))('%s', (_type, rows) => {
  it.each(rows)('%s', async (_what, of) => {
    for (const name of hostileNames) {
      await runHostile(of(name));
      await runHostile({ ...of(name), node: { onError: 'continueErrorOutput' } });
    }
  });
});

it.each(Object.entries(supplied))('%s', async (type, parametersOf) => {
  const { signal } = new AbortController();
  const version = type === 'embeddingsOpenAi' ? 1.2 : 1;
  for (const name of hostileNames) {
    const use = async (): Promise<unknown> => {
      const parts = await suppliedBy({ type, version, parameters: parametersOf(name), credentials, ports: ports() });
      const documents = [{ pageContent: name, metadata: hostileObject(name) }];
      return [await parts.ai_embedding?.embed([name, hostileText(name)], signal), await parts.ai_reranker?.rerank(name, documents, signal)];
    };
    const outcome = await use().then(
      (outputs) => ({ outputs }),
      (error: unknown) => ({ error: { message: (error as Error).message } }),
    );
    expectSound(type, outcome);
  }
});

it('covers every node of models that runs or supplies something', async () => {
  const types: string[] = [];
  for (const [type, load] of coreNodes) {
    if (
      (type.startsWith(PREFIX) || type === 'millrace.approval') &&
      (await load()).versions.some(({ execute, supply }) => execute ?? supply)
    )
      types.push(type);
  }
  expect(
    [...Object.keys(cases), ...Object.keys(supplied)].map((name) => (name.includes('.') ? name : PREFIX + name)).sort(),
    'add the node to `cases` in engine/registry/hostile-ai-input.test.ts',
  ).toEqual(types.toSorted());
});
