// Credentials that are limited to domains: to which servers requests with them are sent, for every way to send one.
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { JsonObject } from '../../contract/json.ts';
import { createCredentialTypes } from '../../registry/index.ts';
import type { CredentialDefinition, HttpRequest } from '../../sdk/index.ts';
import { createHttpClient } from './client.ts';
import { evaluateAlone, signedRequest } from './credential-signing.ts';

/** Requests that the test servers received, by server. */
const received: string[] = [];
const servers: Server[] = [];
const client = createHttpClient();

async function listening(name: string, respond: (request: IncomingMessage) => Record<string, string> = () => ({})): Promise<number> {
  const server = createServer((request, response) => {
    received.push(`${name} ${String(request.headers['x-key'] ?? '-')}`);
    const headers = respond(request);
    response.writeHead('location' in headers ? 307 : 'www-authenticate' in headers ? 401 : 200, headers).end('ok');
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

const ports = { service: 0, other: 0, proxy: 0 };

beforeAll(async () => {
  ports.other = await listening('other');
  ports.proxy = await listening('proxy');
  ports.service = await listening('service', ({ url = '', headers }): Record<string, string> => {
    const { searchParams } = new URL(url, 'http://service');
    const [to, digest] = [searchParams.get('to'), searchParams.get('digest')];
    if (digest !== null && headers.authorization === undefined) return { 'www-authenticate': 'Digest realm="r", nonce="n", qop="auth"' };
    return to === null ? {} : { location: to };
  });
});
beforeEach(() => void received.splice(0));
afterAll(async () => {
  await client.close();
  for (const server of servers) server.close();
});

const own = { allowedHttpRequestDomains: 'domains', allowedDomains: '127.0.0.1' };
const filled = (text: string): string => text.replaceAll(/\b(service|other|proxy)\b/g, (name) => String(ports[name as keyof typeof ports]));

async function send(request: HttpRequest, data: JsonObject = own, typeName = 'httpHeaderAuth'): Promise<string> {
  const type = (await createCredentialTypes().type(typeName)) as CredentialDefinition;
  const input = { name: 'X-Key', value: 'secret-key', user: 'ann', password: 'secret-key', ...data };
  const { url, proxy } = request;
  const unsigned = { ...request, url: filled(url), ...(proxy === undefined ? {} : { proxy: filled(proxy) }) };
  try {
    const signed = await signedRequest({ type, data: input, evaluate: evaluateAlone }, unsigned);
    return String((await client.request(signed)).status);
  } catch (error) {
    return (error as Error).message;
  }
}

it.each<[name: string, request: HttpRequest, message: RegExp]>([
  ['another host', { url: 'http://localhost:other/' }, /may not be sent to localhost/],
  ['another host after a user that looks like the service', { url: 'http://127.0.0.1@localhost:other/' }, /may not be sent to localhost/],
  ['a proxy', { url: 'http://127.0.0.1:service/', proxy: 'http://127.0.0.1:proxy' }, /does not allow the proxy/],
  ['a proxy without a protocol', { url: 'http://127.0.0.1:service/', proxy: '127.0.0.1:proxy' }, /does not allow the proxy/],
  ['a proxy of https', { url: 'https://127.0.0.1:service/', proxy: 'http://127.0.0.1:proxy' }, /does not allow the proxy/],
  ['no check of certificates', { url: 'https://127.0.0.1:service/', allowUnauthorizedCerts: true }, /does not verify/],
  ['an authority of the node', { url: 'https://127.0.0.1:service/', certificates: { ca: 'x' } }, /does not verify/],
  ['the Host of another service', { url: 'http://127.0.0.1:service/', headers: { hOsT: 'localhost' } }, /Host header/],
  ['a Host with a user', { url: 'http://127.0.0.1:service/', headers: { Host: 'evil.example:80@127.0.0.1' } }, /Host header/],
  ['the method TRACE', { url: 'http://127.0.0.1:service/', method: 'trace' }, /TRACE cannot be signed/],
])('is not sent with %s', async (_, request, message) => {
  expect(await send(request)).toMatch(message);
  expect(received).toEqual([]);
});

it.each<[name: string, to: string, more: Partial<HttpRequest>, message: RegExp]>([
  ['another host', 'http://localhost:other/', {}, /redirect from .* leads to localhost.*which the credential does not allow/],
  ['another host, to which the node would send it', 'http://localhost:other/', { sendsCredentialsElsewhere: true }, /leads to localhost/],
  ['another host without a scheme', '//localhost:other/', { sendsCredentialsElsewhere: true }, /leads to localhost/],
])('does not follow a redirect to %s', async (_, to, more, message) => {
  expect(await send({ url: `http://127.0.0.1:service/?to=${to}`, ...more })).toMatch(message);
  expect(received).toEqual(['service secret-key']);
});

it('does not follow a redirect to another host after a rejection was sent', async () => {
  const url = 'http://127.0.0.1:service/?digest=1&to=http://localhost:other/';
  expect(await send({ url, sendsCredentialsElsewhere: true }, own, 'httpDigestAuth')).toMatch(/leads to localhost/);
  expect(received).toEqual(['service -', 'service -']);
});

it('does not lose encryption by a redirect', async () => {
  const type = (await createCredentialTypes().type('httpHeaderAuth')) as CredentialDefinition;
  const data = { name: 'X-Key', value: 'v', ...own };
  const { checkOutgoing } = await signedRequest({ type, data, evaluate: evaluateAlone }, { url: 'https://127.0.0.1/' });
  const hop = (from: string, to: string) => () =>
    checkOutgoing?.({ url: new URL(to), headers: {}, hasOwnTrust: false, redirectedFrom: new URL(from) });
  expect(hop('https://127.0.0.1/', 'http://127.0.0.1/')).toThrow('without encryption');
  expect(hop('https://127.0.0.1/', 'https://127.0.0.1/x')).not.toThrow();
  expect(hop('http://127.0.0.1/', 'http://127.0.0.1/x')).not.toThrow();
});

it('goes through a proxy of the node if the credential allows it, and still to its own domains only', async () => {
  const data = { ...own, allowNodeProxies: true };
  const way = { proxy: 'http://127.0.0.1:proxy' };
  expect(await send({ url: 'http://127.0.0.1:service/', ...way }, data)).toBe('200');
  expect(received).toEqual(['proxy secret-key']);
  expect(await send({ url: 'http://localhost:service/', ...way }, data)).toMatch(/may not be sent to localhost/);
  expect(await send({ url: 'http://127.0.0.1:service/', ...way, allowUnauthorizedCerts: true }, data)).toMatch(/does not verify/);
});

it.each<[JsonObject, HttpRequest]>([
  [
    { ...own, allowUnverifiedCertificates: true },
    { url: 'http://127.0.0.1:service/', allowUnauthorizedCerts: true },
  ],
  [own, { url: 'http://127.0.0.1:service/', headers: { Host: '127.0.0.1:1', 'X-Forwarded-Host': 'any.example' } }],
  [own, { url: 'http://127.0.0.1:service/?to=http://127.0.0.1:service/x' }],
  [{}, { url: 'http://localhost:service/', proxy: 'http://127.0.0.1:proxy', allowUnauthorizedCerts: true, headers: { host: 'a.example' } }],
])('with %j, sends %j', async (data, request) => {
  expect(await send(request, data)).toBe('200');
});

it('a list without a domain allows none', async () => {
  expect(await send({ url: 'http://127.0.0.1:service/' }, { ...own, allowedDomains: ' , ' })).toMatch(/No allowed domains specified/);
  expect(received).toEqual([]);
});

it('an administrator may set a proxy for everything', async () => {
  const behindProxy = createHttpClient({ environment: { HTTP_PROXY: `http://127.0.0.1:${ports.proxy}` } });
  const type = (await createCredentialTypes().type('httpHeaderAuth')) as CredentialDefinition;
  const data = { name: 'X-Key', value: 'secret-key', ...own };
  const url = `http://127.0.0.1:${ports.service}/`;
  expect(await behindProxy.request(await signedRequest({ type, data, evaluate: evaluateAlone }, { url }))).toMatchObject({ status: 200 });
  await behindProxy.close();
  expect(received).toEqual(['proxy secret-key']);
});
