// The page of workflows: what its menu and its selection send, its filter in the address, and what it offers without workflows.
import { cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Settings } from '../../../engine/contract/rest/editor.ts';
import type { ListedWorkflow } from '../../../engine/contract/rest/workflows.ts';
import '../../i18n/index.ts';
import { api } from '../../api/base.ts';
import { editorApi } from '../../api/editor.ts';
import { sessionApi } from '../../api/session.ts';
import { takeHandedOver } from '../../state/handed-over.ts';
import { store } from '../../state/store.ts';
import { ConfirmProvider } from '../../ui/floating/confirm.tsx';
import { TooltipProvider } from '../../ui/floating/tooltip.tsx';
import { eventually } from '../../testing/setup.ts';
import { NextRuns } from './next-runs.tsx';
import { WorkflowsPage } from './workflow-list.tsx';

let workflows: ListedWorkflow[];
let users: object[];
let hasFolders: boolean;
let requests: { readonly call: string; readonly body?: unknown }[];

const workflow = (id: string, name: string, more: Partial<ListedWorkflow> = {}): ListedWorkflow => ({
  id,
  name,
  active: false,
  tags: [],
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
  version: 1,
  isArchived: false,
  ...more,
});
const starts = {
  timezone: 'Asia/Tokyo',
  nodes: [{ name: 'Daily', runs: ['2026-02-01T00:00:00Z', '2026-02-02T00:00:00Z', '2026-02-03T00:00:00Z'] }],
  webhooks: [],
};

const replyTo = (path: string): unknown => {
  if (path === '/rest/settings') return { workflowTagsDisabled: false, instanceId: 'i' };
  if (path === '/rest/workflows') return workflows;
  if (path === '/rest/users') return users;
  if (path.endsWith('/deletion')) return { queued: 1, waiting: 2, running: 1 };
  if (path.endsWith('/starts')) return starts;
  return [];
};

beforeEach(async () => {
  requests = [];
  users = [];
  hasFolders = true;
  vi.stubGlobal('fetch', async (address: string, { method, body }: { method: string; body?: string }) => {
    const { pathname } = new URL(address);
    if (pathname === '/rest/folders' && !hasFolders) return Response.json({ code: 'X', message: 'The disk is full.' }, { status: 500 });
    if (method === 'GET') return Response.json({ data: replyTo(pathname) });
    requests.push({ call: `${method} ${pathname}`, ...(body === undefined ? {} : { body: JSON.parse(body) as unknown }) });
    return Response.json({ data: method === 'DELETE' ? true : workflows[0] });
  });
  await store.dispatch(editorApi.endpoints.settings.initiate());
});
afterEach(() => {
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
    {
      initialEntries: [path],
    },
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
const choose = async (name: string, entry: string): Promise<void> => {
  await userEvent.click(await screen.findByRole('button', { name: `Menu for ${name}` }));
  await userEvent.click(await screen.findByRole('menuitem', { name: entry }));
};
const rowNames = (): (string | null)[] =>
  within(screen.getByRole('table'))
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.querySelector('.table-main')?.textContent ?? null);

it('archives and restores a workflow', async () => {
  workflows = [workflow('1', 'Orders'), workflow('2', 'Old', { isArchived: true })];
  open();
  await choose('Orders', 'Archive');
  await eventually(() => expect(requests).toEqual([{ call: 'PATCH /rest/workflows/1', body: { isArchived: true } }]));
  expect(rowNames()).toEqual(['Orders']);
  cleanup();
  open('/workflows?status=archived');
  expect(screen.queryByRole('switch')).toBeNull();
  await choose('Old', 'Restore from archive');
  await eventually(() => expect(requests.at(-1)).toEqual({ call: 'PATCH /rest/workflows/2', body: { isArchived: false } }));
});

it('leads to the version history of a workflow', async () => {
  workflows = [workflow('1', 'Orders')];
  const router = open();
  await choose('Orders', 'Version history');
  await screen.findByText('Elsewhere');
  expect(router.state.location.pathname).toBe('/workflow/1/history');
});

it('offers a deletion only of archived workflows', async () => {
  workflows = [workflow('1', 'Orders')];
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Menu for Orders' }));
  await screen.findByRole('menuitem', { name: 'Archive' });
  expect(screen.queryByRole('menuitem', { name: /Delete/ })).toBeNull();
  await userEvent.keyboard('{Escape}');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select all listed workflows' }));
  await userEvent.click(screen.getByRole('button', { name: 'More actions on the selected workflows' }));
  await screen.findByRole('menuitem', { name: 'Archive' });
  expect(screen.queryByRole('menuitem', { name: /Delete/ })).toBeNull();
});

it('says before a deletion what becomes of the executions', async () => {
  workflows = [workflow('1', 'Orders', { isArchived: true })];
  open('/workflows?status=archived');
  await choose('Orders', 'Delete…');
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toContain('3 executions that wait or are queued are stopped.');
  expect(dialog.textContent).toContain('1 running execution goes on to its end.');
  expect(requests).toEqual([]);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
  await eventually(() => expect(requests).toEqual([{ call: 'DELETE /rest/workflows/1' }]));
});

it('acts on the selected workflows that are listed, not on those that the filter hides', async () => {
  workflows = [workflow('1', 'Orders'), workflow('2', 'Mails', { active: true }), workflow('3', 'Mails again')];
  const router = open();
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all listed workflows' }));
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search workflows' }), 'mails');
  await eventually(() => expect(router.state.location.search).toBe('?search=mails'));
  await screen.findByText('2 selected');
  await userEvent.click(screen.getByRole('button', { name: 'More actions on the selected workflows' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Activate 1' }));
  await eventually(() => expect(requests).toEqual([{ call: 'PATCH /rest/workflows/3', body: { active: true } }]));
});

it('opens a workflow by a click on its row, but not by one on its controls', async () => {
  workflows = [workflow('1', 'Orders', { active: true })];
  const router = open();
  await userEvent.click(await screen.findByRole('checkbox', { name: /Orders/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Menu for Orders' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Archive' }));
  expect(router.state.location.pathname).toBe('/workflows');
  await userEvent.click(screen.getAllByRole('cell')[2] as HTMLElement);
  expect(router.state.location.pathname).toBe('/workflow/1');
});

it('tells runs of the same minute apart', () => {
  const runs = ['2026-02-01T00:00:05Z', '2026-02-01T00:00:10Z', '2026-02-01T00:01:00Z'];
  render(<NextRuns next={{ timezone: 'Asia/Tokyo', nodes: [{ name: 'Often', runs }] }} />);
  expect(screen.getAllByRole('time').map(({ textContent }) => textContent)).toEqual([
    'Sun, Feb 1, 2026, 9:00:05 AM',
    'Sun, Feb 1, 2026, 9:00:10 AM',
    'Sun, Feb 1, 2026, 9:01:00 AM',
  ]);
});

it('leads to the last run, and tells the next three in the zone of the workflow', async () => {
  const lastRun = { id: '77', status: 'error', startedAt: '2026-01-01T00:00:00Z' };
  workflows = [workflow('1', 'Orders', { active: true, lastRun, nextRun: '2026-02-01T00:00:47Z', nextRunZone: 'Asia/Tokyo' })];
  const router = open();
  const next = await screen.findByRole('button', { name: /^Next run of Orders/ });
  expect(next.textContent).toBe('Feb 1, 2026, 9:00 AM GMT+9');
  await userEvent.hover(next);
  await screen.findAllByText('Time zone Asia/Tokyo');
  expect(screen.getAllByText(/^(?:Sun|Mon|Tue), Feb [123], 2026, 9:00/)).toHaveLength(3);
  const run = screen.getByRole('link', { name: /^Open the last run of Orders/ });
  expect(run.textContent).toContain('Error');
  await userEvent.click(run);
  expect(router.state.location.pathname).toBe('/execution/77');
});

it('offers a first step, an example and an import to somebody without workflows', async () => {
  workflows = [];
  const router = open();
  await userEvent.click(await screen.findByRole('button', { name: /^Add a first step/ }));
  expect(router.state.location.pathname).toBe('/workflow');
  expect(takeHandedOver(router.state.location.state)).toEqual({ type: 'firstStep' });
  cleanup();
  const second = open();
  await userEvent.click(await screen.findByRole('button', { name: /^Try an example/ }));
  await screen.findByText('Elsewhere');
  const example = takeHandedOver(second.state.location.state);
  expect(example).toMatchObject({ type: 'importFile', name: 'invoices.json', content: expect.stringContaining('manualTrigger') as string });
});

it('offers a template that runs at once, if the instance has its own library', async () => {
  workflows = [];
  await store.dispatch(editorApi.util.upsertQueryData('settings', undefined, { templates: { enabled: true, host: '' } } as Settings));
  const router = open();
  await userEvent.click(await screen.findByRole('button', { name: /^Try a template/ }));
  expect(screen.queryByRole('button', { name: /^Try an example/ })).toBeNull();
  expect(router.state.location.pathname).toBe('/workflows/templates/101');
});

it('opens one imported file in the editor, and saves several', async () => {
  workflows = [workflow('1', 'Orders')];
  const file = (name: string, text = JSON.stringify({ name, nodes: [], connections: {} })) => new File([text], `${name}.json`);
  const router = open();
  await userEvent.upload(screen.getByLabelText('Import…', { selector: 'input' }), [file('A'), file('B'), file('C', 'no JSON')]);
  await eventually(() => expect(requests.map(({ call, body }) => [call, (body as { name: string }).name])).toEqual([['POST /rest/workflows', 'A'], ['POST /rest/workflows', 'B']])); // oxfmt-ignore
  expect(router.state.location.pathname).toBe('/workflows');
  await userEvent.upload(screen.getByLabelText('Import…', { selector: 'input' }), file('D'));
  await screen.findByText('Elsewhere');
  expect(takeHandedOver(router.state.location.state)).toMatchObject({ name: 'D.json' });
});

it('shows three tags of a workflow, and counts the others', async () => {
  const tags = ['a', 'b', 'c', 'd', 'e'].map((name) => ({ id: name, name: `tag ${name}` }));
  workflows = [workflow('1', 'Orders', { tags })];
  open();
  const row = (await screen.findByRole('button', { name: 'Orders' })).closest('tr') as HTMLElement;
  expect(
    within(row)
      .getAllByText(/^tag /)
      .map(({ textContent }) => textContent),
  ).toEqual(['tag a', 'tag b', 'tag c']);
  // Where the column is narrow, names of tags are cut off.
  expect(within(row).getByText('tag a').title).toBe('tag a');
  expect(row.textContent).toContain('+2');
});

it('tells the instance owner whose each workflow is, once there are members', async () => {
  const owner = { id: 'o', email: 'o@example.com', fullName: 'Olga', globalRole: { name: 'owner' } };
  await store.dispatch(sessionApi.util.upsertQueryData('currentUser', undefined, owner as never));
  workflows = [workflow('1', 'Orders'), workflow('2', 'Mails', { ownedBy: { id: 'm' } })];
  users = [owner];
  open();
  await screen.findByRole('button', { name: 'Orders' });
  expect(screen.queryByRole('columnheader', { name: 'Owner' })).toBeNull();
  cleanup();
  store.dispatch(api.util.resetApiState());
  await store.dispatch(editorApi.endpoints.settings.initiate());
  users = [owner, { id: 'm', email: 'm@example.com', fullName: '', globalRole: { name: 'member' } }];
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Owner' }));
  const cells = [...document.querySelectorAll('td[data-column="owner"]')].map(({ textContent }) => textContent);
  expect(cells).toEqual(['m@example.com', 'You']);
});

it('does not say that there is nothing while the folders cannot be loaded', async () => {
  workflows = [];
  hasFolders = false;
  open();
  expect(await screen.findByText(/The disk is full/)).toBeTruthy();
  expect(screen.queryByText('No workflows yet')).toBeNull();
});
