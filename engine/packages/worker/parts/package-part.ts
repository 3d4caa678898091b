// What a node of the package supplies, as root nodes elsewhere use it: by the public methods of LangChain, with plain data.
import type { JsonValue } from '../../../contract/json.ts';
import type { JsonSchema, TextDocument } from '../../../sdk/index.ts';
import type { CrossingType } from '../../../workflow/attached-parts.ts';
import { isRecord } from '../../../workflow/values/own-properties.ts';
import { ApplicationError } from '../../modules/errors.ts';
import type { ModelRequest, PartDescription, PartMethods, PartUse, ToolSchema } from '../../process/part-protocol.ts';
import type { PackageLoader } from '../loader.ts';
import { answerOf, contentText, langChainMessages, plainMessages, type LangChainMessage } from './messages.ts';

export interface PackagePart {
  readonly description: PartDescription;
  readonly methods: Partial<PartMethods>;
}

/** Methods of LangChain's classes, as far as they are used here. An object has some of them. */
interface Supplied {
  readonly name?: unknown;
  readonly description?: unknown;
  readonly schema?: unknown;
  readonly model?: unknown;
  readonly modelName?: unknown;
  readonly memoryKey?: unknown;
  readonly inputKey?: unknown;
  readonly outputKey?: unknown;
  readonly chatHistory?: History;
  readonly tools?: unknown;
  getTools?(): unknown;
  invoke(input: unknown, config?: object): Promise<unknown>;
  stream(input: unknown, config?: object): Promise<AsyncIterable<unknown>>;
  bindTools?(tools: readonly object[], options?: object): Supplied;
  loadMemoryVariables(values: object): Promise<Readonly<Record<string, unknown>>>;
  saveContext(input: object, output: object): Promise<void>;
  clear?(): Promise<void>;
  getFormatInstructions(): unknown;
  parse(text: string): Promise<unknown>;
  embedDocuments(texts: readonly string[]): Promise<unknown>;
  embedQuery(text: string): Promise<unknown>;
  addDocuments(documents: readonly object[]): Promise<unknown>;
  similaritySearchWithScore(query: string, limit: number, filter?: unknown): Promise<unknown>;
  compressDocuments(documents: readonly object[], query: string): Promise<unknown>;
  splitText(text: string): Promise<unknown>;
}

interface History {
  getMessages(): Promise<readonly unknown[]>;
  addMessages?(messages: readonly object[]): Promise<void>;
  addMessage(message: object): Promise<void>;
  clear(): Promise<void>;
}

/** Methods without which a part is of no use. */
const requiredMethods: { readonly [T in CrossingType]: readonly (keyof Supplied)[] } = {
  ai_embedding: ['embedDocuments', 'embedQuery'],
  ai_languageModel: ['invoke'],
  ai_memory: ['loadMemoryVariables', 'saveContext'],
  ai_outputParser: ['getFormatInstructions', 'parse'],
  ai_reranker: ['compressDocuments'],
  ai_retriever: ['invoke'],
  ai_textSplitter: ['splitText'],
  ai_tool: [],
  ai_vectorStore: ['addDocuments', 'similaritySearchWithScore'],
};

type Makers = { readonly [T in CrossingType]: (part: Supplied, loader: PackageLoader, node: string) => PackagePart | Promise<PackagePart> };

/** Returns the part that an object is. `node`: name of the node. Throws ApplicationError if it is none of this type. */
export async function packagePart(loader: PackageLoader, type: CrossingType, response: unknown, node: string): Promise<PackagePart> {
  const part = (response ?? {}) as Supplied;
  const missing = requiredMethods[type].find((method) => typeof part[method] !== 'function');
  if (missing !== undefined) throw unusable(node, `it has no function "${missing}"`);
  return makers[type](part, loader, node);
}

const unusable = (node: string, reason: string): ApplicationError =>
  new ApplicationError(`What the node "${node}" supplies cannot be used here: ${reason}.`, {
    description: 'Connect it to a root node of its own package, or tell the authors of the package.',
  });

const makers: Makers = {
  ai_languageModel: (model, loader, node) => ({
    description: modelName(model),
    methods: { generate: (request, use) => generate(boundModel(model, request, node), request, use, loader) },
  }),
  ai_tool: async (part, loader, node) => {
    const tools = await toolsOf(part, node);
    return {
      description: { tools: tools.map((tool) => toolSchema(loader, tool)) },
      methods: {
        callTool: async ({ tool, args }, { signal }) => {
          const called = tools.find(({ name }) => name === tool);
          if (called === undefined) throw new ApplicationError(`There is no tool "${tool}".`);
          return toolOutput(await called.invoke(args, { signal }));
        },
      },
    };
  },
  ai_memory: (memory, loader) => ({ description: {}, methods: memoryMethods(memory, loader) }),
  ai_outputParser: async (parser) => ({
    description: { instructions: String(await parser.getFormatInstructions()) },
    methods: { parse: async ({ text }) => (await parser.parse(text)) as JsonValue },
  }),
  ai_embedding: (embeddings) => ({
    description: {},
    methods: {
      embed: async ({ texts, use }) =>
        (use === 'query'
          ? await Promise.all(texts.map((text) => embeddings.embedQuery(text)))
          : await embeddings.embedDocuments(texts)) as readonly (readonly number[])[],
    },
  }),
  ai_vectorStore: (store) => ({
    description: {},
    methods: {
      addDocuments: async ({ documents }) => ((await store.addDocuments(documents)) ?? []) as readonly string[],
      search: async ({ query, limit, filter }) => {
        const results = (await store.similaritySearchWithScore(query, limit, filter)) as readonly (readonly [unknown, number])[];
        return results.map(([document, score]) => ({ document: documentOf(document), score }));
      },
    },
  }),
  ai_retriever: (retriever) => ({
    description: {},
    methods: { retrieve: async ({ query }, { signal }) => documentsOf(await retriever.invoke(query, { signal })) },
  }),
  ai_reranker: (reranker) => ({
    description: {},
    methods: { rerank: async ({ query, documents }) => documentsOf(await reranker.compressDocuments(documents, query)) },
  }),
  ai_textSplitter: (splitter) => ({
    description: {},
    methods: { split: async ({ text }) => (await splitter.splitText(text)) as readonly string[] },
  }),
};

const documentsOf = (documents: unknown): readonly TextDocument[] =>
  (Array.isArray(documents) ? (documents as readonly unknown[]) : []).map((each) => documentOf(each));

/** Documents have further fields that belong to their class. */
const documentOf = (document: unknown): TextDocument => {
  const { pageContent, metadata, id } = document as TextDocument;
  return { pageContent, metadata, ...(id === undefined ? {} : { id }) };
};

const modelName = ({ model, modelName: name }: Supplied): PartDescription => {
  const known = [model, name].find((each) => typeof each === 'string' && each !== '');
  return known === undefined ? {} : { model: known as string };
};

/** Returns the model with the tools of a request. Tools have OpenAI's form, which the models of LangChain convert to that of their service. */
function boundModel(model: Supplied, { tools, toolChoice }: ModelRequest, node: string): Supplied {
  if (tools.length === 0) return model;
  if (typeof model.bindTools !== 'function') throw unusable(node, 'its model cannot call tools');
  const definitions = tools.map(({ name, description, inputSchema }) => ({
    type: 'function',
    function: { name, description, parameters: inputSchema },
  }));
  const choice = toolChoice === undefined ? undefined : toolChoice === 'any' ? 'any' : toolChoice.tool;
  return model.bindTools(definitions, choice === undefined ? {} : { tool_choice: choice });
}

async function generate(
  model: Supplied,
  { messages, stop, isStreamed }: ModelRequest,
  { signal, onDelta }: PartUse,
  loader: PackageLoader,
): ReturnType<PartMethods['generate']> {
  const input = langChainMessages(loader, messages);
  const config = { signal, ...(stop === undefined ? {} : { stop }) };
  if (!isStreamed || typeof model.stream !== 'function') return answerOf(await model.invoke(input, config));
  let whole: unknown;
  for await (const chunk of await model.stream(input, config)) {
    for (const type of ['reasoning', 'text'] as const) {
      const text = typeof chunk === 'string' ? (type === 'text' ? chunk : '') : contentText((chunk as LangChainMessage).content, type);
      if (text !== '') onDelta?.({ type, text });
    }
    whole = whole === undefined ? chunk : joinChunks(whole, chunk);
  }
  return answerOf(whole);
}

function joinChunks(whole: unknown, chunk: unknown): unknown {
  if (typeof whole === 'string') return whole + String(chunk);
  return (whole as { concat(other: unknown): unknown }).concat(chunk);
}

/** A node supplies a tool, a list of tools, or a set with functions of its own. */
async function toolsOf(part: Supplied, node: string): Promise<readonly Supplied[]> {
  const list = Array.isArray(part) ? part : typeof part.getTools === 'function' ? await part.getTools() : (part.tools ?? [part]);
  const tools = (Array.isArray(list) ? list : []) as readonly Supplied[];
  if (tools.length === 0) throw unusable(node, 'it has no tools');
  for (const tool of tools) {
    if (typeof tool.name !== 'string' || typeof tool.invoke !== 'function')
      throw unusable(node, 'it has a tool without a name or a function');
  }
  return tools;
}

function toolSchema(loader: PackageLoader, tool: Supplied): ToolSchema {
  const { name, description, schema } = tool;
  return { name: String(name), description: String(description ?? ''), inputSchema: jsonSchema(loader, tool, schema) };
}

/** Schemas are JSON already, or objects of the package's zod. */
function jsonSchema(loader: PackageLoader, tool: Supplied, schema: unknown): JsonSchema {
  if (schema === undefined || schema === null) return { type: 'object', properties: {} };
  if (isRecord(schema) && typeof schema['parse'] !== 'function' && ('type' in schema || 'properties' in schema))
    return schema as JsonSchema;
  const { convertToOpenAITool } = loader.module('@langchain/core/utils/function_calling') as {
    readonly convertToOpenAITool: (tool: unknown) => { readonly function: { readonly parameters: JsonSchema } };
  };
  return convertToOpenAITool(tool).function.parameters;
}

/** A tool returns a text, other data, or a message with one of them. */
function toolOutput(result: unknown): JsonValue {
  const content = isRecord(result) && typeof (result as LangChainMessage).getType === 'function' ? result['content'] : result;
  return (content ?? '') as JsonValue;
}

function memoryMethods(memory: Supplied, loader: PackageLoader): Partial<PartMethods> {
  const { chatHistory } = memory;
  const append = async (messages: ModelRequest['messages']): Promise<void> => {
    const objects = langChainMessages(loader, messages);
    if (chatHistory === undefined) await saveTurns(memory, messages);
    else if (typeof chatHistory.addMessages === 'function') await chatHistory.addMessages(objects);
    else for (const message of objects) await chatHistory.addMessage(message);
  };
  return {
    loadMessages: async ({ all }) => {
      if (all && chatHistory !== undefined) return plainMessages(await chatHistory.getMessages());
      const variables = await memory.loadMemoryVariables({});
      const { memoryKey } = memory;
      const history = typeof memoryKey === 'string' ? variables[memoryKey] : Object.values(variables)[0];
      if (Array.isArray(history)) return plainMessages(history);
      // Some memories return what was said as one text.
      return typeof history === 'string' && history !== '' ? [{ role: 'system', text: history }] : [];
    },
    appendMessages: ({ messages }) => append(messages),
    replaceMessages: async ({ messages }) => {
      await (chatHistory?.clear() ?? memory.clear?.());
      await append(messages);
    },
  };
}

/** Memories without a history save turns: a message of the user and the answer. */
async function saveTurns(memory: Supplied, messages: ModelRequest['messages']): Promise<void> {
  const { inputKey, outputKey } = memory;
  const [input, output] = [typeof inputKey === 'string' ? inputKey : 'input', typeof outputKey === 'string' ? outputKey : 'output'];
  let question = '';
  for (const message of messages) {
    if (message.role === 'user') question = message.text;
    else if (message.role === 'assistant' && message.text !== '')
      await memory.saveContext({ [input]: question }, { [output]: message.text });
  }
}
