// GraphQL with a real server.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '../../contract/errors.ts';
import { createHttpClient } from '../../execution/http/client.ts';
import { createCredentialTypes } from '../../registry/index.ts';
import { runNode, type NodeOutcome } from '../../testing/run-node.ts';
import { stubServer, type StubServer } from '../../testing/stub-server.ts';

const type = 'n8n-nodes-base.graphql';
const http = createHttpClient();
let server: StubServer;

beforeAll(async () => {
  server = await stubServer((request, response) => {
    const { url, method, headers, body } = request;
    const json = (status: number, value: unknown): unknown =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    if (url.startsWith('/oauth') && headers['authorization'] !== 'Bearer new') json(401, { errors: [{ message: 'Unauthorized' }] });
    else if (url.startsWith('/errors')) json(200, { errors: [{ message: 'one' }, { message: 'two' }] });
    else if (url.startsWith('/told')) json(401, { errors: [{ message: `Not for ${headers['authorization'] ?? ''}` }] });
    else if (url.startsWith('/text')) response.writeHead(500).end('broken');
    else if (url.startsWith('/plain')) response.end('plain text');
    else if (url.startsWith('/number')) json(200, 42);
    else
      json(200, {
        url,
        method,
        type: headers['content-type'],
        authorization: headers['authorization'],
        own: headers['x-own'],
        accept: headers['accept'],
        body: String(body),
      });
  });
});
afterAll(() => Promise.all([http.close(), server.close()]));

const run = (
  path: string,
  parameters: Record<string, unknown> = {},
  version = 1.1,
  credential: Record<string, unknown> | AppError = {},
  onError?: 'continueRegularOutput' | 'continueErrorOutput',
): Promise<NodeOutcome> =>
  runNode({
    type,
    version,
    parameters: { endpoint: `${server.address}${path}`, query: '{ a }', ...parameters },
    items: [{ n: 1 }],
    node: {
      ...(onError === undefined ? {} : { onError }),
      credentials: Object.fromEntries(
        ['httpBasicAuth', 'httpHeaderAuth', 'httpQueryAuth', 'httpCustomAuth', 'httpDigestAuth', 'oAuth1Api', 'oAuth2Api'].map((name) => [
          name,
          { id: '1', name },
        ]),
      ),
    },
    ports: {
      http,
      credentialTypes: createCredentialTypes(),
      credential: async () => {
        if (credential instanceof AppError) throw credential;
        return credential;
      },
      renewedCredential: async (_type, _reference, _asker, data) => ({ ...data, oauthTokenData: { access_token: 'new' } }),
    },
  });

describe('the request', () => {
  it.each<[what: string, version: number, parameters: Record<string, unknown>, expected: Record<string, unknown>]>([
    ['is the query alone', 1, {}, { method: 'POST', type: 'application/graphql', body: '{ a }', accept: '*/*' }],
    ['asks for JSON', 1, { requestFormat: 'json' }, { accept: 'application/json' }],
    [
      'asks for what its headers say',
      1,
      { headerParametersUi: { parameter: [{ name: 'Accept', value: 'text/x' }] } },
      { accept: 'text/x' },
    ],
    ['is JSON', 1.1, {}, { type: 'application/json', body: '{"query":"{ a }","variables":{},"operationName":null}' }],
    [
      'has variables',
      1.1,
      { variables: '{"x":1}', operationName: 'op' },
      { body: '{"query":"{ a }","variables":{"x":1},"operationName":"op"}' },
    ],
    ['has variables as an object', 1.1, { variables: { x: 1 } }, { body: '{"query":"{ a }","variables":{"x":1},"operationName":null}' }],
    ['has the query in its address', 1.1, { requestMethod: 'GET' }, { method: 'GET', url: '/?query=%7B+a+%7D' }],
    ['has headers', 1.1, { headerParametersUi: { parameter: [{ name: 'X-Own', value: 'y' }] } }, { own: 'y' }],
  ])('%s', async (_what, version, parameters, expected) => {
    const { json, error } = await run('/', parameters, version);
    expect(error).toBeUndefined();
    expect(json[0]).toMatchObject(expected);
  });

  it.each<[authentication: string, credential: Record<string, unknown>, expected: Record<string, unknown>]>([
    ['basicAuth', { user: 'a', password: 'b' }, { authorization: 'Basic YTpi' }],
    ['headerAuth', { name: 'X-Own', value: 'y' }, { own: 'y' }],
    ['queryAuth', { name: 'k', value: 'v' }, { url: '/?k=v' }],
    ['customAuth', { json: '{"headers":{"X-Own":"z"},"qs":{"k":"v"}}' }, { own: 'z', url: '/?k=v' }],
    ['oAuth2', { oauthTokenData: { access_token: 't' } }, { authorization: 'Bearer t' }],
    [
      'oAuth1',
      { oauthTokenData: { oauth_token: 't', oauth_token_secret: 's' } },
      { authorization: expect.stringMatching(/^OAuth .*oauth_token="t"/) as string },
    ],
  ])('is signed by %s', async (authentication, credential, expected) => {
    expect((await run('/', { authentication }, 1.1, credential)).json[0]).toMatchObject(expected);
  });

  it('is repeated with a new token', async () => {
    const credential = { oauthTokenData: { access_token: 'old', refresh_token: 'r' } };
    expect((await run('/oauth', { authentication: 'oAuth2' }, 1.1, credential)).json[0]).toMatchObject({ authorization: 'Bearer new' });
  });
});

it('does not show secrets that the service repeats', async () => {
  const { error } = await run('/told', { authentication: 'oAuth2' }, 1.1, { oauthTokenData: { access_token: 'old-token' } });
  expect(error?.message).toBe('Not for Bearer new');
  const basic = await run('/told', { authentication: 'headerAuth' }, 1.1, { name: 'Authorization', value: 'Key k-12345' });
  expect(basic.error?.message).toBe('Not for [hidden]');
  expect(JSON.stringify(basic.error)).not.toContain('k-12345');
});

it('keeps the code of a credential that it may not use', async () => {
  const rejection = new AppError('CREDENTIAL_NODE_REFUSED', 'Not for this node.', { hint: 'Allow this type.' });
  const { error } = await run('/', { authentication: 'headerAuth' }, 1.1, rejection);
  expect(error).toMatchObject({ code: 'CREDENTIAL_NODE_REFUSED', message: 'Not for this node.', context: { itemIndex: 0 } });
});

it('returns the response as a text', async () => {
  const { json } = await run('/', { responseFormat: 'string', dataPropertyName: 'a.b' });
  expect(json).toEqual([{ a: { b: expect.stringContaining('"method":"POST"') as string } }]);
});

it.each<[what: string, path: string, parameters: Record<string, unknown>, message: string]>([
  ['errors within the answer', '/errors', {}, 'one, two'],
  ['a refusal', '/text', {}, 'status 500'],
  ['a response that is not JSON', '/plain', {}, 'Response body is not valid JSON. Change "Response Format" to "String"'],
  ['JSON that is not an object', '/number', {}, 'Response body is JSON, but not an object.'],
  ['variables that are a number', '/', { variables: 1 }, 'GraphQL variables should be either an object or a string.'],
  ['variables that are not JSON', '/', { variables: '{' }, 'With error message:'],
  ['an invalid endpoint', '', { endpoint: 'x' }, 'The endpoint is not a URL'],
  ['an unknown authentication', '/', { authentication: 'other' }, 'is not supported'],
])('fails for %s', async (_what, path, parameters, message) => {
  expect((await run(path, parameters)).error?.message).toContain(message);
});

it.each<[what: string, path: string, parameters: Record<string, unknown>, error: string]>([
  ['a refusal', '/text', {}, '500 - "broken"'],
  ['a refusal with errors', '/told', {}, '401 - {"errors":[{"message":"Not for "}]}'],
  ['errors within the answer', '/errors', {}, 'one, two'],
  ['a refused connection', '', { endpoint: 'http://127.0.0.1:1/' }, 'connect ECONNREFUSED 127.0.0.1:1'],
  ['an invalid endpoint', '', { endpoint: 'x' }, 'The endpoint is not a URL. Enter a complete URL, such as https://example.com/graphql.'],
])('goes on after %s with an item that tells it', async (_what, path, parameters, error) => {
  const { json, outputs } = await run(path, parameters, 1.1, {}, 'continueRegularOutput');
  expect([json, outputs[0]?.[0]?.pairedItem]).toEqual([[{ error }], { item: 0 }]);
  const branches = await run(path, parameters, 1.1, {}, 'continueErrorOutput');
  expect(branches.outputs.map((items) => items?.map((item) => item.json))).toEqual([[], [{ n: 1, error }]]);
});

it('does not repeat the credential in failed items', async () => {
  const { json } = await run(
    '/told',
    { authentication: 'headerAuth' },
    1.1,
    { name: 'Authorization', value: 'Key k-12345' },
    'continueRegularOutput',
  );
  expect(json).toEqual([{ error: '401 - {"errors":[{"message":"Not for [hidden]"}]}' }]);
});
