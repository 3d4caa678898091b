// A webhook's response cannot run as a script of the editor. Two independent defences are tested: the editor's policy, and the requests that webhooks
// reject.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasBrowser, type Journey } from './browser.ts';
import { journeys } from './journeys.ts';
import { EditorPage } from './pages/editor-page.ts';

const startJourney = journeys();

const node = (name: string, type: string, parameters: object, at = 0): object => ({
  id: name,
  name,
  type: `n8n-nodes-base.${type}`,
  typeVersion: 2,
  position: [at, 0],
  webhookId: name,
  parameters,
});

/** Serves text at `/webhook/PATH` of the journey's server. */
async function serve({ server }: Journey, path: string, type: string, responseData: string): Promise<void> {
  const responseHeaders = { entries: [{ name: 'Content-Type', value: type }] };
  const nodes = [node(path, 'webhook', { path, options: { responseData, responseHeaders } })];
  await server.data({ method: 'POST', url: '/rest/workflows', body: { name: path, nodes, connections: {}, active: true } });
}

const script = 'globalThis.hasRun = true; globalThis.onconnect = () => undefined;';

/** Ways in which HTML injected into the editor could load a file of the same origin as code or style. Each resolves with its outcome. */
const attempts: Readonly<Record<string, string>> = {
  'a script': element('script', 'src'),
  'a module': `import('/webhook/script').then(() => 'loaded', () => 'failed')`,
  'a script of the parser': `new Promise((resolve) => {
    const frame = document.createElement('iframe');
    frame.onload = () => resolve(frame.contentWindow.hasRun === true ? 'loaded' : 'failed');
    frame.srcdoc = '<script src="/webhook/script"></' + 'script>';
    document.body.append(frame);
  })`,
  'a service worker': `navigator.serviceWorker.register('/webhook/script').then(() => 'loaded', () => 'failed')`,
};
const workers: Readonly<Record<string, string>> = {
  'a worker': `new Promise((resolve) => {
    const worker = new Worker('/webhook/worker');
    worker.onerror = () => resolve('failed');
    worker.onmessage = () => resolve('loaded');
  })`,
  'a stylesheet': element('link', 'href', `one.rel = 'stylesheet';`, '/webhook/style'),
};

function element(name: string, attribute: string, more = '', address = '/webhook/script'): string {
  return `new Promise((resolve) => {
    const one = document.createElement('${name}');
    one.onload = () => resolve('loaded');
    one.onerror = () => resolve('failed');
    ${more}
    one.${attribute} = '${address}';
    document.head.append(one);
  })`;
}

async function outcomes(page: Page, tried: Readonly<Record<string, string>>): Promise<Record<string, unknown>> {
  const policies: Record<string, unknown> = {};
  for (const [name, attempt] of Object.entries(tried)) policies[name] = await page.evaluate(attempt);
  return { ...policies, hasRun: await page.evaluate('globalThis.hasRun === true') };
}

const all = (outcome: string, tried: object): object => Object.fromEntries(Object.keys(tried).map((name) => [name, outcome]));

describe.skipIf(!hasBrowser)('the editor', () => {
  it('breaks no rule of its own policy, with code editors, workers, fonts and icons', async () => {
    const { page, server } = await startJourney();
    await page.addInitScript(`globalThis.broken = [];
      addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => broken.push(effectiveDirective + ' ' + blockedURI));`);
    const nodes = [node('Shape', 'code', { jsCode: 'return 1;' })];
    const body = { name: 'Code', nodes, connections: {} };
    const { id } = await server.data<{ id: string }>({ method: 'POST', url: '/rest/workflows', body });
    await page.goto(`${server.server.url}workflow/${id}`);
    const editor = new EditorPage(page);
    await editor.node('Shape').dblclick();
    await page.locator('.monaco-editor .view-line').first().waitFor();
    await expect.poll(() => page.workers().length).toBeGreaterThan(0);
    expect(await page.evaluate('document.fonts.ready.then(() => broken)')).toEqual([]);
    await page.reload();
    await editor.node('Shape').waitFor();
    expect(await page.evaluate('broken')).toEqual([]);
  });

  it('runs no script without the nonce of its page, even if a webhook sends it', async () => {
    const { page, server } = await startJourney({ isHostile: true });
    // Bypasses the second defence, so that the policy is tested alone.
    await page.route('**/webhook/script', (route) => route.fulfill({ contentType: 'text/javascript', body: script }));
    await page.goto(server.server.url);
    await page.evaluate(
      `{ globalThis.broken = []; addEventListener('securitypolicyviolation', (event) => broken.push(event.effectiveDirective)); }`,
    );
    const { 'a service worker': _worker, ...scripts } = attempts;
    const { 'a module': module, ...injected } = await outcomes(page, scripts);
    // Code of the page itself may import; an injection of elements cannot.
    expect(module).toBeDefined();
    expect(injected).toMatchObject({ 'a script': 'failed', 'a script of the parser': 'failed' });
    expect(await page.evaluate('broken')).toContain('script-src-elem');
    const inline = `{ const one = document.createElement('script'); one.textContent = 'globalThis.isInline = true'; document.head.append(one); }`;
    await page.evaluate(inline);
    expect(await page.evaluate(`'isInline' in globalThis`)).toBe(false);
  });

  it('gets no script, worker or style from a webhook, even without a policy', async () => {
    const journey = await startJourney({ isHostile: true });
    await serve(journey, 'script', 'text/javascript', script);
    await serve(journey, 'worker', 'text/javascript', 'postMessage(1)');
    await serve(journey, 'style', 'text/css', 'body { color: red }');
    const context = await journey.context.browser()?.newContext({ bypassCSP: true, serviceWorkers: 'allow' });
    const page = await context?.newPage();
    if (page === undefined) throw new Error('The browser has closed.');
    await page.goto(journey.server.server.url);
    // Without a policy, files of the editor itself are loaded.
    expect(await page.evaluate(element('script', 'src', '', '/theme.js'))).toBe('loaded');
    const tried = { ...attempts, ...workers };
    expect(await outcomes(page, tried)).toEqual({ ...all('failed', tried), hasRun: false });
    // Images, frames and fetch calls of the editor remain allowed.
    expect(await page.evaluate(`fetch('/webhook/script').then((response) => response.status)`)).toBe(200);
    await context?.close();
  });
});

describe.skipIf(!hasBrowser)('a webhook with a script', () => {
  it('is loaded by a page of another site, and by the page of another webhook', async () => {
    const journey = await startJourney({ isHostile: true });
    await serve(journey, 'script', 'text/javascript', `document.title = 'has run';`);
    await serve(journey, 'page', 'text/html', '<!doctype html><title>page</title><script src="/webhook/script"></script>');
    const { page, server } = journey;
    await page.goto(`${server.server.url}webhook/page`);
    expect(await page.title()).toBe('has run');
    const { port } = new URL(server.server.url);
    const site = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end(`<!doctype html><title>site</title><script src="http://localhost:${port}/webhook/script"></script>`);
    }).listen(0, '127.0.0.1');
    await once(site, 'listening');
    try {
      await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
      expect(await page.title()).toBe('has run');
    } finally {
      site.close();
    }
  });
});
