// Serves pages from a real folder: history fallback, caching, paths that are not pages, and files outside of the folder; also under a base path.
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { request, type IncomingMessage } from 'node:http';
import { brotliDecompressSync, brotliCompressSync, gunzipSync, gzipSync } from 'node:zlib';
import fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ServerSettings } from '../settings/table.ts';
import { runningServer, type RunningServer } from '../testing/running-server.ts';
import { mountPages } from './pages.ts';
import { NONCE_MARK } from '../contract/page-nonce.ts';

const built = `<!doctype html><title>Editor</title><script nonce="${NONCE_MARK}" src="./a.js"></script>`;
/** Returns the page without its nonce, which is different each time. */
const plain = (page: string): string => page.replace(/nonce="[^"]*"/, '');
const index = plain(built);
const large = 'export const text = "a";\n'.repeat(100);

/** Creates a folder like the renderer's build output, with secrets beside and below it. */
function buildFolder(): string {
  const outer = mkdtempSync(join(tmpdir(), 'millrace-pages-'));
  const folder = join(outer, 'pages');
  mkdirSync(join(folder, 'assets'), { recursive: true });
  mkdirSync(join(folder, '.git'));
  writeFileSync(join(folder, 'index.html'), built);
  writeFileSync(join(folder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  writeFileSync(join(folder, 'assets', 'main-1a2b.js'), 'export {};');
  writeFileSync(join(folder, 'assets', 'large-3c4d.js'), large);
  writeFileSync(join(folder, 'assets', 'large-3c4d.js.br'), brotliCompressSync(large));
  writeFileSync(join(folder, 'assets', 'large-3c4d.js.gz'), gzipSync(large));
  writeFileSync(join(folder, '.git', 'config'), 'secret');
  writeFileSync(join(outer, 'secret.txt'), 'secret');
  return outer;
}

/** Returns the raw response to a path that HTTP clients would normalize. */
async function rawGet(url: string, path: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
  await once(socket, 'close');
  return text;
}

/** Returns a response with its undecoded body. */
async function bytesOf(url: URL, headers: Record<string, string>) {
  const [response] = (await once(request(url, { headers }).end(), 'response')) as [IncomingMessage];
  const body = Buffer.concat(await response.toArray());
  return { status: response.statusCode, headers: response.headers, body };
}

function decoded(body: Buffer, encoding: string | undefined): string {
  return (encoding === 'br' ? brotliDecompressSync(body) : encoding === 'gzip' ? gunzipSync(body) : body).toString();
}

describe.each([
  ['at the root', '/'],
  ['under a path', '/flows/'],
])('%s', (_, base) => {
  let running: RunningServer;
  let outer: string;
  beforeAll(async () => {
    outer = buildFolder();
    running = await runningServer({ over: 'socket', pagesFolder: join(outer, 'pages'), settings: { path: base, formPrefix: 'forms' } });
  });
  afterAll(async () => {
    await running.close();
    rmSync(outer, { recursive: true });
  });
  const get = (path: string, method: 'GET' | 'POST' = 'GET') => running.send({ method, url: `${base}${path}` });

  it.each(['%', 'workflow/%E0%A4%A', 'workflow/%00?a=1', 'assets/%ff'])(
    'someone who opens the broken address "%s" gets the page',
    async (path) => {
      const opened = await running.send({ method: 'GET', url: `${base}${path}`, headers: { accept: 'text/html' } });
      expect([opened.status, plain(opened.text)]).toEqual([200, index]);
      expect((await get(path)).status).toBeGreaterThanOrEqual(400);
      expect(
        (await running.send({ method: 'GET', url: `${base}rest/${path}`, headers: { accept: 'text/html' } })).status,
      ).toBeGreaterThanOrEqual(400);
    },
  );

  it.each(['', 'workflow/1', 'workflow/new?projectId=1', 'executions', 'settings/users', 'index.html', 'a/b/c/'])(
    'the page stands at "%s"',
    async (path) => {
      const response = await get(path);
      expect([response.status, plain(response.text)]).toEqual([200, index]);
      expect(response.headers).toMatchObject({
        'content-type': expect.stringContaining('text/html') as unknown,
        'cache-control': 'no-cache',
        'content-security-policy': expect.stringContaining("default-src 'self'") as unknown,
        'x-frame-options': 'SAMEORIGIN',
        'x-content-type-options': 'nosniff',
      });
    },
  );

  it.each(['', 'index.html', 'executions', 'index%2ehtml', '/index.html', 'assets/..%2findex.html'])(
    'the page at "%s" runs the scripts that have the nonce of this response, and no others',
    async (path) => {
      const read = async (): Promise<readonly (string | undefined)[]> => {
        const text = await rawGet(running.server.url, `${base}${path}`);
        expect(text).not.toContain(NONCE_MARK);
        return [/nonce="([^"]*)"/.exec(text)?.[1], /script-src ([^;]*);/.exec(text)?.[1], /default-src ([^;]*);/.exec(text)?.[1]];
      };
      const [nonce, source, otherHeaders] = await read();
      // Other spellings may lead to no page at all.
      if (nonce === undefined && path.includes('/')) return;
      expect(nonce).toBeDefined();
      expect([nonce?.length, source, otherHeaders]).toEqual([24, `'nonce-${nonce}'`, "'self'"]);
      expect((await read())[0]).not.toBe(nonce);
    },
  );

  it('a path with a dot returns the page for navigation, but not for subresources', async () => {
    const open = (path: string) => running.send({ method: 'GET', url: `${base}${path}`, headers: { accept: 'text/html,*/*' } });
    expect([plain((await open('workflow/a.b')).text), plain((await open('nope.html')).text)]).toEqual([index, index]);
    expect((await open('assets/none.js')).status).toBe(404);
    expect((await get('workflow/a.b')).status).toBe(404);
  });

  it('built files are cached forever, others are revalidated each time', async () => {
    const script = await get('assets/main-1a2b.js');
    expect([script.status, script.headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable']);
    expect(script.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-type': expect.stringContaining('javascript') as unknown,
    });
    expect((await get('favicon.svg')).headers['cache-control']).toBe('no-cache');
  });

  it.each([
    'assets/none.js',
    'none.css',
    'none.css?x',
    'none%2ecss',
    'rest',
    'rest/',
    'rest/none',
    'rest/none/more',
    'metrics',
    'metrics/',
    '.git/config',
    'forms',
  ])('there is no page at "%s"', async (path) => {
    const response = await get(path);
    expect([response.status, response.text.includes('<title>Editor')]).toEqual([404, false]);
  });

  it.each(['webhook', 'webhook/none', 'webhook-test/none', 'webhook-waiting/none', 'forms/none'])(
    '"%s" belongs to webhooks',
    async (path) => {
      const response = await get(path);
      expect([response.status >= 403, response.text.includes('<title>Editor')]).toEqual([true, false]);
    },
  );

  it.each<[string | undefined, string | undefined]>([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['identity', undefined],
    [undefined, undefined],
  ])('who accepts "%s" is sent files and pages as %s, and not again what they have', async (accepted, encoding) => {
    const headers: Record<string, string> = accepted === undefined ? {} : { 'accept-encoding': accepted };
    for (const [path, content] of [
      ['assets/large-3c4d.js', large],
      ['workflow/1', index],
    ] as const) {
      const url = new URL(`${base}${path}`, running.server.url);
      const response = await bytesOf(url, headers);
      expect([response.status, response.headers['content-encoding'], response.headers['vary']]).toEqual([200, encoding, 'accept-encoding']);
      expect(plain(decoded(response.body, encoding))).toBe(content);
      // A stored page would have the nonce of another response.
      if (content === index) {
        expect(response.headers).not.toHaveProperty('etag');
        continue;
      }
      const { etag = '' } = response.headers;
      const again = await bytesOf(url, { ...headers, 'if-none-match': etag });
      expect([etag !== '', again.status, again.body.length]).toEqual([true, 304, 0]);
      const other = await bytesOf(url, { 'accept-encoding': encoding === 'br' ? 'identity' : 'br', 'if-none-match': etag });
      expect(other.status).toBe(200);
    }
  });

  it('a file without a compressed copy is sent uncompressed', async () => {
    const url = new URL(`${base}assets/main-1a2b.js`, running.server.url);
    const response = await bytesOf(url, { 'accept-encoding': 'gzip, br' });
    expect([response.headers['content-encoding'], response.headers['content-type'], response.body.toString()]).toEqual([
      undefined,
      'application/javascript; charset=utf-8',
      'export {};',
    ]);
  });

  it('pages are read-only', async () => {
    expect((await get('workflow/1', 'POST')).body).toMatchObject({ code: 'NOT_FOUND', status: 404 });
    const head = await fetch(new URL('workflow/1', running.server.url), { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  it.each([
    '../secret.txt',
    '..%2fsecret.txt',
    '%2e%2e/secret.txt',
    'assets/../../secret.txt',
    '..%5csecret.txt',
    'assets/%2e%2e%2f%2e%2e%2fsecret.txt',
    '%00',
    '%zz',
  ])('nothing outside of the folder is at "%s"', async (path) => {
    const text = await rawGet(running.server.url, `${base}${path}`);
    expect(text).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect(text).not.toContain('secret\n');
    expect(text.endsWith('secret')).toBe(false);
    const body = JSON.parse(text.slice(text.indexOf('\r\n\r\n') + 4).replace(/^[\da-f]+\r\n|\r\n0\r\n\r\n$/g, '')) as {
      code: string;
      status: number;
    };
    expect(body).toMatchObject({ code: expect.any(String) as unknown, status: expect.any(Number) as unknown });
  });

  it('health, REST calls, cookies and webhooks are under the same path', async () => {
    expect((await get('healthz')).body).toEqual({ status: 'ok' });
    expect((await get('healthz/readiness')).body).toEqual({ status: 'ok' });
    const settings = (await get('rest/settings')).body.data as { urlBaseWebhook: string };
    expect(settings.urlBaseWebhook.endsWith(base)).toBe(true);
    const nodes = [
      {
        id: 'h',
        name: 'Hook',
        type: 'n8n-nodes-base.webhook',
        typeVersion: 2,
        position: [0, 0],
        parameters: { path: 'here', options: {} },
        webhookId: 'w',
      },
    ];
    await running.data({ method: 'POST', url: `${base}rest/workflows`, body: { name: 'Hook', nodes, connections: {}, active: true } });
    expect((await get('webhook/here')).status).toBe(200);
    const body = { email: 'anna@example.com', firstName: 'Anna', lastName: 'Berg', password: 'Secret-12345' };
    const response = await running.send({ method: 'POST', url: `${base}rest/owner`, body });
    expect(response.headers['set-cookie']).toContain(`Path=${base};`);
    if (base === '/') return;
    for (const path of ['/rest/settings', '/healthz', '/webhook/here', '/']) expect((await running.send({ url: path })).status).toBe(404);
  });
});

describe('the content security policy of the page', () => {
  it.each<[string, Partial<ServerSettings>, string]>([
    ['this instance alone', { usesTemplates: false, templatesHost: 'https://templates.example/api' }, "connect-src 'self';"],
    [
      'the templates service too if templates are enabled',
      { usesTemplates: true, templatesHost: 'https://templates.example:8443/api' },
      "connect-src 'self' https://templates.example:8443;",
    ],
  ])('is %s', async (_, settings, policy) => {
    const outer = buildFolder();
    const running = await runningServer({ settings, pagesFolder: join(outer, 'pages') });
    expect((await running.send({ url: '/' })).headers['content-security-policy']).toContain(policy);
    expect((await running.send({ url: '/rest/settings' })).headers['content-security-policy']).toContain("connect-src 'self';");
    await running.close();
    rmSync(outer, { recursive: true });
  });
});

describe('without a build', () => {
  it('no page is served if the editor is disabled', async () => {
    const outer = buildFolder();
    const running = await runningServer({ pagesFolder: join(outer, 'pages'), settings: { showsEditor: false } });
    try {
      expect((await running.send({ url: '/' })).text).toContain('Millrace is running');
      expect((await running.send({ url: '/assets/main-1a2b.js' })).status).toBe(404);
      expect((await running.send({ url: '/rest/settings' })).status).toBe(200);
    } finally {
      await running.close();
      rmSync(outer, { recursive: true });
    }
  });

  it('a plain page says that the server is running', async () => {
    const running = await runningServer();
    for (const url of ['/', '/workflow/1']) {
      const response = await running.send({ url });
      expect([response.status, response.headers['content-type']]).toEqual([200, 'text/html']);
      expect(response.text).toContain('Millrace is running');
      expect(response.headers['content-security-policy']).toContain("default-src 'self'");
    }
    await running.close();
  });
});

it.each([
  ['the page', 'workflow/1', true, 1],
  ['a file', 'favicon.svg', true, 0],
  ['the page of a server without the editor', '', false, 0],
])('it is told when the editor is first sent: %s', async (_, path, hasEditor, times) => {
  const outer = buildFolder();
  const app = fastify();
  let message = 0;
  mountPages(app, {
    basePath: '/',
    restPrefix: 'rest',
    folder: hasEditor ? join(outer, 'pages') : undefined,
    reachable: [],
    isOwn: () => false,
    onFirstPage: () => (message += 1),
  });
  for (let turn = 0; turn < 2; turn++) expect((await app.inject(`/${path}`)).statusCode).toBe(200);
  expect(message).toBe(times);
  await app.close();
  rmSync(outer, { recursive: true });
});
