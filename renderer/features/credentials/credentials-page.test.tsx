// The page of credentials: its cards, their menus, and what it says without credentials or matches.
import { cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import '../../i18n/index.ts';
import { api } from '../../api/base.ts';
import { editorApi } from '../../api/editor.ts';
import { sessionApi } from '../../api/session.ts';
import { store } from '../../state/store.ts';
import { modalsClosed, selectModals } from '../../state/ui-slice.ts';
import { eventually } from '../../testing/setup.ts';
import { ConfirmProvider } from '../../ui/floating/confirm.tsx';
import { TooltipProvider } from '../../ui/floating/tooltip.tsx';
import { CredentialsPage } from './credentials-page.tsx';

const anna = { id: 'anna', email: 'anna@example.com', firstName: 'Anna', lastName: 'Berg', fullName: 'Anna Berg', isDefaultUser: false };
const thisYear = new Date().getFullYear();
/** The same for all: the page sorts by it. */
const changedAt = new Date().toISOString();
const credential = (id: string, isOwner: boolean, year: number) => ({
  id,
  name: `Credential ${id}`,
  type: 'headerAuth',
  nodesAccess: [],
  sharedWith: [],
  ownedBy: isOwner ? anna : { ...anna, id: 'bea', firstName: 'Bea' },
  createdAt: `${year}-03-04T12:00:00.000Z`,
  updatedAt: changedAt,
  permissions: { isOwner, use: true, delete: isOwner },
});
let responses: Record<string, unknown>;

beforeEach(() => {
  responses = {
    '/rest/settings': { enterprise: { sharing: true } },
    '/rest/login': { ...anna, globalRole: { name: 'member' } },
    '/rest/credentials': [credential('1', true, thisYear), credential('2', false, 2019)],
    '/rest/credential-types': [{ name: 'headerAuth', displayName: 'Header Auth', properties: [] }],
    '/rest/users': [anna],
  };
  vi.stubGlobal('fetch', async (address: string) => Response.json({ data: responses[new URL(address).pathname] ?? [] }));
});
afterEach(() => {
  cleanup();
  store.dispatch(modalsClosed());
  store.dispatch(api.util.resetApiState());
  vi.unstubAllGlobals();
});

async function open(path: string): Promise<void> {
  await store.dispatch(editorApi.endpoints.settings.initiate(undefined, { forceRefetch: true }));
  await store.dispatch(sessionApi.endpoints.currentUser.initiate(undefined, { forceRefetch: true }));
  render(
    <Provider store={store}>
      <MemoryRouter initialEntries={[path]}>
        <TooltipProvider>
          <ConfirmProvider>
            <CredentialsPage />
          </ConfirmProvider>
        </TooltipProvider>
      </MemoryRouter>
    </Provider>,
  );
}

it('greets a user without credentials, and offers to add one', async () => {
  responses['/rest/credentials'] = [];
  await open('/credentials');
  expect(await screen.findByText(/^Anna, /)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Add credential' }));
  expect(selectModals(store.getState())).toEqual([{ name: 'credential' }]);
});

it('shows on each card its type, owner and dates, the year only if it is not the current one', async () => {
  await open('/credentials?show=all');
  const [own, other] = await screen.findAllByRole('listitem');
  const created = (card: HTMLElement | undefined): string => card?.querySelector('time[datetime*="03-04"]')?.textContent ?? '';
  // The names of types arrive after the credentials.
  await eventually(() => expect(own?.textContent).toContain('Header Auth'));
  expect(created(own)).toMatch(/Mar 4$/);
  expect(created(other)).toMatch(/Mar 4, 2019$/);
  expect(other?.textContent).toContain('Owned by Bea Berg');
  await userEvent.click(within(other as HTMLElement).getByRole('button', { name: 'Credential 2' }));
  expect(selectModals(store.getState())).toEqual([{ name: 'credential', activeId: '2' }]);
});

it.each([
  ['1', ['Open', 'Delete']],
  ['2', ['Open']],
])('offers for credential %s only what is permitted', async (id, expected) => {
  await open('/credentials?show=all');
  await userEvent.click(await screen.findByRole('button', { name: `Menu for Credential ${id}` }));
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual(expected);
});

it('without a match among the own credentials it points to those of others', async () => {
  await open('/credentials?show=mine&search=Credential+2');
  await userEvent.click(await screen.findByRole('button', { name: /^Show all/ }));
  expect(await screen.findByRole('button', { name: 'Credential 2' })).toBeTruthy();
});

it('without sharing there are neither owners nor a choice between own and all credentials', async () => {
  responses['/rest/settings'] = { enterprise: { sharing: false } };
  await open('/credentials');
  expect(await screen.findAllByRole('listitem')).toHaveLength(2);
  expect(screen.queryByText(/^Owned by/)).toBeNull();
  expect(screen.queryByText('My credentials')).toBeNull();
});
