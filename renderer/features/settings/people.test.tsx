// Personal settings, the list of users, and removing one: what is shown, sent, and said after a failure.
import { cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import '../../i18n/index.ts';
import { api } from '../../api/base.ts';
import { editorApi } from '../../api/editor.ts';
import { sessionApi } from '../../api/session.ts';
import { store } from '../../state/store.ts';
import { selectToasts } from '../../state/toasts.ts';
import { modalsClosed, selectModals } from '../../state/ui-slice.ts';
import { eventually } from '../../testing/setup.ts';
import { ConfirmProvider } from '../../ui/floating/confirm.tsx';
import { TooltipProvider } from '../../ui/floating/tooltip.tsx';
import { ApiPage } from './api-page.tsx';
import { DeleteUserModal } from './delete-user-modal.tsx';
import { PersonalPage } from './personal-page.tsx';
import { UsersPage } from './users-page.tsx';

const person = (id: string, more: object = {}) => ({
  id,
  email: `${id}@example.com`,
  firstName: id,
  lastName: 'Berg',
  fullName: `${id} Berg`,
  globalRole: { name: 'member' },
  isPending: false,
  isDefaultUser: false,
  isOwner: false,
  ...more,
});
const anna = person('anna', { globalRole: { name: 'owner' }, isOwner: true });
const carl = person('carl', { firstName: null, lastName: null, fullName: '', isPending: true });

let requests: { readonly call: string; readonly body: unknown }[];
/** Responses by method and path; an error is a failure with its message. */
let responses: Record<string, unknown>;

beforeEach(() => {
  requests = [];
  responses = {
    'GET /rest/settings': {
      userManagement: { enabled: true, showSetupOnFirstLoad: false, smtpSetup: true },
      publicApi: { enabled: true, latestVersion: 1, path: 'api' },
    },
    'GET /rest/login': anna,
    'GET /rest/users': [anna, person('bea'), carl],
    'GET /rest/addresses/editor': { kind: 'public', url: 'https://flows.example/' },
    'POST /rest/users/carl/reinvite': true,
    'GET /rest/me/api-keys': [],
  };
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body }: { method?: string; body?: string } = {}) => {
    const { pathname, search } = new URL(address);
    if (method !== 'GET')
      requests.push({ call: `${method} ${pathname}${search}`, body: body === undefined ? undefined : (JSON.parse(body) as unknown) });
    const response = responses[`${method} ${pathname}`] ?? new Error('Refused.');
    if (response instanceof Error) return Response.json({ code: 'BAD_REQUEST', message: response.message, status: 400 }, { status: 400 });
    return Response.json({ data: response });
  });
});
afterEach(() => {
  cleanup();
  store.dispatch(modalsClosed());
  store.dispatch(api.util.resetApiState());
  vi.unstubAllGlobals();
});

const Place = (): ReactNode => <output>{useLocation().pathname}</output>;

async function show(element: ReactNode): Promise<void> {
  await store.dispatch(editorApi.endpoints.settings.initiate(undefined, { forceRefetch: true }));
  await store.dispatch(sessionApi.endpoints.currentUser.initiate(undefined, { forceRefetch: true }));
  render(
    <Provider store={store}>
      <MemoryRouter>
        <TooltipProvider>
          <ConfirmProvider>{element}</ConfirmProvider>
        </TooltipProvider>
        <Place />
      </MemoryRouter>
    </Provider>,
  );
}
const press = (name: string): Promise<void> => userEvent.click(screen.getByRole('button', { name }));
const lastToast = () => selectToasts(store.getState()).at(-1);
const isDisabled = (name: string): boolean => screen.getByRole<HTMLButtonElement>('button', { name }).disabled;

it('personal settings can be saved once they are changed and valid; success and failure are said', async () => {
  await show(<PersonalPage />);
  const first = screen.getByRole<HTMLInputElement>('textbox', { name: 'First name' });
  expect([isDisabled('Save'), first.maxLength]).toEqual([true, 32]);
  await userEvent.clear(first);
  expect(isDisabled('Save')).toBe(true);
  await userEvent.type(first, 'Ann');
  await press('Save');
  await eventually(() => expect(lastToast()).toMatchObject({ kind: 'error', title: 'Personal settings could not be saved' }));
  responses['PATCH /rest/me'] = { ...anna, firstName: 'Ann' };
  await press('Save');
  await eventually(() => expect(lastToast()).toMatchObject({ kind: 'success', title: 'Personal settings updated' }));
  expect(requests.at(-1)?.body).toEqual({ firstName: 'Ann', lastName: 'Berg', email: 'anna@example.com' });
  expect(isDisabled('Save')).toBe(true);
  await press('Change password…');
  expect(selectModals(store.getState())).toEqual([{ name: 'change-password' }]);
});

it('users are listed with who has not signed up; these are invited again, and others can be removed', async () => {
  await show(<UsersPage />);
  const row = async (email: string): Promise<HTMLElement> => (await screen.findByText(email)).closest('tr') as HTMLElement;
  expect((await row('carl@example.com')).textContent).toContain('Not signed up yet');
  expect(within(await row('anna@example.com')).queryByRole('button')).toBeNull();
  expect(within(await row('bea@example.com')).getAllByRole('button')).toHaveLength(1);
  const [again] = within(await row('carl@example.com')).getAllByRole('button');
  await userEvent.click(again as HTMLElement);
  await eventually(() => expect(lastToast()).toMatchObject({ kind: 'success' }));
  responses['POST /rest/users/carl/reinvite'] = new Error('No server.');
  await userEvent.click(again as HTMLElement);
  await eventually(() => expect(lastToast()).toMatchObject({ kind: 'error', message: 'No server.' }));
  await userEvent.click(within(await row('bea@example.com')).getByRole('button'));
  expect(selectModals(store.getState())).toEqual([{ name: 'delete-user', activeId: 'bea' }]);
});

it('without e-mail, a notice says that invitations are links, and users can be invited all the same', async () => {
  responses['GET /rest/settings'] = { userManagement: { enabled: true, showSetupOnFirstLoad: false, smtpSetup: false } };
  await show(<UsersPage />);
  expect(screen.getByText(/Invitations give you a link to share instead/)).toBeTruthy();
  await press('Invite');
  expect(selectModals(store.getState())).toEqual([{ name: 'invite-users' }]);
});

it('before the owner is set up, the list of users leads to set-up', async () => {
  responses['GET /rest/login'] = { ...anna, globalRole: { name: 'default' }, isDefaultUser: true };
  await show(<UsersPage />);
  expect(screen.queryByRole('table')).toBeNull();
  expect(screen.getByText('Set up the owner first')).toBeTruthy();
  await userEvent.click(screen.getByRole('button'));
  expect(screen.getByRole('status', { hidden: true }).textContent).toBe('/setup');
});

it('a user is removed once their data has a new owner or its deletion is typed', async () => {
  let isClosed = false;
  await show(<DeleteUserModal modal={{ name: 'delete-user', activeId: 'bea' }} onClose={() => (isClosed = true)} />);
  const remove = await screen.findByRole('button', { name: /bea Berg/ });
  expect(remove.hasAttribute('disabled')).toBe(true);
  await userEvent.click(screen.getByRole('combobox'));
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual(['anna Berg']);
  await userEvent.click(screen.getByRole('option', { name: 'anna Berg' }));
  await userEvent.click(remove);
  await eventually(() => expect(lastToast()).toMatchObject({ kind: 'error', message: 'Refused.' }));
  responses['DELETE /rest/users/bea'] = true;
  await userEvent.click(remove);
  await eventually(() => expect(isClosed).toBe(true));
  expect(requests.at(-1)?.call).toBe('DELETE /rest/users/bea?transferId=anna');
});

it('without API keys, the page offers to create one; with keys, it links to the playground and asks before it deletes one', async () => {
  await show(<ApiPage />);
  expect(await screen.findByRole('button', { name: 'Create an API key' })).toBeTruthy();
  expect([screen.queryByRole('link'), screen.queryByRole('table')]).toEqual([null, null]);
  cleanup();
  store.dispatch(api.util.resetApiState());
  const key = {
    id: 'k',
    label: 'Backup',
    apiKey: 'millrace_****1234',
    scopes: [],
    createdAt: '2026-01-01T00:00:00Z',
    expiresAt: null,
    lastUsedAt: null,
  };
  responses['GET /rest/me/api-keys'] = [key];
  await show(<ApiPage />);
  expect((await screen.findByRole('link')).getAttribute('href')).toMatch(/api\/v1\/docs$/);
  const row = screen.getByText('Backup').closest('tr') as HTMLElement;
  await userEvent.click(within(row).getByRole('button', { name: /^Delete/ }));
  const dialog = await screen.findByRole('dialog');
  expect(requests).toEqual([]);
  await userEvent.click(within(dialog).getByRole('button', { name: /^Delete/ }));
  await eventually(() => expect(requests.map(({ call }) => call)).toEqual(['DELETE /rest/me/api-keys/k']));
  await eventually(() => expect(lastToast()).toMatchObject({ kind: 'error', message: 'Refused.' }));
});
