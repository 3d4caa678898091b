// The start and the responses it depends on, over a scripted network.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { User } from '../../engine/contract/rest/users.ts';
import { newerVersions, versionsApi } from '../api/versions.ts';
import { selectSession } from '../state/session.ts';
import { store } from '../state/store.ts';
import { selectToasts } from '../state/toasts.ts';
import { startApplication } from './start.ts';

type Answer = { readonly status: number; readonly body: unknown };

const responses = new Map<string, Answer>();

beforeEach(() => {
  responses.clear();
  vi.stubGlobal('fetch', async (url: string | URL) => {
    const response = responses.get(new URL(url).pathname);
    if (response === undefined) throw new TypeError('Failed to fetch');
    return Response.json(response.body, { status: response.status });
  });
});
afterEach(() => vi.unstubAllGlobals());

const settings = (showSetupOnFirstLoad: boolean, templates = { enabled: false, host: '' }): Answer => ({
  status: 200,
  body: {
    data: {
      versionCli: '1',
      userManagement: { enabled: true, showSetupOnFirstLoad, smtpSetup: false },
      versionNotifications: { enabled: false },
      templates,
    },
  },
});
const user = (role: User['globalRole']['name']): Answer => ({
  status: 200,
  body: { data: { id: role, globalRole: { name: role }, isDefaultUser: role === 'default' } },
});

it('shows a sticky toast if the engine does not respond, and removes it after success', async () => {
  await startApplication(store.dispatch);
  expect(selectSession(store.getState())).toMatchObject({ phase: 'failed', failure: { code: 'UNREACHABLE' } });
  expect(selectToasts(store.getState())).toMatchObject([
    { kind: 'error', isSticky: true, message: 'Could not connect to server. Refresh to try again.' },
  ]);

  responses.set('/rest/settings', settings(false)).set('/rest/login', user('owner'));
  await startApplication(store.dispatch);
  expect(selectSession(store.getState())).toMatchObject({ phase: 'ready', beginsWithSetUp: false, user: { id: 'owner' } });
  expect(selectToasts(store.getState())).toEqual([]);
});

it.each([
  ['no JSON', (): Response => new Response('<html>Sign in to the network</html>', { status: 200 })],
  ['JSON of another kind', (): Response => Response.json({})],
  ['nothing', (): Response => Response.json({ data: null })],
])('tells that the answer could not be read where it is %s', async (_, response) => {
  vi.stubGlobal('fetch', async () => response());
  await startApplication(store.dispatch);
  expect(selectSession(store.getState())).toMatchObject({ phase: 'failed', failure: { code: 'UNREADABLE' } });
  expect(selectToasts(store.getState())).toMatchObject([
    { kind: 'error', isSticky: true, message: expect.stringMatching(/could not be read/) as unknown },
  ]);
});

it('starts with set-up while there is no owner', async () => {
  responses.set('/rest/settings', settings(true)).set('/rest/login', user('default'));
  await startApplication(store.dispatch);
  expect(selectSession(store.getState()).beginsWithSetUp).toBe(true);
});

it('is locked without local access, and unlocked with it', async () => {
  responses.set('/rest/settings', settings(true));
  responses.set('/rest/login', { status: 401, body: { code: 'LOCAL_ACCESS_REQUIRED', message: 'A link is needed.', status: 401 } });
  await startApplication(store.dispatch);
  expect(selectSession(store.getState())).toMatchObject({ phase: 'ready', user: null, isLocked: true, beginsWithSetUp: false });
  responses.set('/rest/login', user('default'));
  await startApplication(store.dispatch);
  expect(selectSession(store.getState())).toMatchObject({ isLocked: false, beginsWithSetUp: true });
});

it('is ready for sign-in if nobody is signed in', async () => {
  responses.set('/rest/settings', settings(true));
  responses.set('/rest/login', {
    status: 401,
    body: { code: 'UNAUTHENTICATED', message: 'Nobody is signed in.', status: 401 },
  });
  await startApplication(store.dispatch);
  expect(selectSession(store.getState())).toMatchObject({ phase: 'ready', user: null, hasNoOwner: false, beginsWithSetUp: false });
});

it('knows that nobody can sign in yet, until the owner is set up', async () => {
  responses.set('/rest/settings', settings(true));
  responses.set('/rest/login', { status: 401, body: { code: 'OWNER_NOT_SET_UP', message: 'Nobody can sign in here yet.', status: 401 } });
  await startApplication(store.dispatch);
  expect(selectSession(store.getState())).toMatchObject({ phase: 'ready', user: null, hasNoOwner: true, beginsWithSetUp: false });
  responses.set('/rest/login', { status: 401, body: { code: 'UNAUTHENTICATED', message: 'Nobody is signed in.', status: 401 } });
  await startApplication(store.dispatch);
  expect(selectSession(store.getState())).toMatchObject({ phase: 'ready', user: null, hasNoOwner: false });
});

it('checks for newer versions if enabled, and reports a security issue', async () => {
  const { body } = settings(false) as { body: { data: object } };
  const versionNotifications = { enabled: true, endpoint: '', infoUrl: '' };
  responses
    .set('/rest/settings', { status: 200, body: { data: { ...body.data, versionNotifications } } })
    .set('/rest/login', user('owner'));
  const own = { name: '1', createdAt: '2026-01-01T00:00:00.000Z', hasSecurityIssue: true };
  const next = { name: '2', createdAt: '2026-02-01T00:00:00.000Z', hasSecurityFix: true };
  responses.set('/rest/versions', { status: 200, body: { data: [next, own] } });
  await startApplication(store.dispatch);
  expect(newerVersions(versionsApi.endpoints.versions.select()(store.getState()).data ?? [], '1')).toEqual([next]);
  expect(selectToasts(store.getState())).toMatchObject([{ kind: 'warning', isSticky: true, message: expect.stringContaining('2') }]);
});

it('reports a security issue, however many versions are newer', async () => {
  const { body } = settings(false) as { body: { data: object } };
  const versionNotifications = { enabled: true, endpoint: '', infoUrl: '' };
  responses
    .set('/rest/settings', { status: 200, body: { data: { ...body.data, versionNotifications } } })
    .set('/rest/login', user('owner'));
  const own = { name: '1', createdAt: '2025-01-01T00:00:00.000Z', hasSecurityIssue: true };
  // The engine returns a limited number, with this version as the last.
  const newer = Array.from({ length: 99 }, (_, i) => ({
    name: `2.${i}`,
    createdAt: new Date(Date.UTC(2026, 0, 1, -i)).toISOString(),
    hasSecurityFix: i === 98,
  }));
  responses.set('/rest/versions', { status: 200, body: { data: [...newer, own] } });
  await startApplication(store.dispatch);
  expect(selectToasts(store.getState())).toMatchObject([{ key: 'critical-update', message: expect.stringContaining('2.98') as unknown }]);
});

it('writes the hiring banner to the console once, and only where a setting names it', async () => {
  const info = vi.spyOn(console, 'info').mockReturnValue();
  const { body } = settings(false) as { body: { data: object } };
  const start = async (more: object): Promise<void> => {
    responses.set('/rest/settings', { status: 200, body: { data: { ...body.data, ...more } } }).set('/rest/login', user('owner'));
    await startApplication(store.dispatch);
  };
  await start({ hiringBannerEnabled: false });
  expect(info).not.toHaveBeenCalled();
  const hiringBanner = { text: 'Come and build with us.', url: 'https://example.com/jobs' };
  await start({ hiringBannerEnabled: true, hiringBanner });
  await start({ hiringBannerEnabled: true, hiringBanner });
  expect(info.mock.calls).toEqual([['Come and build with us.\nhttps://example.com/jobs']]);
  info.mockRestore();
});

it('checks whether the templates service is healthy', async () => {
  const templates = { enabled: true, host: 'http://templates.example/api' };
  responses.set('/rest/settings', settings(false, templates)).set('/rest/login', user('owner'));
  await startApplication(store.dispatch);
  expect(selectSession(store.getState()).hasTemplates).toBe(false);
  responses.set('/api/health', { status: 200, body: {} });
  await startApplication(store.dispatch);
  expect(selectSession(store.getState()).hasTemplates).toBe(true);
});
