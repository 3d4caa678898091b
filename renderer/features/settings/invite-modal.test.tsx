// Invitations without e-mail, and the parsing of typed addresses.
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { afterEach, expect, it, vi } from 'vitest';
import { api } from '../../api/base.ts';
import '../../i18n/index.ts';
import { store } from '../../state/store.ts';
import { selectToasts } from '../../state/toasts.ts';
import { TooltipProvider } from '../../ui/floating/tooltip.tsx';
import { inviteAddresses, InviteModal } from './invite-modal.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  store.dispatch(api.util.resetApiState());
});

/** Responds to invitations, and to the request for where links lead. */
function answer(results: readonly object[], address: { readonly kind: string; readonly url: string }): void {
  vi.stubGlobal('fetch', async (url: string | URL) =>
    Response.json({ data: new URL(url).pathname === '/rest/addresses/editor' ? address : results }),
  );
}

it.each([
  [
    'loopback',
    'http://localhost:5678/',
    /^Nobody else can open invitations yet.*millrace start --lan.*npm start -- --lan.*MILLRACE_EDITOR_URL/,
  ],
  ['lan', 'http://192.168.1.7:5678/', /^Links lead to http:\/\/192\.168\.1\.7:5678\/, which works on computers of the same network\.$/],
])('says who can open links: %s', async (kind, url, expected) => {
  answer([], { kind, url });
  render(
    <Provider store={store}>
      <TooltipProvider>
        <InviteModal onClose={() => undefined} />
      </TooltipProvider>
    </Provider>,
  );
  expect((await screen.findByRole('note')).textContent).toMatch(expected);
});

it('offers a link to copy for each invitation', async () => {
  const inviteAcceptUrl = 'https://flows.example/signup?inviterId=1&inviteeId=2';
  const results = [{ user: { id: '2', email: 'bea@example.com', emailSent: false, inviteAcceptUrl } }];
  answer(results, { kind: 'public', url: 'https://flows.example/' });
  const onClose = vi.fn();
  render(
    <Provider store={store}>
      <TooltipProvider>
        <InviteModal onClose={onClose} />
      </TooltipProvider>
    </Provider>,
  );
  const toasts = selectToasts(store.getState()).length;
  await userEvent.type(screen.getByRole('textbox', { name: 'E-mail addresses' }), 'bea@example.com');
  await userEvent.click(screen.getByRole('button', { name: 'Invite' }));
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Link to share' })).value).toBe(inviteAcceptUrl);
  expect(screen.queryByRole('alert')).toBeNull();
  expect(selectToasts(store.getState())).toHaveLength(toasts);
  expect(onClose).not.toHaveBeenCalled();
});

it.each([
  ['', [], undefined],
  ['a@example.com', ['a@example.com'], undefined],
  ['a@example.com, b@example.com,', ['a@example.com', 'b@example.com'], undefined],
  ['Anna Berg <Anna@example.com>, a@example.com', ['anna@example.com', 'a@example.com'], undefined],
  ['a@example.com, A@Example.com', ['a@example.com'], undefined],
  ['a@example.com, nobody', ['a@example.com'], 'nobody'],
  ['Anna <nobody>', [], 'nobody'],
])('reads the addresses in %j', (text, good, bad) =>
  expect(inviteAddresses(text)).toEqual({ good, ...(bad === undefined ? {} : { bad }) }),
);

function show(results: readonly object[] = []): void {
  answer(results, { kind: 'public', url: 'https://flows.example/' });
  render(
    <Provider store={store}>
      <TooltipProvider>
        <InviteModal onClose={() => undefined} />
      </TooltipProvider>
    </Provider>,
  );
}
const type = (text: string): Promise<void> => userEvent.type(screen.getByRole('textbox', { name: 'E-mail addresses' }), text);

it('the only role is member, and the button counts the addresses', async () => {
  show();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Invite' }).disabled).toBe(true);
  await type('a@example.com');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Invite' }).disabled).toBe(false);
  await type(', b@example.com');
  expect(screen.getByRole('button', { name: 'Invite 2 people' })).toBeTruthy();
  await userEvent.click(screen.getByRole('combobox', { name: 'Role' }));
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual(['Member']);
});

it('an address that is none is named, and nobody is invited without one', async () => {
  show();
  await type('a@example.com, nobody');
  await userEvent.tab();
  expect(screen.getByText('"nobody" isn\'t a valid e-mail address.')).toBeTruthy();
  await userEvent.clear(screen.getByRole('textbox', { name: 'E-mail addresses' }));
  expect(screen.getByText('Enter an e-mail address to invite.')).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Invite' }).disabled).toBe(true);
});

it.each([
  ['one of two', [{ user: { email: 'a@example.com', emailSent: true } }], 'Some could not be invited'],
  ['all', [], 'Nobody could be invited'],
])('says whom it could not invite: %s', async (_, others, title) => {
  show([...others, { user: { email: 'b@example.com', emailSent: false }, error: 'It has an account.' }]);
  await type('a@example.com, b@example.com');
  await userEvent.click(screen.getByRole('button', { name: 'Invite 2 people' }));
  expect(await screen.findByText('It has an account.')).toBeTruthy();
  expect(selectToasts(store.getState()).at(-1)).toMatchObject({ kind: 'error', title, message: 'b@example.com' });
});
