// The version history: versions are listed, compared in words, named and restored, by mouse and by keyboard.
import { cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { WorkflowVersionView } from '../../../../engine/contract/rest/workflow-versions.ts';
import '../../../i18n/index.ts';
import { api } from '../../../api/base.ts';
import { editorApi } from '../../../api/editor.ts';
import { takeHandedOver } from '../../../state/handed-over.ts';
import { store } from '../../../state/store.ts';
import { eventually } from '../../../testing/setup.ts';
import { ConfirmProvider } from '../../../ui/floating/confirm.tsx';
import { TooltipProvider } from '../../../ui/floating/tooltip.tsx';
import { HistoryPage } from './history-page.tsx';

const node = (name: string, parameters: object = {}, more: object = {}) => ({
  id: name,
  name,
  type: 'n8n-nodes-base.httpRequest',
  typeVersion: 4,
  position: [0, 0],
  parameters,
  ...more,
});
const to = (name: string) => ({ main: [[{ node: name, type: 'main', index: 0 }]] });
const files: Readonly<Record<string, object>> = {
  1: { name: 'Orders', nodes: [node('Start')], connections: {} },
  2: {
    name: 'Orders',
    nodes: [node('Start'), node('Ask', { url: 'https://a.example/', jsCode: 'one\ntwo' })],
    connections: { Start: to('Ask') },
  },
  3: {
    name: 'Orders',
    nodes: [node('Ask', { url: 'https://b.example/', jsCode: 'one\nthree' }), node('New')],
    connections: { Ask: to('New') },
    settings: { timezone: 'UTC' },
  },
};
const description = {
  name: 'n8n-nodes-base.httpRequest',
  displayName: 'HTTP Request',
  version: 4,
  inputs: ['main'],
  outputs: ['main'],
  group: [],
  defaults: { name: 'HTTP Request' },
  properties: [{ name: 'url', displayName: 'Address', type: 'string', default: '' }],
};

let versions: WorkflowVersionView[];
let requests: { readonly call: string; readonly body?: unknown }[];
let failure: { readonly status: number } | undefined;

const replyTo = (path: string): unknown => {
  const version = /\/history\/(\d+)$/.exec(path)?.[1];
  if (version !== undefined) return files[version];
  if (path.endsWith('/history')) return versions;
  if (path === '/rest/settings') return { instanceId: 'i' };
  return path === '/rest/node-types' ? [description] : [];
};

beforeEach(async () => {
  const anna = { firstName: 'Anna', lastName: 'Berg', email: 'anna@example.com' };
  versions = [
    { version: 3, name: 'Orders', savedAt: '2026-01-03T10:00:00Z', isNewest: true, savedBy: anna },
    { version: 2, name: 'Orders', savedAt: '2026-01-02T10:00:00Z', isNewest: false, label: { name: 'Release', description: 'as tested' } },
    { version: 1, name: 'Orders', savedAt: '2026-01-02T09:00:00Z', isNewest: false },
  ];
  requests = [];
  failure = undefined;
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body }: { method?: string; body?: string } = {}) => {
    const { pathname } = new URL(address);
    if (failure !== undefined && pathname.includes('/history'))
      return Response.json({ code: 'STORE_FAILED', message: 'The disk is full.' }, failure);
    if (method === 'GET') return Response.json({ data: replyTo(pathname) });
    requests.push({ call: `${method} ${pathname}`, ...(body === undefined ? {} : { body: JSON.parse(body) as unknown }) });
    return Response.json({ data: method === 'PATCH' ? true : { version: 4 } });
  });
  await store.dispatch(editorApi.endpoints.settings.initiate());
});
afterEach(() => {
  cleanup();
  store.dispatch(api.util.resetApiState());
  vi.unstubAllGlobals();
});

function open(path: string) {
  const router = createMemoryRouter(
    [
      { path: '/workflow/:name/history', element: <HistoryPage /> },
      { path: '/workflow/:name/history/:version', element: <HistoryPage /> },
      { path: '*', element: <p>Elsewhere</p> },
    ],
    { initialEntries: [path] },
  );
  render(
    <Provider store={store}>
      <TooltipProvider>
        <ConfirmProvider>
          <RouterProvider router={router} />
        </ConfirmProvider>
      </TooltipProvider>
    </Provider>,
  );
  return router;
}

const changeList = (): Promise<HTMLElement> => screen.findByRole('navigation', { name: 'Changes' });
const linesOf = async (group: string): Promise<(string | null)[]> =>
  within(within(await changeList()).getByRole('region', { name: group }))
    .getAllByRole('button')
    .map(({ textContent }) => textContent);

it('lists the versions by day, with their names and who saved them', async () => {
  open('/workflow/w/history');
  const list = await screen.findByRole('listbox', { name: 'Versions' });
  expect(within(list).getAllByRole('group')).toHaveLength(2);
  expect(
    within(list)
      .getAllByRole('option')
      .map(({ textContent }) => textContent?.replace(/(?:10|9):00\sAM/, '')),
  ).toEqual(['Version 3CurrentAnna Berg', 'ReleaseVersion 2as tested', 'Version 1']);
  await userEvent.click(screen.getByRole('checkbox', { name: 'Named only' }));
  expect(within(list).getAllByRole('option')).toHaveLength(1);
});

it('says in words what a version changed, compared with the one before', async () => {
  open('/workflow/w/history');
  expect(await linesOf('Nodes')).toEqual(['~Ask Changed', '+New Added', '−Start Removed']);
  expect(await linesOf('Connections')).toEqual(['+Ask → New Added', '−Start → Ask Removed']);
  expect(await linesOf('Settings')).toEqual(['~1 value Changed']);
});

it('marks the differences on the canvas, with signs and words', async () => {
  open('/workflow/w/history');
  await changeList();
  const words = (name: string): string => screen.getByRole('group', { name: new RegExp(`^${name}, `) }).getAttribute('aria-label') ?? '';
  await eventually(() => expect(words('Start')).toContain('Removed'));
  expect([words('Ask'), words('New')].map((text) => /Changed|Added/.exec(text)?.[0])).toEqual(['Changed', 'Added']);
});

it('shows the values of a node side by side, and texts line by line', async () => {
  open('/workflow/w/history/3');
  await userEvent.click(within(await changeList()).getByRole('button', { name: 'Ask Changed' }));
  const values = screen.getByRole('region', { name: 'Values' });
  const rows = within(values).getAllByRole('row').slice(1);
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'Addresshttps://a.example/https://b.example/',
    'jsCode one−Removed:two+Added:three',
  ]);
  await userEvent.click(within(await changeList()).getByRole('button', { name: /1 value/ }));
  expect(within(values).getAllByRole('row').at(-1)?.textContent).toBe('timezoneNoneUTC');
  await userEvent.click(within(await changeList()).getByRole('button', { name: 'Ask → New Added' }));
  within(values).getByText('Only the newer version has this connection, from output 1 to input 1.');
});

it('compares with the current version, another one, or none, which the address keeps', async () => {
  const router = open('/workflow/w/history/1');
  await screen.findByRole('heading', { name: 'Version 1' });
  expect(screen.queryByRole('navigation', { name: 'Changes' })).toBeNull();
  await userEvent.click(screen.getByRole('combobox', { name: 'Compare with' }));
  await userEvent.click(await screen.findByRole('option', { name: 'With the current one' }));
  await screen.findByRole('heading', { name: 'Version 1 → Version 3' });
  expect(router.state.location.search).toBe('?with=current');
  await userEvent.click(screen.getByRole('combobox', { name: 'Compare with' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Release (2)' }));
  await screen.findByRole('heading', { name: 'Version 1 → Release' });
});

it('follows the arrow keys', async () => {
  const router = open('/workflow/w/history');
  (await screen.findByRole('option', { name: /Version 3/ })).focus();
  await userEvent.keyboard('{ArrowDown}');
  expect(router.state.location.pathname).toBe('/workflow/w/history/2');
  await eventually(() => expect(document.activeElement?.textContent).toContain('Release'));
  await userEvent.keyboard('{End}');
  expect(router.state.location.pathname).toBe('/workflow/w/history/1');
});

it('restores a version after a question, with the newest version that is known', async () => {
  const router = open('/workflow/w/history/2');
  await userEvent.click(await screen.findByRole('button', { name: 'Restore' }));
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Restore' }));
  await eventually(() => expect(requests).toEqual([{ call: 'POST /rest/workflows/w/history/2/restore', body: { version: 3 } }]));
  await eventually(() => expect(router.state.location.pathname).toBe('/workflow/w/history/4'));
});

it('does not restore the current version', async () => {
  open('/workflow/w/history/3');
  expect((await screen.findByRole('button', { name: 'Restore' })).hasAttribute('disabled')).toBe(true);
});

it('names a version, and removes its name', async () => {
  open('/workflow/w/history/2');
  await userEvent.click(await screen.findByRole('button', { name: 'Rename' }));
  const field = await screen.findByRole('textbox', { name: 'Name' });
  await userEvent.clear(field);
  await userEvent.type(field, 'Release 2');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await eventually(() =>
    expect(requests).toEqual([{ call: 'PATCH /rest/workflows/w/history/2', body: { name: 'Release 2', description: 'as tested' } }]),
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Rename' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Remove the name' }));
  await eventually(() => expect(requests.at(-1)?.body).toEqual({ name: null }));
});

it('opens a version as a new workflow', async () => {
  const router = open('/workflow/w/history/2');
  await userEvent.click(await screen.findByRole('button', { name: 'More actions' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Open as a new workflow' }));
  await screen.findByText('Elsewhere');
  expect(router.state.location.pathname).toBe('/workflow');
  expect(takeHandedOver(router.state.location.state)).toMatchObject({ workflow: { name: 'Orders (Release)', nodes: [{}, {}] } });
});

it('says that a version is not stored any more, and that the versions could not be loaded', async () => {
  open('/workflow/w/history/77');
  await screen.findByText('This version is not stored');
  cleanup();
  store.dispatch(api.util.resetApiState());
  failure = { status: 500 };
  await store.dispatch(editorApi.endpoints.settings.initiate());
  open('/workflow/w/history');
  await screen.findByText('The disk is full.');
  failure = undefined;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('listbox');
});

it('says nothing about a workflow that the user may not see', async () => {
  failure = { status: 404 };
  open('/workflow/w/history');
  await screen.findByRole('heading', { name: 'Page not found' });
});
