// Features disabled in the settings: callers with access get an error that says so, other callers get the same response as before.
import { afterEach, expect, it } from 'vitest';
import { runningServer, type RunningServer } from '../testing/running-server.ts';
import type { TestRequest } from '../testing/account-server.ts';
import type { ServerSettings } from '../settings/table.ts';

let running: RunningServer;
afterEach(() => running.close());

it.each<[string, Partial<ServerSettings>, readonly TestRequest[]]>([
  [
    'tags',
    { usesTags: false },
    [{ url: '/rest/tags' }, { method: 'POST', url: '/rest/tags', body: { name: 'a' } }, { method: 'DELETE', url: '/rest/tags/1' }],
  ],
  [
    'the public API',
    { usesPublicApi: false },
    [{ url: '/rest/me/api-keys' }, { method: 'POST', url: '/rest/me/api-keys', body: { label: 'a' } }],
  ],
  ['community packages', { usesCommunityPackages: false }, [{ url: '/rest/nodes' }]],
])('%s', async (_, settings, calls) => {
  running = await runningServer({ hasPeople: true, settings });
  for (const call of calls) {
    expect(await running.send(call, 'owner')).toMatchObject({ status: 404, body: { code: 'FEATURE_OFF', status: 404 } });
    expect((await running.send(call, 'nobody')).status).toBe(401);
  }
});
