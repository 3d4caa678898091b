// What package code can read of requests that the engine signs: everything but the signature, whatever the service repeats of it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHttpClient } from '../execution/http/client.ts';
import type { CredentialTypes, NodeRegistry } from '../registry/index.ts';
import type { HttpRequest } from '../sdk/index.ts';
import { installedFixture, type InstalledFixture } from '../testing/installed-fixture.ts';
import { runNode } from '../testing/run-node.ts';
import { stubServer, type StubServer } from '../testing/stub-server.ts';
import { HiddenSignature } from './process/hidden-signature.ts';

const name = 'n8n-nodes-fixture-versioned';
const data = { key: 'k3y/with space&more', user: 'ada-user', pin: 'pin 4711' };

let installed: InstalledFixture;
let server: StubServer;
let nodes: NodeRegistry;
let credentialTypes: CredentialTypes;

beforeAll(async () => {
  installed = await installedFixture('versioned');
  ({ nodes, credentialTypes } = installed);
  server = await stubServer((request, response) => {
    const { pathname, search } = new URL(request.url, 'http://stub');
    const repeated = {
      'x-echo': JSON.stringify(request.headers),
      'set-cookie': [`a=${encodeURIComponent(String(request.headers['x-pin']))}`, 'b=2'],
    };
    const link = `<${server.address}/plain${search}&page=2>; rel="next"`;
    const headers = { 'content-type': 'application/json', ...(pathname === '/plain' ? {} : { ...repeated, link }) };
    if (pathname === '/redirect') response.writeHead(302, { ...headers, location: `/landed${search}&landed=1` }).end('{}');
    else if (pathname === '/links')
      response.writeHead(200, headers).end(JSON.stringify({ next: `${server.address}/plain${search}&page=2`, n: 1 }));
    else if (pathname === '/refused') response.writeHead(403, String(request.headers['x-pin']), headers).end('{"reason":"no"}');
    else response.writeHead(200, headers).end('{"ok":true}');
  });
});
afterAll(async () => {
  await installed.close();
  await server.close();
});

type Found = Readonly<Record<string, readonly { readonly body: unknown; readonly envelope: Readonly<Record<string, unknown>> }[]>>;

async function envelopes(): Promise<Found> {
  const { json, error } = await runNode({
    type: `${name}.surface`,
    parameters: { use: 'envelopes', url: server.address, type: 'lockerQueryApi' },
    node: { credentials: { lockerQueryApi: { id: '1', name: 'Service' } } },
    ports: { nodes, http: createHttpClient({ environment: {} }), credentialTypes, credential: async () => data },
  });
  expect(error).toBeUndefined();
  return json[0]?.['result'] as Found;
}

describe('package code', () => {
  it('reads nothing of the signature in responses, redirects, links and errors', async () => {
    const match = await envelopes();
    expect(server.received.every(({ url, headers }) => url.includes('k3y') && headers['x-pin'] === data.pin)).toBe(true);
    const text = JSON.stringify(match);
    const basic = Buffer.from(`${data.user}:${data.pin}`).toString('base64');
    expect(['k3y', '4711', basic, 'access_key'].filter((secret) => text.includes(secret))).toEqual([]);
    const older = match['/plain?own=1']?.[1]?.envelope;
    expect(older).toMatchObject({ statusCode: 200, request: { href: `${server.address}/plain?own=1` } });
    expect(match['/redirect']?.[1]?.envelope).toMatchObject({ request: { uri: { href: `${server.address}/landed?landed=1` } } });
    expect(match['/redirect']?.[4]?.envelope).toMatchObject({ statusCode: 302, headers: { location: '/landed?landed=1' } });
    expect(match['/links']?.[0]).toMatchObject({
      body: { next: `${server.address}/plain?page=2`, n: 1 },
      envelope: { headers: { link: `<${server.address}/plain?page=2>; rel="next"`, 'content-type': 'application/json' } },
    });
    expect(match['/refused']?.[1]?.envelope).toMatchObject({ statusCode: 403, options: { uri: `${server.address}/refused` } });
    expect(match['/gone']?.[0]?.envelope['message']).toMatch('refused');
  });
});

describe('what signing adds', () => {
  const own: HttpRequest = { url: 'https://example.com/a?own=secret-1', headers: { 'x-own': 'secret-1' }, body: '{"own":"secret-1"}' };
  const head = { status: 200, statusText: 'OK', url: own.url, headers: {} };

  it.each<[string, Partial<HttpRequest>, string, string]>([
    ['a header', { headers: { ...own.headers, authorization: 'Bearer token-1' } }, 'a token-1 b', 'a [hidden] b'],
    ['a field of JSON', { body: '{"own":"secret-1","key":"added"}' }, 'added secret-1', '[hidden] secret-1'],
    ['a field of a form', { body: 'own=1&key=added%20key' }, 'added key, added%20key', '[hidden], [hidden]'],
    ['a user in the URL', { url: 'https://user:pass%21@example.com/a?own=secret-1' }, 'pass! of user', '[hidden] of [hidden]'],
    ['the first pair of the query', { url: `${own.url}&key=value` }, '/b?key=value&c=1', '/b?c=1'],
    ['the last pair, escaped', { url: `${own.url}&key=a%26b` }, 'https://x/b?c=1&amp;key=a%26b" x', 'https://x/b?c=1" x'],
    ['a short pair', { url: `${own.url}&v=2` }, '/b?v=2 v=2 v=21', '/b v=2 v=21'],
    [
      'nothing that says what is wanted',
      { headers: { ...own.headers, accept: 'application/json' } },
      'application/json',
      'application/json',
    ],
    ['what code has written itself', { secrets: ['secret-1'] }, 'secret-1', 'secret-1'],
    ['a secret of the credential', { secrets: ['hidden-1'] }, 'hidden-1', '[hidden]'],
  ])('is hidden in headers: %s', (_, signed, repeated, visible) => {
    const hidden = new HiddenSignature(own);
    hidden.request({ ...own, ...signed });
    expect(hidden.head({ ...head, headers: { 'x-echo': repeated, list: [repeated] } }).headers).toEqual({
      'x-echo': visible,
      list: [visible],
    });
  });

  it('is hidden after another attempt, too', async () => {
    const hidden = new HiddenSignature(own);
    const again = { ...own, url: `${own.url}&key=second` };
    const { rejection } = hidden.request({ ...own, url: `${own.url}&key=first`, rejection: { statuses: [401], retry: async () => again } });
    expect((await rejection?.retry(head))?.secrets).toEqual(['first', 'second']);
    expect(hidden.head({ ...head, url: again.url }).url).toBe(own.url);
    expect(hidden.text('first second')).toBe('[hidden] [hidden]');
  });

  it('stays in bodies that are no text', () => {
    const hidden = new HiddenSignature(own);
    hidden.request({ ...own, url: `${own.url}&key=first` });
    const bytes = Buffer.from('{"next":"/b?key=first\\u0026c=1","key":"first","ü":1}');
    expect(Buffer.from(hidden.body(bytes, { 'content-type': 'application/json' })).toString()).toBe(
      '{"next":"/b?c=1","key":"first","ü":1}',
    );
    expect(hidden.body(bytes, { 'content-type': 'image/png' })).toBe(bytes);
  });
});
