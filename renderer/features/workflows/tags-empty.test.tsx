// The dialog of tags for a user who may delete: without tags, and deleting one.
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { afterEach, expect, it, vi } from 'vitest';
import '../../i18n/index.ts';
import { api } from '../../api/base.ts';
import { sessionApi } from '../../api/session.ts';
import { store } from '../../state/store.ts';
import { selectToasts } from '../../state/toasts.ts';
import { eventually } from '../../testing/setup.ts';
import { TooltipProvider } from '../../ui/floating/tooltip.tsx';
import { TagsModal } from './tags-modal.tsx';

afterEach(() => {
  cleanup();
  store.dispatch(api.util.resetApiState());
  vi.unstubAllGlobals();
});

it('offers to create the first tag, and deletes one after a question where that is allowed', async () => {
  const calls: string[] = [];
  let fails: 'error' | 'false' | undefined = 'error';
  const tags: object[] = [];
  vi.stubGlobal('fetch', async (url: string, { method, body }: { method: string; body?: string }) => {
    const { pathname } = new URL(url);
    if (pathname === '/rest/login') return Response.json({ data: { id: 'a', globalRole: { name: 'owner' } } });
    if (method === 'GET') return Response.json({ data: tags });
    calls.push(`${method} ${pathname}`);
    if (method === 'POST') tags.push({ ...(JSON.parse(body ?? '{}') as object), id: '1', createdAt: '', updatedAt: '', usageCount: 0 });
    if (method === 'DELETE' && fails === 'error') return Response.json({ code: 'INTERNAL', message: 'No.', status: 500 }, { status: 500 });
    return Response.json({ data: method === 'POST' ? tags[0] : fails === undefined });
  });
  await store.dispatch(sessionApi.endpoints.currentUser.initiate(undefined, { forceRefetch: true }));
  render(
    <Provider store={store}>
      <TooltipProvider>
        <TagsModal onClose={() => undefined} />
      </TooltipProvider>
    </Provider>,
  );
  await screen.findByText('No tags yet');
  expect(screen.queryByRole('table')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Add a tag' }));
  await userEvent.type(await screen.findByLabelText('Tag name'), 'daily{Enter}');
  await userEvent.click(await screen.findByRole('button', { name: 'Delete daily' }));
  expect(screen.getByText(/^Delete the tag "daily"\?/)).toBeTruthy();
  expect(calls).toEqual(['POST /rest/tags']);
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
  await eventually(() =>
    expect(selectToasts(store.getState()).at(-1)).toMatchObject({ kind: 'error', title: 'The tag "daily" could not be deleted' }),
  );
  const toasts = selectToasts(store.getState()).length;
  fails = 'false';
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
  await eventually(() => expect(calls).toHaveLength(3));
  await eventually(() => expect(selectToasts(store.getState())).toHaveLength(toasts + 1));
  expect(selectToasts(store.getState()).at(-1)).toMatchObject({ kind: 'error', title: 'The tag "daily" could not be deleted' });
  fails = undefined;
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
  await eventually(() => expect(selectToasts(store.getState()).at(-1)).toMatchObject({ kind: 'success', title: 'Tag "daily" deleted' }));
  expect(calls).toEqual(['POST /rest/tags', ...Array<string>(3).fill('DELETE /rest/tags/1')]);
});
