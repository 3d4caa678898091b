// Parts that nodes of core, or of other packages, supply to a root node of a package: their methods are called by messages of its code.
import type { Attached } from '../../../nodes/_shared/ai/attached.ts';
import type { PartSource } from '../../../packages/process/call-context.ts';
import { inputOf } from '../../../packages/process/part-inputs.ts';
import type { PartCall, PartDescription, PartMethod, PartMethods, PartUse, ToolSchema } from '../../../packages/process/part-protocol.ts';
import { NodeError, type ConnectedNode, type DetachedContext, type SuppliedParts } from '../../../sdk/index.ts';
import type { CrossingType } from '../../../workflow/attached-parts.ts';
import { serveModel } from './serve-model.ts';

/** What the code of a package may call. */
interface ServedPart {
  readonly description: PartDescription;
  readonly methods: Partial<PartMethods>;
}

type NumberedPart = Awaited<ReturnType<PartSource['open']>>;

export class ServedParts implements PartSource {
  readonly #root: DetachedContext;
  #attached: Attached | undefined;
  readonly #parts: ServedPart[] = [];
  /** By node, connection and item: agents ask for the same ones again at each step. */
  readonly #opened = new Map<string, Promise<NumberedPart>>();

  constructor(root: DetachedContext) {
    this.#root = root;
  }

  open(node: ConnectedNode, connection: CrossingType, itemIndex: number): Promise<NumberedPart> {
    const key = JSON.stringify([node.ctx.node.name, node.input, connection, itemIndex]);
    let opened = this.#opened.get(key);
    if (opened === undefined) this.#opened.set(key, (opened = this.#open(node, connection, itemIndex)));
    return opened;
  }

  async #open(node: ConnectedNode, connection: CrossingType, itemIndex: number): Promise<NumberedPart> {
    // Root nodes of packages that attach only nodes of their own need none of this.
    const { Attached } = await import('../../../nodes/_shared/ai/attached.ts');
    this.#attached ??= new Attached(this.#root);
    const served = servedPart(connection, await this.#attached.part(node, connection, itemIndex));
    return { part: this.#parts.push(served) - 1, description: served.description };
  }

  async use({ part, method, input }: PartCall, use: PartUse): Promise<unknown> {
    const methods: Partial<PartMethods> = this.#parts[part]?.methods ?? {};
    if (!Object.hasOwn(methods, method)) throw new NodeError(`The attached node has no "${method}".`);
    const name = method as PartMethod;
    return (methods[name] as (input: object, use: PartUse) => Promise<unknown>)(inputOf(name, input), use);
  }

  close(): Promise<void> | undefined {
    const attached = this.#attached;
    this.#attached = undefined;
    this.#opened.clear();
    return attached?.close();
  }
}

const makers: { readonly [T in CrossingType]: (part: SuppliedParts[T]) => ServedPart } = {
  ai_languageModel: ({ model }) => ({ description: { model: model.modelId }, methods: { generate: serveModel(model) } }),
  ai_tool: (tools) => ({
    description: { tools: tools.map(({ name, description, inputSchema }): ToolSchema => ({ name, description, inputSchema })) },
    methods: {
      callTool: async ({ tool, args, id }, { signal }) => {
        const called = tools.find(({ name }) => name === tool);
        if (called === undefined) throw new NodeError(`There is no tool "${tool}".`);
        // The recording of the use knows the run.
        return called.call(args, { id, signal, run: 0 });
      },
    },
  }),
  ai_memory: (memory) => ({
    description: {},
    methods: {
      loadMessages: ({ all }) => (all ? memory.loadAll() : memory.load()),
      appendMessages: ({ messages }) => memory.append(messages),
      replaceMessages: ({ messages }) => memory.replace(messages),
    },
  }),
  ai_outputParser: (parser) => ({
    description: { instructions: parser.instructions, ...(parser.schema === undefined ? {} : { schema: parser.schema }) },
    methods: { parse: ({ text }, { signal }) => parser.parse(text, signal) },
  }),
  ai_embedding: (embedder) => ({
    description: {},
    methods: { embed: ({ texts, use }, { signal }) => embedder.embed(texts, signal, use) },
  }),
  ai_vectorStore: (store) => ({
    description: {},
    methods: {
      addDocuments: ({ documents }, { signal }) => store.add(documents, signal),
      search: ({ query, limit, filter }, { signal }) => store.search(query, limit, filter, signal),
    },
  }),
  ai_retriever: (retriever) => ({
    description: {},
    methods: { retrieve: ({ query }, { signal }) => retriever.retrieve(query, signal) },
  }),
  ai_reranker: (reranker) => ({
    description: {},
    methods: { rerank: ({ query, documents }, { signal }) => reranker.rerank(query, documents, signal) },
  }),
  ai_textSplitter: (splitter) => ({ description: {}, methods: { split: ({ text }) => splitter.split(text) } }),
};

const servedPart = <T extends CrossingType>(type: T, part: SuppliedParts[T]): ServedPart =>
  (makers[type] as (part: SuppliedParts[T]) => ServedPart)(part);
