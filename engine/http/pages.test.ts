// Pages from a real folder: history fallback, caching, what is no page, and what lies outside; everything under a base path.
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runningServer, type RunningServer } from '../testing/running-server.ts';

const index = '<!doctype html><title>Editor</title>';

/** A folder as the renderer's build leaves it, with secrets beside and below it. */
function buildFolder(): string {
  const outer = mkdtempSync(join(tmpdir(), 'millrace-pages-'));
  const folder = join(outer, 'pages');
  mkdirSync(join(folder, 'assets'), { recursive: true });
  mkdirSync(join(folder, '.git'));
  writeFileSync(join(folder, 'index.html'), index);
  writeFileSync(join(folder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  writeFileSync(join(folder, 'assets', 'main-1a2b.js'), 'export {};');
  writeFileSync(join(folder, '.git', 'config'), 'secret');
  writeFileSync(join(outer, 'secret.txt'), 'secret');
  return outer;
}

/** The first line and the whole of an answer to a path that no client would send as it is. */
async function rawGet(url: string, path: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
  await once(socket, 'close');
  return text;
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

  it.each(['', 'workflow/1', 'workflow/new?projectId=1', 'executions', 'settings/users', 'index.html', 'a/b/c/'])(
    'the page stands at "%s"',
    async (path) => {
      const answer = await get(path);
      expect([answer.status, answer.text]).toEqual([200, index]);
      expect(answer.headers).toMatchObject({
        'content-type': expect.stringContaining('text/html') as unknown,
        'cache-control': 'no-cache',
        'content-security-policy': expect.stringContaining("default-src 'self'") as unknown,
        'x-frame-options': 'SAMEORIGIN',
        'x-content-type-options': 'nosniff',
      });
    },
  );

  it('files that are built are kept for ever, others are asked for each time', async () => {
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
    const answer = await get(path);
    expect([answer.status, answer.text.includes('<title>Editor')]).toEqual([404, false]);
  });

  it.each(['webhook', 'webhook/none', 'webhook-test/none', 'webhook-waiting/none', 'forms/none'])('"%s" is of a webhook', async (path) => {
    const answer = await get(path);
    expect([answer.status >= 403, answer.text.includes('<title>Editor')]).toEqual([true, false]);
  });

  it('a page is only read', async () => {
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

  it('health, calls, cookies and webhooks stand under the same path', async () => {
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
    const made = await running.send({ method: 'POST', url: `${base}rest/owner`, body });
    expect(made.headers['set-cookie']).toContain(`Path=${base};`);
    if (base === '/') return;
    for (const path of ['/rest/settings', '/healthz', '/webhook/here', '/']) expect((await running.send({ url: path })).status).toBe(404);
  });
});

describe('without a build', () => {
  it('a plain page says that it runs', async () => {
    const running = await runningServer();
    for (const url of ['/', '/workflow/1']) {
      const answer = await running.send({ url });
      expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/html']);
      expect(answer.text).toContain('Millrace is running');
      expect(answer.headers['content-security-policy']).toContain("default-src 'self'");
    }
    await running.close();
  });
});
