// Pages served by workflows, in a browser with a signed-in user: their scripts cannot reach the product.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { hasBrowser, type Journey } from './browser.ts';
import { journeys } from './journeys.ts';

const startJourney = journeys();
const owner = { email: 'ann@example.com', firstName: 'Ann', lastName: 'Berg', password: 'Secret123' };

/** A script that tries everything a page of the product may do, and records the results. */
const attack = (product: string): string => `<!doctype html><title>busy</title><body><script>
const tries = {
  origin: () => self.origin,
  cookie: () => document.cookie,
  storage: () => typeof localStorage,
  worker: () => navigator.serviceWorker.register('/webhook/page').then(() => 'registered'),
  read: () => fetch('${product}rest/login', { credentials: 'include' }).then((answer) => answer.text()),
  write: () => fetch('${product}rest/api-keys', { method: 'POST', credentials: 'include', headers: { 'content-type': 'application/json' }, body: '{"label":"stolen"}' }).then((answer) => answer.status),
  blind: () => fetch('${product}rest/logout', { method: 'POST', credentials: 'include', mode: 'no-cors' }).then((answer) => answer.type),
  frame: () => new Promise((resolve) => {
    const frame = document.createElement('iframe');
    frame.onload = () => { try { resolve(frame.contentDocument === null ? 'closed' : frame.contentDocument.title); } catch { resolve('closed'); } };
    frame.src = '${product}';
    document.body.append(frame);
  }),
  popup: () => { const opened = window.open('${product}'); try { return opened === null ? 'none' : String(opened.document.title); } catch { return 'closed'; } },
};
(async () => {
  const told = {};
  for (const [name, attempt] of Object.entries(tries)) {
    try { told[name] = String(await attempt()); } catch (error) { told[name] = 'refused'; }
  }
  document.body.textContent = JSON.stringify(told);
  document.title = 'done';
})();
</script></body>`;

async function servePage(journey: Journey, headers: readonly (readonly [string, string])[]): Promise<void> {
  const { data } = journey.server;
  const entries = headers.map(([name, value]) => ({ name, value }));
  const parameters = { path: 'page', options: { responseData: attack(journey.server.server.url), responseHeaders: { entries } } };
  const hook = { id: 'a', name: 'Hook', type: 'n8n-nodes-base.webhook', typeVersion: 2, position: [0, 0], webhookId: 'w', parameters };
  const { id } = await data<{ id: string }>({
    method: 'POST',
    url: '/rest/workflows',
    body: { name: 'Page', nodes: [hook], connections: {} },
  });
  await data({ method: 'PATCH', url: `/rest/workflows/${id}`, body: { active: true } });
}

async function outcome(journey: Journey, address: string): Promise<Record<string, string>> {
  const { page } = journey;
  await page.goto(address);
  await page.waitForFunction(`document.title === 'done'`);
  return JSON.parse((await page.textContent('body')) ?? '{}') as Record<string, string>;
}

/** Signs the browser in; returns whether it still is afterwards. */
async function signIn({ page, server }: Journey): Promise<() => Promise<unknown>> {
  const { url } = server.server;
  await page.goto(url);
  const ask = (path: string, body?: object): Promise<unknown> =>
    page.evaluate(
      ([address, content]) =>
        fetch(
          address ?? '',
          content === undefined ? {} : { method: 'POST', headers: { 'content-type': 'application/json' }, body: content },
        )
          .then((response) => response.json() as Promise<{ data?: { email?: string } }>)
          .then(({ data }) => data?.email),
      [`${url}${path}`, body === undefined ? undefined : JSON.stringify(body)] as const,
    );
  await ask('rest/owner', owner);
  return async () => {
    await page.goto(url);
    return ask('rest/login');
  };
}

const nothing = { worker: 'refused', read: 'refused', write: 'refused', frame: 'closed' };

describe.skipIf(!hasBrowser)('a page that a workflow answers with', () => {
  it.each<[string, readonly (readonly [string, string])[]]>([
    ['plain', []],
    ['of two types', [['Content-Type', 'text/plain;,text/html']]],
    ['with a sandbox that allows all', [['Content-Security-Policy', 'sandbox allow-same-origin allow-scripts allow-popups']]],
    ['with something like a sandbox', [['Content-Security-Policy', 'sandbox-x']]],
    ['with headers for all of the origin', [['Set-Cookie', 'millrace-auth=x; Path=/'], ['Clear-Site-Data', '"*"'], ['Service-Worker-Allowed', '/']]], // oxfmt-ignore
  ])('cannot act in the name of its reader: %s', async (name, headers) => {
    const journey = await startJourney({ isHostile: true });
    await servePage(journey, headers);
    const signedInAs = await signIn(journey);
    const address = `${journey.server.server.url}webhook/page`;
    if (name === 'of two types') {
      // The response is not a page.
      await journey.page.goto(address);
      expect(await journey.page.title()).not.toBe('done');
    } else {
      expect(await outcome(journey, address)).toMatchObject({ ...nothing, origin: 'null', cookie: 'refused', storage: 'refused' });
    }
    expect(await signedInAs()).toBe(owner.email);
  });

  it('runs scripts on a second origin, and cannot reach the product from there', async () => {
    const probe = createServer().listen(0, '127.0.0.1');
    await once(probe, 'listening');
    const { port } = probe.address() as AddressInfo;
    probe.close();
    await once(probe, 'close');
    const journey = await startJourney({ isHostile: true, settings: { webhookPort: port } });
    await servePage(journey, []);
    const signedInAs = await signIn(journey);
    const address = `http://localhost:${port}`;
    const outcomeText = await outcome(journey, `${address}/webhook/page`);
    expect(outcomeText).toMatchObject({ ...nothing, origin: address, cookie: '', storage: 'object' });
    expect(await signedInAs()).toBe(owner.email);
  });
});
