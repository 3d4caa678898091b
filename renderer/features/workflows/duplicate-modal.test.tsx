// The duplicate dialog: a non-empty name, the original's tags, and an inactive copy.
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import '../../i18n/index.ts';
import { api } from '../../api/base.ts';
import { editorApi } from '../../api/editor.ts';
import { foldersApi } from '../../api/folders.ts';
import { store } from '../../state/store.ts';
import type { OpenModal } from '../../state/ui-slice.ts';
import { TooltipProvider } from '../../ui/floating/tooltip.tsx';
import { DuplicateModal } from './duplicate-modal.tsx';
import { eventually } from '../../testing/setup.ts';

let requests: { name: string; active?: boolean; tags: string[]; folderId?: string; nodes: { id: string; name: string }[] }[];
let opened: string[];

const node = { id: 'n', name: 'A', type: 't', typeVersion: 1, position: [0, 0] as [number, number], parameters: {} };
const saved = { id: '1', name: 'Orders', version: 4, active: true, tags: [{ id: 'a', name: 'finance' }], nodes: [node], connections: {} };
const tags = [
  { id: 'a', name: 'finance', createdAt: '', updatedAt: '' },
  { id: 'b', name: 'daily', createdAt: '', updatedAt: '' },
];

const replyTo = (path: string): unknown =>
  path === '/rest/settings' ? { workflowTagsDisabled: false } : path === '/rest/tags' ? tags : path === '/rest/folders' ? folders : saved;
const folders = [{ id: 's', name: 'Sales', workflows: 1, createdAt: '', updatedAt: '' }];

beforeEach(async () => {
  requests = [];
  opened = [];
  vi.stubGlobal('fetch', async (address: string, { method, body }: { method: string; body?: string }) => {
    if (method === 'POST') requests.push(JSON.parse(body ?? '') as (typeof requests)[number]);
    return Response.json({ data: method === 'POST' ? { ...saved, id: '2' } : replyTo(new URL(address).pathname) });
  });
  vi.stubGlobal('open', (path: string) => opened.push(path));
  await store.dispatch(editorApi.endpoints.settings.initiate());
});
afterEach(() => {
  cleanup();
  store.dispatch(api.util.resetApiState());
  vi.unstubAllGlobals();
});

async function show(modal: OpenModal<'duplicate-workflow'>): Promise<{ readonly isClosed: () => boolean }> {
  let isClosed = false;
  render(
    <Provider store={store}>
      <TooltipProvider>
        <DuplicateModal modal={modal} onClose={() => (isClosed = true)} />
      </TooltipProvider>
    </Provider>,
  );
  await screen.findByLabelText('Name of the copy');
  return { isClosed: () => isClosed };
}

const submit = async (): Promise<void> => userEvent.click(screen.getByRole('button', { name: 'Duplicate' }));

it('refuses an empty name, then saves the copy with its tags and opens it in a new window', async () => {
  const { isClosed } = await show({ name: 'duplicate-workflow', activeId: '1' });
  const name = screen.getByLabelText('Name of the copy');
  expect((name as HTMLInputElement).value).toBe('Orders copy');
  await userEvent.clear(name);
  await userEvent.type(name, '  ');
  await submit();
  expect(screen.getByText('Please enter a name.')).toBeTruthy();
  expect(requests).toEqual([]);
  await userEvent.clear(name);
  await userEvent.type(name, ' Other ');
  await submit();
  await eventually(() => expect(isClosed()).toBe(true));
  expect(requests).toMatchObject([{ name: 'Other', tags: ['a'], nodes: [{ name: 'A' }] }]);
  expect(requests[0]).not.toHaveProperty('active');
  expect(requests[0]?.nodes[0]?.id).not.toBe('n');
  expect(opened).toEqual(['/workflow/2']);
});

it('can create tags for the copy', async () => {
  await show({ name: 'duplicate-workflow', activeId: '1' });
  await userEvent.click(await screen.findByRole('button', { name: 'Tags' }));
  expect((await screen.findByRole('checkbox', { name: 'finance' })).getAttribute('aria-checked')).toBe('true');
  await userEvent.type(screen.getByLabelText('Search or create a tag'), 'urgent{Enter}');
  await eventually(() => expect(requests).toMatchObject([{ name: 'urgent' }]));
  await userEvent.keyboard('{Escape}');
  await submit();
  await eventually(() => expect(requests[1]).toMatchObject({ name: 'Orders copy', tags: ['a', '2'] }));
});

it("copies the editor's content, if opened there", async () => {
  const workflow = { name: 'Unsaved', nodes: [node, { ...node, id: 'm', name: 'B' }], connections: {} };
  const { isClosed } = await show({ name: 'duplicate-workflow', activeId: '1', open: { workflow, tags: ['b'] } });
  await submit();
  await eventually(() => expect(isClosed()).toBe(true));
  expect(requests).toMatchObject([{ name: 'Unsaved copy', tags: ['b'], nodes: [{ name: 'A' }, { name: 'B' }] }]);
});

it('stays open with the message of the server if it cannot be saved', async () => {
  const { isClosed } = await show({ name: 'duplicate-workflow', activeId: '1' });
  const serve = globalThis.fetch;
  vi.stubGlobal('fetch', async (address: string, init: { method: string }) =>
    init.method === 'POST'
      ? Response.json({ code: 'INTERNAL', message: 'The disk is full.', status: 500 }, { status: 500 })
      : serve(address, init),
  );
  await submit();
  expect((await screen.findByRole('alert')).textContent).toContain('The disk is full.');
  expect(isClosed()).toBe(false);
});

it('saves the copy in the folder of the original, unless that is not in sight', async () => {
  const workflow = { name: 'Orders', nodes: [node], connections: {} };
  for (const folderId of ['s', 'gone']) {
    const { isClosed } = await show({ name: 'duplicate-workflow', activeId: '1', open: { workflow, tags: [], folderId } });
    await eventually(() => expect(foldersApi.endpoints.listFolders.select()(store.getState()).data).toEqual(folders));
    await submit();
    await eventually(() => expect(isClosed()).toBe(true));
    cleanup();
  }
  expect(requests.map((request) => request.folderId)).toEqual(['s', undefined]);
});
