// The dialog that opens a workflow: by its name, never the open one again.
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { MemoryRouter, useLocation } from 'react-router-dom';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import '../../i18n/index.ts';
import { api } from '../../api/base.ts';
import { editorApi } from '../../api/editor.ts';
import { store } from '../../state/store.ts';
import { selectToasts } from '../../state/toasts.ts';
import { ConfirmProvider } from '../../ui/floating/confirm.tsx';
import { TooltipProvider } from '../../ui/floating/tooltip.tsx';
import { OpenWorkflowModal } from './open-workflow-modal.tsx';

const workflow = (id: string, name: string, updatedAt: string) => ({
  id,
  name,
  active: id === '1',
  tags: [{ id: 'a', name: 'finance' }],
  createdAt: updatedAt,
  updatedAt,
  version: 1,
  isArchived: false,
});
let onClose: ReturnType<typeof vi.fn<() => void>>;

beforeEach(() => {
  onClose = vi.fn<() => void>();
  const workflows = [workflow('1', 'Orders', '2026-01-01T00:00:00Z'), workflow('2', 'Mails', '2026-01-02T00:00:00Z')];
  const tags = [{ id: 'a', name: 'finance', createdAt: '', updatedAt: '' }];
  vi.stubGlobal('fetch', async (address: string) => {
    const { pathname } = new URL(address);
    if (pathname === '/rest/settings') return Response.json({ data: { workflowTagsDisabled: false } });
    return Response.json({ data: pathname === '/rest/workflows' ? workflows : pathname === '/rest/tags' ? tags : [] });
  });
});
afterEach(() => {
  cleanup();
  store.dispatch(api.util.resetApiState());
  vi.unstubAllGlobals();
});

const Place = (): ReactNode => <output>{useLocation().pathname}</output>;
const place = (): string | null | undefined => document.querySelector('output:not([class])')?.textContent;

async function open(): Promise<void> {
  await store.dispatch(editorApi.endpoints.settings.initiate());
  render(
    <Provider store={store}>
      <MemoryRouter initialEntries={['/workflow/1']}>
        <TooltipProvider>
          <ConfirmProvider>
            <OpenWorkflowModal onClose={onClose} />
          </ConfirmProvider>
        </TooltipProvider>
        <Place />
      </MemoryRouter>
    </Provider>,
  );
  await screen.findByRole('button', { name: 'Orders' });
}

it('lists name, created, updated and an active switch, with search, tags, and the one changed last on top', async () => {
  await open();
  const headers = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
  for (const column of ['Name', 'Created', 'Updated', 'Active']) expect(headers.some((text) => text?.startsWith(column))).toBe(true);
  expect(screen.getAllByRole('switch').map((each) => each.getAttribute('aria-checked'))).toEqual(['false', 'true']);
  await userEvent.type(screen.getByRole('searchbox'), 'mail');
  expect(screen.queryByRole('button', { name: 'Orders' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Mails' })).toBeTruthy();
  expect(screen.getByText('finance')).toBeTruthy();
});

it('says for a second and a half that the chosen workflow is open already', async () => {
  await open();
  await userEvent.click(screen.getByRole('button', { name: 'Orders' }));
  expect(selectToasts(store.getState()).at(-1)).toMatchObject({ kind: 'error', title: 'This workflow is already open', duration: 1500 });
  expect([onClose.mock.calls.length, place()]).toEqual([0, '/workflow/1']);
});

it.each([
  ['Mails', '/workflow/2'],
  ['New workflow', '/workflow'],
])('%s closes it and leads to %s', async (name, path) => {
  await open();
  await userEvent.click(screen.getByRole('button', { name }));
  expect([onClose.mock.calls.length, place()]).toEqual([1, path]);
});
