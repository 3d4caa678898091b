// What a vector store must be able to do. Each service has an adapter with these functions; everything else is shared.
import type { JsonObject } from '../../../../contract/json.ts';
import type { ExecuteContext, ScoredDocument, TextDocument } from '../../../../sdk/index.ts';

export interface VectorEntry {
  /** Absent for a new document, whose id the store or the adapter chooses. */
  readonly id?: string;
  readonly document: TextDocument;
  readonly vector: readonly number[];
}

/** The documents that the parameters of a node name, for one item. Its methods throw NodeError. */
export interface VectorDatabase {
  /** Equal for databases with the same documents. */
  readonly identity: string;
  /** Stores entries, and returns their ids in the same order. Entries with the id of a stored document replace it. */
  add(entries: readonly VectorEntry[], signal: AbortSignal): Promise<readonly string[]>;
  /** Returns the closest documents, the closest first. */
  search(vector: readonly number[], limit: number, filter: JsonObject | undefined, signal: AbortSignal): Promise<readonly ScoredDocument[]>;
  /** Removes all documents. */
  clear?(signal: AbortSignal): Promise<void>;
  close?(): Promise<void>;
}

export interface VectorStoreKind {
  open(ctx: ExecuteContext, itemIndex: number): VectorDatabase | Promise<VectorDatabase>;
  /** Path of the parameter that says whether all documents are removed before new ones are inserted. */
  readonly clearParameter?: string;
  /** Returns the filter of the parameters; undefined without one. Default: the values under `options.metadata`. */
  filterOf?(ctx: ExecuteContext, itemIndex: number): JsonObject | undefined;
}
