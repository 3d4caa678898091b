// The tag table by keyboard: Enter applies, and Escape cancels only the row.
import { cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import '../../i18n/index.ts';
import { api } from '../../api/base.ts';
import { store } from '../../state/store.ts';
import { selectToasts } from '../../state/toasts.ts';
import { eventually } from '../../testing/setup.ts';
import { TooltipProvider } from '../../ui/floating/tooltip.tsx';
import { TagsModal } from './tags-modal.tsx';

let calls: string[];
let closed: number;

beforeEach(async () => {
  calls = [];
  closed = 0;
  const tags = [{ id: '1', name: 'finance', createdAt: '', updatedAt: '', usageCount: 2 }];
  vi.stubGlobal('fetch', async (url: string, { method, body }: { method: string; body?: string }) => {
    if (method !== 'GET') calls.push(`${method} ${new URL(url).pathname} ${body ?? ''}`.trim());
    if (method === 'POST')
      tags.push({ ...(JSON.parse(body ?? '{}') as { name: string }), id: '2', createdAt: '', updatedAt: '', usageCount: 0 });
    return Response.json({ data: method === 'GET' ? tags : tags.at(-1) });
  });
  render(
    <Provider store={store}>
      <TooltipProvider>
        <TagsModal onClose={() => (closed += 1)} />
      </TooltipProvider>
    </Provider>,
  );
  await screen.findByText('finance');
});
afterEach(() => {
  cleanup();
  store.dispatch(api.util.resetApiState());
  vi.unstubAllGlobals();
});

it('creates a tag, refusing a duplicate name', async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Add a tag' }));
  expect(screen.getByRole('button', { name: 'Rename finance' }).hasAttribute('disabled')).toBe(true);
  await userEvent.type(screen.getByLabelText('Tag name'), 'Finance{Enter}');
  expect(screen.getByText('This tag already exists.')).toBeTruthy();
  expect(calls).toEqual([]);
  await userEvent.clear(screen.getByLabelText('Tag name'));
  await userEvent.type(screen.getByLabelText('Tag name'), ' daily {Enter}');
  await screen.findByText('daily');
  expect(calls).toEqual(['POST /rest/tags {"name":"daily"}']);
});

it('cancels a row with Escape, and the dialog stays open', async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Rename finance' }));
  await userEvent.type(screen.getByLabelText('Tag name'), 'x{Escape}');
  expect(screen.queryByLabelText('Tag name')).toBeNull();
  expect([calls, closed]).toEqual([[], 0]);
});

it('accepts the same name without a request', async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Rename finance' }));
  await userEvent.type(screen.getByLabelText('Tag name'), '{Enter}');
  expect(screen.queryByLabelText('Tag name')).toBeNull();
  expect(calls).toEqual([]);
});

it('hides Delete without permission', () => {
  const row = screen.getByText('finance').closest('tr') as HTMLElement;
  expect(within(row).queryByRole('button', { name: 'Delete finance' })).toBeNull();
});

it('finds tags, and renames with Enter; an empty name is refused, and a failure names the tag', async () => {
  await userEvent.type(screen.getByRole('searchbox'), 'x');
  expect(screen.getByText('No tags match.')).toBeTruthy();
  await userEvent.clear(screen.getByRole('searchbox'));
  await userEvent.click(screen.getByRole('button', { name: 'Rename finance' }));
  await userEvent.clear(screen.getByLabelText('Tag name'));
  await userEvent.keyboard('{Enter}');
  expect(screen.getByText('The tag name cannot be empty.')).toBeTruthy();
  vi.stubGlobal('fetch', async () => Response.json({ code: 'TAG_EXISTS', message: 'Taken.', status: 409 }, { status: 409 }));
  await userEvent.type(screen.getByLabelText('Tag name'), 'money{Enter}');
  await eventually(() =>
    expect(selectToasts(store.getState()).at(-1)).toMatchObject({ kind: 'error', title: 'The tag "money" could not be saved' }),
  );
  expect(screen.getByLabelText('Tag name')).toBeTruthy();
});

it('a failure to create a tag names it', async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Add a tag' }));
  vi.stubGlobal('fetch', async () => Response.json({ code: 'INTERNAL', message: 'No.', status: 500 }, { status: 500 }));
  await userEvent.type(screen.getByLabelText('Tag name'), 'daily{Enter}');
  await eventually(() =>
    expect(selectToasts(store.getState()).at(-1)).toMatchObject({ kind: 'error', title: 'The tag "daily" could not be created' }),
  );
});

it('closes by Done', async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Done' }));
  expect(closed).toBe(1);
});
