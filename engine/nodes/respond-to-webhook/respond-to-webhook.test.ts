// Respond to Webhook without a server: its output and its errors. Responses are tested with the webhooks.
import { describe, expect, it } from 'vitest';
import type { BinaryEntry } from '../../contract/run-data.ts';
import { generateKeyPairSync } from 'node:crypto';
import { importSPKI, jwtVerify } from 'jose';
import { runNode, type NodeOutcome } from '../../testing/run-node.ts';

const file: BinaryEntry = { data: 'aGk=', mimeType: 'text/plain', fileName: 'hi.txt' };

const run = (parameters: Record<string, unknown>, version = 1.4, more: object = {}): Promise<NodeOutcome> =>
  runNode({
    type: 'n8n-nodes-base.respondToWebhook',
    version,
    parameters,
    items: [{ json: { a: 1 }, binary: { data: file } }, { json: { a: 2 } }],
    ...more,
  });

it('passes its items on, and adds a hint if no caller was waiting', async () => {
  const { json, hints, error } = await run({});
  expect([json, error, hints]).toEqual([
    [{ a: 1 }, { a: 2 }],
    undefined,
    [{ type: 'warning', message: expect.stringMatching(/No request was waiting/) as string }],
  ]);
});

describe('the second output', () => {
  it.each<[string, Record<string, unknown>, unknown]>([
    [
      'JSON',
      { respondWith: 'json', responseBody: '{"x":1}', options: { responseCode: 201 } },
      { response: { body: { x: 1 }, headers: {}, statusCode: 201 } },
    ],
    [
      'all items',
      { respondWith: 'allIncomingItems' },
      { response: expect.objectContaining({ body: [{ a: 1 }, { a: 2 }], statusCode: 200 }) as unknown },
    ],
    [
      'text',
      {
        respondWith: 'text',
        responseBody: '=<b>{{ $json.a }}</b>',
        options: { responseHeaders: { entries: [{ name: 'Content-Type', value: 'text/css' }] } },
      },
      { response: { body: '<b>1</b>', headers: { 'content-type': 'text/css' }, statusCode: 200 } },
    ],
    [
      'a redirect',
      { respondWith: 'redirect', redirectURL: '/there?a=%20b' },
      { response: { body: undefined, headers: { location: '/there?a=%20b' }, statusCode: 307 } },
    ],
    ['nothing', { respondWith: 'noData' }, { response: { body: undefined, headers: {}, statusCode: 200 } }],
    ['a file', { respondWith: 'binary' }, { response: { headers: { 'content-type': file.mimeType }, statusCode: 200 } }],
  ])('contains the response: %s', async (_, parameters, expected) => {
    const { outputs } = await run({ enableResponseOutput: true, ...parameters }, 1.4);
    expect(outputs.map((items) => items?.length)).toEqual([2, 1]);
    expect(outputs[1]?.[0]?.json).toEqual(expected);
    expect(outputs[1]?.[0]?.binary).toEqual(parameters['respondWith'] === 'binary' ? { response: file } : undefined);
  });

  // Version → documented change → number of outputs without and with the setting.
  it.each([
    [1, 'has one output', 1, 1],
    [1.1, 'has one output', 1, 1],
    [1.2, 'has one output', 1, 1],
    [1.3, 'always has an output with the response', 2, 2],
    [1.4, 'has it by a setting', 1, 2],
    [1.5, 'has it by a setting', 1, 2],
  ])('version %s %s', async (version, _change, without, withIt) => {
    const counts = [await run({}, version), await run({ enableResponseOutput: true }, version)].map(({ outputs }) => outputs.length);
    expect(counts).toEqual([without, withIt]);
  });

  it('receives one failed item for all items if the node goes on after an error', async () => {
    const { outputs } = await run({ respondWith: 'json', responseBody: '{bad' }, 1.1, { node: { onError: 'continueErrorOutput' } });
    expect(outputs[1]).toMatchObject([
      { json: { error: "Invalid JSON in 'Response Body' field" }, pairedItem: [{ item: 0 }, { item: 1 }] },
    ]);
  });
});

describe('rejects', () => {
  it.each<[string, Record<string, unknown>, RegExp]>([
    ['invalid JSON', { respondWith: 'json', responseBody: '{a' }, /Invalid JSON in 'Response Body' field/],
    ['a missing file', { respondWith: 'binary', responseDataSource: 'set', inputFieldName: '__proto__' }, /no file "__proto__"/],
    ['no address', { respondWith: 'redirect', redirectURL: ' ' }, /redirect URL is empty/],
    ['a status', { options: { responseCode: 700 } }, /response code 700/],
    ['a key', { options: { responseKey: '__proto__.x' } }, /cannot be used as a field name/],
    ['an unknown option', { respondWith: 'pigeon' }, /"pigeon" is not a way to respond/],
    ['a token without claims', { respondWith: 'jwt', payload: '[]' }, /must be an object/],
  ])('%s', async (_, parameters, message) => {
    const { error } = await run(parameters);
    expect(error).toMatchObject({ code: 'PARAMETER_INVALID', message: expect.stringMatching(message) as string });
  });

  it.each<[parameter: string, parameters: object, message: string]>([
    ['options.responseCode', { options: { responseCode: 99999 } }, 'The response code 99999 is invalid. Use an integer from 200 to 599.'],
    ['options.responseCode', { options: { responseCode: -1 } }, 'The response code -1 is invalid.'],
    ['options.responseCode', { options: { responseCode: 200.5 } }, 'The response code 200.5 is invalid.'],
    ['options.responseCode', { options: { responseCode: 'a secret that is long' } }, 'The response code of 21 characters is invalid.'],
    ['redirectURL', { respondWith: 'redirect', redirectURL: 'https://' }, 'The redirect URL is invalid: it is not an address'],
    ['redirectURL', { respondWith: 'redirect', redirectURL: 'http://a:b:c' }, 'The redirect URL is invalid: it is not an address'],
    ['redirectURL', { respondWith: 'redirect', redirectURL: 'not an address' }, 'The redirect URL is invalid: it is not an address'],
    ['redirectURL', { respondWith: 'redirect', redirectURL: ' javascript:alert(1)' }, 'The redirect URL is invalid: it is not the address'],
  ])('the parameter %s of %j, with a message that names it', async (parameter, parameters, message) => {
    const { error } = await run({ respondWith: 'text', responseBody: 'x', ...parameters });
    expect(error).toMatchObject({ code: 'PARAMETER_INVALID', context: { parameter }, message: expect.stringContaining(message) as string });
    expect(error?.message).not.toContain('secret');
  });

  it.each(['/there?a=b', '?x', '#y', 'example.com', 'mailto:a@example.org', 'app://open', 'https://example.org/ü?q=a b'])(
    'no redirect to %s',
    async (redirectURL) => {
      expect((await run({ respondWith: 'redirect', redirectURL })).error).toBeUndefined();
    },
  );
});

describe('a token', () => {
  const signed = async (credential: Record<string, unknown>): Promise<NodeOutcome> =>
    run({ respondWith: 'jwt', payload: '{"sub":"me"}', enableResponseOutput: true }, 1.4, {
      node: { credentials: { jwtAuth: { id: '1', name: 'x' } } },
      ports: { credential: async () => credential },
    });

  it('is signed with a private key, also one on a single line', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString().replaceAll('\n', ' ');
    const { outputs } = await signed({ keyType: 'pemKey', privateKey: pem, algorithm: 'RS256' });
    const json = outputs[1]?.[0]?.json as unknown;
    const { response } = json as { response: { body: { token: string } } };
    const key = await importSPKI(publicKey.export({ type: 'spki', format: 'pem' }).toString(), 'RS256');
    const { payload } = await jwtVerify(response.body.token, key, { currentDate: new Date(Date.UTC(2026, 0, 15, 12)) });
    expect(payload).toEqual({ sub: 'me', iat: Date.UTC(2026, 0, 15, 12) / 1000 });
  });

  it('is not signed with an unsuitable key', async () => {
    expect((await signed({ keyType: 'pemKey', privateKey: 'nonsense', algorithm: 'RS256' })).error).toMatchObject({
      code: 'PARAMETER_INVALID',
      message: expect.stringMatching(/cannot be signed with RS256/) as string,
    });
  });
});
