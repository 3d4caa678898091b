// Digest authentication: the examples of RFC 7616 and RFC 2617, and requests of HTTP Request and GraphQL to a server that verifies them.
import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../contract/json.ts';
import { createHttpClient } from '../../execution/http/client.ts';
import { createCredentialTypes } from '../../registry/index.ts';
import { runNode, type NodeOutcome } from '../../testing/run-node.ts';
import { stubServer, type ReceivedRequest, type StubServer } from '../../testing/stub-server.ts';
import { digestAuthorization, digestChallenge } from './digest.ts';

const rfc = {
  method: 'GET',
  uri: '/dir/index.html',
  bodyHash: '',
  user: 'Mufasa',
  password: 'Circle of Life',
  cnonce: 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ',
  count: 1,
};
const rfcChallenge = (more: string): string =>
  `Digest realm="http-auth@example.org", qop="auth, auth-int", ${more}nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"`;

describe('the examples of the standards', () => {
  it.each<[string, string, Partial<typeof rfc>, string]>([
    ['RFC 7616, MD5', rfcChallenge('algorithm=MD5, '), {}, '8ca523f5e9506fed4657c9700eebdbec'],
    ['RFC 7616, SHA-256', rfcChallenge('algorithm=SHA-256, '), {}, '753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1'],
    [
      'RFC 2617',
      'Digest realm="testrealm@host.com", qop="auth,auth-int", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093", opaque="5ccc069c403ebaf9f0171e9517f40e41"',
      { password: 'Circle Of Life', cnonce: '0a4f113b' },
      '6629fae49393a05397450978507c4ef1',
    ],
    [
      'RFC 2069, as its errata correct it',
      'Digest realm="testrealm@host.com", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093", opaque="5ccc069c403ebaf9f0171e9517f40e41"',
      { password: 'CircleOfLife' },
      '1949323746fe6a43ef61f9606e7febea',
    ],
  ])('%s', (_, header, change, response) => {
    const challenge = digestChallenge(header);
    expect(challenge).toBeDefined();
    if (challenge !== undefined) expect(digestAuthorization(challenge, { ...rfc, ...change })).toContain(`response="${response}"`);
  });

  it('writes the header as RFC 7616 does', () => {
    const challenge = digestChallenge(rfcChallenge('algorithm=SHA-256, '));
    if (challenge === undefined) throw new Error('no challenge');
    expect(digestAuthorization(challenge, rfc)).toBe(
      'Digest username="Mufasa", realm="http-auth@example.org", nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", uri="/dir/index.html", response="753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1", algorithm=SHA-256, opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS", cnonce="f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ", qop=auth, nc=00000001',
    );
  });

  it('writes names with other letters, quotes or as a hash', () => {
    const header = (more: string, user: string): string => {
      const challenge = digestChallenge(`Digest realm="api@example.org", nonce="n", qop="auth"${more}`);
      return challenge === undefined ? '' : digestAuthorization(challenge, { ...rfc, user });
    };
    expect(header(', charset=UTF-8', 'Jäsøn Doe')).toContain("username*=UTF-8''J%C3%A4s%C3%B8n%20Doe, ");
    expect(header(', charset=UTF-8', 'Jason')).toContain('username="Jason", ');
    expect(Buffer.from(header('', 'Jäsøn'), 'latin1').toString()).toContain('username="Jäsøn", ');
    expect(header('', 'a "b" \\ c\r\nx: y')).toContain(String.raw`username="a \"b\" \\ cx: y", `);
    expect(header(', algorithm=SHA-512-256, charset=UTF-8, userhash=true', 'Jäsøn Doe')).toContain(
      'username="793263caabb707a56211940d90411ea4a575adeccb7e360aeb624ed06ece9b0b", userhash=true, ',
    );
  });
});

it.each<[string, object | undefined]>([
  ['Basic realm="x", Digest realm="a, \\"b\\"", nonce="n1", qop=auth', { realm: 'a, "b"', nonce: 'n1', qop: 'auth' }],
  [
    'Digest realm="a", nonce="n1", algorithm=FOO, Digest realm="a", nonce="n2", algorithm=md5-sess',
    { nonce: 'n2', algorithm: { isSession: true } },
  ],
  ['Digest nonce = "n1" , stale = TRUE', { nonce: 'n1', realm: '', isStale: true }],
  ['Digest nonce=n1, qop="other"', undefined],
  ['Digest nonce=n1, algorithm=constructor', undefined],
  ['Digest realm="a"', undefined],
  ['nonce="n1"', undefined],
  ['Digest nonce="n1', undefined],
  ['', undefined],
  [`Digest ${'a'.repeat(8000)}${' '.repeat(8000)}`, undefined],
])('reads the challenge %j', (header, expected) => {
  if (expected === undefined) expect(digestChallenge(header)).toBeUndefined();
  else expect(digestChallenge(header)).toMatchObject(expected);
});

/** What the server requires. */
interface Rules {
  readonly algorithm?: string;
  readonly qop?: string;
  readonly charset?: string;
  readonly opaque?: string;
  /** Number of requests for which a nonce is valid. */
  readonly uses?: number;
}

const USER = 'änn "the" owner';
const PASSWORD = 'pass:wörd';
const REALM = 'Kitchen, "2nd floor"';
let rules: Rules = {};
let server: StubServer;
let serial = 0;
/** Number of requests by nonce. */
const counts = new Map<string, number>();
const http = createHttpClient();

/** Returns the reasons to reject a request; empty if it is allowed. */
function problemsOf({ method, url, headers, body }: ReceivedRequest): readonly string[] {
  const header = Buffer.from(headers.authorization ?? '', 'latin1').toString();
  const params = new Map(
    [...header.matchAll(/([\w*]+)=(?:"((?:[^"\\]|\\.)*)"|([^,]*))/g)].map(([, name = '', text, token]) => [name, text ?? token ?? '']),
  );
  const field = (name: string): string => (params.get(name) ?? '').replaceAll(/\\(.)/g, '$1');
  const algorithm = rules.algorithm ?? 'MD5';
  const hash = (text: string): string =>
    createHash(algorithm.startsWith('SHA-256') ? 'sha256' : 'md5')
      .update(text)
      .digest('hex');
  const user = params.has('username*') ? decodeURIComponent(field('username*').replace(/^UTF-8''/, '')) : field('username');
  const nonce = field('nonce');
  const count = (counts.get(nonce) ?? -1) + 1;
  if (!counts.has(nonce)) return ['unknown nonce'];
  counts.set(nonce, count);
  const first = hash(`${USER}:${REALM}:${PASSWORD}`);
  const key = algorithm.endsWith('-sess') ? hash(`${first}:${nonce}:${field('cnonce')}`) : first;
  const qop = field('qop');
  const target = hash(qop === 'auth-int' ? `${method}:${url}:${hash(body)}` : `${method}:${url}`);
  const expected = hash(
    rules.qop === undefined ? `${key}:${nonce}:${target}` : `${key}:${nonce}:${field('nc')}:${field('cnonce')}:${qop}:${target}`,
  );
  return [
    ...(user === USER ? [] : [`user ${user}`]),
    ...(field('uri') === url ? [] : ['uri']),
    ...(rules.qop === undefined || rules.qop.split(',').includes(qop) ? [] : ['qop']),
    ...(rules.qop === undefined || Number.parseInt(field('nc'), 16) === count ? [] : ['nc']),
    ...(field('opaque') === (rules.opaque ?? '') ? [] : ['opaque']),
    ...(params.has('username*') === (rules.charset !== undefined) ? [] : ['charset']),
    ...(field('response') === expected ? [] : ['response']),
    ...(count <= (rules.uses ?? Infinity) ? [] : ['stale']),
  ];
}

function challenge(response: ServerResponse, isStale: boolean): void {
  const nonce = `nonce/${++serial}=`;
  counts.set(nonce, 0);
  const more = [
    ...(rules.algorithm === undefined ? [] : [`algorithm=${rules.algorithm}`]),
    ...(rules.qop === undefined ? [] : [`qop="${rules.qop}"`]),
    ...(rules.charset === undefined ? [] : [`charset=${rules.charset}`]),
    ...(rules.opaque === undefined ? [] : [`opaque="${rules.opaque}"`]),
    ...(isStale ? ['stale=true'] : []),
  ];
  const digest = `Digest realm="${REALM.replaceAll('"', String.raw`\"`)}", nonce="${nonce}"${more.map((part) => `, ${part}`).join('')}`;
  response.writeHead(401, { 'www-authenticate': ['Basic realm="x"', digest] }).end('not yet');
}

beforeAll(async () => {
  server = await stubServer((request, response) => {
    if (request.url === '/moved') return void response.writeHead(302, { location: '/answer' }).end();
    const problems = problemsOf(request);
    if (problems.length > 0) return challenge(response, problems.join() === 'stale');
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ ok: true, method: request.method, body: request.body }));
  });
});
afterAll(() => Promise.all([http.close(), server.close()]));
beforeEach(() => {
  rules = {};
  counts.clear();
  (server.received as ReceivedRequest[]).length = 0;
});

const run = (
  type: string,
  version: number,
  parameters: JsonObject,
  items: readonly JsonObject[] = [{}],
  password = PASSWORD,
): Promise<NodeOutcome> =>
  runNode({
    type: `n8n-nodes-base.${type}`,
    version,
    parameters,
    items,
    node: { credentials: { httpDigestAuth: { id: '1', name: 'Digest' } } },
    ports: {
      http,
      credentialTypes: createCredentialTypes(),
      // Each test has its own password or server rules; the server does not know the nonces of other tests.
      credential: async () => ({ user: USER, password }),
    },
  });
const generic = { authentication: 'genericCredentialType', genericAuthType: 'httpDigestAuth' };
const post = { method: 'POST', sendBody: true, contentType: 'json', specifyBody: 'json', jsonBody: '{"a":"ä"}' };

describe('requests to a server that verifies them', () => {
  it.each<[string, Rules]>([
    ['no quality of protection', {}],
    ['auth', { qop: 'auth' }],
    ['auth-int', { qop: 'auth-int' }],
    ['both', { qop: 'auth,auth-int', opaque: 'o/=+' }],
    ['MD5-sess', { qop: 'auth', algorithm: 'MD5-sess' }],
    ['SHA-256', { qop: 'auth', algorithm: 'SHA-256', charset: 'UTF-8' }],
    ['SHA-256-sess with auth-int', { qop: 'auth-int', algorithm: 'SHA-256-sess', charset: 'UTF-8' }],
    ['nonces for one request each', { qop: 'auth', uses: 1 }],
  ])('%s', async (_, input) => {
    rules = input;
    const { json, error } = await run(
      'httpRequest',
      4.2,
      {
        url: `${server.address}/answer?a=1&b=x%20y`,
        ...generic,
        ...post,
        options: { batching: { batch: { batchSize: 1, batchInterval: 0 } } },
      },
      [{}, {}, {}],
    );
    expect(error).toBeUndefined();
    expect(json).toEqual([1, 2, 3].map(() => ({ ok: true, method: 'POST', body: '{"a":"ä"}' })));
    // One request receives a challenge; the following ones use the known nonce.
    expect(server.received.length).toBe(input.uses === 1 ? 6 : 4);
  });

  it.each<[string, number, JsonObject]>([
    ['httpRequest', 1, { requestMethod: 'GET', authentication: 'digestAuth' }],
    ['httpRequest', 2, { requestMethod: 'GET', ...generic }],
    ['httpRequest', 3, { method: 'GET', ...generic, options: { redirect: { redirect: { followRedirects: true } } } }],
    ['httpRequest', 4.5, { method: 'GET', ...generic }],
  ])('%s, version %d', async (type, version, parameters) => {
    rules = { qop: 'auth' };
    expect((await run(type, version, { url: `${server.address}/moved`, ...parameters })).json).toMatchObject([{ ok: true, method: 'GET' }]);
  });

  it.each([1, 1.1])('graphql, version %d', async (version) => {
    rules = { qop: 'auth-int' };
    const { json } = await run('graphql', version, { endpoint: `${server.address}/graphql`, query: '{ a }', authentication: 'digestAuth' });
    expect(json).toMatchObject([{ ok: true, method: 'POST' }]);
  });

  it('sends a file again', async () => {
    rules = { qop: 'auth-int' };
    const file = { mimeType: 'text/plain', data: Buffer.from('content of the file').toString('base64') };
    const { json } = await run(
      'httpRequest',
      4.2,
      { url: `${server.address}/answer`, ...generic, method: 'PUT', sendBody: true, contentType: 'binaryData', inputDataFieldName: 'data' },
      [{ json: {}, binary: { data: file } } as unknown as JsonObject],
    );
    expect(json).toEqual([{ ok: true, method: 'PUT', body: 'content of the file' }]);
  });

  it('many at once', async () => {
    rules = { qop: 'auth', uses: 1 };
    const { json, error } = await run(
      'httpRequest',
      4.2,
      { url: `${server.address}/answer`, ...generic },
      Array.from({ length: 30 }, () => ({})),
    );
    expect(error?.message ?? json.length).toBe(30);
  });

  it('gives up with a wrong password', async () => {
    rules = { qop: 'auth' };
    const { error } = await run('httpRequest', 4.2, { url: `${server.address}/answer`, ...generic }, [{}], 'wrong-password');
    expect(error).toMatchObject({ message: 'Authorization failed - please check your credentials', httpCode: '401' });
    expect(server.received.length).toBe(2);
    expect(JSON.stringify([error, server.received])).not.toContain('wrong-password');
  });
});
