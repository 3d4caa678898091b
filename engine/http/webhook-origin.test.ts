// A second origin serves webhooks and forms without a sandbox, and nothing else.
import { once } from 'node:events';
import { createServer, request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { freePort } from '../testing/free-port.ts';
import { runningServer, type RunningServer } from '../testing/running-server.ts';

let running: RunningServer | undefined;
afterEach(() => running?.close());

interface OriginResponse {
  readonly status: number | undefined;
  readonly policy: string | undefined;
  readonly text: string;
}

async function originOf(port: number, host: string, path: string): Promise<OriginResponse> {
  const [response] = (await once(request({ port, host: '127.0.0.1', path, headers: { host } }).end(), 'response')) as [IncomingMessage];
  const text = Buffer.concat(await response.toArray()).toString();
  return { status: response.statusCode, policy: response.headers['content-security-policy'] as string | undefined, text };
}

const productPaths = ['/', '/workflows', '/rest/settings', '/rest/push', '/rest/login', '/healthz', '/assets/main.js', '//rest/settings'];

describe.each([
  ['host', 'hooks.example.com'],
  ['port', 'localhost'],
])('a second %s', (kind, host) => {
  it('serves webhooks without a sandbox, and nothing else', async () => {
    const webhookPort = kind === 'port' ? await freePort() : 0;
    running = await runningServer({ settings: kind === 'port' ? { webhookPort } : { webhookHost: host } });
    await running.data({ method: 'POST', url: '/rest/owner/skip-setup' });
    const parameters = { path: 'page', options: { responseData: '<script>1</script>' } };
    const hook = { id: 'a', name: 'Hook', type: 'n8n-nodes-base.webhook', typeVersion: 2, position: [0, 0], webhookId: 'w', parameters };
    const { id } = await running.data<{ id: string }>({
      method: 'POST',
      url: '/rest/workflows',
      body: { name: 'Page', nodes: [hook], connections: {} },
    });
    await running.data({ method: 'PATCH', url: `/rest/workflows/${id}`, body: { active: true } });
    const port = Number(new URL(running.server.url).port);
    const second = kind === 'port' ? webhookPort : port;
    expect(await originOf(second, host, '/webhook/page')).toEqual({ status: 200, policy: undefined, text: '<script>1</script>' });
    expect((await originOf(port, 'localhost', '/webhook/page')).policy).toMatch(/^sandbox /);
    for (const path of productPaths) {
      const { status, text } = await originOf(second, host, path);
      expect([path, status, text]).toEqual([path, 404, expect.stringContaining('Only webhooks and forms are served at this address.')]);
    }
    expect((await originOf(port, 'localhost', '/rest/settings')).status).toBe(200);
    const settings = await running.data<{ urlBaseWebhook: string }>({ url: '/rest/settings' });
    expect(settings.urlBaseWebhook).toBe(`http://${host}:${second}/`);
  });
});

it('a second origin whose port is in use is reported at the start', async () => {
  const blocker = createServer().listen(0, '127.0.0.1');
  await once(blocker, 'listening');
  const { port } = blocker.address() as AddressInfo;
  await expect(runningServer({ settings: { webhookPort: port } })).rejects.toMatchObject({ code: 'PORT_TAKEN', params: { port } });
  blocker.close();
});
