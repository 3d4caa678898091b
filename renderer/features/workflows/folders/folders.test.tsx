// Folders of the list of workflows: opened, searched, moved into by pointer and by keyboard, created, renamed and deleted.
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Folder } from '../../../../engine/contract/rest/folders.ts';
import type { ListedWorkflow } from '../../../../engine/contract/rest/workflows.ts';
import { ModalHost } from '../../../app/modal-host.tsx';
import { api } from '../../../api/base.ts';
import { editorApi } from '../../../api/editor.ts';
import '../../../i18n/index.ts';
import { store } from '../../../state/store.ts';
import { modalsClosed } from '../../../state/ui-slice.ts';
import { eventually } from '../../../testing/setup.ts';
import { ConfirmProvider } from '../../../ui/floating/confirm.tsx';
import { TooltipProvider } from '../../../ui/floating/tooltip.tsx';
import { WorkflowsPage } from '../workflow-list.tsx';
import { FolderPath } from './breadcrumb.tsx';

const time = '2026-01-01T00:00:00Z';
const workflow = (id: string, name: string, folderId?: string): ListedWorkflow => ({
  id,
  name,
  active: false,
  tags: [],
  createdAt: time,
  updatedAt: time,
  version: 1,
  ...(folderId === undefined ? {} : { folderId }),
});
const folder = (id: string, name: string, parentId?: string): Folder => ({
  id,
  name,
  workflows: 1,
  createdAt: time,
  updatedAt: time,
  ...(parentId === undefined ? {} : { parentId }),
});

let folders: Folder[];
let workflows: ListedWorkflow[];
let requests: { readonly call: string; readonly body?: unknown }[];
/** What the server replies to changes; an error has a status. */
let failure: { readonly status: number; readonly message: string } | undefined;

const replyTo = (path: string): unknown => {
  if (path === '/rest/settings') return { workflowTagsDisabled: false, instanceId: 'i' };
  return path === '/rest/workflows' ? workflows : path === '/rest/folders' ? folders : [];
};

beforeEach(async () => {
  requests = [];
  failure = undefined;
  folders = [folder('s', 'Sales'), folder('e', 'Europe', 's')];
  workflows = [workflow('1', 'Orders'), workflow('2', 'Bills'), workflow('3', 'Offers', 'e')];
  vi.stubGlobal('fetch', async (address: string, { method, body }: { method: string; body?: string }) => {
    const { pathname } = new URL(address);
    if (method === 'GET') return Response.json({ data: replyTo(pathname) });
    requests.push({ call: `${method} ${pathname}`, ...(body === undefined ? {} : { body: JSON.parse(body) as unknown }) });
    if (failure !== undefined) return Response.json({ code: 'X', ...failure }, { status: failure.status });
    return Response.json({ data: pathname === '/rest/folders' ? folder('n', 'New', 's') : true });
  });
  await store.dispatch(editorApi.endpoints.settings.initiate());
});
afterEach(() => {
  act(() => void store.dispatch(modalsClosed()));
  cleanup();
  store.dispatch(api.util.resetApiState());
  vi.unstubAllGlobals();
});

function open(path = '/workflows') {
  const router = createMemoryRouter(
    [
      { path: '/workflows', element: <WorkflowsPage /> },
      { path: '*', element: <p>Elsewhere</p> },
    ],
    { initialEntries: [path] },
  );
  render(
    <Provider store={store}>
      <TooltipProvider>
        <ConfirmProvider>
          <RouterProvider router={router} />
          <ModalHost />
        </ConfirmProvider>
      </TooltipProvider>
    </Provider>,
  );
  return router;
}
const names = (): (string | undefined)[] =>
  [...document.querySelectorAll('tbody .table-main')].map(({ textContent }) => textContent ?? undefined);
const crumbs = (): string => screen.getByRole('navigation', { name: 'Path of the folder' }).textContent ?? '';
const choose = async (menu: string, entry: string | RegExp): Promise<void> => {
  await userEvent.click(await screen.findByRole('button', { name: menu }));
  await userEvent.click(await screen.findByRole('menuitem', { name: entry }));
};

it('lists the content of the open folder, with the folders in it first, and goes back', async () => {
  const router = open();
  await screen.findByRole('button', { name: 'Orders' });
  expect(names()).toEqual(['Sales', 'Orders', 'Bills']);
  expect(screen.getByRole('row', { name: /^Sales/ }).textContent).toContain('2 workflows');
  await userEvent.click(screen.getByRole('button', { name: 'Sales' }));
  expect(router.state.location.search).toBe('?folder=s');
  await userEvent.click(screen.getByRole('button', { name: 'Europe' }));
  expect(names()).toEqual(['Offers']);
  expect(crumbs()).toBe('Workflows›Sales›Europe');
  await act(() => router.navigate(-1));
  expect(names()).toEqual(['Europe']);
  await userEvent.click(screen.getByRole('button', { name: 'Workflows' }));
  expect(router.state.location.search).toBe('');
});

it('forgets the selection in another folder', async () => {
  open();
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select Orders' }));
  workflows = workflows.map((each) => ({ ...each, folderId: 's' }));
  act(() => void store.dispatch(api.util.invalidateTags(['Workflows'])));
  await userEvent.click(screen.getByRole('button', { name: 'Sales' }));
  await screen.findByRole('checkbox', { name: 'Select Orders' });
  expect(screen.queryByText('1 selected')).toBeNull();
});

it('says that a folder is unknown, with a way back', async () => {
  const router = open('/workflows?folder=gone');
  await screen.findByRole('heading', { name: 'There is no such folder' });
  await userEvent.click(screen.getByRole('button', { name: 'Show all workflows' }));
  expect(router.state.location.search).toBe('');
});

it('searches in all folders, and tells the folder of each match', async () => {
  open('/workflows?folder=s');
  await userEvent.type(await screen.findByRole('searchbox', { name: 'Search workflows' }), 'of');
  await eventually(() => expect(names()).toEqual(['Offers']));
  expect(screen.getByRole('row', { name: /Offers/ }).textContent).toContain('Sales › Europe');
});

it('creates workflows and folders in the open folder', async () => {
  const router = open('/workflows?folder=e');
  await screen.findByRole('button', { name: 'Offers' });
  await userEvent.click(screen.getByRole('button', { name: 'New folder' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Create' }));
  dialog.getByText('Please enter a name.');
  failure = { status: 400, message: 'There is a folder "North" in this place already.' };
  await userEvent.type(dialog.getByRole('textbox', { name: 'Name' }), 'North{Enter}');
  await dialog.findByText('There is a folder "North" in this place already.');
  failure = undefined;
  await userEvent.type(dialog.getByRole('textbox', { name: 'Name' }), ' 2{Enter}');
  await eventually(() => expect(requests.at(-1)).toEqual({ call: 'POST /rest/folders', body: { name: 'North 2', parentId: 'e' } }));
  await eventually(() => expect(screen.queryByRole('dialog')).toBeNull());
  const file = (name: string) => new File([JSON.stringify({ name, nodes: [], connections: {} })], `${name}.json`);
  await userEvent.upload(screen.getByLabelText('Import…', { selector: 'input' }), [file('A'), file('B')]);
  await eventually(() => expect(requests.at(-1)?.body).toMatchObject({ name: 'B', folderId: 'e' }));
  await userEvent.click(screen.getByRole('button', { name: 'New workflow' }));
  expect(router.state.location).toMatchObject({ pathname: '/workflow', search: '?folder=e' });
});

it('renames a folder, and deletes it after a question that says where its workflows go', async () => {
  open();
  await choose('Menu for the folder Sales', 'Rename…');
  const field = await screen.findByRole('textbox', { name: 'Name' });
  expect((field as HTMLInputElement).value).toBe('Sales');
  await userEvent.clear(field);
  await userEvent.type(field, 'Shop{Enter}');
  await eventually(() => expect(requests.at(-1)).toEqual({ call: 'PATCH /rest/folders/s', body: { name: 'Shop' } }));
  await eventually(() => expect(screen.queryByRole('dialog')).toBeNull());
  await choose('Menu for the folder Sales', 'Delete…');
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toContain('2 workflows move one level up, to the top level.');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete folder' }));
  await eventually(() => expect(requests.at(-1)).toEqual({ call: 'DELETE /rest/folders/s' }));
});

/** Drags the row or button of this name over an element, step by step. */
function drag(from: string, to: Element): void {
  Object.assign(document, { elementFromPoint: () => to });
  fireEvent.pointerDown(screen.getByRole('button', { name: from }), { button: 0, clientX: 0, clientY: 0 });
  fireEvent.pointerMove(window, { clientX: 50, clientY: 50 });
}

it('moves the dragged selection into the folder under the pointer, which is marked', async () => {
  const router = open();
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all listed workflows' }));
  const sales = screen.getByRole('row', { name: /^Sales/ });
  drag('Orders', sales);
  expect(sales.dataset['over']).toBe('true');
  screen.getByText('Move 2 items');
  fireEvent.pointerUp(window);
  fireEvent.click(screen.getByRole('button', { name: 'Orders' }));
  await eventually(() =>
    expect(requests).toEqual([{ call: 'POST /rest/folders/move', body: { workflows: ['1', '2'], folders: [], to: 's' } }]),
  );
  expect(sales.dataset['over']).toBe('false');
  expect(router.state.location.pathname).toBe('/workflows');
});

it('says that a folder does not take the rows', async () => {
  open();
  await screen.findByRole('button', { name: 'Orders' });
  const ofOthers = document.createElement('div');
  ofOthers.dataset['dropFolder'] = 'of-others';
  drag('Orders', ofOthers);
  screen.getByText('Cannot be moved here');
  drag('Orders', screen.getByRole('row', { name: /^Sales/ }));
  screen.getByText('Move "Orders"');
  fireEvent.keyDown(window, { key: 'Escape' });
  fireEvent.pointerUp(window);
  expect(requests).toEqual([]);
});

it('moves a folder onto a place of the path, but not into itself; Escape cancels', async () => {
  open('/workflows?folder=s');
  const europe = (await screen.findByRole('button', { name: 'Europe' })).closest('tr') as HTMLElement;
  drag('Europe', europe);
  expect(europe.dataset['over']).toBe('false');
  fireEvent.pointerUp(window);
  const top = screen.getByRole('button', { name: 'Workflows' });
  drag('Europe', top);
  expect(top.dataset['over']).toBe('true');
  fireEvent.keyDown(window, { key: 'Escape' });
  expect(top.dataset['over']).toBe('false');
  fireEvent.pointerUp(window);
  expect(requests).toEqual([]);
  drag('Europe', top);
  fireEvent.pointerUp(window);
  await eventually(() =>
    expect(requests).toEqual([{ call: 'POST /rest/folders/move', body: { workflows: [], folders: ['e'], to: null } }]),
  );
});

it('moves by keyboard in a dialog with the tree of folders', async () => {
  open();
  await choose('Menu for Orders', 'Move to folder…');
  const dialog = within(await screen.findByRole('dialog', { name: 'Move "Orders"' }));
  const chosen = (): string | null => dialog.getByRole('option', { selected: true }).textContent;
  expect(chosen()).toBe('Top level');
  expect(dialog.getByRole('button', { name: 'Move here' }).hasAttribute('disabled')).toBe(true);
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  expect(chosen()).toBe('Europe');
  await userEvent.keyboard('euro');
  expect(dialog.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Sales › Europe']);
  await userEvent.keyboard('{Enter}');
  await eventually(() => expect(requests.at(-1)?.body).toEqual({ workflows: ['1'], folders: [], to: 'e' }));
  await eventually(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('creates a folder in the dialog, and does not offer a folder to itself', async () => {
  open();
  await choose('Menu for the folder Sales', 'Move to folder…');
  let dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Top level']);
  await userEvent.keyboard('{Escape}');
  await choose('Menu for Bills', 'Move to folder…');
  dialog = within(await screen.findByRole('dialog', { name: 'Move "Bills"' }));
  await userEvent.click(dialog.getByRole('option', { name: 'Sales' }));
  await userEvent.click(dialog.getByRole('button', { name: 'New folder in Sales' }));
  folders = [...folders, folder('n', 'New', 's')];
  await userEvent.type(dialog.getByRole('textbox', { name: 'Name of the new folder in Sales' }), 'New{Enter}');
  await eventually(() => expect(dialog.getByRole('option', { selected: true }).textContent).toBe('New'));
  expect(requests).toEqual([{ call: 'POST /rest/folders', body: { name: 'New', parentId: 's' } }]);
  await userEvent.click(dialog.getByRole('button', { name: 'Move here' }));
  await eventually(() => expect(requests.at(-1)?.body).toEqual({ workflows: ['2'], folders: [], to: 'n' }));
});

it('adds tags to the selected workflows and removes others', async () => {
  const tag = (id: string) => ({ id, name: `tag ${id}` });
  workflows = [
    { ...workflow('1', 'Orders'), tags: [tag('a')] },
    { ...workflow('2', 'Bills'), tags: [tag('a'), tag('b')] },
  ];
  await store.dispatch(editorApi.util.upsertQueryData('listTags', { query: {} }, [tag('a'), tag('b'), tag('c')] as never));
  open();
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all listed workflows' }));
  await choose('More actions on the selected workflows', 'Tags…');
  const dialog = within(await screen.findByRole('dialog', { name: 'Tags of 2 workflows' }));
  const pick = async (group: string, name: string): Promise<string[]> => {
    await userEvent.click(within(dialog.getByRole('group', { name: group })).getByRole('button'));
    const list = within(await screen.findByRole('dialog', { name: 'Workflow tags' }));
    const offered = list.getAllByRole('checkbox').map((box) => box.closest('label')?.textContent ?? '');
    await userEvent.click(list.getByRole('checkbox', { name }));
    await userEvent.keyboard('{Escape}');
    return offered;
  };
  expect(await pick('Add these tags', 'tag c')).toEqual(['tag a', 'tag b', 'tag c']);
  expect(await pick('Remove these tags', 'tag a')).toEqual(['tag a', 'tag b']);
  await userEvent.click(dialog.getByRole('button', { name: 'Apply' }));
  await eventually(() =>
    expect(requests).toEqual([
      { call: 'PATCH /rest/workflows/1', body: { tags: ['c'] } },
      { call: 'PATCH /rest/workflows/2', body: { tags: ['b', 'c'] } },
    ]),
  );
});

it('leads from the editor to the folder of the workflow, by its path', async () => {
  const router = createMemoryRouter([{ path: '*', element: <FolderPath id="e" /> }]);
  render(
    <Provider store={store}>
      <RouterProvider router={router} />
    </Provider>,
  );
  const link = await screen.findByRole('link', { name: 'Open the folder Sales › Europe' });
  expect([link.textContent, link.getAttribute('href')]).toEqual(['Sales › Europe', '/workflows?folder=e']);
});
