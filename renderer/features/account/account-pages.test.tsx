// The pages of accounts: what they ask for, what they send, and what they say when something is missing or fails.
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import '../../i18n/index.ts';
import { api } from '../../api/base.ts';
import { editorApi } from '../../api/editor.ts';
import { store } from '../../state/store.ts';
import { selectToasts } from '../../state/toasts.ts';
import { eventually } from '../../testing/setup.ts';
import { ConfirmProvider } from '../../ui/floating/confirm.tsx';
import { TooltipProvider } from '../../ui/floating/tooltip.tsx';
import { ChangePasswordPage } from './change-password-page.tsx';
import { ForgotPasswordPage } from './forgot-password-page.tsx';
import { SetUpPage } from './set-up-page.tsx';
import { SignInPage } from './sign-in-page.tsx';
import { SignUpPage } from './sign-up-page.tsx';

let requests: { readonly call: string; readonly body: unknown }[];
/** Responses by method and path; an error is a failure with its message. */
let responses: Record<string, unknown>;
const settings = { userManagement: { enabled: true, showSetupOnFirstLoad: false, smtpSetup: true }, contactEnabled: true };

beforeEach(() => {
  requests = [];
  responses = {
    'GET /rest/settings': settings,
    'GET /rest/resolve-signup-token': { inviter: { firstName: 'Anna', lastName: 'Berg' } },
    'GET /rest/resolve-password-token': true,
    'POST /rest/forgot-password': true,
    'POST /rest/change-password': true,
    'GET /rest/workflows': [],
    'GET /rest/credentials': [],
  };
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body }: { method?: string; body?: string } = {}) => {
    const call = `${method} ${new URL(address).pathname}`;
    if (method !== 'GET') requests.push({ call, body: body === undefined ? undefined : (JSON.parse(body) as unknown) });
    const response = responses[call] ?? new Error('Refused.');
    if (response instanceof Error) return Response.json({ code: 'BAD_REQUEST', message: response.message, status: 400 }, { status: 400 });
    return Response.json({ data: response });
  });
});
afterEach(() => {
  cleanup();
  store.dispatch(api.util.resetApiState());
  vi.unstubAllGlobals();
});

const Place = (): ReactNode => <output>{useLocation().pathname}</output>;

async function open(path: string): Promise<void> {
  await store.dispatch(editorApi.endpoints.settings.initiate(undefined, { forceRefetch: true }));
  render(
    <Provider store={store}>
      <MemoryRouter initialEntries={[path]}>
        <TooltipProvider>
          <ConfirmProvider>
            <Routes>
              <Route path="/signin" element={<SignInPage />} />
              <Route path="/signup" element={<SignUpPage />} />
              <Route path="/setup" element={<SetUpPage />} />
              <Route path="/forgot-password" element={<ForgotPasswordPage />} />
              <Route path="/change-password" element={<ChangePasswordPage />} />
            </Routes>
            <Place />
          </ConfirmProvider>
        </TooltipProvider>
      </MemoryRouter>
    </Provider>,
  );
}
const press = (name: string): Promise<void> => userEvent.click(screen.getByRole('button', { name }));
const fill = async (label: string, text: string): Promise<void> => userEvent.type(await screen.findByLabelText(label), text);
const lastToast = () => selectToasts(store.getState()).at(-1);

it('sign-in needs an address and any password, leads to a forgotten one, and says why it failed', async () => {
  responses['POST /rest/login'] = new Error('Wrong address or password.');
  await open('/signin');
  await press('Sign in');
  expect(screen.getAllByText('This field is required.')).toHaveLength(2);
  expect(requests).toEqual([]);
  await fill('E-mail address', 'anna@example.com');
  await fill('Password', 'x');
  await press('Sign in');
  expect((await screen.findByRole('alert')).textContent).toContain('Wrong address or password.');
  expect(requests).toEqual([{ call: 'POST /rest/login', body: { email: 'anna@example.com', password: 'x' } }]);
  expect(screen.getByRole('link', { name: 'Forgot your password?' }).getAttribute('href')).toBe('/forgot-password');
});

it.each(['', '?inviterId=a', '?inviteeId=b'])('an invitation without its ids says so: %j', async (query) => {
  await open(`/signup${query}`);
  expect((await screen.findByRole('alert')).textContent).toContain('its token is missing');
  expect(screen.queryByRole('textbox')).toBeNull();
});

it('an invitation that is not valid leads to sign-in, with a message', async () => {
  responses['GET /rest/resolve-signup-token'] = new Error('It has expired.');
  await open('/signup?inviterId=a&inviteeId=b');
  await eventually(() => expect(screen.getByRole('status', { hidden: true }).textContent).toBe('/signin'));
  expect(lastToast()).toMatchObject({ kind: 'error', title: "The invitation isn't valid", message: 'It has expired.' });
});

it('an invitation names who sent it, asks for names and a password, and says why signing up failed', async () => {
  responses['POST /rest/users/b'] = new Error('No longer.');
  await open('/signup?inviterId=a&inviteeId=b');
  expect(await screen.findByText('Invited by Anna Berg')).toBeTruthy();
  expect(['First name', 'Last name'].map((label) => screen.getByLabelText<HTMLInputElement>(label).maxLength)).toEqual([32, 32]);
  await press('Finish');
  expect(screen.getAllByText('This field is required.')).toHaveLength(2);
  await fill('First name', 'Bea');
  await fill('Last name', 'Tal');
  await fill('Password', 'Other-67890');
  await userEvent.click(screen.getByRole('checkbox'));
  await press('Finish');
  expect((await screen.findByRole('alert')).textContent).toContain('No longer.');
  const body = { firstName: 'Bea', lastName: 'Tal', password: 'Other-67890', inviterId: 'a', agree: true };
  expect(requests).toEqual([{ call: 'POST /rest/users/b', body }]);
});

it('without e-mail there is a warning in place of the form for a forgotten password', async () => {
  responses['GET /rest/settings'] = { ...settings, userManagement: { ...settings.userManagement, smtpSetup: false } };
  await open('/forgot-password');
  expect(await screen.findByText(/can't send e-mail/)).toBeTruthy();
  expect(screen.queryByRole('textbox')).toBeNull();
});

it('a link for a forgotten password needs an address, and is confirmed', async () => {
  await open('/forgot-password');
  await fill('E-mail address', 'anna');
  await press('Send link');
  expect(requests).toEqual([]);
  await fill('E-mail address', '@example.com');
  await press('Send link');
  expect(await screen.findByText('If an account exists for anna@example.com, we have sent it a link.')).toBeTruthy();
  expect(requests).toEqual([{ call: 'POST /rest/forgot-password', body: { email: 'anna@example.com' } }]);
});

it('a link for a forgotten password that was not sent points to the administrator', async () => {
  responses['POST /rest/forgot-password'] = new Error('No server.');
  await open('/forgot-password');
  await fill('E-mail address', 'anna@example.com');
  await press('Send link');
  await eventually(() =>
    expect(lastToast()).toMatchObject({ kind: 'error', message: 'Ask your administrator to check the e-mail settings (SMTP).' }),
  );
});

it.each([
  ['?userId=u', 'its token is missing'],
  ['?token=t', 'its user is missing'],
])('a link for a new password with %s only says what is missing', async (query, text) => {
  await open(`/change-password${query}`);
  expect((await screen.findByRole('alert')).textContent).toContain(text);
});

it('a link for a new password that is not valid says so', async () => {
  responses['GET /rest/resolve-password-token'] = new Error('It has expired.');
  await open('/change-password?token=t&userId=u');
  expect(await screen.findByText(/no longer valid/)).toBeTruthy();
  expect(lastToast()).toMatchObject({ kind: 'error', title: "The link isn't valid", message: 'It has expired.' });
});

it('a new password is repeated, and leads to sign-in once it is set', async () => {
  responses['POST /rest/change-password'] = new Error('Too late.');
  await open('/change-password?token=t&userId=u');
  await fill('New password', 'Fresh-Start-9');
  await fill('Repeat the new password', 'Fresh-Start-8');
  await press('Change password');
  expect(screen.getByText('The passwords must match.')).toBeTruthy();
  expect(requests).toEqual([]);
  await userEvent.clear(screen.getByLabelText('Repeat the new password'));
  await fill('Repeat the new password', 'Fresh-Start-9');
  await press('Change password');
  await eventually(() =>
    expect(lastToast()).toMatchObject({ kind: 'error', title: 'The password could not be changed', message: 'Too late.' }),
  );
  responses['POST /rest/change-password'] = true;
  await press('Change password');
  await eventually(() => expect(screen.getByRole('status', { hidden: true }).textContent).toBe('/signin'));
  expect(requests.at(-1)?.body).toEqual({ token: 't', userId: 'u', password: 'Fresh-Start-9' });
});

it('set-up asks before existing workflows and credentials go to the owner, and says why it failed', async () => {
  responses['GET /rest/workflows'] = [{ id: '1' }, { id: '2' }];
  responses['GET /rest/credentials'] = [{ id: '3' }];
  responses['POST /rest/owner'] = new Error('The disk is full.');
  await open('/setup');
  await fill('E-mail address', 'anna@example.com');
  await fill('First name', 'Anna');
  await fill('Last name', 'Berg');
  expect(screen.getByText('At least 8 characters, with 1 number and 1 capital letter.')).toBeTruthy();
  await fill('Password', 'Secret-12345');
  await press('Next');
  expect((await screen.findByRole('dialog')).textContent).toContain('There are already 2 workflows and 1 credential.');
  expect(requests).toEqual([]);
  await press('Set up owner');
  expect((await screen.findByRole('alert')).textContent).toContain('The disk is full.');
  expect(requests).toMatchObject([{ call: 'POST /rest/owner', body: { email: 'anna@example.com', firstName: 'Anna', agree: false } }]);
});
