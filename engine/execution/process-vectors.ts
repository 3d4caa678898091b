// Vector stores in the memory of the process. They end with it.
import { NodeError, type StoredVector, type VectorList, type VectorPort, type VectorScope } from '../sdk/index.ts';
import type { Principal } from './principal.ts';

export interface VectorLimits {
  /** Bytes of one store. */
  readonly perStore: number;
  /** Maximum bytes of all stores. Beyond it, the least recently used stores are removed. */
  readonly total: number;
}

const MiB = 1024 * 1024;
const usualLimits: VectorLimits = { perStore: 128 * MiB, total: 256 * MiB };

interface ProcessStore {
  readonly entries: Map<string, StoredVector>;
  readonly batches: Set<string>;
  bytes: number;
}

/** A store in memory. */
export interface ProcessList extends Omit<VectorList, 'add'> {
  /** `batch`: id of the entries elsewhere. */
  add(entries: readonly StoredVector[], batch?: string): Promise<void>;
  /** Returns the ids of batches that were added. */
  batches(): ReadonlySet<string>;
}

/** Returns who may use the stores of a scope: other users, and for `workflow` other workflows, have other ones. */
export function vectorOwner({ userId, workflowId: savedId }: Principal, workflowId: string, scope: VectorScope): string {
  const ownWorkflowId = savedId ?? workflowId;
  const user = userId === undefined ? ['nobody', ownWorkflowId] : ['user', userId];
  return JSON.stringify([...user, scope === 'workflow' ? ownWorkflowId : null]);
}

export class ProcessVectors {
  readonly #limits: VectorLimits;
  /** By owner and name; the most recently used is last. */
  readonly #stores = new Map<string, ProcessStore>();

  constructor(limits: VectorLimits = usualLimits) {
    this.#limits = limits;
  }

  /** Returns the stores of a run without a database. */
  of(principal: Principal, workflowId: string): VectorPort {
    return {
      names: async (scope) => this.names(vectorOwner(principal, workflowId, scope)),
      store: (name, scope) => {
        const list = this.list(vectorOwner(principal, workflowId, scope), name);
        return {
          ...list,
          add: async (entries, survivesRestarts) => {
            if (survivesRestarts) throw new NodeError('This run has no database.', { hint: 'Turn off "Store in Database".' });
            await list.add(entries);
          },
        };
      },
    };
  }

  names(owner: string): readonly string[] {
    return [...this.#stores.keys()].flatMap((key) => {
      const [keyOwner, name] = JSON.parse(key) as [string, string];
      return keyOwner === owner ? [name] : [];
    });
  }

  list(owner: string, name: string): ProcessList {
    const key = JSON.stringify([owner, name]);
    return {
      entries: async () => [...(this.#used(key)?.entries.values() ?? [])],
      add: async (entries, batch) => this.#add(key, name, entries, batch),
      clear: async () => void this.#stores.delete(key),
      batches: () => this.#stores.get(key)?.batches ?? new Set(),
    };
  }

  #used(key: string): ProcessStore | undefined {
    const store = this.#stores.get(key);
    if (store === undefined) return undefined;
    this.#stores.delete(key);
    this.#stores.set(key, store);
    return store;
  }

  #add(key: string, name: string, entries: readonly StoredVector[], batch: string | undefined): void {
    const store = this.#used(key) ?? { entries: new Map<string, StoredVector>(), batches: new Set<string>(), bytes: 0 };
    const added = entries.reduce((sum, entry) => sum + bytesOf(entry), 0);
    const replaced = entries.reduce((sum, { id }) => sum + bytesOf(store.entries.get(id)), 0);
    if (store.bytes + added - replaced > this.#limits.perStore) throw tooLarge(name, this.#limits.perStore);
    for (const entry of entries) store.entries.set(entry.id, entry);
    if (batch !== undefined) store.batches.add(batch);
    store.bytes += added - replaced;
    this.#stores.set(key, store);
    this.#removeUnused();
  }

  #removeUnused(): void {
    let bytes = 0;
    for (const store of this.#stores.values()) bytes += store.bytes;
    for (const [key, store] of this.#stores) {
      if (bytes <= this.#limits.total || this.#stores.size === 1) return;
      this.#stores.delete(key);
      bytes -= store.bytes;
    }
  }
}

/** Returns the approximate size of an entry in memory. */
const bytesOf = (entry: StoredVector | undefined): number =>
  entry === undefined
    ? 0
    : entry.vector.byteLength + 2 * (entry.document.pageContent.length + JSON.stringify(entry.document.metadata).length);

const tooLarge = (name: string, limit: number): NodeError =>
  new NodeError(`The vector store "${name}" would have more than ${Math.floor(limit / MiB)} MiB, which is the limit in memory.`, {
    hint: 'Clear it before you insert documents, or use a store with a database, such as Qdrant or Postgres.',
  });
