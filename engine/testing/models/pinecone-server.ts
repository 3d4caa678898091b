// A server with the API of Pinecone, for indexes and for the vectors of one index. Written from Pinecone's API reference.
import type { JsonObject } from '../../contract/json.ts';
import { stubServer, type StubServer } from '../stub-server.ts';
import { cosineOf, sendJson } from './scripted-model.ts';

interface Vector {
  readonly id: string;
  readonly values: readonly number[];
  readonly metadata: JsonObject;
}

export interface PineconeStub extends StubServer {
  /** Vectors by namespace and id. */
  readonly namespaces: ReadonlyMap<string, ReadonlyMap<string, Vector>>;
}

/** Addresses of the API, which requests of tests are sent here instead of. */
export const pineconeOrigins = /^https:\/\/(?:api|documents-abc\.svc)\.pinecone\.io/;

export async function pineconeServer(): Promise<PineconeStub> {
  const namespaces = new Map<string, Map<string, Vector>>();
  const server = await stubServer(({ url, body, headers }, response) => {
    if (headers['api-key'] === 'wrong')
      return sendJson(response, 401, { error: { code: 'UNAUTHENTICATED', message: 'Invalid API Key: wrong' } });
    if (url === '/indexes') return sendJson(response, 200, { indexes: ['documents', 'archive'].map((name) => ({ name })) });
    if (url === '/indexes/documents')
      return sendJson(response, 200, { name: 'documents', host: 'documents-abc.svc.pinecone.io', dimension: 32 });
    const request = body === '' ? {} : (JSON.parse(body) as JsonObject);
    const namespace = String(request['namespace'] ?? '');
    const stored = namespaces.get(namespace) ?? new Map<string, Vector>();
    if (url === '/vectors/upsert') {
      const vectors = request['vectors'] as readonly Vector[];
      const problem = vectors.flatMap(({ metadata }) => Object.entries(metadata)).find(([, value]) => !isValue(value));
      if (problem !== undefined) return sendJson(response, 400, { code: 3, message: `Metadata value of "${problem[0]}" is not supported` });
      for (const vector of vectors) stored.set(vector.id, vector);
      namespaces.set(namespace, stored);
      return sendJson(response, 200, { upsertedCount: vectors.length });
    }
    if (url === '/vectors/delete') {
      if (!namespaces.delete(namespace)) return sendJson(response, 404, { code: 5, message: 'Namespace not found' });
      return sendJson(response, 200, {});
    }
    if (url === '/query') return sendJson(response, 200, { namespace, matches: matchesOf([...stored.values()], request) });
    sendJson(response, 404, { error: { code: 'NOT_FOUND', message: `Resource ${url} not found` } });
  });
  return Object.assign(server, { namespaces });
}

const isValue = (value: unknown): boolean =>
  ['string', 'number', 'boolean'].includes(typeof value) || (Array.isArray(value) && value.every((entry) => typeof entry === 'string'));

function matchesOf(vectors: readonly Vector[], { vector, topK, filter = {}, includeMetadata }: JsonObject): readonly JsonObject[] {
  const matching = vectors.filter(({ metadata }) =>
    Object.entries(filter as JsonObject).every(([name, value]) => metadata[name] === value),
  );
  const scored = matching.map(({ id, values, metadata }) => ({
    id,
    score: cosineOf(values, vector as readonly number[]),
    ...(includeMetadata === true ? { metadata } : {}),
  }));
  return scored.toSorted((one, other) => other.score - one.score).slice(0, Number(topK));
}
