// In-memory vector stores whose documents are also stored in the database, with the workflow that inserts them. They are read into memory on first use;
// what other servers of a team have stored or cleared since is noticed at each use.
import { NodeError, type StoredVector, type VectorList, type VectorPort } from '../sdk/index.ts';
import { ProcessVectors, vectorOwner, type Principal, type ProcessList } from '../execution/index.ts';
import { packPayload, unpackPayload } from '../store/payload.ts';
import type { VectorRepository, VectorStoreKey } from '../store/repositories/vectors.ts';

/** Bytes of all stored documents of a workflow. */
const MOST_BYTES = 64 * 1024 * 1024;

export interface StoredVectorsNeeds {
  readonly open: () => Promise<VectorRepository>;
  readonly ids: () => string;
  readonly now: () => number;
  readonly memory?: ProcessVectors;
  readonly mostBytes?: number;
}

interface PackedDocument {
  readonly id: string;
  readonly pageContent: string;
  readonly metadata: StoredVector['document']['metadata'];
  /** Base64. */
  readonly vector: string;
}

export class StoredVectors {
  readonly #needs: StoredVectorsNeeds;
  readonly #memory: ProcessVectors;

  constructor(needs: StoredVectorsNeeds) {
    this.#needs = needs;
    this.#memory = needs.memory ?? new ProcessVectors();
  }

  /** Returns the stores of a run. `workflowId`: of the run's file. */
  of(principal: Principal, workflowId: string): VectorPort {
    return {
      names: async (scope) => {
        const owner = vectorOwner(principal, workflowId, scope);
        return [...new Set([...this.#memory.names(owner), ...(await (await this.#needs.open()).names(owner))])];
      },
      store: (name, scope) => this.#list({ owner: vectorOwner(principal, workflowId, scope), name }, principal.workflowId),
    };
  }

  #list(key: VectorStoreKey, workflowId: string | undefined): VectorList {
    const list = this.#memory.list(key.owner, key.name);
    return {
      entries: async () => {
        await this.#read(key, list);
        return list.entries();
      },
      add: async (entries, survivesRestarts) => {
        if (!survivesRestarts) return list.add(entries);
        if (workflowId === undefined) throw notSaved();
        const id = this.#needs.ids();
        await list.add(entries, id);
        await this.#write({ ...key, id, workflowId }, entries);
      },
      clear: async () => {
        await (await this.#needs.open()).clear(key);
        await list.clear();
      },
    };
  }

  async #read(key: VectorStoreKey, list: ProcessList): Promise<void> {
    const repository = await this.#needs.open();
    const ids = await repository.ids(key);
    // Another server has cleared the store.
    if ([...list.batches()].some((id) => !ids.includes(id))) await list.clear();
    for (const id of ids) {
      if (list.batches().has(id)) continue;
      const data = await repository.data(id);
      if (data !== undefined) await list.add(unpacked(await unpackPayload(data)), id);
    }
  }

  async #write(
    batch: VectorStoreKey & { readonly id: string; readonly workflowId: string },
    entries: readonly StoredVector[],
  ): Promise<void> {
    const repository = await this.#needs.open();
    const data = await packPayload(chunksOf(entries));
    const { mostBytes = MOST_BYTES, now } = this.#needs;
    if ((await repository.size(batch.workflowId)) + data.byteLength > mostBytes) throw tooLarge(batch.name, mostBytes);
    // A run may outlive its workflow; its documents are lost with it.
    await repository.add({ ...batch, data }, now());
  }
}

function* chunksOf(entries: readonly StoredVector[]): Generator<string> {
  yield '{"documents":[';
  for (const [index, { id, document, vector }] of entries.entries()) {
    const bytes = Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);
    const packed: PackedDocument = { id, pageContent: document.pageContent, metadata: document.metadata, vector: bytes.toString('base64') };
    yield `${index === 0 ? '' : ','}${JSON.stringify(packed)}`;
  }
  yield ']}';
}

const unpacked = (value: unknown): readonly StoredVector[] =>
  (value as { readonly documents: readonly PackedDocument[] }).documents.map(({ id, pageContent, metadata, vector }) => ({
    id,
    document: { pageContent, metadata, id },
    // A copy, whose start is a multiple of 4 bytes.
    vector: new Float32Array(Uint8Array.from(Buffer.from(vector, 'base64')).buffer),
  }));

const notSaved = (): NodeError =>
  new NodeError('Documents are stored with their workflow, and this one is not saved.', {
    hint: 'Save the workflow, or turn off "Store in Database".',
  });

const tooLarge = (name: string, limit: number): NodeError =>
  new NodeError(
    `The documents of the vector store "${name}" were not stored: this workflow may store ${Math.floor(limit / 1024 / 1024)} MiB.`,
    {
      hint: 'Clear the store before you insert documents, or use a store with a database of its own, such as Qdrant or Postgres.',
    },
  );
