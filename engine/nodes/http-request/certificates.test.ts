// HTTP Request with the certificate of a client, against a server that requires one.
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../contract/json.ts';
import { createHttpClient } from '../../execution/http/client.ts';
import { createCredentialTypes } from '../../registry/index.ts';
import { makeCertificate } from '../../testing/certificates.ts';
import { runNode, type NodeOutcome } from '../../testing/run-node.ts';
import { stubServer, type StubServer } from '../../testing/stub-server.ts';

const authority = makeCertificate('Authority');
const own = makeCertificate('127.0.0.1', authority);
const client = makeCertificate('client of the test', authority);
const stranger = makeCertificate('stranger', makeCertificate('other authority'));
const encrypted = client.keys.privateKey.export({
  type: 'pkcs8',
  format: 'pem',
  cipher: 'aes-256-cbc',
  passphrase: 'open sesame',
}) as string;
const complete = { ca: authority.cert, cert: client.cert, key: client.key };

const http = createHttpClient();
let address: string;
let other: StubServer;
const started: Server[] = [];

async function secureServer(requestCert: boolean): Promise<string> {
  const server = createServer({ ...own, ca: authority.cert, requestCert, rejectUnauthorized: requestCert }, (request, response) => {
    if (request.url === '/elsewhere') return void response.writeHead(302, { location: `${address}/` }).end();
    const subject: unknown = (request.socket as TLSSocket).getPeerCertificate().subject?.CN;
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ subject, authorization: request.headers.authorization }));
  });
  started.push(server);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

let open: string;
beforeAll(async () => {
  address = await secureServer(true);
  open = await secureServer(false);
  other = await stubServer((_request, response) => response.end('{}'));
});
afterAll(async () => {
  await http.close();
  await other.close();
  for (const each of started) {
    each.closeAllConnections();
    each.close();
  }
});

async function requested(
  data: JsonObject | undefined,
  parameters: JsonObject = {},
  items: readonly JsonObject[] = [{}],
): Promise<NodeOutcome> {
  return runNode({
    type: 'n8n-nodes-base.httpRequest',
    version: 4.2,
    items,
    parameters: { url: `${address}/`, ...(data === undefined ? {} : { provideSslCertificates: true }), ...parameters },
    node: { credentials: { httpSslAuth: { id: '1', name: 'SSL' }, httpBearerAuth: { id: '2', name: 'Bearer' } } },
    ports: {
      http,
      credentialTypes: createCredentialTypes(),
      credential: async (type) => (type === 'httpSslAuth' ? (data ?? {}) : { token: 'token-1' }),
    },
  });
}

describe('the certificate of a credential', () => {
  it.each<[string, JsonObject]>([
    ['with its key', complete],
    ['with an encrypted key', { ...complete, key: encrypted, passphrase: 'open sesame' }],
    ['pasted without line breaks', { ...complete, cert: client.cert.replaceAll('\n', ' '), key: client.key.replaceAll('\n', ' ') }],
    ['whose line breaks are written out', { ...complete, ca: authority.cert.replaceAll('\n', String.raw`\n`) }],
    ['with an unused passphrase', { ...complete, passphrase: 'unused' }],
  ])('authenticates the client: %s', async (_, data) => {
    expect(await requested(data)).toMatchObject({ json: [{ subject: 'client of the test' }] });
  });

  it('may differ for each item, and accompanies another credential', async () => {
    const data = { ...complete, cert: '={{ $json.cert }}', key: '={{ $json.key }}' };
    const second = makeCertificate('second client', authority);
    const { json } = await requested(data, { authentication: 'genericCredentialType', genericAuthType: 'httpBearerAuth' }, [
      { cert: client.cert, key: client.key },
      { cert: second.cert, key: second.key },
    ]);
    expect(json).toEqual([
      { subject: 'client of the test', authorization: 'Bearer token-1' },
      { subject: 'second client', authorization: 'Bearer token-1' },
    ]);
  });

  it('is not sent to another origin after a redirect, unless the node says so', async () => {
    expect((await requested(complete, { url: `${open}/elsewhere` })).error?.message).toMatch(/certificate/);
    const requests = await requested(complete, { url: `${open}/elsewhere`, options: { sendCredentialsOnCrossOriginRedirect: true } });
    expect(requests.json).toEqual([{ subject: 'client of the test' }]);
  });

  it('may be an authority alone', async () => {
    expect((await requested({ ca: authority.cert }, { url: `${open}/` })).json).toEqual([{}]);
    expect((await requested({ ca: stranger.cert }, { url: `${open}/` })).error?.message).toMatch(/cannot be verified|self-signed|issuer/);
  });

  it.each<[string, JsonObject | undefined, RegExp]>([
    ['no certificate', { ca: authority.cert }, /requires a certificate of the client|closed the connection/],
    [
      'the certificate of a stranger',
      { ca: authority.cert, cert: stranger.cert, key: stranger.key },
      /does not trust the certificate|closed the connection/,
    ],
    ['a wrong passphrase', { ...complete, key: encrypted, passphrase: 'guess' }, /has a passphrase that does not open its private key/],
    ['no passphrase', { ...complete, key: encrypted }, /has an encrypted private key and no passphrase/],
    ['a broken key', { ...complete, key: 'no key' }, /has a private key that cannot be read/],
    ['a broken certificate', { ...complete, cert: client.cert.slice(0, 200) }, /has a certificate that cannot be read/],
    ['a broken CA', { ...complete, ca: 'x' }, /has a CA that cannot be read/],
    ['the key of another certificate', { ...complete, key: stranger.key }, /has a private key that does not belong to its certificate/],
    ['no key', { cert: client.cert }, /has a certificate without its private key/],
    ['nothing', {}, /has neither a certificate nor a CA/],
  ])('%s is an error that says so', async (_, data, message) => {
    const { error } = await requested(data);
    expect(error?.message).toMatch(message);
    for (const secret of ['guess', 'open sesame', client.key.slice(40, 80)]) expect(JSON.stringify(error)).not.toContain(secret);
  });

  it('is required if the node says so', async () => {
    const outcome = await runNode({
      type: 'n8n-nodes-base.httpRequest',
      version: 4.2,
      parameters: { url: `${other.address}/`, provideSslCertificates: true },
      ports: { http, credentialTypes: createCredentialTypes() },
    });
    expect(outcome.error?.message).toBe('The node "Node" has no credential of type "SSL Certificates".');
  });
});
