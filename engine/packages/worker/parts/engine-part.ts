// What a node of core, or of another package, supplies to the package's root nodes: objects of the package's own LangChain that ask the engine.
import type { JsonObject } from '../../../contract/json.ts';
import type { CrossingType } from '../../../workflow/attached-parts.ts';
import { isRecord } from '../../../workflow/values/own-properties.ts';
import type { PartDescription, PartInput, PartOutput, ToolSchema } from '../../process/part-protocol.ts';
import type { AttachedData } from '../../process/protocol.ts';
import type { PackageCall } from '../call.ts';
import type { PackageLoader } from '../loader.ts';
import { engineModel, type Ask } from './engine-model.ts';
import { langChainMessages, plainMessages } from './messages.ts';

type Part = Extract<AttachedData, { readonly kind: 'part' }>;

/** Uses a part of the engine. */
const askFor =
  (call: PackageCall, { part }: Part): Ask =>
  (method, input, use) =>
    call.usePart(part, method, input, use) as Promise<never>;

/** Returns what the code of a root node uses. Throws ApplicationError if the package lacks the library for it. */
export function engineParts(loader: PackageLoader, call: PackageCall, part: Part): unknown {
  const { connection, description, name } = part;
  return makers[connection]({ loader, ask: askFor(call, part), description, node: name });
}

/** Calls a tool for an agent that has its tools run by the program. Of several tools, the input names one. */
export async function callEngineTool(call: PackageCall, part: Part, input: unknown): Promise<unknown> {
  const { tools = [] } = part.description;
  const { tool: named, ...rest } = isRecord(input) ? (input as JsonObject) : { tool: undefined };
  const isNamed = tools.length > 1 && tools.some(({ name }) => name === named);
  const tool = isNamed ? String(named) : (tools[0]?.name ?? '');
  return askFor(call, part)('callTool', { tool, args: isNamed ? rest : isRecord(input) ? (input as JsonObject) : {}, id: tool });
}

interface PartRequest {
  readonly loader: PackageLoader;
  readonly ask: Ask;
  readonly description: PartDescription;
  /** Name of the node. */
  readonly node: string;
}

/** A class of LangChain. Subclasses get their methods afterwards, since their base class is known only at run time. */
type Base = new (...args: readonly unknown[]) => object;

/** Returns an instance of a class of the package's LangChain with these members. */
function instanceOf(loader: PackageLoader, module: string, name: string, args: readonly unknown[], members: object): object {
  const { [name]: LangChainClass } = loader.module(module) as Readonly<Record<string, Base>>;
  class EnginePart extends (LangChainClass as Base) {
    // LangChain identifies what can be stored by this name.
    lc_namespace = ['millrace'];
  }
  Object.defineProperties(EnginePart.prototype, Object.getOwnPropertyDescriptors(members));
  return new EnginePart(...args);
}

const makers: { readonly [T in CrossingType]: (request: PartRequest) => unknown } = {
  ai_languageModel: ({ loader, ask }) => engineModel(loader, ask),
  ai_tool: ({ loader, ask, description, node }) => {
    const { tools = [] } = description;
    const metadata = { sourceNodeName: node, isFromToolkit: tools.length !== 1 };
    const own = tools.map((tool) => engineTool(loader, ask, tool, metadata));
    // Nodes of packages supply several tools as a set.
    return own.length === 1 ? own[0] : Object.assign(instanceOf(loader, '@langchain/core/tools', 'BaseToolkit', [], {}), { tools: own });
  },
  ai_memory: ({ loader, ask }) => engineMemory(loader, ask),
  ai_outputParser: ({ loader, ask, description: { instructions = '', schema } }) =>
    Object.assign(
      instanceOf(loader, '@langchain/core/output_parsers', 'BaseOutputParser', [], {
        parse: (text: string) => ask('parse', { text }),
        getFormatInstructions: () => instructions,
        _type: () => 'millrace',
      }),
      schema === undefined ? {} : { schema: loader.schemas.fromJson(schema) },
    ),
  ai_embedding: ({ loader, ask }) =>
    instanceOf(loader, '@langchain/core/embeddings', 'Embeddings', [{}], {
      embedDocuments: (texts: readonly string[]) => ask('embed', { texts, use: 'document' }),
      embedQuery: async (text: string) => (await ask('embed', { texts: [text], use: 'query' }))[0],
    }),
  ai_vectorStore: ({ loader, ask }) => engineVectorStore(loader, ask),
  ai_retriever: ({ loader, ask }) =>
    instanceOf(loader, '@langchain/core/retrievers', 'BaseRetriever', [{}], {
      _getRelevantDocuments: async (query: string) => documentsOf(loader, await ask('retrieve', { query })),
    }),
  ai_reranker: ({ loader, ask }) =>
    instanceOf(loader, '@langchain/core/retrievers/document_compressors', 'BaseDocumentCompressor', [], {
      compressDocuments: async (documents: PartInput<'rerank'>['documents'], query: string) =>
        documentsOf(loader, await ask('rerank', { query, documents: plainDocuments(documents) })),
    }),
  ai_textSplitter: ({ loader, ask }) =>
    instanceOf(loader, '@langchain/textsplitters', 'TextSplitter', [{}], { splitText: (text: string) => ask('split', { text }) }),
};

function engineTool(loader: PackageLoader, ask: Ask, { name, description, inputSchema }: ToolSchema, metadata: object): object {
  const { DynamicStructuredTool } = loader.module('@langchain/core/tools') as { DynamicStructuredTool: Base };
  const func = async (args: JsonObject, _manager?: unknown, config?: { readonly signal?: AbortSignal }): Promise<string> => {
    try {
      const output = await ask('callTool', { tool: name, args, id: name }, config?.signal === undefined ? {} : { signal: config.signal });
      return typeof output === 'string' ? output : JSON.stringify(output);
    } catch (error) {
      // The model reads the error, and may try again.
      return `There was an error: "${(error as Error).message}"`;
    }
  };
  const schema = loader.schemas.fromJson({ ...inputSchema, type: 'object' });
  return new DynamicStructuredTool({ name, description, schema, func, metadata });
}

function engineMemory(loader: PackageLoader, ask: Ask): object {
  const append = (messages: readonly unknown[]): Promise<void> => ask('appendMessages', { messages: plainMessages(messages) });
  const load = async (all: boolean): Promise<readonly unknown[]> => langChainMessages(loader, await ask('loadMessages', { all }));
  const chatHistory = instanceOf(loader, '@langchain/core/chat_history', 'BaseListChatMessageHistory', [], {
    getMessages: () => load(true),
    addMessage: (message: unknown) => append([message]),
    addMessages: (messages: readonly unknown[]) => append(messages),
    clear: () => ask('replaceMessages', { messages: [] }),
  });
  const keys = { memoryKey: 'chat_history', inputKey: 'input', outputKey: 'output', returnMessages: true };
  const memory = instanceOf(loader, '@langchain/core/memory', 'BaseMemory', [], {
    get memoryKeys() {
      return [keys.memoryKey];
    },
    loadMemoryVariables: async () => ({ [keys.memoryKey]: await load(false) }),
    saveContext: (input: JsonObject, output: JsonObject) =>
      ask('appendMessages', {
        messages: [
          { role: 'user', text: textIn(input, keys.inputKey) },
          { role: 'assistant', text: textIn(output, keys.outputKey) },
        ],
      }),
    clear: () => ask('replaceMessages', { messages: [] }),
  });
  return Object.assign(memory, { ...keys, chatHistory });
}

/** Returns the value of a key; without it, the only value. */
function textIn(values: JsonObject, key: string): string {
  const value = values[key] ?? Object.values(values)[0] ?? '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function engineVectorStore(loader: PackageLoader, ask: Ask): object {
  const byTextOnly = (): never => {
    throw new Error('This vector store takes texts, and no vectors.');
  };
  const search = async (query: string, limit = 4, filter?: JsonObject): Promise<readonly (readonly [object, number])[]> => {
    const results = await ask('search', { query, limit, ...(isRecord(filter) ? { filter } : {}) });
    return results.map(({ document, score }) => [documentOf(loader, document), score] as const);
  };
  return instanceOf(loader, '@langchain/core/vectorstores', 'VectorStore', [{ embedDocuments: byTextOnly, embedQuery: byTextOnly }, {}], {
    _vectorstoreType: () => 'millrace',
    addVectors: byTextOnly,
    similaritySearchVectorWithScore: byTextOnly,
    addDocuments: (documents: PartInput<'addDocuments'>['documents']) => ask('addDocuments', { documents: plainDocuments(documents) }),
    similaritySearchWithScore: search,
    similaritySearch: async (query: string, limit?: number, filter?: JsonObject) =>
      (await search(query, limit, filter)).map(([document]) => document),
  });
}

type Documents = PartOutput<'retrieve'>;

const plainDocuments = (documents: Documents): Documents =>
  documents.map(({ pageContent, metadata, id }) => ({ pageContent, metadata, ...(id === undefined ? {} : { id }) }));

const documentsOf = (loader: PackageLoader, documents: Documents): readonly object[] => documents.map((each) => documentOf(loader, each));

function documentOf(loader: PackageLoader, document: Documents[number]): object {
  const { Document } = loader.module('@langchain/core/documents') as { Document: Base };
  return new Document(document);
}
