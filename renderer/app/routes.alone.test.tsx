// Every documented address has its screen, rule and title.
import { act, cleanup, render, screen } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { Provider } from 'react-redux';
import { createMemoryRouter, matchRoutes, RouterProvider, type RouteObject } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { sessionApi } from '../api/session.ts';
import { i18n } from '../i18n/index.ts';
import { startListening, store } from '../state/store.ts';
import { usageTracked } from '../state/usage-events.ts';
import type { RouteHandle } from './routing/access.ts';
import { settledPath, type Session } from './routing/settle.ts';
import { eventually } from '../testing/setup.ts';

let routes: RouteObject[];
let responses: Map<string, { readonly status: number; readonly body: unknown }>;

beforeAll(async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }));
  vi.stubGlobal('EventSource', EventTarget);
  ({ routes } = await import('./routes.tsx'));
});
beforeEach(() => {
  responses = new Map();
  vi.stubGlobal('fetch', async (url: string | URL) => {
    const { status = 404, body = { code: 'NOT_FOUND', message: 'Nothing', status: 404 } } = responses.get(new URL(url).pathname) ?? {};
    return Response.json(body, { status });
  });
});
afterEach(cleanup);

const settings = {
  versionCli: '1',
  userManagement: { enabled: true, showSetupOnFirstLoad: false, smtpSetup: false },
  templates: { enabled: false, host: '' },
  publicApi: { enabled: true, latestVersion: 1, path: 'api' },
  communityNodesEnabled: true,
  versionNotifications: { enabled: false, endpoint: '', infoUrl: '' },
  fakeDoors: [{ id: 'logging', linkURL: 'https://example.com/', uiLocations: ['settings'] }],
};

type Role = 'owner' | 'member' | 'default';
const nobody = { status: 401, body: { code: 'UNAUTHENTICATED', message: 'Nobody is signed in.', status: 401 } };

async function open(
  path: string,
  role: Role | null,
  userManagement = settings.userManagement,
): Promise<ReturnType<typeof createMemoryRouter>> {
  responses.set('/rest/settings', { status: 200, body: { data: { ...settings, userManagement } } });
  const user = {
    id: role,
    globalRole: { name: role },
    isDefaultUser: role === 'default',
    isPending: false,
    fullName: '',
    email: 'a@example.com',
  };
  responses.set('/rest/login', role === null ? nobody : { status: 200, body: { data: user } });
  const { startApplication } = await import('./start.ts');
  await startApplication(store.dispatch);
  const router = createMemoryRouter(routes, { initialEntries: [path] });
  render(
    <I18nextProvider i18n={i18n}>
      <Provider store={store}>
        <RouterProvider router={router} />
      </Provider>
    </I18nextProvider>,
  );
  return router;
}

it.each([
  '/',
  '/collections/1',
  '/execution/1',
  '/workflow/abc/executions/1',
  '/templates/1',
  '/templates/',
  '/credentials',
  '/variables',
  '/workflow',
  '/workflow/abc',
  '/workflow/new',
  '/workflow/abc/workflowSave',
  '/workflows/demo',
  '/workflows/templates/1',
  '/signin',
  '/signup',
  '/forgot-password',
  '/change-password',
  '/setup',
  '/settings',
  '/settings/users',
  '/settings/personal',
  '/settings/general',
  '/settings/api',
  '/settings/community-nodes',
  '/settings/members',
  '/settings/usage',
  '/settings/coming-soon/logging',
])('%s has a screen', (path) => {
  const last = matchRoutes(routes, path)?.at(-1)?.route;
  expect(last).toBeDefined();
  expect(last?.path).not.toBe('*');
});

it.each([
  ['/workflow/abc/executions', '/executions?workflow=abc'],
  ['/workflow/abc/executions/7', '/execution/7'],
  ['/workflow/abc/0f6b7a1c', '/workflow/abc'],
  ['/home/workflows', '/workflows'],
  ['/home/executions', '/executions'],
])('%s, an address of n8n, leads to %s', (path, target) => {
  const { userManagement, publicApi, communityNodesEnabled, templates } = settings;
  const session: Session = {
    user: { globalRole: { name: 'owner' } },
    settings: { userManagement, publicApi, communityNodesEnabled, templates },
    beginsWithSetUp: false,
  };
  expect(settledPath(routes, path, session)).toBe(target);
});

it('names each screen by an existing text', () => {
  const handles = (list: readonly RouteObject[]): RouteHandle[] =>
    list
      .flatMap(({ handle, children = [] }) => [handle as RouteHandle | undefined, ...handles(children)])
      .filter((one) => one !== undefined);
  const ids = ['environments', 'logging', 'credentials', '__proto__'];
  const titles = handles(routes).flatMap(({ title }) => (typeof title === 'function' ? ids.map((what) => title({ what })) : (title ?? [])));
  expect(titles).toContain('coming.logging.title');
  expect(titles.length).toBeGreaterThan(10);
  expect(titles.filter((title) => !i18n.exists(title))).toEqual([]);
});

it('shows only how to get access while local access is missing', async () => {
  await open('/settings/users', null);
  cleanup();
  responses.set('/rest/login', { status: 401, body: { code: 'LOCAL_ACCESS_REQUIRED', message: 'A link is needed.', status: 401 } });
  const { startApplication } = await import('./start.ts');
  await startApplication(store.dispatch);
  render(
    <I18nextProvider i18n={i18n}>
      <Provider store={store}>
        <RouterProvider router={createMemoryRouter(routes, { initialEntries: ['/?link=expired'] })} />
      </Provider>
    </I18nextProvider>,
  );
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('This browser has no access yet');
  expect(screen.getByText(/^Open Millrace with the link that/).textContent).toBe(
    'Open Millrace with the link that millrace start printed, or run millrace open for a new one (in a clone: npm run millrace open).',
  );
  expect(screen.getByRole('note').textContent).toBe('This link has already been used or has expired.');
});

it('says that nobody can sign in yet, with what to do, in place of every screen', async () => {
  await open('/settings/users', null);
  cleanup();
  const noOwner = { code: 'OWNER_NOT_SET_UP', message: 'Nobody can sign in here yet.', status: 401 };
  responses.set('/rest/login', { status: 401, body: noOwner });
  const { startApplication } = await import('./start.ts');
  for (const path of ['/signin', '/', '/forgot-password']) {
    await startApplication(store.dispatch);
    render(
      <I18nextProvider i18n={i18n}>
        <Provider store={store}>
          <RouterProvider router={createMemoryRouter(routes, { initialEntries: [path] })} />
        </Provider>
      </I18nextProvider>,
    );
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Nobody can sign in here yet');
    expect(screen.getByText(/^There, open the link/).textContent).toMatch(/millrace open.*npm run millrace open.*set up the owner/);
    expect(screen.queryByRole('textbox')).toBeNull();
    cleanup();
  }
});

it.each(['/settings/users', '/settings/general', '/settings/community-nodes'])('%s tells a member whom to ask', async (path) => {
  const owner = { id: 'o', globalRole: { name: 'owner' }, fullName: 'Anna Berg', email: 'anna@example.com' };
  responses.set('/rest/users', { status: 200, body: { data: [owner] } });
  const router = await open(path, 'member');
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Only the owner can open this page');
  await screen.findByText(/^Ask Anna Berg, the owner of this instance/);
  expect(router.state.location.pathname).toBe(path);
});

it('the first set-up cannot be left', async () => {
  await open('/', 'default', { ...settings.userManagement, showSetupOnFirstLoad: true });
  await screen.findByRole('heading', { name: 'Set up the owner account' });
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).not.toContain('Skip for now');
  expect(screen.queryByRole('button', { name: 'Not now' })).toBeNull();
  cleanup();
  await open('/setup', 'default');
  await screen.findByRole('button', { name: 'Not now' });
});

it('shows "not found" at an unknown address, also while signed out', async () => {
  await open('/nothing/here', null);
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Page not found');
  expect(screen.getByText('404')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Go to the home page' }).getAttribute('href')).toBe('/');
  expect(document.title).toBe('Page not found – Millrace');
});

it('redirects visitors who are signed out to sign-in, with the way back', async () => {
  const router = await open('/credentials?a=1', null);
  await eventually(() => expect(router.state.location.pathname).toBe('/signin'));
  expect(router.state.location.search).toBe('?redirect=%2Fcredentials%3Fa%3D1');
});

it.each([
  ['/settings', 'owner', '/settings/personal'],
  ['/settings', 'default', '/settings/users'],
  ['/templates', 'owner', '/404'],
  ['/settings/coming-soon/environments', 'member', '/404'],
  ['/settings/coming-soon/logging', 'member', '/settings/coming-soon/logging'],
] as const)('%s leads the %s to %s', async (path, role, expected) => {
  const router = await open(path, role);
  await eventually(() => expect(router.state.location.pathname).toBe(expected));
});

it('stays at sign-in if another visitor sets up the owner while the set-up page is open', async () => {
  const router = await open('/workflow', 'default', { ...settings.userManagement, showSetupOnFirstLoad: true });
  await eventually(() => expect(router.state.location.pathname).toBe('/setup'));
  responses.set('/rest/login', nobody);
  let steps = 0;
  router.subscribe(() => (steps += 1));
  await act(async () => {
    await store.dispatch(sessionApi.endpoints.currentUser.initiate(undefined, { forceRefetch: true, subscribe: false }));
  });
  await screen.findByRole('heading', { name: 'Sign in' });
  expect([router.state.location.pathname, steps < 5]).toEqual(['/signin', true]);
});

it('never shows a frame before a set-up that comes first', async () => {
  let frames = 0;
  const observer = new MutationObserver(() => (frames += document.querySelectorAll('.shell').length));
  observer.observe(document.body, { childList: true, subtree: true });
  const router = await open('/', 'default', { ...settings.userManagement, showSetupOnFirstLoad: true });
  await screen.findByRole('heading', { name: 'Set up the owner account' });
  observer.disconnect();
  expect([router.state.location.pathname, frames]).toEqual(['/setup', 0]);
});

it('tracks each change of the page by its pattern, without ids', async () => {
  const pages: unknown[] = [];
  const stop = startListening({ actionCreator: usageTracked, effect: ({ payload }) => void pages.push(payload) });
  const router = await open('/execution/4711', 'owner');
  for (const path of ['/credentials', '/nothing/here', '/settings/users']) await act(() => router.navigate(path));
  stop();
  const viewed = ['/execution/:id', '/credentials', '/not-found', '/settings/users'];
  expect(pages).toEqual(viewed.map((page) => ({ name: 'page viewed', page })));
});

it.each(['/workflow/new', '/'])('%s opens a new workflow', async (path) => {
  const router = await open(path, 'default');
  await eventually(() => expect(router.state.location.pathname).toBe('/workflow'));
});
