// The help: pages with their headings and neighbours, generated shortcuts, the search, and the pages of nodes.
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Settings } from '../../../engine/contract/rest/editor.ts';
import type { NodeDescription } from '../../../engine/workflow/node-type.ts';
import { api } from '../../api/base.ts';
import { editorApi } from '../../api/editor.ts';
import { i18n } from '../../i18n/index.ts';
import { helpPages } from '../../lib/help-pages.ts';
import { takeHandedOver } from '../../state/handed-over.ts';
import { store } from '../../state/store.ts';
import { TooltipProvider } from '../../ui/floating/tooltip.tsx';
import { loadHelpPage } from './help-files.ts';
import { HelpPage, NodeHelpPage } from './index.ts';

const limit = (version: number, properties: object[]): NodeDescription =>
  ({
    name: 'n8n-nodes-base.limit',
    displayName: 'Limit',
    description: 'Keeps some items',
    documentationUrl: '/help/nodes/n8n-nodes-base.limit',
    version,
    defaultVersion: 2,
    codex: { alias: ['truncate'] },
    properties,
  }) as unknown as NodeDescription;
const most = { displayName: 'Max Items', name: 'maxItems', type: 'number', default: 1 };

const scrolledTo = vi.fn();

beforeEach(() => {
  Element.prototype.scrollIntoView = function scrollIntoView() {
    scrolledTo(this.id);
  };
  vi.stubGlobal('fetch', async () => Response.json({ data: [] }));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  store.dispatch(api.util.resetApiState());
});

const shortcuts = async () => [{ label: 'Edit', entries: [{ label: 'Redo', keys: ['Ctrl+Y', 'Ctrl+Shift+Z'] }] }];

async function open(address: string, templates = { enabled: true, host: '' }): Promise<ReturnType<typeof createMemoryRouter>> {
  await act(() => store.dispatch(editorApi.util.upsertQueryData('settings', undefined, { templates } as Settings)));
  const types = [limit(1, [most]), limit(2, [most, { ...most, displayName: 'Keep', name: 'keep' }])];
  await act(() => store.dispatch(editorApi.util.upsertQueryData('nodeTypes', undefined, types)));
  const router = createMemoryRouter(
    [
      { path: '/help', element: <HelpPage shortcuts={shortcuts} /> },
      { path: '/help/:page', element: <HelpPage shortcuts={shortcuts} /> },
      { path: '/help/nodes/:type', element: <NodeHelpPage shortcuts={shortcuts} /> },
      { path: '*', element: <p>elsewhere</p> },
    ],
    { initialEntries: [address] },
  );
  render(
    <Provider store={store}>
      <TooltipProvider>
        <RouterProvider router={router} />
      </TooltipProvider>
    </Provider>,
  );
  return router;
}

it('has a title in each file that is the name of the page in menus', async () => {
  for (const page of helpPages) expect(await loadHelpPage(page)).toContain(`# ${i18n.t(`help.pages.${page}`)}\n`);
});

it('shows the first page with links to its parts, and goes on to the next', async () => {
  const router = await open('/help');
  const parts = await screen.findByRole('navigation', { name: 'On this page' });
  const heading = await screen.findByRole('heading', { name: 'Run it', level: 2 });
  expect(within(parts).getByRole('link', { name: 'Run it' }).getAttribute('href')).toBe('/help#run-it');
  expect(heading.id).toBe('run-it');
  const pages = within(screen.getByRole('navigation', { name: 'Help pages' })).getAllByRole('link');
  expect(pages.filter((link) => link.getAttribute('aria-current') === 'page')).toEqual([pages[0]]);
  const neighbours = await screen.findByRole('navigation', { name: 'Previous and next page' });
  await userEvent.click(within(neighbours).getByRole('link', { name: 'Nodes' }));
  expect(router.state.location.pathname).toBe('/help/nodes');
  expect(await screen.findByRole('heading', { name: 'Nodes', level: 1 })).toBeDefined();
});

it('follows links in texts within the editor', async () => {
  const router = await open('/help/first-steps');
  await userEvent.click(await screen.findByRole('link', { name: 'orders by customer' }));
  expect(router.state.location.pathname).toBe('/templates/101');
});

it.each([
  ['its own library', { enabled: true, host: '' }, ['/templates/101', '/templates']],
  ['those of a host', { enabled: true, host: 'https://templates.example.test' }, ['/templates']],
  ['none', { enabled: false, host: '' }, []],
])('links to templates only if the instance has them: %s', async (_, templates, expected) => {
  await open('/help/first-steps', templates);
  await screen.findByRole('link', { name: 'Workflows' });
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href') ?? '');
  expect(links.filter((link) => link.startsWith('/templates'))).toEqual(expected);
  expect(document.body.textContent).not.toContain('<!--');
});

it('lists the shortcuts of the editor', async () => {
  await open('/help/keys');
  const row = await screen.findByRole('row', { name: /Redo/ });
  expect([...row.querySelectorAll('code')].map(({ textContent }) => textContent)).toEqual(['Ctrl+Y', 'Ctrl+Shift+Z']);
});

it('lists all nodes at the end of the page about nodes', async () => {
  await open('/help/nodes');
  const list = await screen.findByRole('region', { name: 'All nodes' });
  expect(within(list).getByRole('link', { name: 'Limit' }).getAttribute('href')).toBe('/help/nodes/n8n-nodes-base.limit');
});

it('finds sections of pages, shortcuts and nodes', async () => {
  const router = await open('/help/keys');
  const list = screen.getByRole('navigation', { name: 'Help pages' });
  const search = within(list).getByRole('searchbox');
  await userEvent.type(search, 'truncate');
  expect((await within(list).findByRole('link', { name: /Limit/ })).getAttribute('href')).toBe('/help/nodes/n8n-nodes-base.limit');
  await userEvent.clear(search);
  await userEvent.type(search, 'redo ctrl');
  expect((await within(list).findByRole('link', { name: /Keyboard shortcuts: Edit/ })).getAttribute('href')).toBe('/help/keys#edit');
  await userEvent.clear(search);
  await userEvent.type(search, 'qqqq');
  expect(await within(list).findByText('Nothing found. Try other words.')).toBeDefined();
  await userEvent.clear(search);
  await userEvent.type(search, 'recovery key');
  await userEvent.click(await within(list).findByRole('link', { name: /The recovery key/ }));
  expect(router.state.location).toMatchObject({ pathname: '/help/credentials-and-keys', hash: '#the-recovery-key' });
  await waitFor(() => expect(scrolledTo).toHaveBeenLastCalledWith('the-recovery-key'));
});

it('shows a node with its parameters by version, and opens its example as a new workflow', async () => {
  const router = await open('/help/nodes/n8n-nodes-base.limit');
  expect(await screen.findByText(/Keeps a number of items/)).toBeDefined();
  const article = screen.getByRole('article');
  expect(article.textContent).toContain('Keep (keep, number, default 1).');
  await userEvent.click(screen.getByRole('combobox', { name: 'Version of the node' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Version 1' }));
  await waitFor(() => expect(article.textContent).not.toContain('Keep (keep'));
  expect(article.textContent).toContain('Max Items (maxItems, number, default 1).');
  await userEvent.click(screen.getByRole('button', { name: 'Open as a new workflow' }));
  expect(router.state.location.pathname).toBe('/workflow');
  const item = takeHandedOver(router.state.location.state);
  expect(item).toMatchObject({ type: 'workflow', workflow: { name: 'Example: Limit' } });
  const nodes = item?.type === 'workflow' ? item.workflow.nodes.map(({ type }) => type) : [];
  expect(nodes).toContain('n8n-nodes-base.limit');
});

it.each(['/help/no-such-page', '/help/nodes/n8n-nodes-base.unknown'])('%s does not exist', async (address) => {
  await open(address);
  expect(await screen.findByRole('heading', { name: i18n.t('notFound.title') })).toBeDefined();
});
