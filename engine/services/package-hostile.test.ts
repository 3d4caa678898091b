// A hostile package on a whole server: it cannot get files of the program or other users' credentials, or send more requests than its share.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPackageRegistry, type PackageRegistry } from '../testing/package-registry.ts';
import { runningServer, type RunningServer } from '../testing/running-server.ts';
import { stubServer, type StubServer } from '../testing/stub-server.ts';

const hostile = 'n8n-nodes-fixture-hostile';
const other = 'n8n-nodes-fixture-programmatic';

let registry: PackageRegistry;
let running: RunningServer;
let service: StubServer;
/** Requests in progress, and the most there have been. */
let [open, most] = [0, 0];

beforeAll(async () => {
  registry = await startPackageRegistry();
  running = await runningServer({ settings: { packageRegistry: registry.url }, over: 'socket' });
  for (const name of [hostile, other]) {
    await registry.publish(join(import.meta.dirname, `../../build/fixtures/${name.replace('n8n-nodes-fixture-', '')}`));
    await running.data({ method: 'POST', url: '/rest/nodes', body: { name } });
  }
  service = await stubServer((_, response) => {
    most = Math.max(most, ++open);
    void delay(5).then(() => {
      open--;
      response.end('{}');
    });
  });
});
afterAll(async () => {
  await running.close();
  await service.close();
  await registry.stop();
});

/** Runs an attempt, started by a webhook, and returns what it got. */
async function attempt(name: string): Promise<unknown> {
  const node = (id: string, type: string, parameters: object): object => ({
    id,
    name: id,
    type,
    typeVersion: 1,
    position: [0, 0],
    parameters,
  });
  const workflow = {
    name,
    nodes: [
      { ...node('Hook', 'n8n-nodes-base.webhook', { path: name, responseMode: 'lastNode' }), webhookId: name },
      node('Hostile', `${hostile}.hostile`, { attempt: name, url: service.address }),
    ],
    connections: { Hook: { main: [[{ node: 'Hostile', type: 'main', index: 0 }]] } },
  };
  const { id } = await running.data<{ id: string }>({ method: 'POST', url: '/rest/workflows', body: workflow });
  await running.data({ method: 'PATCH', url: `/rest/workflows/${id}`, body: { active: true } });
  const { result } = (await (await fetch(`${running.server.url}webhook/${name}`)).json()) as { result?: unknown };
  return result;
}

describe('hostile code', () => {
  it('reads no file of the program or of another package', async () => {
    for (const path of ['master.key', 'db/millrace.sqlite']) expect(existsSync(join(running.dataDir, path)), path).toBe(true);
    expect(await attempt('vault')).toEqual({ files: Array(4).fill('ERR_ACCESS_DENIED'), folders: Array(2).fill('ERR_ACCESS_DENIED') });
  });

  it('gets no credential that its node does not refer to', async () => {
    const data = { name: 'X-Key', value: 'top-secret' };
    await running.data({ method: 'POST', url: '/rest/credentials', body: { name: 'Key', type: 'httpHeaderAuth', data } });
    const got = await attempt('credential');
    expect(got).toEqual([expect.stringContaining('credential'), expect.stringContaining('credential')]);
    expect(JSON.stringify(got)).not.toContain('top-secret');
  });

  it('has a limited number of requests under way', async () => {
    expect(await attempt('requests')).toBe(300);
    expect(most).toBeGreaterThan(10);
    expect(most).toBeLessThanOrEqual(100);
  });
});
