// A collection of Qdrant. https://api.qdrant.tech/api-reference
import type { JsonObject } from '../../contract/json.ts';
import { NodeError, type DetachedContext, type ExecuteContext, type ListSearchResult } from '../../sdk/index.ts';
import { isRecord, ownValue, setOwn } from '../../workflow/values/own-properties.ts';
import { addressOf } from '../_shared/ai/models/chat-settings.ts';
import type { VectorDatabase, VectorEntry, VectorStoreKind } from '../_shared/ai/vector-stores/kind.ts';
import { listedNames, requestJson, storeName, type StoreRequest } from '../_shared/ai/vector-stores/request-json.ts';

export const CREDENTIAL = 'qdrantApi';

export const qdrantStore: VectorStoreKind = { open, filterOf: (ctx, itemIndex) => jsonOption(ctx, itemIndex, 'searchFilterJson') };

async function open(ctx: ExecuteContext, itemIndex: number): Promise<VectorDatabase> {
  const name = storeName(ctx, itemIndex, 'qdrantCollection', 'collection');
  const base = await baseOf(ctx, itemIndex);
  const path = `/collections/${encodeURIComponent(name)}`;
  const contentKey = keyOf(ctx, itemIndex, 'contentPayloadKey', 'content');
  const metadataKey = keyOf(ctx, itemIndex, 'metadataPayloadKey', 'metadata');
  const send = (at: string, signal: AbortSignal, request: Partial<StoreRequest> = {}): Promise<JsonObject> =>
    requestJson(ctx, itemIndex, {
      credential: CREDENTIAL,
      url: `${base}${path}${at}`,
      signal,
      hints: { 404: `Check that the collection "${name}" exists: inserting documents creates it.` },
      ...request,
    });
  let isCreated: Promise<void> | undefined;
  const create = async (size: number, signal: AbortSignal): Promise<void> => {
    const { result } = await send('/exists', signal);
    if (isRecord(result) && result['exists'] === true) return;
    const config = { vectors: { size, distance: 'Cosine' }, ...jsonOption(ctx, itemIndex, 'collectionConfig') };
    await send('', signal, { method: 'PUT', body: config });
  };
  const pointOf = ({ id = ctx.uuid(), vector, document }: VectorEntry): JsonObject & { readonly id: string } => {
    const payload: JsonObject = {};
    setOwn(payload, contentKey, document.pageContent);
    setOwn(payload, metadataKey, document.metadata);
    return { id, vector, payload };
  };
  return {
    identity: JSON.stringify([base, name, contentKey, metadataKey]),
    add: async (entries, signal) => {
      const [first] = entries;
      if (first === undefined) return [];
      await (isCreated ??= create(first.vector.length, signal));
      const points = entries.map((entry) => pointOf(entry));
      await send('/points?wait=true', signal, { method: 'PUT', body: { points } });
      return points.map(({ id }) => id);
    },
    search: async (vector, limit, filter, signal) => {
      const body = { query: vector, limit, with_payload: true, ...(filter === undefined ? {} : { filter }) };
      const { result } = await send('/points/query', signal, { body });
      const points = isRecord(result) && Array.isArray(result['points']) ? (result['points'] as readonly JsonObject[]) : [];
      return points.map(({ id, score, payload }) => {
        const content = isRecord(payload) ? ownValue(payload, contentKey) : undefined;
        const metadata = isRecord(payload) ? ownValue(payload, metadataKey) : undefined;
        const pageContent = typeof content === 'string' ? content : JSON.stringify(content ?? '');
        return { document: { pageContent, metadata: isRecord(metadata) ? metadata : {}, id: String(id) }, score: Number(score) };
      });
    },
  };
}

const baseOf = (ctx: DetachedContext, itemIndex: number): Promise<string> =>
  addressOf(ctx, itemIndex, CREDENTIAL, 'http://localhost:6333', 'qdrantUrl');

function keyOf(ctx: ExecuteContext, itemIndex: number, option: string, fallback: string): string {
  const key = ctx.param(`options.${option}`, itemIndex, fallback).trim();
  return key === '' ? fallback : key;
}

/** Returns a JSON object of the options; undefined if it is not set. Throws NodeError PARAMETER_INVALID. */
function jsonOption(ctx: ExecuteContext, itemIndex: number, name: string): JsonObject | undefined {
  const parameter = `options.${name}`;
  const written = ctx.param(parameter, itemIndex, '', { json: true }) as unknown;
  if (written === '' || written === undefined || written === null) return undefined;
  const value = typeof written === 'string' ? parsedJson(written) : written;
  if (isRecord(value) && !Array.isArray(value)) return value;
  throw new NodeError('The option is not a JSON object.', { code: 'PARAMETER_INVALID', parameter, itemIndex });
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export async function qdrantCollectionsSearch(ctx: DetachedContext, filter?: string): Promise<ListSearchResult> {
  const { result } = await requestJson(ctx, 0, { credential: CREDENTIAL, url: `${await baseOf(ctx, 0)}/collections` });
  const collections = isRecord(result) && Array.isArray(result['collections']) ? (result['collections'] as readonly JsonObject[]) : [];
  return listedNames(
    collections.map(({ name }) => name),
    filter,
  );
}
