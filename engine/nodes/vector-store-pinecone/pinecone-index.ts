// An index of Pinecone. https://docs.pinecone.io/reference/api
import type { JsonObject } from '../../contract/json.ts';
import { NodeError, type DetachedContext, type ExecuteContext, type ListSearchResult, type TextDocument } from '../../sdk/index.ts';
import { isRecord, setOwn } from '../../workflow/values/own-properties.ts';
import type { VectorDatabase, VectorEntry, VectorStoreKind } from '../_shared/ai/vector-stores/kind.ts';
import { listedNames, requestJson, storeName } from '../_shared/ai/vector-stores/request-json.ts';

export const CREDENTIAL = 'pineconeApi';
const CONTROL = 'https://api.pinecone.io/indexes';
const headers = { 'X-Pinecone-API-Version': '2025-04' };
/** Field of the metadata with the text of a document. */
const TEXT = 'text';
/** A request may have 2 MB: this many vectors of 3072 numbers, with their texts. */
const MOST_VECTORS = 25;

export const pineconeStore: VectorStoreKind = { open, clearParameter: 'options.clearNamespace' };

async function open(ctx: ExecuteContext, itemIndex: number): Promise<VectorDatabase> {
  const index = storeName(ctx, itemIndex, 'pineconeIndex', 'index');
  const namespace = ctx.param('options.pineconeNamespace', itemIndex, '').trim();
  let host: Promise<string> | undefined;
  const send = async (path: string, body: JsonObject, signal: AbortSignal): Promise<JsonObject> => {
    const url = `https://${await (host ??= hostOf(ctx, itemIndex, index))}${path}`;
    return requestJson(ctx, itemIndex, { credential: CREDENTIAL, url, headers, body: { ...body, namespace }, signal });
  };
  const add = async (entries: readonly VectorEntry[], signal: AbortSignal): Promise<readonly string[]> => {
    const vectors = entries.map(({ id = ctx.uuid(), vector: values, document }) => ({ id, values, metadata: flatMetadata(document) }));
    for (let from = 0; from < vectors.length; from += MOST_VECTORS) {
      await send('/vectors/upsert', { vectors: vectors.slice(from, from + MOST_VECTORS) }, signal);
    }
    return vectors.map(({ id }) => id);
  };
  return {
    identity: JSON.stringify([index, namespace]),
    add,
    search: async (vector, topK, filter, signal) => {
      const { matches } = await send(
        '/query',
        { vector, topK, includeMetadata: true, ...(filter === undefined ? {} : { filter }) },
        signal,
      );
      return ((matches ?? []) as readonly JsonObject[]).map(({ id, score, metadata }) => {
        const { [TEXT]: text, ...others } = isRecord(metadata) ? metadata : {};
        return {
          document: { pageContent: typeof text === 'string' ? text : '', metadata: others, id: String(id) },
          score: Number(score ?? 0),
        };
      });
    },
    clear: async (signal) => {
      try {
        await send('/vectors/delete', { deleteAll: true }, signal);
      } catch (error) {
        // A namespace exists from its first document on.
        if (!(error instanceof NodeError) || error.httpCode !== '404') throw error;
      }
    },
  };
}

async function hostOf(ctx: ExecuteContext, itemIndex: number, index: string): Promise<string> {
  const { host } = await requestJson(ctx, itemIndex, {
    credential: CREDENTIAL,
    url: `${CONTROL}/${encodeURIComponent(index)}`,
    headers,
    hints: { 404: `Check that the index "${index}" exists in the project of the credential.` },
  });
  if (typeof host === 'string' && URL.canParse(`https://${host}`)) return host;
  throw new NodeError(`Pinecone did not return the address of the index "${index}".`, { code: 'NODE_REQUEST_FAILED' });
}

/** Pinecone stores texts, numbers, booleans and lists of texts. Fields of objects get names such as `loc.lines.from`. */
function flatMetadata({ pageContent, metadata }: TextDocument): JsonObject {
  const flat: JsonObject = {};
  const add = (name: string, value: unknown): void => {
    if (Array.isArray(value))
      setOwn(
        flat,
        name,
        value.map((entry) => (typeof entry === 'string' ? entry : JSON.stringify(entry))),
      );
    else if (isRecord(value)) for (const [key, inner] of Object.entries(value)) add(`${name}.${key}`, inner);
    else if (value !== null && value !== undefined) setOwn(flat, name, value);
  };
  for (const [name, value] of Object.entries(metadata)) add(name, value);
  flat[TEXT] = pageContent;
  return flat;
}

export async function pineconeIndexSearch(ctx: DetachedContext, filter?: string): Promise<ListSearchResult> {
  const { indexes } = await requestJson(ctx, 0, { credential: CREDENTIAL, url: CONTROL, headers });
  return listedNames(
    ((indexes ?? []) as readonly JsonObject[]).map(({ name }) => name),
    filter,
  );
}
