// Vector stores in the memory of the process. They end with it.
import { NodeError, type StoredVector, type VectorList, type VectorPort, type VectorScope } from '../sdk/index.ts';
import type { Principal } from './principal.ts';

export interface VectorLimits {
  /** Bytes of one store. */
  readonly perStore: number;
  /** Bytes of all stores. Beyond it, those that were not used for longest are removed. */
  readonly total: number;
}

const MiB = 1024 * 1024;
const usualLimits: VectorLimits = { perStore: 128 * MiB, total: 256 * MiB };

interface ProcessStore {
  readonly entries: Map<string, StoredVector>;
  bytes: number;
}

export class ProcessVectors {
  readonly #limits: VectorLimits;
  /** The one that was used last is the last one. */
  readonly #stores = new Map<string, ProcessStore>();

  constructor(limits: VectorLimits = usualLimits) {
    this.#limits = limits;
  }

  /** Returns the stores of a run. Runs of other users cannot read them. */
  of(principal: Principal, workflowId: string): VectorPort {
    const { userId, workflowId: ownWorkflowId = workflowId } = principal;
    const owner = userId === undefined ? ['nobody', ownWorkflowId] : ['user', userId];
    const keyOf = (name: string, scope: VectorScope): string =>
      JSON.stringify([...owner, scope === 'workflow' ? ownWorkflowId : null, name]);
    return {
      names: async (scope) =>
        [...this.#stores.keys()].flatMap((key) => {
          const name = String((JSON.parse(key) as readonly unknown[]).at(-1));
          return keyOf(name, scope) === key ? [name] : [];
        }),
      store: (name, scope) => this.#list(keyOf(name, scope), name),
    };
  }

  #list(key: string, name: string): VectorList {
    return {
      entries: async () => [...(this.#used(key)?.entries.values() ?? [])],
      add: async (entries) => this.#add(key, name, entries),
      clear: async () => void this.#stores.delete(key),
    };
  }

  #used(key: string): ProcessStore | undefined {
    const store = this.#stores.get(key);
    if (store === undefined) return undefined;
    this.#stores.delete(key);
    this.#stores.set(key, store);
    return store;
  }

  #add(key: string, name: string, entries: readonly StoredVector[]): void {
    const store = this.#used(key) ?? { entries: new Map<string, StoredVector>(), bytes: 0 };
    const added = entries.reduce((sum, entry) => sum + bytesOf(entry), 0);
    const replaced = entries.reduce((sum, { id }) => sum + bytesOf(store.entries.get(id)), 0);
    if (store.bytes + added - replaced > this.#limits.perStore) throw tooLarge(name, this.#limits.perStore);
    for (const entry of entries) store.entries.set(entry.id, entry);
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
