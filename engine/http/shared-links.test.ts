// Links that the instance sends and shows, while the server listens to this computer or to its network.
import { mkdtempSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer } from '../server.ts';
import { lanAddresses } from '../settings/lan-addresses.ts';
import { readSettings } from '../settings/read-settings.ts';
import { coreNode } from '../testing/build-workflow.ts';
import { runningServer, type RunningServer } from '../testing/running-server.ts';

let running: RunningServer;
beforeAll(async () => {
  running = await runningServer({ over: 'socket', hasPeople: true });
});
afterAll(() => running.close());

const address = (): Promise<object> => running.data({ url: '/rest/addresses/editor' }, 'owner');
const invitation = async (email: string): Promise<string> => {
  const [result] = await running.data<{ user: { inviteAcceptUrl: string } }[]>(
    { method: 'POST', url: '/rest/users', body: [{ email }] },
    'owner',
  );
  return result?.user.inviteAcceptUrl ?? '';
};

it('lead to this computer if the server listens to it only', async () => {
  const { url } = running.server;
  expect(await address()).toEqual({ kind: 'loopback', url });
  expect((await invitation('dora@example.com')).startsWith(`${url}signup?`)).toBe(true);
});

it('lead to the network once the server listens to it, whatever the request says', async () => {
  const host = lanAddresses('0.0.0.0', networkInterfaces())[0]?.host ?? 'localhost';
  const { port } = await running.server.listen({ host: '0.0.0.0', port: 0 });
  const url = `http://${host}:${port}/`;
  expect(await address()).toEqual({ kind: host === 'localhost' ? 'loopback' : 'lan', url });
  expect((await invitation('emil@example.com')).startsWith(`${url}signup?`)).toBe(true);
  const { body } = await running.send(
    { method: 'POST', url: '/rest/users', body: [{ email: 'fred@example.com' }], headers: { 'x-forwarded-host': 'evil.example' } },
    'owner',
  );
  expect(JSON.stringify(body)).toContain(`${url}signup?`);
});

/** The links that an error workflow receives for a failed execution: its page, and its resume address. */
async function linksOfFailedRun(port: number, host: string): Promise<{ page: string; resume: string }> {
  const set = (value: string) => ({ assignments: { assignments: [{ id: '1', name: 'text', value, type: 'string' }] }, options: {} });
  const reports = await running.data<{ id: string }>(
    {
      method: 'POST',
      url: '/rest/workflows',
      body: {
        name: 'Reports',
        nodes: [coreNode('Caught', 'errorTrigger', 1, {}), coreNode('Set', 'set', 3.4, set('={{ $json.execution.url }}'))],
        connections: { Caught: { main: [[{ node: 'Set', type: 'main', index: 0 }]] } },
      },
    },
    'owner',
  );
  const fails = await running.data<{ id: string }>(
    {
      method: 'POST',
      url: '/rest/workflows',
      body: {
        name: 'Fails',
        nodes: [
          coreNode('Hook', 'webhook', 2, { path: `at-${port}`, responseMode: 'lastNode', options: {} }),
          coreNode('Stop', 'stopAndError', 1, { errorMessage: '={{ $execution.resumeUrl }}' }),
        ],
        connections: { Hook: { main: [[{ node: 'Stop', type: 'main', index: 0 }]] } },
        settings: { errorWorkflow: reports.id },
      },
    },
    'owner',
  );
  await running.data({ method: 'PATCH', url: `/rest/workflows/${fails.id}`, body: { active: true } }, 'owner');
  await fetch(`http://${host}:${port}/webhook/at-${port}`);
  const executionOf = async ({ id }: { id: string }): Promise<string> => {
    const { results } = await running.data<{ results: { id: string; finished?: boolean; stoppedAt?: string }[] }>(
      { url: `/rest/executions?filter=${encodeURIComponent(JSON.stringify({ workflowId: id }))}` },
      'owner',
    );
    return (await running.send({ url: `/rest/executions/${results[0]?.id ?? 'none'}` }, 'owner')).text;
  };
  await expect.poll(() => executionOf(reports)).toContain('/executions/');
  const page = /https?:[^"\\]+\/executions\/[^"\\]+/.exec(await executionOf(reports))?.[0] ?? '';
  const resume = /https?:[^"\\]+\/webhook-waiting\/[^"\\]+/.exec(await executionOf(fails))?.[0] ?? '';
  return { page, resume };
}

const lanHost = lanAddresses('0.0.0.0', networkInterfaces())[0]?.host;

describe.each<readonly [string, string, string, string]>([
  ['all interfaces', '0.0.0.0', lanHost ?? 'localhost', 'localhost'],
  ...(lanHost === undefined ? [] : [['one address of the network', lanHost, lanHost, lanHost] as const]),
  ...(process.platform === 'linux' ? [['another address of this computer', '127.0.0.2', '127.0.0.2', '127.0.0.2'] as const] : []),
])('at %s, every link leads where the instance is reached', (_name, host, shared, own) => {
  it('in settings, in OAuth connections, in error workflows and in waiting executions', async () => {
    const { port } = await running.server.listen({ host, port: 0 });
    const settings = await running.data<{ urlBaseWebhook: string; urlBaseEditor: string; oauthCallbackUrls: { oauth2: string } }>(
      { url: '/rest/settings' },
      'owner',
    );
    expect([settings.urlBaseWebhook, settings.urlBaseEditor]).toEqual([`http://${shared}:${port}/`, `http://${shared}:${port}/`]);
    expect(settings.oauthCallbackUrls.oauth2).toBe(`http://${own}:${port}/rest/oauth2-credential/callback`);
    expect(running.server.url).toBe(`http://${own}:${port}/`);
    const { page, resume } = await linksOfFailedRun(port, own);
    expect([page.startsWith(`http://${shared}:${port}/workflow/`), page]).toEqual([true, page]);
    expect([resume.startsWith(`http://${shared}:${port}/webhook-waiting/`), resume]).toEqual([true, resume]);
    expect((await fetch(new URL('/healthz', page))).status).toBe(200);
  });
});

it.each([
  ['box.test', 'box.test', 200],
  ['box.test', 'other.test', 403],
  ['*', 'other.test', 403],
])('with the host %s to listen at, requests for %s get %i', async (host, requestHost, status) => {
  const settings = readSettings({}, { host, logLevel: 'silent' });
  const listen = { host: '127.0.0.1', port: 0 };
  const dataDir = mkdtempSync(join(tmpdir(), 'millrace-host-'));
  const server = await startServer({ dataDir, settings, listen, version: '1', pagesFolder: dataDir, environment: {} });
  const { port } = server.listensOn ?? {};
  const got = await new Promise((resolve) => get({ ...listen, port, path: '/rest/settings', headers: { host: requestHost } }, resolve));
  expect(got).toMatchObject({ statusCode: status });
  await server.stop();
  rmSync(dataDir, { recursive: true });
});
