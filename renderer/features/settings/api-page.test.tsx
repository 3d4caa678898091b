// API keys: created with scopes and an expiry, shown once, changed and deleted.
import { cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ApiKey } from '../../../engine/contract/rest/me.ts';
import { api } from '../../api/base.ts';
import '../../i18n/index.ts';
import { store } from '../../state/store.ts';
import { selectToasts } from '../../state/toasts.ts';
import { TooltipProvider } from '../../ui/floating/tooltip.tsx';
import { ApiKeyModal } from './api-key-modal.tsx';

const key: ApiKey = {
  id: 'k1',
  label: 'Backup',
  apiKey: 'millrace_****1234',
  scopes: ['tag:read'],
  createdAt: '2026-01-01T00:00:00.000Z',
  expiresAt: null,
  lastUsedAt: null,
};

let sent: { readonly method: string; readonly path: string; readonly body: unknown }[];

beforeEach(() => {
  sent = [];
  vi.stubGlobal('fetch', async (url: string | URL, { method = 'GET', body }: { method?: string; body?: string } = {}) => {
    sent.push({ method, path: new URL(url).pathname, body: body === undefined ? undefined : (JSON.parse(body) as unknown) });
    return Response.json({ data: { ...key, apiKey: 'millrace_full' } });
  });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  store.dispatch(api.util.resetApiState());
});

const open = (apiKey?: ApiKey, onClose = vi.fn()) => {
  render(
    <Provider store={store}>
      <TooltipProvider>
        <ApiKeyModal apiKey={apiKey} onClose={onClose} />
      </TooltipProvider>
    </Provider>,
  );
  return onClose;
};

const click = (name: string, role = 'button'): Promise<void> => userEvent.click(screen.getByRole(role, { name }));

it('a new key has a label, an expiry and all scopes, and is shown once', async () => {
  open();
  await click('Create');
  expect(screen.getByText('Give the key a label')).toBeTruthy();
  expect(sent).toEqual([]);
  await userEvent.type(screen.getByRole('textbox', { name: 'Label' }), 'Backup');
  await click('Create');
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'API key' })).value).toBe('millrace_full');
  expect(sent).toEqual([
    { method: 'POST', path: '/rest/me/api-keys', body: { label: 'Backup', expiresAt: expect.any(String) as unknown } },
  ]);
});

it('scopes are chosen one by one', async () => {
  open();
  await userEvent.type(screen.getByRole('textbox', { name: 'Label' }), 'Tags');
  await click('Everything', 'checkbox');
  await click('Create');
  expect(screen.getByText('Choose at least one')).toBeTruthy();
  await click('Tags: Read', 'checkbox');
  await click('Security audit: Read', 'checkbox');
  expect(within(screen.getByRole('group', { name: 'Allowed' })).queryByRole('checkbox', { name: 'Security audit: Change' })).toBeNull();
  await click('Create');
  await screen.findByRole('textbox', { name: 'API key' });
  expect(sent[0]?.body).toMatchObject({ scopes: ['tag:read', 'audit:read'] });
});

it('label and scopes of a key can be changed', async () => {
  const onClose = open(key);
  expect(screen.queryByText('Expires')).toBeNull();
  await click('Tags: Change', 'checkbox');
  await click('Save');
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent).toEqual([{ method: 'PATCH', path: '/rest/me/api-keys/k1', body: { label: 'Backup', scopes: ['tag:read', 'tag:write'] } }]);
});

it('a key that cannot be created says so', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ code: 'INTERNAL', message: 'The disk is full.', status: 500 }, { status: 500 }));
  open();
  await userEvent.type(screen.getByRole('textbox', { name: 'Label' }), 'Backup');
  await click('Create');
  await vi.waitFor(() =>
    expect(selectToasts(store.getState()).at(-1)).toMatchObject({ kind: 'error', title: 'The API key could not be created' }),
  );
});
