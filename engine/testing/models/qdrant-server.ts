// A server with the API of Qdrant for collections and points. Written from Qdrant's API reference.
import type { JsonObject } from '../../contract/json.ts';
import { stubServer, type StubServer } from '../stub-server.ts';
import { cosineOf, sendJson } from './scripted-model.ts';

interface Point {
  readonly id: string;
  readonly vector: readonly number[];
  readonly payload: JsonObject;
}

export interface QdrantStub extends StubServer {
  /** Settings of the collections by name. */
  readonly configs: ReadonlyMap<string, JsonObject>;
  readonly points: ReadonlyMap<string, ReadonlyMap<string, Point>>;
}

export async function qdrantServer(): Promise<QdrantStub> {
  const configs = new Map<string, JsonObject>();
  const points = new Map<string, Map<string, Point>>();
  const server = await stubServer(({ method, url, body, headers }, response) => {
    const send = (status: number, result: unknown): void => sendJson(response, status, { time: 0.1, status: 'ok', result });
    const refuse = (status: number, error: string): void => sendJson(response, status, { time: 0.1, status: { error } });
    if (headers['api-key'] === 'wrong') return refuse(401, 'Invalid API key: wrong');
    const [, name = '', rest = ''] = /^\/collections(?:\/([^/?]+))?(.*)$/.exec(url) ?? [];
    const collection = decodeURIComponent(name);
    const request = body === '' ? {} : (JSON.parse(body) as JsonObject);
    if (name === '') return send(200, { collections: [...configs.keys()].map((each) => ({ name: each })) });
    if (rest === '/exists') return send(200, { exists: configs.has(collection) });
    if (method === 'PUT' && rest === '') {
      configs.set(collection, request);
      points.set(collection, new Map());
      return send(200, true);
    }
    const stored = points.get(collection);
    if (stored === undefined) return refuse(404, `Not found: Collection \`${collection}\` doesn't exist!`);
    if (rest.startsWith('/points?wait=true')) {
      for (const point of request['points'] as readonly Point[]) {
        if (!/^[\da-f]{8}-[\da-f-]{27}$/.test(point.id)) return refuse(400, `value ${point.id} is not a valid point ID`);
        stored.set(point.id, point);
      }
      return send(200, { operation_id: 1, status: 'completed' });
    }
    if (rest === '/points/query') return send(200, { points: closest([...stored.values()], request) });
    refuse(404, 'Unknown path');
  });
  return Object.assign(server, { configs, points });
}

function closest(points: readonly Point[], { query, limit, filter, with_payload: hasPayload }: JsonObject): readonly JsonObject[] {
  const conditions = ((filter as JsonObject | undefined)?.['must'] ?? []) as readonly {
    readonly key: string;
    readonly match: JsonObject;
  }[];
  const matching = points.filter(({ payload }) =>
    conditions.every(({ key, match }) => {
      const value = key.split('.').reduce<unknown>((at, part) => (at as JsonObject | undefined)?.[part], payload);
      return value === match['value'];
    }),
  );
  const scored = matching.map(({ id, vector, payload }) => ({
    id,
    version: 0,
    score: cosineOf(vector, query as readonly number[]),
    ...(hasPayload === true ? { payload } : {}),
  }));
  return scored.toSorted((one, other) => other.score - one.score).slice(0, Number(limit));
}
