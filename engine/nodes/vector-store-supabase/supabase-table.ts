// A table of a Supabase project, through its REST API. https://supabase.com/docs/guides/ai/langchain describes the table and the function.
import type { JsonObject } from '../../contract/json.ts';
import type { DetachedContext, ExecuteContext, ListSearchResult } from '../../sdk/index.ts';
import { isRecord } from '../../workflow/values/own-properties.ts';
import { addressOf } from '../_shared/ai/models/chat-settings.ts';
import { storableJson, storableText } from '../_shared/ai/postgres/postgres-database.ts';
import type { VectorDatabase, VectorStoreKind } from '../_shared/ai/vector-stores/kind.ts';
import { listedNames, requestJson, storeName } from '../_shared/ai/vector-stores/request-json.ts';

export const CREDENTIAL = 'supabaseApi';
const SETUP = 'The table and the function are created once in the SQL editor of Supabase, as supabase.com/docs/guides/ai/langchain shows.';
const hints = { 404: SETUP };

export const supabaseStore: VectorStoreKind = { open };

async function open(ctx: ExecuteContext, itemIndex: number): Promise<VectorDatabase> {
  const table = storeName(ctx, itemIndex, 'tableName', 'table');
  const base = await baseOf(ctx, itemIndex);
  const queryName = ctx.param('options.queryName', itemIndex, 'match_documents').trim();
  return {
    identity: JSON.stringify([base, table]),
    add: async (entries, signal) => {
      const body = entries.map(({ id, vector: embedding, document: { pageContent: content, metadata } }) => ({
        content: storableText(content),
        embedding,
        metadata: JSON.parse(storableJson(metadata)) as JsonObject,
        ...(id === undefined ? {} : { id }),
      }));
      const rows = await requestJson(ctx, itemIndex, {
        credential: CREDENTIAL,
        url: `${base}/${encodeURIComponent(table)}?select=id`,
        headers: { Prefer: 'resolution=merge-duplicates,return=representation' },
        body,
        signal,
        hints,
      });
      return rowsOf(rows).map(({ id }) => String(id));
    },
    search: async (vector, limit, filter, signal) => {
      const rows = await requestJson(ctx, itemIndex, {
        credential: CREDENTIAL,
        url: `${base}/rpc/${encodeURIComponent(queryName === '' ? 'match_documents' : queryName)}`,
        body: { query_embedding: vector, match_count: limit, filter: filter ?? {} },
        signal,
        hints,
      });
      return rowsOf(rows)
        .slice(0, limit)
        .map(({ id, content, metadata, similarity }) => ({
          document: { pageContent: String(content ?? ''), metadata: isRecord(metadata) ? metadata : {}, id: String(id) },
          score: Number(similarity ?? 0),
        }));
    },
  };
}

const rowsOf = (response: unknown): readonly JsonObject[] => (Array.isArray(response) ? (response as readonly JsonObject[]) : []);

const baseOf = async (ctx: DetachedContext, itemIndex: number): Promise<string> =>
  `${await addressOf(ctx, itemIndex, CREDENTIAL, '', 'host')}/rest/v1`;

/** The API describes itself by OpenAPI: each table is a definition. */
export async function supabaseTableNameSearch(ctx: DetachedContext, filter?: string): Promise<ListSearchResult> {
  const { definitions } = await requestJson(ctx, 0, { credential: CREDENTIAL, url: `${await baseOf(ctx, 0)}/` });
  return listedNames(isRecord(definitions) ? Object.keys(definitions) : [], filter);
}
