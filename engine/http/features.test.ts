// Features disabled in the settings: callers with access get an error that says so, other callers get the same response as before.
import { afterEach, expect, it } from 'vitest';
import { runningServer, type RunningServer } from '../testing/running-server.ts';
import type { TestRequest } from '../testing/account-server.ts';
import type { Settings } from '../contract/rest/editor.ts';
import type { ServerSettings } from '../settings/table.ts';

let running: RunningServer;
afterEach(() => running.close());

const settingsOf = (): Promise<Settings> => running.data({ url: '/rest/settings' });

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
  [
    'the assistant',
    { usesAssistant: false },
    [{ url: '/rest/assistant' }, { method: 'POST', url: '/rest/assistant/answers', body: { id: 'a', prompt: 'Hi' } }],
  ],
  ['community packages', { usesCommunityPackages: false }, [{ url: '/rest/nodes' }]],
])('%s', async (_, settings, calls) => {
  running = await runningServer({ hasPeople: true, settings });
  for (const call of calls) {
    expect(await running.send(call, 'owner')).toMatchObject({ status: 404, body: { code: 'FEATURE_OFF', status: 404 } });
    expect((await running.send(call, 'nobody')).status).toBe(401);
  }
});

it('sharing: earlier shares have no effect until it is on again', async () => {
  running = await runningServer({ hasPeople: true });
  const { dataDir } = running;
  const body = { name: 'Planted', type: 'httpHeaderAuth', data: { name: 'x', value: 'y' } };
  const { id } = await running.data<{ id: string }>({ method: 'POST', url: '/rest/credentials', body }, 'owner');
  const share: TestRequest = { method: 'PUT', url: `/rest/credentials/${id}/share`, body: { shareWithIds: ['member-1'] } };
  const sharees = async (): Promise<readonly { id: string }[]> =>
    (await running.data<{ sharedWith: { id: string }[] }>({ url: `/rest/credentials/${id}` }, 'owner')).sharedWith;
  await running.data(share, 'owner');
  expect(await running.data({ url: '/rest/credentials' }, 'member')).toMatchObject([{ id }]);
  const cookies = { owner: running.cookieOf('owner') ?? '', member: running.cookieOf('member') ?? '' };

  const restart = async (settings: Partial<ServerSettings>): Promise<void> => {
    await running.close(true);
    const next = await runningServer({ dataDir, settings });
    running = {
      ...next,
      send: (request, as) => next.send(as === 'owner' || as === 'member' ? { ...request, headers: { cookie: cookies[as] } } : request),
      data: (request, as) => next.data(as === 'owner' || as === 'member' ? { ...request, headers: { cookie: cookies[as] } } : request),
    };
  };
  await restart({ usesSharing: false });
  expect((await settingsOf()).enterprise).toEqual({ sharing: false });
  expect(await running.data({ url: '/rest/credentials' }, 'member')).toEqual([]);
  expect((await running.send({ url: `/rest/credentials/${id}` }, 'member')).status).toBe(404);
  expect(await sharees()).toEqual([]);
  expect(await running.send(share, 'owner')).toMatchObject({ status: 404, body: { code: 'FEATURE_OFF' } });

  await restart({});
  expect(await sharees()).toMatchObject([{ id: 'member-1' }]);
  expect(await running.data({ url: '/rest/credentials' }, 'member')).toMatchObject([{ id }]);
});

const person = { email: 'anna@example.com', firstName: 'Anna', lastName: 'Berg', password: 'Secret-12345' };

it('user management: no owner can be set up, and nothing asks for one', async () => {
  running = await runningServer({ settings: { usesUserManagement: false, host: '0.0.0.0' } });
  expect((await settingsOf()).userManagement).toMatchObject({ enabled: false, showSetupOnFirstLoad: false });
  const response = await running.send({ method: 'POST', url: '/rest/owner', body: person });
  expect(response).toMatchObject({ status: 404, body: { code: 'FEATURE_OFF' } });
  expect(await running.data({ url: '/rest/login' })).toMatchObject({ isDefaultUser: true });
});

it('user management stays on once there is an owner', async () => {
  running = await runningServer();
  const { dataDir } = running;
  await running.data({ method: 'POST', url: '/rest/owner', body: person });
  await running.close(true);
  running = await runningServer({ dataDir, settings: { usesUserManagement: false } });
  expect((await settingsOf()).userManagement).toMatchObject({ enabled: true });
  expect((await running.send({ url: '/rest/workflows' })).status).toBe(401);
});
