// Importing an n8n installation: who is offered it, what is sent, and the report.
import { act, cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ImportReport } from '../../../engine/contract/rest/imports.ts';
import { ModalHost } from '../../app/modal-host.tsx';
import { api } from '../../api/base.ts';
import { editorApi } from '../../api/editor.ts';
import { sessionApi } from '../../api/session.ts';
import { i18n } from '../../i18n/index.ts';
import { store } from '../../state/store.ts';
import { modalsClosed } from '../../state/ui-slice.ts';
import { eventually } from '../../testing/setup.ts';
import { ConfirmProvider } from '../../ui/floating/confirm.tsx';
import { TooltipProvider } from '../../ui/floating/tooltip.tsx';
import { WorkflowsPage } from '../workflows/workflow-list.tsx';
import './index.ts';
import { reportText } from './report-lines.ts';

const report: ImportReport = {
  workflows: [
    { id: '1', name: 'Orders', isNew: true, wasActive: false, isArchived: false, missing: [], differences: [] },
    {
      id: '2',
      name: 'Leads',
      isNew: false,
      wasActive: true,
      isArchived: false,
      missing: [{ type: 'n8n-nodes-base.hubspot', package: 'n8n-nodes-base' }, { type: 'own.node' }],
      differences: [
        { text: 'Times are exact.', nodes: ['Wait'] },
        { text: 'It is another.', nodes: [] },
      ],
    },
  ],
  folders: 2,
  tags: 4,
  credentials: [{ id: 'c', name: 'Mail', type: 'smtp', isNew: true }],
  dataTables: [
    { id: 't', name: 'Customers', rows: 3, isNew: true },
    { id: 'u', name: 'Old', rows: 0, isNew: false },
  ],
  failures: [{ kind: 'credential', name: 'CRM', reason: 'The key is another.' }],
};

const workflow = { id: '1', name: 'Orders', active: false, tags: [], createdAt: '2026-01-01', updatedAt: '2026-01-01', version: 1 };
let requests: { readonly call: string; readonly body: unknown }[];
/** Resolves the pending import. */
let respond: (response: Response) => void;

const replyTo = (path: string): unknown => {
  if (path === '/rest/settings') return { workflowTagsDisabled: false, instanceId: 'i', communityNodesEnabled: true };
  return path === '/rest/workflows' ? [workflow] : [];
};

beforeEach(() => {
  requests = [];
  vi.stubGlobal('fetch', (address: string, { method, body }: { method: string; body?: string }) => {
    const { pathname } = new URL(address);
    if (method === 'GET') return Promise.resolve(Response.json({ data: replyTo(pathname) }));
    requests.push({ call: `${method} ${pathname}`, body: JSON.parse(body ?? 'null') as unknown });
    return new Promise<Response>((resolve) => (respond = resolve));
  });
});
afterEach(() => {
  act(() => void store.dispatch(modalsClosed()));
  cleanup();
  store.dispatch(api.util.resetApiState());
  vi.unstubAllGlobals();
});

async function open(role: 'owner' | 'member'): Promise<void> {
  await store.dispatch(editorApi.endpoints.settings.initiate());
  const user = { id: role, globalRole: { name: role }, email: '', fullName: '' };
  await store.dispatch(sessionApi.util.upsertQueryData('currentUser', undefined, user as never));
  const element = (
    <>
      <WorkflowsPage />
      <ModalHost />
    </>
  );
  const router = createMemoryRouter([{ path: '/workflows', element }], { initialEntries: ['/workflows'] });
  render(
    <Provider store={store}>
      <TooltipProvider>
        <ConfirmProvider>
          <RouterProvider router={router} />
        </ConfirmProvider>
      </TooltipProvider>
    </Provider>,
  );
  await screen.findByRole('button', { name: 'Orders' });
}
const dialogOf = async (name: string) => within(await screen.findByRole('dialog', { name }));

it('is offered to the owner only', async () => {
  await open('member');
  expect(screen.getByRole('button', { name: 'Import…' })).toBeTruthy();
  cleanup();
  await open('owner');
  await userEvent.click(screen.getByRole('button', { name: 'Import' }));
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual([
    'Workflow files…',
    'An n8n installation…',
  ]);
});

it('sends the folder and the key, says that it runs, and shows a failure', async () => {
  await open('owner');
  await userEvent.click(screen.getByRole('button', { name: 'Import' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'An n8n installation…' }));
  const dialog = await dialogOf('Import an n8n installation');
  const folder = dialog.getByRole('textbox', { name: 'Home folder of n8n' });
  expect((folder as HTMLInputElement).value).toBe('~/.n8n');
  dialog.getByText(/^On the computer on which Millrace runs/);
  await userEvent.clear(folder);
  await userEvent.click(dialog.getByRole('button', { name: 'Import' }));
  dialog.getByText('Please enter the path of the folder.');
  await userEvent.type(folder, '/n8n');
  const key = dialog.getByLabelText('Encryption key (optional)') as HTMLInputElement;
  await userEvent.type(key, 'secret');
  expect(key.type).toBe('password');
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Show the key' }));
  expect(key.type).toBe('text');
  await userEvent.click(dialog.getByRole('button', { name: 'Import' }));
  await dialog.findByText(/^Importing\. This can take/);
  expect(dialog.getByRole('button', { name: 'Import' }).hasAttribute('disabled')).toBe(true);
  expect(requests).toEqual([{ call: 'POST /rest/imports/n8n-home', body: { folder: '/n8n', key: 'secret' } }]);
  act(() => respond(Response.json({ code: 'X', message: 'There is no database.', status: 400 }, { status: 400 })));
  await dialog.findByText(/There is no database\./);
});

it('reports what came, what is missing and what behaves otherwise, with buttons that install packages', async () => {
  await open('owner');
  await userEvent.click(screen.getByRole('button', { name: 'Import' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'An n8n installation…' }));
  await userEvent.click((await dialogOf('Import an n8n installation')).getByRole('button', { name: 'Import' }));
  await eventually(() => expect(requests.at(-1)?.body).toEqual({ folder: '~/.n8n' }));
  act(() => respond(Response.json({ data: report })));
  const dialog = await dialogOf('What was imported');
  expect(dialog.getByRole('status').textContent).toBe('2 workflows · 1 credential · 2 folders · 4 tags · 2 data tables');
  dialog.getByText(/^1 workflow was active in n8n\. Deactivate it there/);
  dialog.getByText('Credential "CRM": The key is another.');
  const leads = dialog.getByRole('link', { name: 'Leads' }).closest('li') as HTMLElement;
  expect([...leads.querySelectorAll('.tag, p')].map(({ textContent }) => textContent)).toEqual([
    'replaced',
    'was active in n8n',
    'Needs n8n-nodes-base.hubspot of the package n8n-nodes-base.',
    'Needs a node of the type own.node, which no package of the registry is known to have.',
    'Wait: Times are exact.',
    'It is another.',
  ]);
  dialog.getByText('1 workflow needs nothing else.');
  dialog.getByText('Old: exists already, left as it is');
  dialog.getByRole('button', { name: 'Copy report' });
  dialog.getByRole('button', { name: 'Save report' });
  await userEvent.click(dialog.getByRole('button', { name: 'Install n8n-nodes-base' }));
  await eventually(() => expect(store.getState().ui.modals.at(-1)).toEqual({ name: 'install-package', packageName: 'n8n-nodes-base' }));
});

it('writes the report as text', () => {
  expect(reportText(report, i18n.getFixedT('en', 'n8nImport'))).toBe(`What was imported
2 workflows
1 credential
2 folders
4 tags
2 data tables

1 workflow was active in n8n. Deactivate it there before you activate it here: otherwise both run it.

Not imported
Credential "CRM": The key is another.

Packages to install
n8n-nodes-base

Workflows
Orders (1)
Leads (2): replaced, was active in n8n
  Needs n8n-nodes-base.hubspot of the package n8n-nodes-base.
  Needs a node of the type own.node, which no package of the registry is known to have.
  Wait: Times are exact.
  It is another.

Data tables
Customers: 3 rows
Old: exists already, left as it is
`);
});
