// Templates from the library and from a service: the search in the address, pages, failures, a template and its preview.
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import type { Settings } from '../../../engine/contract/rest/editor.ts';
import { api } from '../../api/base.ts';
import { editorApi } from '../../api/editor.ts';
import '../../i18n/index.ts';
import { store } from '../../state/store.ts';
import { TooltipProvider } from '../../ui/floating/tooltip.tsx';
import { CollectionPage } from './collection-page.tsx';
import { TemplatePage } from './template-page.tsx';
import { TemplatesPage } from './templates-page.tsx';

const workflow = { nodes: [{ name: 'Start' }], connections: {} };
const template = (id: number) => ({
  id,
  name: `Template ${id}`,
  description: 'Sends a **digest**.',
  createdAt: '2026-01-01T00:00:00.000Z',
  nodes: [{ name: 'n8n-nodes-base.webhook', displayName: 'Webhook' }],
  totalViews: 0,
  categories: [{ id: 1, name: 'Data' }],
  workflow,
});
const all = Array.from({ length: 25 }, (_, index) => template(index + 1));

const requests: URL[] = [];
let fails = false;

/** Responds to the calls of a source, by their path. */
function answer(url: URL, path: string): Response {
  requests.push(url);
  if (fails) return Response.json({ code: 'INTERNAL', message: 'Broken.', status: 500 }, { status: 500 });
  const [, id] = /\/(\d+)$/.exec(path) ?? [];
  const search = url.searchParams.get('search') ?? '';
  const matching = all.filter(({ name }) => name.includes(search));
  const skip = Number(url.searchParams.get('skip') ?? 0);
  const bodies: Readonly<Record<string, unknown>> = {
    'templates/categories': { categories: Array.from({ length: 14 }, (_, index) => ({ id: index + 1, name: `Category ${index + 1}` })) },
    'templates/collections': { collections: search === '' ? [{ id: 7, name: 'First steps', workflows: [{ id: 1 }], nodes: [] }] : [] },
    'templates/workflows': { totalWorkflows: matching.length, workflows: matching.slice(skip, skip + 20) },
    [`templates/workflows/${id}`]: { workflow: all.find((each) => String(each.id) === id) },
    [`templates/collections/${id}`]: {
      collection: { id: 7, name: 'First steps', description: 'Begin here.', nodes: [], workflows: [template(1)] },
    },
  };
  const body = bodies[path];
  if (body === undefined || (id !== undefined && Number(id) > 25))
    return Response.json({ code: 'NOT_FOUND', message: 'Gone.', status: 404 }, { status: 404 });
  return Response.json(url.pathname.startsWith('/rest/') ? { data: body } : body);
}

async function open(address: string, host = ''): Promise<ReturnType<typeof createMemoryRouter>> {
  vi.stubGlobal('fetch', async (input: string | URL) => {
    const url = new URL(String(input));
    const [, path = ''] = /^(?:\/rest\/template-library|\/service)\/(.*)$/.exec(url.pathname) ?? [];
    if (path === '') return Response.json({ data: [] });
    return answer(url, path);
  });
  const settings = { templates: { enabled: true, host }, versionCli: '1.2.3' } as Settings;
  await act(() => store.dispatch(editorApi.util.upsertQueryData('settings', undefined, settings)));
  const router = createMemoryRouter(
    [
      { path: '/templates', element: <TemplatesPage /> },
      { path: '/templates/:id', element: <TemplatePage /> },
      { path: '/collections/:id', element: <CollectionPage /> },
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

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  store.dispatch(api.util.resetApiState());
  requests.length = 0;
  fails = false;
});

it.each([
  ['the library', '', '/rest/template-library/templates/workflows'],
  ['a service', 'http://templates.example/service/', '/service/templates/workflows'],
])('are listed from %s', async (_, host, path) => {
  await open('/templates', host);
  expect(await screen.findByText('25 templates')).toBeDefined();
  expect(screen.getAllByRole('article')).toHaveLength(20);
  expect(requests.some(({ pathname }) => pathname === path)).toBe(true);
  expect(within(screen.getByRole('region', { name: 'Collections' })).getByRole('link', { name: 'First steps' })).toBeDefined();
});

it('are searched for by words and categories, which are in the address', async () => {
  const router = await open('/templates?categories=2');
  await screen.findByText('25 templates');
  expect(screen.getByRole('checkbox', { name: 'Category 2' }).getAttribute('aria-checked')).toBe('true');
  expect(screen.queryByRole('checkbox', { name: 'Category 14' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: '+2 more' }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Category 14' }));
  await userEvent.type(screen.getByRole('searchbox'), '25');
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(1));
  expect(Object.fromEntries(new URLSearchParams(router.state.location.search))).toEqual({ categories: '2,14', search: '25' });
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Collections' })).toBeNull());
  await userEvent.type(screen.getByRole('searchbox'), 'x');
  expect(await screen.findByText('No template matches')).toBeDefined();
});

it('say when they cannot be loaded, and are loaded again', async () => {
  fails = true;
  await open('/templates');
  expect(await screen.findByText('The templates could not be loaded')).toBeDefined();
  fails = false;
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('25 templates')).toBeDefined();
});

it('have a page with description, details and a live preview, from which they are used', async () => {
  const router = await open('/templates/3');
  expect(await screen.findByRole('heading', { name: 'Template 3' })).toBeDefined();
  expect((await screen.findByText('digest')).tagName).toBe('STRONG');
  expect(screen.getByText('The Millrace team')).toBeDefined();
  const frame = screen.getByTitle<HTMLIFrameElement>('Preview of the workflow');
  const posted: unknown[] = [];
  Object.defineProperty(frame.contentWindow, 'postMessage', { value: (message: string) => posted.push(JSON.parse(message)) });
  const send = (message: object): void =>
    act(
      () =>
        void dispatchEvent(
          new MessageEvent('message', { data: JSON.stringify(message), origin: location.origin, source: frame.contentWindow }),
        ),
    );
  send({ command: 'ready', version: '1' });
  expect(posted).toEqual([{ command: 'openWorkflow', workflow }]);
  send({ command: 'openNDV' });
  expect(frame.parentElement?.dataset['open']).toBe('true');
  send({ command: 'closeNDV' });
  expect(frame.parentElement?.dataset['open']).toBe('false');
  send({ command: 'error' });
  expect(screen.getByText('The preview could not be shown')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Use this workflow' }));
  expect(router.state.location.pathname).toBe('/workflows/templates/3');
});

it('of a collection are used from its page', async () => {
  const router = await open('/collections/7');
  await userEvent.click(await screen.findByRole('button', { name: 'Use the template "Template 1"' }));
  expect(router.state.location.pathname).toBe('/workflows/templates/1');
});

it.each([
  ['/templates/99', 'This template was not found'],
  ['/collections/99', 'This collection was not found'],
])('that do not exist say so: %s', async (address, text) => {
  await open(address);
  expect(await screen.findByText(text)).toBeDefined();
});
