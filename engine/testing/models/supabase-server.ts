// A server with the REST API of a Supabase project that has a table `documents` and a function `match_documents`, as Supabase's guide sets them up.
// Written from the references of Supabase and PostgREST.
import type { JsonObject } from '../../contract/json.ts';
import { stubServer, type StubServer } from '../stub-server.ts';
import { cosineOf, sendJson } from './scripted-model.ts';

export interface SupabaseStub extends StubServer {
  /** Rows of the table, by id. */
  readonly rows: ReadonlyMap<number, JsonObject>;
}

export async function supabaseServer(): Promise<SupabaseStub> {
  const rows = new Map<number, JsonObject>();
  const server = await stubServer(({ method, url, body, headers }, response) => {
    if (headers['apikey'] === 'wrong') return sendJson(response, 401, { message: 'Invalid API key', hint: 'Double check the key: wrong' });
    const { pathname } = new URL(url, 'http://stub');
    const request = body === '' ? {} : (JSON.parse(body) as JsonObject);
    if (pathname === '/rest/v1/') return sendJson(response, 200, { swagger: '2.0', definitions: { documents: {}, notes: {} } });
    if (pathname === '/rest/v1/documents' && method === 'POST') {
      const merges = String(headers['prefer']).includes('resolution=merge-duplicates');
      const added = (request as unknown as readonly JsonObject[]).map(({ id, ...row }, index) => ({
        id: Number(id ?? rows.size + index + 1),
        ...row,
      }));
      for (const row of added) rows.set(row.id, merges ? { ...rows.get(row.id), ...row } : row);
      return sendJson(
        response,
        201,
        added.map(({ id }) => ({ id })),
      );
    }
    if (pathname === '/rest/v1/rpc/match_documents') return sendJson(response, 200, matchesOf([...rows.values()], request));
    sendJson(response, 404, { code: 'PGRST202', message: `Could not find ${pathname} in the schema cache` });
  });
  return Object.assign(server, { rows });
}

function matchesOf(rows: readonly JsonObject[], { query_embedding: query, match_count: count, filter }: JsonObject): readonly JsonObject[] {
  const matching = rows.filter(({ metadata }) =>
    Object.entries(filter as JsonObject).every(([name, value]) => (metadata as JsonObject)[name] === value),
  );
  const scored = matching.map(({ id, content, metadata, embedding }) => ({
    id,
    content,
    metadata,
    similarity: cosineOf(embedding as readonly number[], query as readonly number[]),
  }));
  return scored.toSorted((one, other) => other.similarity - one.similarity).slice(0, Number(count));
}
