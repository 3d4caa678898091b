// Requests of package code through the helpers: what is sent, what is returned, and which errors are thrown.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../contract/json.ts';
import { createHttpClient } from '../execution/http/client.ts';
import { createCredentialTypes, createNodeRegistry, type CredentialTypes, type NodeRegistry } from '../registry/index.ts';
import { usePackage } from '../registry/n8n/index.ts';
import { startPackageRegistry, type PackageRegistry } from '../testing/package-registry.ts';
import { runNode, type NodeCase } from '../testing/run-node.ts';
import { stubServer, type ReceivedRequest, type StubServer } from '../testing/stub-server.ts';
import { Packages } from './index.ts';

const name = 'n8n-nodes-fixture-versioned';

let source: PackageRegistry;
let server: StubServer;
let folder: string;
let packages: Packages;
let nodes: NodeRegistry;
let credentialTypes: CredentialTypes;

beforeAll(async () => {
  source = await startPackageRegistry();
  await source.publish(join(import.meta.dirname, '../../build/fixtures/versioned'));
  folder = await mkdtemp(join(tmpdir(), 'millrace-packages-'));
  packages = new Packages({ folder, registry: source.url });
  nodes = createNodeRegistry();
  credentialTypes = createCredentialTypes();
  const types = { registry: nodes, credentialTypes, instanceId: 'test', instanceUrl: () => 'http://localhost:5678' };
  usePackage(types, packages, await packages.install({ name, version: 'latest' }));
  server = await stubServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://stub');
    const isExpired = pathname === '/expired' && request.headers.authorization !== 'Bearer renewed';
    response.writeHead(isExpired ? 403 : 200, { 'content-type': 'application/json' }).end('{"ok":true}');
  });
});
afterAll(async () => {
  await packages.stop();
  await source.stop();
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

type Call = readonly [helper: string, ...args: readonly unknown[]];

/** Returns what each call of a helper returned, or the fields of its error. */
async function called(calls: readonly Call[], ports: NodeCase['ports'] = {}, types: readonly string[] = []): Promise<readonly unknown[]> {
  const { json, error } = await runNode({
    type: `${name}.surface`,
    parameters: { use: 'calls', url: '', calls: JSON.stringify(calls) },
    node: { credentials: Object.fromEntries(types.map((type) => [type, { id: '1', name: 'Service' }])) },
    ports: { nodes, http: createHttpClient({ environment: {} }), credentialTypes, ...ports },
  });
  if (error !== undefined) throw new Error(error.message);
  return json[0]?.['result'] as readonly unknown[];
}

/** Returns the requests that the server received from the calls. */
async function received(...args: Parameters<typeof called>): Promise<readonly ReceivedRequest[]> {
  const before = server.received.length;
  await called(...args);
  return server.received.slice(before);
}

it('requests name the program unless they name another one', async () => {
  const own = { 'USER-agent': 'own' };
  const url = server.address;
  const calls: readonly Call[] = [
    ['httpRequest', { url }],
    ['httpRequest', { url, headers: { 'User-Agent': null } }],
    ['httpRequest', { url, headers: own }],
    ['httpRequestWithAuthentication', 'smtp', { url }],
    ['httpRequestWithAuthentication', 'smtp', { url, headers: own }],
    ['request', url],
    ['request', { uri: url, headers: own }],
    ['requestWithAuthenticationPaginated', { uri: url }, 0, { continue: false, request: {} }],
  ];
  const sent = await received(calls, { credential: async () => ({}) }, ['smtp']);
  expect(sent.map(({ headers }) => headers['user-agent'])).toEqual(['n8n', 'n8n', 'own', 'n8n', 'own', 'n8n', 'own', 'n8n']);
});

it('responses have the form that the encoding names', async () => {
  const text = '{"ok":true}';
  // In Node, axios returns text for a document and for a blob, and does not parse it.
  const encodings = ['text', 'document', 'blob', 'json', 'latin1', 'no-such-encoding', undefined];
  const responses = await called(encodings.map((encoding) => ['httpRequest', { url: server.address, encoding }]));
  expect(responses).toEqual([text, text, text, { ok: true }, { ok: true }, { ok: true }, { ok: true }]);
});

describe('options of OAuth2', () => {
  const token = { access_token: 'at1', token_type: 'custom', other: { tok: 'nested' } };
  const type = 'oAuth2Api';
  const ports = {
    credential: async () => ({ oauthTokenData: token }),
    renewedCredential: async () => ({ oauthTokenData: { access_token: 'renewed' } }),
  };
  const sent = async (path: string, oauth2: JsonObject): Promise<readonly (readonly [unknown, unknown])[]> => {
    const url = `${server.address}${path}`;
    const calls: readonly Call[] = [
      ['requestOAuth2', type, { uri: url, json: true }, oauth2],
      ['requestWithAuthentication', type, { uri: url, json: true }, { oauth2 }],
      ['httpRequestWithAuthentication', type, { url }, { oauth2 }],
    ];
    return (await received(calls, ports, [type])).map(({ headers }) => [headers.authorization, headers['x-tok']]);
  };
  const thrice = <T>(value: T): readonly T[] => [value, value, value];

  it.each<[string, JsonObject, string, string?]>([
    ['no options', {}, 'custom at1'],
    ['a type', { tokenType: 'Bearer' }, 'Bearer at1'],
    ['a type in lower case', { tokenType: 'bearer' }, 'Bearer at1'],
    ['another type', { tokenType: 'Bot' }, 'Bot at1'],
    ['an empty type', { tokenType: '' }, 'custom at1'],
    ['no type', { tokenType: 'Bearer', keepBearer: false }, 'at1'],
    ['another header', { keyToIncludeInAccessTokenHeader: 'X-Tok' }, 'custom at1', 'at1'],
    ['another token', { property: 'other.tok', tokenType: 'Bearer' }, 'Bearer nested'],
    ['a token that is missing', { property: 'constructor.name', tokenType: 'Bearer' }, 'Bearer at1'],
    ['values of other kinds', { tokenType: null, property: 1, keyToIncludeInAccessTokenHeader: {} }, 'custom at1'],
  ])('choose how the token is sent: %s', async (_, oauth2, authorization, header) => {
    expect(await sent('/', oauth2)).toEqual(thrice([authorization, header]));
  });

  it('choose the status after which the token is renewed, once', async () => {
    const options = { tokenType: 'Bearer', tokenExpiredStatusCode: 403 };
    expect(await sent('/expired', options)).toEqual(
      thrice([['Bearer at1'], ['Bearer renewed']])
        .flat()
        .map(([value]) => [value, undefined]),
    );
    expect(await sent('/expired', { tokenType: 'Bearer' })).toEqual(thrice(['Bearer at1', undefined]));
  });

  it('cannot name a header that would not be sent', async () => {
    const call: Call = ['requestOAuth2', type, { uri: server.address }, { keyToIncludeInAccessTokenHeader: '__proto__' }];
    expect(await called([call], ports, [type])).toMatchObject([{ message: 'The credential\'s header cannot be named "__proto__".' }]);
  });
});
