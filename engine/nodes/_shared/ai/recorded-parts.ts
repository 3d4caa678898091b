// Parts of attached nodes whose uses are recorded as runs of their nodes: what each use received, and what it returned.
import type { JsonObject } from '../../../contract/json.ts';
import type { ModelUse } from '../../../contract/model-use.ts';
import { collectedCalls } from '../../../sdk/index.ts';
import type {
  AgentTool,
  ChatMemory,
  ConnectedNode,
  DocumentLoader,
  Embedder,
  ModelCalls,
  OutputParser,
  Reranker,
  Retriever,
  SuppliedParts,
  SuppliedTool,
  SuppliedType,
  TextDocument,
  TextSplitter,
  ToolOutput,
  VectorStore,
  WaitingCall,
} from '../../../sdk/index.ts';

/** Returns a part whose uses are recorded as runs of its node. */
type Recorder<T extends SuppliedType> = (node: ConnectedNode, part: SuppliedParts[T]) => SuppliedParts[T];

/** Returns a part of the type whose uses are recorded. */
export function recordedPart<T extends SuppliedType>(
  type: T,
  node: ConnectedNode,
  part: SuppliedParts[T],
  recordedModel: Recorder<'ai_languageModel'>,
): SuppliedParts[T] {
  const recorders: { readonly [Type in SuppliedType]: Recorder<Type> } = {
    ai_document: recordedLoader,
    ai_embedding: recordedEmbedder,
    ai_languageModel: recordedModel,
    ai_memory: recordedMemory,
    ai_outputParser: recordedParser,
    ai_reranker: recordedReranker,
    ai_retriever: recordedRetriever,
    ai_textSplitter: recordedSplitter,
    ai_tool: (toolNode, tools) => tools.map((tool) => recordedTool(toolNode, tool)),
    ai_vectorStore: recordedVectorStore,
  };
  return recorders[type](node, part);
}

/** Records one use of an attached node: what it received, what it returned, and its calls of models. `waits`: the call of a tool, if it can wait. */
export async function recorded<R>(
  node: ConnectedNode,
  input: JsonObject,
  use: (run: number, calls: ModelCalls) => Promise<R>,
  outputOf: (result: R) => JsonObject,
  waits?: WaitingCall,
): Promise<R> {
  const run = node.begin([[{ json: input }]], waits);
  const modelUse: ModelUse[] = [];
  try {
    const result = await use(run, collectedCalls(node.models, modelUse));
    node.end(run, { outputs: [[{ json: outputOf(result) }]], modelUse });
    return result;
  } catch (error) {
    node.end(run, { error, modelUse });
    throw error;
  }
}

const recordedTool = (node: ConnectedNode, tool: SuppliedTool): AgentTool => ({
  ...tool,
  call: (args, call) =>
    recorded(
      node,
      args,
      (run) => tool.call(args, { ...call, run }),
      (output) => ({ response: responseOf(output) }),
      call.waits,
    ),
});

const responseOf = (output: ToolOutput): unknown =>
  typeof output === 'object' && output !== null && 'content' in output
    ? (output.content as readonly { type: string; text?: string; mediaType?: string }[]).map(
        ({ text, mediaType, type }) => text ?? `[${mediaType ?? type}]`,
      )
    : output;

const recordedMemory = (node: ConnectedNode, memory: ChatMemory): ChatMemory => ({
  load: () => recordedLoad(node, () => memory.load()),
  loadAll: () => recordedLoad(node, () => memory.loadAll()),
  append: (messages) =>
    recorded(
      node,
      { action: 'saveContext', messages },
      () => memory.append(messages),
      () => ({ action: 'saveContext', messages }),
    ),
  replace: (messages) =>
    recorded(
      node,
      { action: 'replace', messages },
      () => memory.replace(messages),
      () => ({ action: 'replace', messages }),
    ),
});

const recordedLoad = (node: ConnectedNode, load: ChatMemory['load']): ReturnType<ChatMemory['load']> =>
  recorded(node, { action: 'loadMemoryVariables' }, load, (chatHistory) => ({ action: 'loadMemoryVariables', chatHistory }));

const recordedParser = (node: ConnectedNode, parser: OutputParser): OutputParser => ({
  ...parser,
  parse: (text, signal) =>
    recorded(
      node,
      { action: 'parse', text },
      () => parser.parse(text, signal),
      (response) => ({ action: 'parse', response }),
    ),
});

/** Vectors are long and say nothing to people: their number and length are recorded instead. */
const recordedEmbedder = (node: ConnectedNode, embedder: Embedder): Embedder => ({
  embed: (texts, signal, use = 'document') =>
    recorded(
      node,
      use === 'query' ? { action: 'embedQuery', query: texts[0] ?? '' } : { action: 'embedDocuments', documents: texts },
      (_run, calls) => embedder.embed(texts, signal, use, calls),
      (vectors) => ({ vectors: vectors.length, dimensions: vectors[0]?.length ?? 0 }),
    ),
});

const recordedVectorStore = (node: ConnectedNode, store: VectorStore): VectorStore => ({
  add: (documents, signal) =>
    recorded(
      node,
      { action: 'addDocuments', documents: plainDocuments(documents) },
      () => store.add(documents, signal),
      (ids) => ({ ids }),
    ),
  search: (query, limit, filter, signal) =>
    recorded(
      node,
      { action: 'similaritySearch', query, k: limit, ...(filter === undefined ? {} : { filter }) },
      () => store.search(query, limit, filter, signal),
      (results) => ({ response: results.map(({ document, score }) => ({ ...plainDocument(document), score })) }),
    ),
});

const recordedRetriever = (node: ConnectedNode, retriever: Retriever): Retriever => ({
  retrieve: (query, signal) =>
    recorded(
      node,
      { action: 'getRelevantDocuments', query },
      () => retriever.retrieve(query, signal),
      (documents) => ({ response: plainDocuments(documents) }),
    ),
});

const recordedReranker = (node: ConnectedNode, reranker: Reranker): Reranker => ({
  rerank: (query, documents, signal) =>
    recorded(
      node,
      { action: 'compressDocuments', query, documents: plainDocuments(documents) },
      (_run, calls) => reranker.rerank(query, documents, signal, calls),
      (ranked) => ({ response: plainDocuments(ranked) }),
    ),
});

const recordedLoader = (node: ConnectedNode, loader: DocumentLoader): DocumentLoader => ({
  load: (item, itemIndex) =>
    recorded(
      node,
      { action: 'processItem', itemIndex },
      () => loader.load(item, itemIndex),
      (documents) => ({ response: plainDocuments(documents) }),
    ),
});

const recordedSplitter = (node: ConnectedNode, splitter: TextSplitter): TextSplitter => ({
  split: (text) =>
    recorded(
      node,
      { action: 'splitText', text },
      () => splitter.split(text),
      (response) => ({ response }),
    ),
});

const plainDocuments = (documents: readonly TextDocument[]): readonly JsonObject[] => documents.map((document) => plainDocument(document));

const plainDocument = ({ pageContent, metadata }: TextDocument): JsonObject => ({ pageContent, metadata });
