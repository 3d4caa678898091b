// Expressions in the data of a credential are evaluated for each item, in every node that reads it.
import { createHmac } from 'node:crypto';
import { decodeProtectedHeader, jwtVerify } from 'jose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { JsonObject } from '../../contract/json.ts';
import { createHttpClient } from '../../execution/http/client.ts';
import { createCredentialTypes } from '../../registry/index.ts';
import { fakeClock } from '../../testing/fake-ports.ts';
import { runNode, type NodeOutcome } from '../../testing/run-node.ts';
import { stubServer, type StubServer } from '../../testing/stub-server.ts';

const http = createHttpClient();
let server: StubServer;
beforeAll(async () => {
  server = await stubServer((request, response) =>
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ key: request.headers['x-key'] })),
  );
});
afterAll(() => Promise.all([http.close(), server.close()]));

const secrets = ['first secret of an item, of 32 bytes', 'second secret of an item, of 32 bytes'] as const;

async function run(type: string, version: number, credentialType: string, data: JsonObject, parameters: JsonObject): Promise<NodeOutcome> {
  const outcome = await runNode({
    type: `n8n-nodes-base.${type}`,
    version,
    parameters,
    items: secrets.map((secret) => ({ secret })),
    node: { credentials: { [credentialType]: { id: '1', name: 'By item' } } },
    ports: { http, credentialTypes: createCredentialTypes(), credential: async () => data },
  });
  expect(outcome.error).toBeUndefined();
  return outcome;
}

it('the stored data is read once a second for all items', async () => {
  let reads = 0;
  const outcome = async (amount: number): Promise<number> => {
    const clock = fakeClock(0);
    reads = 0;
    await runNode({
      type: 'n8n-nodes-base.httpRequest',
      version: 4.2,
      parameters: {
        url: server.address,
        authentication: 'genericCredentialType',
        genericAuthType: 'httpHeaderAuth',
        options: { batching: { batch: { batchSize: 1, batchInterval: amount } } },
      },
      items: [{}, {}, {}, {}],
      node: { credentials: { httpHeaderAuth: { id: '1', name: 'By item' } } },
      ports: {
        http,
        clock,
        credentialTypes: createCredentialTypes(),
        credential: async () => {
          reads += 1;
          return { name: 'X-Key', value: 'v' };
        },
      },
    });
    return reads;
  };
  expect([await outcome(0), await outcome(300), await outcome(1000)]).toEqual([1, 1, 4]);
});

it('Crypto', async () => {
  const { json } = await run(
    'crypto',
    2,
    'crypto',
    { hmacSecret: '={{ $json.secret }}' },
    { action: 'hmac', type: 'SHA256', value: 'text' },
  );
  expect(json.map(({ data }) => data)).toEqual(secrets.map((secret) => createHmac('sha256', secret).update('text').digest('hex')));
});

it('JWT', async () => {
  const data = { keyType: 'passphrase', secret: '={{ $json.secret }}', algorithm: '={{ $itemIndex === 0 ? "HS256" : "HS512" }}' };
  const { json } = await run('jwt', 1, 'jwtAuth', data, { operation: 'sign' });
  for (const [index, { token }] of json.entries()) {
    await jwtVerify(String(token), new TextEncoder().encode(secrets[index]));
    expect(decodeProtectedHeader(String(token)).alg).toBe(['HS256', 'HS512'][index]);
  }
  expect(json).toHaveLength(2);
});

it('TOTP', async () => {
  const data = { secret: '={{ $itemIndex === 0 ? "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ" : "JBSWY3DPEHPK3PXP" }}' };
  const { json } = await run('totp', 1, 'totpApi', data, {});
  expect(new Set(json.map(({ token }) => token)).size).toBe(2);
});

it.each<[string, number, JsonObject]>([
  ['httpRequest', 1, { authentication: 'headerAuth' }],
  ['httpRequest', 4.2, { authentication: 'genericCredentialType', genericAuthType: 'httpHeaderAuth' }],
  ['graphql', 1.1, { authentication: 'headerAuth', query: '{ a }' }],
])('%s, version %d', async (type, version, parameters) => {
  const data = { name: 'X-Key', value: '={{ $json.secret }}' };
  const { json } = await run(type, version, 'httpHeaderAuth', data, { url: server.address, endpoint: server.address, ...parameters });
  expect(json).toEqual(secrets.map((key) => ({ key })));
});
