// Two servers on one Postgres database behind a load balancer that sends each request to the other one: runs in the editor, and the page about members.
import { once } from 'node:events';
import { createServer, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { startPostgres, type PostgresServer } from '../../engine/testing/postgres/server.ts';
import { runningServer, type RunningServer } from '../../engine/testing/running-server.ts';
import { hasBrowser, pages } from './browser.ts';
import { journeys } from './journeys.ts';
import { cutControls, seriousFindings } from './page-checks.ts';
import { EditorPage } from './pages/editor-page.ts';
import { node, to } from './row-of-nodes.ts';

const startJourney = journeys();
const folder = process.env['MILLRACE_SCREENSHOTS'];
let postgres: PostgresServer;

beforeAll(async () => {
  if (hasBrowser) postgres = await startPostgres();
});
afterAll(() => postgres?.stop());

interface Balancer {
  readonly url: string;
  /** Ends the push streams; the editor connects again, to the other server. */
  moveStreams(): void;
  close(): Promise<void>;
}

/** Sends each request, also of the push stream, to the next server. */
async function balance(servers: readonly RunningServer[]): Promise<Balancer> {
  const streams = new Set<ServerResponse>();
  let count = 0;
  const balancer: Server = createServer((incoming, response) => {
    const { hostname, port } = new URL(servers[count++ % servers.length]?.server.url ?? '');
    const { method, url, headers } = incoming;
    const forwarded = request({ hostname, port, method, path: url, headers }, (reply) => {
      response.writeHead(reply.statusCode ?? 500, reply.headers);
      reply.pipe(response);
    });
    incoming.pipe(forwarded);
    forwarded.on('error', () => response.destroy());
    response.on('close', () => forwarded.destroy());
    if (url?.startsWith('/rest/push') === true) streams.add(response);
  });
  await once(balancer.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(balancer.address() as AddressInfo).port}/`,
    moveStreams: () => {
      for (const stream of streams) stream.end();
      streams.clear();
    },
    close: async () => {
      balancer.closeAllConnections();
      await new Promise((closed) => balancer.close(closed));
    },
  };
}

async function screenshots(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}-${colorScheme}.png` });
  }
}

describe.skipIf(!hasBrowser)('two servers', () => {
  it('serve an editor together, and are shown to the owner', async () => {
    const settings = { database: `${postgres.url}postgres`, encryptionKey: 'the key of both' };
    const { page, server, faults } = await startJourney({ settings });
    await page.goto('settings/members');
    await page.getByText('This is the only server').waitFor();
    await screenshots(page, 'members-alone');

    const second = await runningServer({ settings, pagesFolder: pages });
    await page.getByRole('row').nth(2).waitFor();
    await page.getByText('This is the only server').waitFor({ state: 'detached' });
    await page.getByRole('row').nth(2).getByText('1.2.3').waitFor();
    expect(await seriousFindings(page, 'members')).toEqual([]);
    await screenshots(page, 'members');
    await page.setViewportSize({ width: 900, height: 700 });
    expect(await cutControls(page, 'main')).toEqual([]);
    expect(await page.locator('.table-frame').evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    await screenshots(page, 'members-narrow');
    await page.setViewportSize({ width: 1280, height: 800 });
    expect(await page.getByRole('link', { name: 'Members' }).getAttribute('aria-current')).toBe('page');

    const balancer = await balance([server, second]);
    const editor = new EditorPage(page);
    const body = {
      name: 'Anywhere',
      nodes: [node('Start', 'manualTrigger', 1, 0), node('Pause', 'wait', 1.1, 220, { amount: 50, unit: 'seconds' })],
      connections: { Start: to('Pause') },
    };
    const { id } = await second.data<{ id: string }>({ method: 'POST', url: '/rest/workflows', body });
    await editor.open(`${balancer.url}workflow/${id}`);
    await editor.node('Pause').waitFor();
    // Each run, and each stop, is sent to the next server; the second time to the other ones.
    for (const times of [1, 2]) {
      await editor.run();
      await page.locator('[data-node="Pause"][data-look="run"]').waitFor();
      if (times === 2) {
        const moved = page.waitForResponse((response) => response.url().includes('/rest/push?'));
        balancer.moveStreams();
        await moved;
      }
      await page.getByRole('button', { name: 'Stop' }).click();
      await page.getByText(/^Stopped after/).waitFor();
      await page.locator('[data-node="Start"][data-look="ok"]').waitFor();
    }
    expect(faults).toEqual([]);
    await page.goto('about:blank');
    await balancer.close();
    await second.close();
  });
});
