// Documents in the memory of the process, searched one by one.
import type { JsonObject } from '../../contract/json.ts';
import { NodeError, type ExecuteContext, type ScoredDocument, type StoredVector, type TextDocument } from '../../sdk/index.ts';
import { mapInSlices } from '../../sdk/slices.ts';
import { ownValue } from '../../workflow/values/own-properties.ts';
import type { VectorDatabase, VectorStoreKind } from '../_shared/ai/vector-stores/kind.ts';

/** Version from which all workflows of a user share their stores. */
const SHARED_SINCE = 1.2;

export const memoryStore: VectorStoreKind = { open, clearParameter: 'clearStore' };

function open(ctx: ExecuteContext, itemIndex: number): VectorDatabase {
  const name = ctx.param('memoryKey', itemIndex, '').trim();
  if (name === '') {
    throw new NodeError('The vector store has no name.', {
      code: 'PARAMETER_INVALID',
      parameter: 'memoryKey',
      itemIndex,
      hint: 'Enter a name under "Memory Key": the nodes that insert and the nodes that search have the same one.',
    });
  }
  const survivesRestarts = ctx.param('storeInDatabase', itemIndex, false);
  const list = ctx.vectors.store(name, ctx.version < SHARED_SINCE ? 'workflow' : 'user');
  return {
    identity: name,
    add: async (entries) => {
      const stored = entries.map(({ id = ctx.uuid(), document: { pageContent, metadata }, vector }): StoredVector => {
        const document: TextDocument = { pageContent, metadata, id };
        return { id, document, vector: Float32Array.from(vector) };
      });
      const [first] = await list.entries();
      for (const { vector } of first === undefined ? stored : [first, ...stored]) expectLength(vector, (first ?? stored[0])?.vector, name);
      await list.add(stored, survivesRestarts);
      return stored.map(({ id }) => id);
    },
    search: async (vector, limit, filter, signal) =>
      closest(await list.entries(), Float32Array.from(vector), { limit, filter, signal, name }),
    clear: () => list.clear(),
  };
}

interface Search {
  readonly limit: number;
  readonly filter: JsonObject | undefined;
  readonly signal: AbortSignal;
  readonly name: string;
}

async function closest(
  entries: readonly StoredVector[],
  query: Float32Array,
  { limit, filter, signal, name }: Search,
): Promise<readonly ScoredDocument[]> {
  if (entries[0] !== undefined) expectLength(query, entries[0].vector, name);
  const matching = filter === undefined ? entries : entries.filter(({ document }) => hasValues(document.metadata, filter));
  const length = lengthOf(query);
  const scored = await mapInSlices(matching, signal, ({ document, vector }) => ({ document, score: cosine(query, length, vector) }));
  return scored.toSorted((one, other) => other.score - one.score).slice(0, limit);
}

const hasValues = (metadata: JsonObject, filter: JsonObject): boolean =>
  Object.entries(filter).every(([name, value]) => String(ownValue(metadata, name)) === String(value));

function cosine(query: Float32Array, queryLength: number, vector: Float32Array): number {
  let product = 0;
  let squares = 0;
  for (let at = 0; at < query.length; at++) {
    const value = vector[at] as number;
    product += (query[at] as number) * value;
    squares += value * value;
  }
  const lengths = queryLength * Math.sqrt(squares);
  return lengths === 0 ? 0 : product / lengths;
}

const lengthOf = (vector: Float32Array): number => Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));

function expectLength(vector: Float32Array, stored: Float32Array | undefined, name: string): void {
  if (stored === undefined || vector.length === stored.length) return;
  throw new NodeError(
    `The vector store "${name}" has vectors of ${stored.length} numbers, and the embedding model returned ${vector.length}.`,
    {
      hint: 'Use the embedding model with which the documents were inserted, or clear the store and insert them again.',
    },
  );
}
