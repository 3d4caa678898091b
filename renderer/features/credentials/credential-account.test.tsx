// The account of an OAuth credential in its dialog, and the link to the documentation.
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { editorApi } from '../../api/editor.ts';
import { store } from '../../state/store.ts';
import { eventually } from '../../testing/setup.ts';
import { field, none, press, responses, saved, savedCredential, show, types } from './testing/credential-dialog.tsx';

savedCredential();

const settings = { enterprise: { sharing: true }, oauthCallbackUrls: { oauth1: 'http://localhost/1', oauth2: 'http://localhost/2' } };

/** Opens the dialog of a saved OAuth credential whose account is not connected. */
async function open(type: object = {}, permissions: object = saved.permissions) {
  const account = {
    name: 'account',
    displayName: 'Account API',
    isTestable: false,
    connects: 'oauth1',
    properties: [field('Note')],
    ...type,
  };
  responses['GET /rest/settings'] = settings;
  responses['GET /rest/credential-types'] = [...types, account];
  responses['GET /rest/credentials/c1'] = { ...saved, type: account.name, data: { Note: 'n' }, permissions };
  await store.dispatch(editorApi.endpoints.settings.initiate());
  const dialog = await show({ activeId: 'c1' });
  await screen.findByRole('tab', { name: 'Details' });
  return dialog;
}

it('links to the documentation of its type', async () => {
  await show({ type: 'service' });
  const link = await screen.findByRole('link', { name: /Documentation/ });
  expect(link.getAttribute('href')).toBe('https://service.example/keys');
});

it.each<[string, object, object | undefined, string | undefined]>([
  ['its owner', {}, undefined, 'Connect my account'],
  ['its owner at Google', { name: 'googleOAuth2Api', connects: 'oauth1' }, undefined, 'Sign in with Google'],
  ['its owner at a service of Google', { extends: ['googleOAuth2Api'] }, undefined, 'Sign in with Google'],
  ['a sharee', {}, { ...none, isOwner: false, isInstanceOwner: false, test: false, use: true }, undefined],
])(
  'the account of a credential is connected by its owner only, with the button of Google for its types: %s',
  async (_, type, permissions, label) => {
    await open(type, permissions);
    expect(screen.queryByRole('button', { name: /^(?:Connect my account|Sign in with Google)$/ })?.textContent).toBe(label);
  },
);

it('an account that is not connected is asked about before it is closed', async () => {
  const { isClosed } = await open();
  await userEvent.keyboard('{Escape}');
  expect((await screen.findByRole('dialog', { name: 'Close without connecting an account?' })).textContent).toContain(
    'cannot use this credential',
  );
  await press('Cancel');
  expect(isClosed()).toBe(false);
});

it('an account that cannot be connected says why', async () => {
  const close = vi.fn();
  Element.prototype.scrollIntoView = () => undefined;
  vi.stubGlobal('open', () => ({ close, location: {} }));
  responses['GET /rest/oauth1-credential/auth'] = new Error('The service refused the client.');
  await open();
  await press('Connect my account');
  expect(await screen.findByText('The service refused the client.')).toBeTruthy();
  await eventually(() => expect(close).toHaveBeenCalled());
});
