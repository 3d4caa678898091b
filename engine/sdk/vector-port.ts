// Port for documents with their vectors that in-memory vector stores keep between runs.
import type { TextDocument } from './supplied-parts.ts';

export interface StoredVector {
  readonly id: string;
  readonly document: TextDocument;
  readonly vector: Float32Array;
}

/** Who can use a store: with `workflow`, only runs of the same workflow; with `user`, all workflows of the user for whom the run acts. */
export type VectorScope = 'workflow' | 'user';

/** The documents of one store. */
export interface VectorList {
  entries(): Promise<readonly StoredVector[]>;
  /**
   * Adds entries; those with the id of a stored one replace it. `survivesRestarts`: whether they are also stored in the database, with the workflow.
   * Throws NodeError if the store would be too large, or if entries shall be stored and there is no database or the workflow is not saved.
   */
  add(entries: readonly StoredVector[], survivesRestarts: boolean): Promise<void>;
  clear(): Promise<void>;
}

export interface VectorPort {
  /** Returns the names of the stores that exist. */
  names(scope: VectorScope): Promise<readonly string[]>;
  /** Returns a store, which exists from its first entry on. */
  store(name: string, scope: VectorScope): VectorList;
}
