// A server with the API of Cohere for embeddings and for ranking. Written from Cohere's API reference.
import type { JsonObject } from '../../contract/json.ts';
import { stubServer, type StubServer } from '../stub-server.ts';
import { sendJson, wordVector } from './scripted-model.ts';

/** Maximum number of texts per request. */
const MAX_TEXTS = 96;

/** Starts a server that ranks documents by the words that they share with the query. `failures`: responses before the first success. */
export async function cohereServer(failures: readonly { readonly status: number; readonly message: string }[] = []): Promise<StubServer> {
  const remaining = [...failures];
  return stubServer(({ url, body, headers }, response) => {
    if (headers.authorization === 'Bearer wrong') return sendJson(response, 401, { id: '1', message: 'invalid api token: wrong' });
    const failure = remaining.shift();
    if (failure !== undefined) return sendJson(response, failure.status, { id: '1', message: failure.message }, { 'retry-after': '7' });
    const request = JSON.parse(body) as JsonObject;
    if (url === '/v2/rerank') return sendJson(response, 200, ranking(request));
    const texts = request['texts'] as readonly string[];
    if (texts.length > MAX_TEXTS) return sendJson(response, 400, { id: '1', message: 'too many texts' });
    sendJson(response, 200, {
      id: '1',
      texts,
      embeddings: { float: texts.map((text) => wordVector(text)) },
      meta: { api_version: { version: '2' }, billed_units: { input_tokens: texts.length } },
    });
  });
}

function ranking({ query, documents, top_n: limit }: JsonObject): JsonObject {
  const queryVector = wordVector(String(query));
  const results = (documents as readonly string[]).map((text, index) => ({
    index,
    relevance_score: wordVector(text).reduce((sum, value, at) => sum + value * (queryVector[at] ?? 0), 0),
  }));
  const sorted = results.toSorted((one, other) => other.relevance_score - one.relevance_score);
  return { id: '1', results: sorted.slice(0, Number(limit ?? sorted.length)), meta: { api_version: { version: '2' } } };
}
