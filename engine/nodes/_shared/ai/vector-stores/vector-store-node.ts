// Runs a vector store in each of its modes: as a root node for items, or attached to an agent, a retriever or a tool.
import type { JsonValue } from '../../../../contract/json.ts';
import type { Item } from '../../../../contract/run-data.ts';
import {
  mapItemsAsync,
  NodeError,
  pairedWith,
  type ExecuteContext,
  type NodeOutput,
  type NodeVersion,
  type ScoredDocument,
  type Supply,
  type TextDocument,
  type ToolOutput,
} from '../../../../sdk/index.ts';
import { Attached, withAttached } from '../attached.ts';
import { searchSupply } from '../tools/search-tool.ts';
import { toolNameOf } from '../tools/tool-properties.ts';
import type { VectorStoreKind } from './kind.ts';
import { OpenStore } from './open-store.ts';

/** Returns the functions of a node for a kind of store. */
export const vectorStoreRuns = (kind: VectorStoreKind): Required<Pick<NodeVersion, 'execute' | 'supply'>> => ({
  execute: (ctx) =>
    withAttached(ctx, (attached) => {
      const run = new StoreRun(ctx, attached, kind);
      return run.execute().finally(() => run.close());
    }),
  supply: (ctx, itemIndex) => supplyOf(ctx, kind, itemIndex),
});

class StoreRun {
  readonly #ctx: ExecuteContext;
  readonly #attached: Attached;
  readonly #kind: VectorStoreKind;
  readonly #opened: OpenStore[] = [];
  readonly #cleared = new Set<string>();

  constructor(ctx: ExecuteContext, attached: Attached, kind: VectorStoreKind) {
    this.#ctx = ctx;
    this.#attached = attached;
    this.#kind = kind;
  }

  async execute(): Promise<NodeOutput> {
    const ctx = this.#ctx;
    const mode = ctx.param('mode', 0, 'retrieve');
    if (mode === 'load') return mapItemsAsync(ctx, (_, index) => this.#load(index));
    if (mode === 'update') return mapItemsAsync(ctx, (item, index) => this.#update(item, index));
    if (mode !== 'insert') {
      throw new NodeError('In this mode, the store only works for a node to which it is connected.', {
        code: 'PARAMETER_INVALID',
        parameter: 'mode',
        hint: 'Connect it to an agent, a retriever or a tool, or choose another operation mode.',
      });
    }
    // The documents of all items are embedded together, unless items may fail one by one.
    return ctx.version >= 1.1 && !ctx.continueOnFail
      ? this.#insertTogether()
      : mapItemsAsync(ctx, (item, index) => this.#insert(item, index));
  }

  async close(): Promise<void> {
    for (const store of this.#opened) await store.close().catch(() => undefined);
  }

  async #open(itemIndex: number): Promise<OpenStore> {
    const store = await OpenStore.of(this.#ctx, this.#attached, this.#kind, itemIndex);
    this.#opened.push(store);
    return store;
  }

  async #load(itemIndex: number): Promise<readonly Item[]> {
    const ctx = this.#ctx;
    const prompt = ctx.param('prompt', itemIndex, '');
    const store = await this.#open(itemIndex);
    const results = await store.search(prompt, limitOf(ctx, itemIndex), undefined, ctx.signal);
    const hasMetadata = ctx.param('includeDocumentMetadata', itemIndex, true);
    return results.map(({ document: { pageContent, metadata }, score }) => ({
      json: { document: hasMetadata ? { pageContent, metadata } : { pageContent }, score },
      pairedItem: pairedWith(itemIndex),
    }));
  }

  async #insert(item: Item, itemIndex: number): Promise<readonly Item[]> {
    const documents = await this.#documentsOf(item, itemIndex);
    const store = await this.#openToInsert(itemIndex);
    await store.add(documents, this.#ctx.signal);
    return itemsOf(documents, itemIndex);
  }

  async #insertTogether(): Promise<NodeOutput> {
    const output: Item[] = [];
    const stores = new Map<string, { readonly store: OpenStore; readonly documents: TextDocument[] }>();
    for (const [itemIndex, item] of this.#ctx.input().entries()) {
      const documents = await this.#documentsOf(item, itemIndex);
      for (const each of itemsOf(documents, itemIndex)) output.push(each);
      const opened = await this.#openToInsert(itemIndex);
      const destination = stores.get(opened.database.identity) ?? { store: opened, documents: [] };
      stores.set(opened.database.identity, destination);
      for (const document of documents) destination.documents.push(document);
    }
    for (const { store, documents } of stores.values()) await store.add(documents, this.#ctx.signal);
    return [output];
  }

  async #documentsOf(item: Item, itemIndex: number): Promise<readonly TextDocument[]> {
    return (await this.#attached.loader(itemIndex)).load(item, itemIndex);
  }

  /** A store is cleared once, before its first new document. */
  async #openToInsert(itemIndex: number): Promise<OpenStore> {
    const { clearParameter } = this.#kind;
    const store = await this.#open(itemIndex);
    const { database } = store;
    if (
      clearParameter !== undefined &&
      this.#ctx.param(clearParameter, itemIndex, false) === true &&
      !this.#cleared.has(database.identity)
    ) {
      this.#cleared.add(database.identity);
      await database.clear?.(this.#ctx.signal);
    }
    return store;
  }

  async #update(item: Item, itemIndex: number): Promise<Item> {
    const ctx = this.#ctx;
    const id = String(ctx.param('id', itemIndex, '')).trim();
    if (id === '') throw new NodeError('No document is named.', { code: 'PARAMETER_INVALID', parameter: 'id', itemIndex });
    const document = { pageContent: JSON.stringify(item.json), metadata: {}, id };
    await (await this.#open(itemIndex)).add([document], ctx.signal);
    return itemsOf([document], itemIndex)[0] as Item;
  }
}

const itemsOf = (documents: readonly TextDocument[], itemIndex: number): readonly Item[] =>
  documents.map(({ pageContent, metadata }) => ({ json: { metadata, pageContent }, pairedItem: pairedWith(itemIndex) }));

const limitOf = (ctx: ExecuteContext, itemIndex: number): number => Math.max(1, Math.floor(ctx.param('topK', itemIndex, 4)) || 1);

async function supplyOf(ctx: ExecuteContext, kind: VectorStoreKind, itemIndex: number): Promise<Supply> {
  const attached = new Attached(ctx);
  const store = await OpenStore.of(ctx, attached, kind, itemIndex);
  const close = async (): Promise<void> => {
    await store.close();
    await attached.close();
  };
  if (ctx.param('mode', itemIndex, 'retrieve') !== 'retrieve-as-tool') return { ai_vectorStore: store, close };
  const hasMetadata = ctx.param('includeDocumentMetadata', itemIndex, true);
  const limit = limitOf(ctx, itemIndex);
  const name = toolNameOf(ctx, itemIndex, 1.3, 'toolName');
  const search = async (query: string, signal: AbortSignal): Promise<ToolOutput> =>
    toolResults(await store.search(query, limit, undefined, signal), hasMetadata);
  return {
    ...searchSupply(ctx, { name, defaultName: ctx.node.name, description: ctx.param('toolDescription', itemIndex, ''), search }),
    close,
  };
}

const toolResults = (results: readonly ScoredDocument[], hasMetadata: boolean): ToolOutput =>
  results.length === 0
    ? 'No documents were found.'
    : (results.map(({ document: { pageContent, metadata } }) => (hasMetadata ? { pageContent, metadata } : { pageContent })) as JsonValue);
