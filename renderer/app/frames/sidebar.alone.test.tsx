// The sidebars: their entries by role and settings, the user's menu, newer versions, and folding in narrow windows.
import { act, cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { createMemoryRouter, MemoryRouter, RouterProvider, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import '../../i18n/index.ts';
import { api } from '../../api/base.ts';
import { editorApi } from '../../api/editor.ts';
import { sessionApi } from '../../api/session.ts';
import { versionsApi } from '../../api/versions.ts';
import { store } from '../../state/store.ts';
import { modalsClosed, selectIsSidebarCollapsed, selectModals, sidebarCollapsed } from '../../state/ui-slice.ts';
import { eventually } from '../../testing/setup.ts';
import { TooltipProvider } from '../../ui/floating/tooltip.tsx';
import { SettingsFrame } from './settings-frame.tsx';
import { Shell } from './shell.tsx';
import { Sidebar } from './sidebar.tsx';

type Role = 'owner' | 'member' | 'default';

const usual = {
  versionCli: '1',
  userManagement: { enabled: true, showSetupOnFirstLoad: false, smtpSetup: false },
  publicApi: { enabled: true, latestVersion: 1, path: 'api' },
  templates: { enabled: true, host: '' },
  communityNodesEnabled: true,
};
let responses: Record<string, unknown>;
let isNarrow: boolean;
let onWidth: () => void;

beforeEach(() => {
  isNarrow = false;
  vi.stubGlobal('matchMedia', () => ({
    get matches() {
      return isNarrow;
    },
    addEventListener: (_: string, listener: () => void) => (onWidth = listener),
    removeEventListener: () => undefined,
  }));
  vi.stubGlobal('fetch', async (address: string) => Response.json({ data: responses[new URL(address).pathname] ?? true }));
});
afterEach(() => {
  cleanup();
  store.dispatch(modalsClosed());
  store.dispatch(api.util.resetApiState());
  vi.unstubAllGlobals();
});

const Place = (): ReactNode => <output>{useLocation().pathname}</output>;

async function signIn(role: Role, settings: object = {}): Promise<void> {
  const user = {
    id: role,
    globalRole: { name: role },
    isDefaultUser: role === 'default',
    fullName: 'Anna Berg',
    firstName: 'Anna',
    lastName: 'Berg',
  };
  responses = { '/rest/settings': { ...usual, ...settings }, '/rest/login': user, '/rest/versions': [] };
  await store.dispatch(editorApi.endpoints.settings.initiate(undefined, { forceRefetch: true }));
  await store.dispatch(sessionApi.endpoints.currentUser.initiate(undefined, { forceRefetch: true }));
}

function show(element: ReactNode): void {
  render(
    <Provider store={store}>
      <MemoryRouter>
        <TooltipProvider>{element}</TooltipProvider>
        <Place />
      </MemoryRouter>
    </Provider>,
  );
}
const entry = (name: string): HTMLElement => screen.getByRole('link', { name });
const links = (): (string | null)[] => screen.getAllByRole('link').map((link) => link.getAttribute('href'));
const place = (): string | null => screen.getByRole('status', { hidden: true }).textContent;

it('leads to all screens, and opens workflows and executions as dialogs', async () => {
  await signIn('owner');
  show(<Sidebar isCollapsed={false} />);
  expect(links()).toEqual(['/workflows', '/workflows', '/templates', '/credentials', '/variables', '/settings/personal']);
  await userEvent.click(screen.getByRole('button', { name: 'New' }));
  expect(place()).toBe('/workflow');
  await userEvent.click(screen.getByRole('button', { name: 'Open…' }));
  await userEvent.click(screen.getByRole('button', { name: 'Executions' }));
  expect(selectModals(store.getState()).map(({ name }) => name)).toEqual(['open-workflow', 'executions']);
  await userEvent.click(screen.getByRole('button', { name: 'Help' }));
  await userEvent.click(screen.getByRole('button', { name: 'About Millrace' }));
  expect(selectModals(store.getState()).at(-1)).toEqual({ name: 'about' });
});

it('has no templates where they are switched off', async () => {
  await signIn('owner', { templates: { enabled: false, host: '' } });
  show(<Sidebar isCollapsed={false} />);
  expect(screen.queryByRole('link', { name: 'Templates' })).toBeNull();
});

it.each<[Role, string]>([
  ['owner', '/settings/personal'],
  ['member', '/settings/personal'],
  ['default', '/settings/users'],
])('leads the %s to their first settings: %s', async (role, path) => {
  await signIn(role);
  show(<Sidebar isCollapsed={false} />);
  expect(entry('Settings').getAttribute('href')).toBe(path);
});

it('has a menu for the signed-in user, with their settings and sign-out', async () => {
  await signIn('member');
  show(<Sidebar isCollapsed={false} />);
  await userEvent.click(screen.getByRole('button', { name: 'Account of Anna Berg' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Settings' }));
  expect(place()).toBe('/settings/personal');
  await userEvent.click(screen.getByRole('button', { name: 'Account of Anna Berg' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Sign out' }));
  await eventually(() => expect(place()).toBe('/signin'));
  expect(store.getState().session.user).toBeNull();
});

it.each<[Role, object, string | undefined]>([
  ['default', {}, 'Set up an account'],
  ['owner', { userManagement: { ...usual.userManagement, enabled: false } }, undefined],
])('has no menu for the %s with %j', async (role, settings, link) => {
  await signIn(role, settings);
  show(<Sidebar isCollapsed={false} />);
  expect(screen.queryByRole('button', { name: /^Account of/ })).toBeNull();
  expect(screen.queryByRole('link', { name: 'Set up an account' })?.textContent).toBe(link);
});

it.each([
  [0, undefined],
  [1, '1 update'],
  [120, '99+ updates'],
])('with %d newer versions it has the entry %j', async (count, label) => {
  await signIn('owner');
  const versions = Array.from({ length: count }, (_, index) => ({ name: `2.${index}`, createdAt: `2026-02-01T00:00:00.000Z` }));
  responses['/rest/versions'] = [...versions, { name: '1', createdAt: '2026-01-01T00:00:00.000Z' }];
  await store.dispatch(versionsApi.endpoints.versions.initiate(undefined, { forceRefetch: true }));
  show(<Sidebar isCollapsed={false} />);
  expect(screen.queryByRole('button', { name: /updates?$/ })?.textContent).toBe(label);
  if (label === undefined) return;
  await userEvent.click(screen.getByRole('button', { name: label }));
  expect(selectModals(store.getState())).toEqual([{ name: 'updates' }]);
});

it.each<[Role, object, readonly string[]]>([
  ['member', {}, ['/workflows', '/settings/personal', '/settings/api']],
  ['member', { publicApi: { ...usual.publicApi, enabled: false } }, ['/workflows', '/settings/personal']],
])('the sidebar of the settings shows the %s with %j what they may open', async (role, settings, expected) => {
  await signIn(role, settings);
  show(<SettingsFrame />);
  expect(links()).toEqual(expected);
  expect(entry('Settings: back to workflows').getAttribute('href')).toBe('/workflows');
  await userEvent.click(screen.getByRole('button', { name: 'Version 1' }));
  expect(selectModals(store.getState())).toEqual([{ name: 'about' }]);
});

it('folds below 900 pixels, and opens above unless the screen is a canvas', async () => {
  await signIn('owner');
  store.dispatch(sidebarCollapsed(true));
  const router = createMemoryRouter(
    [
      {
        element: <Shell />,
        children: [
          { path: '/workflow', handle: { isNodeView: true }, element: <p>Canvas</p> },
          { path: '/credentials', element: <p>List</p> },
        ],
      },
    ],
    { initialEntries: ['/workflow'] },
  );
  render(
    <Provider store={store}>
      <TooltipProvider>
        <RouterProvider router={router} />
      </TooltipProvider>
    </Provider>,
  );
  const isCollapsed = (): boolean => selectIsSidebarCollapsed(store.getState());
  expect(isCollapsed()).toBe(true);
  await act(() => router.navigate('/credentials'));
  expect(isCollapsed()).toBe(false);
  isNarrow = true;
  act(() => onWidth());
  expect(isCollapsed()).toBe(true);
});
