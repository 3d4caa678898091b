// A vector store with its embedding model and its reranker.
import type { JsonObject } from '../../../../contract/json.ts';
import {
  NodeError,
  type Embedder,
  type ExecuteContext,
  type Reranker,
  type ScoredDocument,
  type VectorStore,
} from '../../../../sdk/index.ts';
import type { Attached } from '../attached.ts';
import type { VectorDatabase, VectorEntry, VectorStoreKind } from './kind.ts';
import { metadataValues } from './metadata-values.ts';

const USUAL_BATCH = 200;

interface Parts {
  readonly database: VectorDatabase;
  readonly embedder: Embedder;
  readonly reranker: Reranker | undefined;
  readonly filter: JsonObject | undefined;
  readonly batchSize: number;
}

export class OpenStore implements VectorStore {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Opens the store for an item. The caller closes it. */
  static async of(ctx: ExecuteContext, attached: Attached, kind: VectorStoreKind, itemIndex: number): Promise<OpenStore> {
    const embedder = await attached.embedder(itemIndex);
    const reranker = ctx.param('useReranker', itemIndex, false) === true ? await attached.reranker(itemIndex) : undefined;
    const filter = kind.filterOf === undefined ? metadataValues(ctx, itemIndex) : kind.filterOf(ctx, itemIndex);
    const size = Math.floor(Number(ctx.param('embeddingBatchSize', itemIndex, USUAL_BATCH)));
    const database = await kind.open(ctx, itemIndex);
    return new OpenStore({ database, embedder, reranker, filter, batchSize: size >= 1 ? size : USUAL_BATCH });
  }

  get database(): VectorDatabase {
    return this.#parts.database;
  }

  async add(documents: Parameters<VectorStore['add']>[0], signal: AbortSignal): Promise<readonly string[]> {
    const { database, batchSize } = this.#parts;
    const ids: string[] = [];
    for (let from = 0; from < documents.length; from += batchSize) {
      signal.throwIfAborted();
      ids.push(...(await database.add(await this.#entriesOf(documents.slice(from, from + batchSize), signal), signal)));
    }
    return ids;
  }

  async search(query: string, limit: number, filter: JsonObject | undefined, signal: AbortSignal): Promise<readonly ScoredDocument[]> {
    const { database, embedder, reranker, filter: ownFilter } = this.#parts;
    const [vector] = await embedder.embed([query], signal, 'query');
    if (vector === undefined) throw noVector();
    const results = await database.search(vector, limit, filter ?? ownFilter, signal);
    return reranker === undefined ? results : reranked(reranker, query, results, signal);
  }

  async close(): Promise<void> {
    await this.#parts.database.close?.();
  }

  async #entriesOf(documents: Parameters<VectorStore['add']>[0], signal: AbortSignal): Promise<readonly VectorEntry[]> {
    const vectors = await this.#parts.embedder.embed(
      documents.map(({ pageContent }) => pageContent),
      signal,
      'document',
    );
    return documents.map((document, index) => {
      const vector = vectors[index];
      if (vector === undefined) throw noVector();
      return { document, vector, ...(document.id === undefined ? {} : { id: document.id }) };
    });
  }
}

/** The score becomes that of the reranker, which notes it in the metadata. */
async function reranked(
  reranker: Reranker,
  query: string,
  results: readonly ScoredDocument[],
  signal: AbortSignal,
): Promise<readonly ScoredDocument[]> {
  const documents = results.map(({ document }) => document);
  const ranked = await reranker.rerank(query, documents, signal);
  return ranked.map(({ metadata: { relevanceScore, ...metadata }, ...document }) => ({
    document: { ...document, metadata },
    score: typeof relevanceScore === 'number' ? relevanceScore : 0,
  }));
}

const noVector = (): NodeError =>
  new NodeError('The embedding model returned no vector.', {
    code: 'NODE_REQUEST_FAILED',
    hint: 'Check the node with the embedding model.',
  });
