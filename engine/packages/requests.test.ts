// Requests of package code through the helpers: what is sent, what is returned, and which errors are thrown.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../contract/json.ts';
import { createHttpClient } from '../execution/http/client.ts';
import type { CredentialTypes, NodeRegistry } from '../registry/index.ts';
import { NodeError, type HttpPort } from '../sdk/index.ts';
import { installedFixture, type InstalledFixture } from '../testing/installed-fixture.ts';
import { runNode, type NodeCase, type NodeOutcome } from '../testing/run-node.ts';
import { stubServer, type ReceivedRequest, type StubServer } from '../testing/stub-server.ts';

const name = 'n8n-nodes-fixture-versioned';

/** Requests without a response that the server has received, and connections of them that were closed. */
const events: string[] = [];
let installed: InstalledFixture;
let server: StubServer;
let nodes: NodeRegistry;
let credentialTypes: CredentialTypes;

beforeAll(async () => {
  installed = await installedFixture('versioned');
  ({ nodes, credentialTypes } = installed);
  server = await stubServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://stub');
    if (pathname === '/reset') return void response.destroy();
    if (pathname.startsWith('/silent')) {
      events.push(`opened ${pathname}`);
      response.once('close', () => events.push(`closed ${pathname}`));
      if (pathname.includes('drip')) response.writeHead(200, { 'content-type': 'text/plain' }).write('drop');
      return;
    }
    if (pathname === '/events') return void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(events));
    if (pathname === '/text') return void response.writeHead(200, { 'content-type': 'text/plain' }).end(request.body);
    if (pathname.startsWith('/asks')) {
      const { authorization = '' } = request.headers;
      const challenge = pathname.endsWith('digest') ? 'Digest realm="r", nonce="n", qop="auth-int, auth"' : 'Basic realm="r"';
      const isSigned = authorization.startsWith(challenge.slice(0, challenge.indexOf(' ')));
      response.writeHead(isSigned ? 200 : 401, { 'content-type': 'text/plain', 'www-authenticate': challenge });
      return void response.end(`${authorization.replace(/cnonce="\w+"/, '').replace(/response="\w{32}"/, 'response')} ${request.body}`);
    }
    if (pathname === '/cut') {
      response.writeHead(200, { 'content-length': 1000 });
      return void response.write('part', () => response.destroy());
    }
    if (pathname.startsWith('/download')) {
      const disposition = new URL(request.url, 'http://stub').searchParams.get('disposition');
      const headers = {
        'content-type': 'text/csv; charset=utf-8',
        ...(disposition === null ? {} : { 'content-disposition': disposition }),
      };
      return void response.writeHead(200, headers).end('a,b');
    }
    const isExpired = pathname === '/expired' && request.headers.authorization !== 'Bearer renewed';
    response.writeHead(isExpired ? 403 : 200, { 'content-type': 'application/json' }).end('{"ok":true,"access_token":"fetched"}');
  });
});
afterAll(async () => {
  await installed.close();
  await server.close();
});

type Call = readonly [helper: string, ...args: readonly unknown[]];

const surface = (parameters: JsonObject, ports: NodeCase['ports'] = {}, types: readonly string[] = []): Promise<NodeOutcome> =>
  runNode({
    type: `${name}.surface`,
    parameters,
    node: { credentials: Object.fromEntries(types.map((type) => [type, { id: '1', name: 'Service' }])) },
    ports: { nodes, http: createHttpClient({ environment: {} }), credentialTypes, ...ports },
  });

/** Returns the result of a use of helpers that the fixture contains. */
async function used(use: string, url: string, more: JsonObject = {}, ...ports: readonly [NodeCase['ports']?]): Promise<unknown> {
  const { json, error } = await surface({ use, url, ...more }, ...ports);
  if (error !== undefined) throw new Error(error.message);
  return json[0]?.['result'];
}

/** Returns what each call of a helper returned, or the fields of its error. */
async function called(calls: readonly Call[], ports: NodeCase['ports'] = {}, types: readonly string[] = []): Promise<readonly unknown[]> {
  const { json, error } = await surface({ use: 'calls', url: '', calls: JSON.stringify(calls) }, ports, types);
  if (error !== undefined) throw new Error(error.message);
  return json[0]?.['result'] as readonly unknown[];
}

/** Returns a client that finds no address for one host. A real name service may return an address for any name. */
function failingFor(host: string, code: string): HttpPort {
  const client = createHttpClient({ environment: {} });
  return {
    request: async (request) => {
      if (new URL(request.url).hostname !== host) return client.request(request);
      throw new NodeError('The host name is unknown', { code: 'NODE_REQUEST_FAILED', name: 'NodeApiError', httpCode: code });
    },
  };
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
  const requests = await received(calls, { credential: async () => ({}) }, ['smtp']);
  expect(requests.map(({ headers }) => headers['user-agent'])).toEqual(['n8n', 'n8n', 'own', 'n8n', 'own', 'n8n', 'own', 'n8n']);
});

it('responses have the form that the encoding names', async () => {
  const text = '{"ok":true,"access_token":"fetched"}';
  const parsed: unknown = JSON.parse(text);
  // In Node, axios returns text for a document and for a blob, and does not parse it.
  const encodings = ['text', 'document', 'blob', 'json', 'latin1', 'no-such-encoding', undefined];
  const responses = await called(encodings.map((encoding) => ['httpRequest', { url: server.address, encoding }]));
  expect(responses).toEqual([text, text, text, parsed, parsed, parsed, parsed]);
});

it('JSON is parsed by httpRequest whatever its type, unless an encoding is named, and by request if it is asked for', async () => {
  const url = `${server.address}/text`;
  const request = { method: 'POST', url, headers: { 'content-type': 'text/plain' } };
  const bytes = { type: 'Buffer', data: [...Buffer.from('[1]')] };
  const cases: readonly (readonly [helper: string, options: object, result: unknown])[] = [
    ['httpRequest', { body: '{"a":1}' }, { a: 1 }],
    ['httpRequest', { body: '12', json: false }, 12],
    ['httpRequest', { body: '<a>' }, '<a>'],
    ['httpRequest', { body: '' }, ''],
    ['httpRequest', { body: '[1]', encoding: 'text' }, '[1]'],
    ['httpRequest', { body: '[1]', encoding: 'arraybuffer' }, bytes],
    ['httpRequest', { body: '[1]', encoding: 'arrayBuffer' }, bytes],
    ['request', { body: '[1]' }, '[1]'],
    ['request', { body: [1], json: true }, [1]],
    ['request', { body: '[1]', encoding: null }, bytes],
  ];
  const results = await called(cases.map(([helper, options]) => [helper, { ...request, ...options }]));
  expect(results).toEqual(cases.map(([, , result]) => result));
});

it.each(['httpRequest', 'request'])('%s sends text that is JSON as it is, and other values as JSON', async (helper) => {
  const bodies = ['{"a": 1}', '[1]', 'text', 7, [1], { a: 1 }, {}];
  const requests = await received(bodies.map((body) => [helper, { method: 'POST', url: server.address, body, json: true }]));
  expect(requests.map(({ body }) => body)).toEqual(['{"a": 1}', '[1]', '"text"', '7', '[1]', '{"a":1}', '{}']);
  expect(new Set(requests.map(({ headers }) => headers['content-type']))).toEqual(new Set(['application/json']));
});

describe('options of OAuth2', () => {
  const token = { access_token: 'at1', token_type: 'custom', other: { tok: 'nested' } };
  const type = 'oAuth2Api';
  const ports = {
    credential: async () => ({ oauthTokenData: token }),
    renewedCredential: async () => ({ oauthTokenData: { access_token: 'renewed' } }),
  };
  const requestsWith = async (path: string, oauth2: JsonObject): Promise<readonly (readonly [unknown, unknown])[]> => {
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
    expect(await requestsWith('/', oauth2)).toEqual(thrice([authorization, header]));
  });

  it('choose the status after which the token is renewed, once', async () => {
    const options = { tokenType: 'Bearer', tokenExpiredStatusCode: 403 };
    expect(await requestsWith('/expired', options)).toEqual(
      thrice([['Bearer at1'], ['Bearer renewed']])
        .flat()
        .map(([value]) => [value, undefined]),
    );
    expect(await requestsWith('/expired', { tokenType: 'Bearer' })).toEqual(thrice(['Bearer at1', undefined]));
  });

  it('cannot name a header that would not be sent', async () => {
    const call: Call = ['requestOAuth2', type, { uri: server.address }, { keyToIncludeInAccessTokenHeader: '__proto__' }];
    expect(await called([call], ports, [type])).toMatchObject([{ message: 'The credential\'s header cannot be named "__proto__".' }]);
  });
});

describe('a decrypted credential that is given with a request', () => {
  const input = (data: JsonObject): JsonObject => ({ credentialsDecrypted: { id: '', name: 'Given', type: 'any', data } });
  const authorizations = async (type: string, more: JsonObject, ports: NodeCase['ports'] = {}, types: readonly string[] = []) => {
    const calls: readonly Call[] = [
      ['httpRequestWithAuthentication', type, { url: server.address }, more],
      ['requestWithAuthentication', type, { uri: server.address }, more],
    ];
    return (await received(calls, ports, types)).map(({ headers }) => headers.authorization);
  };
  const stored = { credential: async () => ({ name: 'Authorization', value: 'stored' }) };

  it.each<[string, JsonObject, string]>([
    ['signs it', input({ name: 'Authorization', value: 'given' }), 'given'],
    ['is not evaluated', input({ name: 'Authorization', value: '={{ 1 + 1 }}' }), '={{ 1 + 1 }}'],
    ['without data is that of the node', { credentialsDecrypted: { name: 'Given' } }, 'stored'],
    ['and is null is that of the node', { credentialsDecrypted: null }, 'stored'],
  ])('%s', async (_, more, value) => {
    expect(await authorizations('httpHeaderAuth', more, stored, ['httpHeaderAuth'])).toEqual([value, value]);
  });

  it('needs none in the node', async () => {
    const data = { name: 'Authorization', value: 'given' };
    expect(await authorizations('httpHeaderAuth', input(data))).toEqual(['given', 'given']);
  });

  it('is sent to its own domains only', async () => {
    const data = { name: 'A', value: 'given', allowedHttpRequestDomains: 'domains', allowedDomains: 'example.com' };
    const call: Call = ['httpRequestWithAuthentication', 'httpHeaderAuth', { url: server.address }, input(data)];
    expect(await called([call])).toMatchObject([{ message: expect.stringContaining('may not be sent to 127.0.0.1') }]);
  });

  it('fetches a token of its own, which is not stored', async () => {
    const renewed: unknown[] = [];
    const data = { grantType: 'clientCredentials', clientId: 'id', clientSecret: 'secret', accessTokenUrl: `${server.address}/token` };
    const ports = {
      renewedCredential: async (...args: readonly unknown[]) => {
        renewed.push(args);
        return {};
      },
    };
    const client = `Basic ${Buffer.from('id:secret').toString('base64')}`;
    expect(await authorizations('oAuth2Api', input(data), ports)).toEqual([client, 'Bearer fetched', client, 'Bearer fetched']);
    expect(renewed).toEqual([]);
  });
});

describe('an error of the network', () => {
  const hung = (path: string): string => `${server.address}${path}`;

  it.each<[string, () => JsonObject, string, string]>([
    ['a refused connection', () => ({ url: 'http://127.0.0.1:1/' }), 'ECONNREFUSED', 'ECONNREFUSED'],
    ['an unknown host', () => ({ url: 'http://none.invalid/' }), 'ENOTFOUND', 'ENOTFOUND'],
    ['a connection that is closed', () => ({ url: hung('/reset') }), 'ECONNRESET', 'ECONNRESET'],
    ['a service that does not respond', () => ({ url: hung('/silent'), timeout: 50 }), 'ECONNABORTED', 'ETIMEDOUT'],
  ])('has the code of the system: %s', async (_, options, code, older) => {
    const lookup = { http: failingFor('none.invalid', 'ENOTFOUND') };
    expect(
      await called(
        [
          ['httpRequest', options()],
          ['request', options()],
          ['httpRequestWithAuthentication', 'smtp', options()],
        ],
        { ...lookup, credential: async () => ({}) },
        ['smtp'],
      ),
    ).toMatchObject([
      { name: 'AxiosError', code, cause: code },
      { name: 'RequestError', code: older, cause: older },
      { name: 'AxiosError', code, cause: code },
    ]);
  });

  it('is told also if it happens while the response is read', async () => {
    expect(await called([['httpRequest', { url: hung('/cut') }]])).toMatchObject([{ name: 'AxiosError', code: 'ECONNRESET' }]);
    await expect(used('cutStream', hung('/cut'))).resolves.toEqual('ECONNRESET');
  });

  it.each(['unhandled', 'wrapped'])('keeps its meaning for the engine: %s', async (use) => {
    const { error } = await surface({ use, url: 'http://127.0.0.1:1/' });
    expect(error).toMatchObject({ code: 'NODE_REQUEST_FAILED', name: 'NodeApiError', message: expect.stringContaining('refused') });
  });
});

describe('the stream of a response', () => {
  it.each([
    ['/download/report%20a.dat?x=/y', 'report a.dat'],
    ['/download/', undefined],
    [`/download/a?disposition=${encodeURIComponent('attachment; filename="named.csv"')}`, 'named.csv'],
    [`/download/a?disposition=${encodeURIComponent("attachment; filename*=UTF-8''%2Fetc%2Fp%C3%A4ss")}`, 'päss'],
    ['/download/%2Fetc%2F%FC', 'ü'],
  ])('names the file and its type: %s', async (path, fileName) => {
    const file = [fileName, 'text/csv', undefined].map((value) => value ?? null);
    expect(await used('downloads', `${server.address}${path}`)).toEqual({
      head: [200, 'OK', 'text/csv; charset=utf-8'],
      files: [file, file, file, ['own.bin', 'application/x-own', 'folder']],
    });
  });
});

it('requests that sign only when asked are signed as the service asks', async () => {
  const auth = { user: 'ann', pass: 'secret', sendImmediately: false };
  const basic = `Basic ${Buffer.from('ann:secret').toString('base64')}`;
  const digest = 'Digest username="ann", realm="r", nonce="n", uri="/asks/digest?a=1", response, , qop=auth, nc=00000001';
  const at = (path: string): string => `${server.address}${path}`;
  const calls: readonly Call[] = [
    ['request', { uri: at('/asks/basic'), auth }],
    ['request', { uri: at('/asks/digest'), qs: { a: 1 }, method: 'POST', body: 'text', auth }],
    ['httpRequest', { url: at('/asks/digest?a=1'), auth: { username: 'ann', password: 'secret', sendImmediately: false } }],
    ['request', { uri: at('/asks/digest'), auth: { ...auth, sendImmediately: true }, simple: false }],
    ['request', { uri: at('/text'), method: 'POST', body: 'open', auth }],
  ];
  expect(await called(calls)).toEqual([`${basic} `, `${digest} text`, `${digest} `, `${basic} `, 'open']);
});

it('requests end when their signal is aborted', async () => {
  const canceled = ['CanceledError', 'ERR_CANCELED'];
  const ports = { credential: async () => ({ name: 'X-Key', value: 'secret' }) };
  const { json, error } = await surface({ use: 'aborts', url: server.address, type: 'httpHeaderAuth' }, ports, ['httpHeaderAuth']);
  expect([error, json[0]?.['result']]).toEqual([
    undefined,
    {
      plain: [canceled, canceled],
      signed: [canceled, canceled],
      older: [canceled, canceled],
      upload: [canceled, true],
      first: 'drop',
      streamed: canceled,
      unread: true,
      complete: true,
    },
  ]);
  expect(events.filter((event) => /before|upload/.test(event))).toEqual([]);
});
