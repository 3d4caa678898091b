import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stubServer, type StubServer } from '../testing/stub-server.ts';
import { createHttpClient } from './http-client.ts';

const client = createHttpClient();
let server: StubServer;
let other: StubServer;

beforeAll(async () => {
  other = await stubServer((request, response) => response.end(JSON.stringify(request.headers)));
  server = await stubServer((request, response) => {
    const path = new URL(request.url, 'http://x').pathname;
    if (path === '/gzip') response.setHeader('content-encoding', 'gzip').end(gzipSync('squeezed'));
    else if (path === '/brotli') response.setHeader('content-encoding', 'br').end(brotliCompressSync('squeezed'));
    else if (path === '/broken') response.setHeader('content-encoding', 'gzip').end('no gzip');
    else if (path.startsWith('/redirect/')) response.writeHead(Number(path.slice(10)), { location: '/echo' }).end('moved');
    else if (path === '/elsewhere') response.writeHead(302, { location: `${other.address}/` }).end();
    else if (path === '/loop') response.writeHead(302, { location: '/loop' }).end();
    else if (path === '/cookies') response.setHeader('set-cookie', ['a=1', 'b=2']).setHeader('x-many', ['1', '2']).end();
    else if (path === '/echo') response.end(`${request.method} ${request.body}`);
    else if (path !== '/silent') response.writeHead(418).end('teapot');
  });
});
afterAll(async () => {
  await client.close();
  await server.close();
  await other.close();
});

const textOf = async (path: string, options: Partial<Parameters<typeof client.request>[0]> = {}): Promise<string> => {
  const response = await client.request({ url: server.address + path, ...options });
  return `${response.status} ${Buffer.from(await response.bytes()).toString()}`;
};

describe('the HTTP client', () => {
  it.each([
    ['any status is an answer', '/nowhere', {}, '418 teapot'],
    ['gzip is unpacked', '/gzip', {}, '200 squeezed'],
    ['brotli is unpacked', '/brotli', {}, '200 squeezed'],
    ['a body is sent', '/echo', { method: 'PUT', body: 'hello' }, '200 PUT hello'],
    ['a stream is sent', '/echo', { method: 'POST', body: (async function* () { yield Buffer.from('in '); yield Buffer.from('parts'); })() }, '200 POST in parts'], // prettier-ignore
    ['302 becomes GET', '/redirect/302', { method: 'POST', body: 'x' }, '200 GET '],
    ['307 keeps method and body', '/redirect/307', { method: 'POST', body: 'x' }, '200 POST x'],
    ['redirects can be left alone', '/redirect/302', { maxRedirects: 0 }, '302 moved'],
  ] as const)('%s', async (_name, path, options, expected) => {
    expect(await textOf(path, options)).toBe(expected);
  });

  it('stops following after the set number of redirects', async () => {
    const before = server.received.length;
    expect(await textOf('/loop', { maxRedirects: 3 })).toMatch(/^302/);
    expect(server.received.length - before).toBe(4);
  });

  it('keeps secrets from other hosts', async () => {
    const [, headers = ''] = (
      await textOf('/elsewhere', { headers: { Authorization: 'Bearer secret', Cookie: 'a=1', 'X-Kept': 'yes' } })
    ).split(/ (.*)/s);
    expect(JSON.parse(headers)).toMatchObject({ 'x-kept': 'yes' });
    expect(headers).not.toMatch(/secret|cookie/);
  });

  it('joins repeated headers, but not cookies', async () => {
    const { headers } = await client.request({ url: `${server.address}/cookies` });
    expect(headers).toMatchObject({ 'set-cookie': ['a=1', 'b=2'], 'x-many': '1, 2' });
  });

  it.each([
    ['nobody listens', { url: 'http://127.0.0.1:1/' }, /127\.0\.0\.1:1 failed: the connection was refused/],
    ['the name is unknown', { url: 'http://nobody.invalid/' }, /nobody\.invalid failed: /],
    ['the URL is none', { url: 'example' }, /Invalid URL: example/],
    ['the protocol is another', { url: 'ftp://example.com' }, /protocol "ftp:"/],
  ])('says it when %s', async (_name, request, message) => {
    await expect(client.request(request)).rejects.toThrow(message);
  });

  it('says when the time is up', async () => {
    await expect(textOf('/silent', { timeout: 50 })).rejects.toThrow(/took longer than 0\.05 s/);
  });

  it('stops with the reason of its signal', async () => {
    const stop = new AbortController();
    const waiting = textOf('/silent', { signal: stop.signal });
    stop.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
  });

  it('says when an answer cannot be unpacked', async () => {
    await expect(textOf('/broken')).rejects.toMatchObject({ code: 'NODE_REQUEST_FAILED' });
  });
});
