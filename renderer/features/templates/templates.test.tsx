// Templates from the library and from a service: the search in the address, pages, failures, a template and its preview.
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { createMemoryRouter, MemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import type { Settings } from '../../../engine/contract/rest/editor.ts';
import { api } from '../../api/base.ts';
import { editorApi } from '../../api/editor.ts';
import '../../i18n/index.ts';
import { store } from '../../state/store.ts';
import { selectToasts } from '../../state/toasts.ts';
import { TooltipProvider } from '../../ui/floating/tooltip.tsx';
import { CollectionPage } from './collection-page.tsx';
import { CollectionsCarousel } from './collections-carousel.tsx';
import { TemplateCard } from './template-card.tsx';
import { TemplatePage } from './template-page.tsx';
import { TemplatesPage } from './templates-page.tsx';
import { WorkflowPreview } from './workflow-preview.tsx';

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
const headers: (HeadersInit | undefined)[] = [];
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

let version = 0;

async function open(address: string, host = ''): Promise<ReturnType<typeof createMemoryRouter>> {
  vi.stubGlobal('fetch', async (input: string | URL, init?: RequestInit) => {
    const url = new URL(String(input));
    if (url.pathname.startsWith('/service/')) headers.push(init?.headers);
    const [, path = ''] = /^(?:\/rest\/template-library|\/service)\/(.*)$/.exec(url.pathname) ?? [];
    if (path === '') return Response.json({ data: [] });
    return answer(url, path);
  });
  // The page restores the list of the same service and version. A new version prevents that between tests.
  const settings = { templates: { enabled: true, host }, versionCli: `1.2.${version++}` } as Settings;
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
  headers.length = 0;
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
  expect(screen.getByText('Data')).toBeDefined();
  expect(screen.getByText('We')).toBeDefined();
  expect(screen.queryByText(/views?$/)).toBeNull();
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
  expect(await screen.findByRole('heading', { name: 'First steps' })).toBeDefined();
  expect(await screen.findByText('Begin here.')).toBeDefined();
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

it('more are loaded page by page until all are there, and a failure is said', async () => {
  await open('/templates?search=Template');
  await screen.findByText('25 templates');
  fails = true;
  await userEvent.click(screen.getByRole('button', { name: 'Load more' }));
  await waitFor(() => expect(selectToasts(store.getState()).at(-1)).toMatchObject({ kind: 'error', message: 'Broken.' }));
  expect(screen.getAllByRole('article')).toHaveLength(20);
  fails = false;
  await userEvent.click(screen.getByRole('button', { name: 'Load more' }));
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(25));
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
  expect(screen.getByText('These are all the results')).toBeDefined();
  const skipped = requests
    .filter(({ pathname }) => pathname.endsWith('/templates/workflows'))
    .map(({ searchParams }) => searchParams.get('skip'));
  expect(skipped).toEqual(['0', '20', '20']);
});

it('the list is as it was left on the way back, and starts at the top otherwise', async () => {
  const router = await open('/templates');
  await screen.findByText('25 templates');
  const body = (): HTMLElement => document.querySelector('.page-body') as HTMLElement;
  body().scrollTop = 300;
  await userEvent.click(screen.getByRole('link', { name: 'Template 7' }));
  await screen.findByRole('heading', { name: 'Template 7' });
  await act(() => router.navigate(-1));
  await screen.findByText('25 templates');
  expect(body().scrollTop).toBe(300);
  await act(() => router.navigate('/elsewhere'));
  await act(() => router.navigate('/templates'));
  await screen.findByText('25 templates');
  expect(body().scrollTop).toBe(0);
});

it.each([
  ['nothing', undefined, 'This template has no workflow'],
  ['a workflow without nodes', { nodes: [] }, 'The workflow of this template has no nodes'],
])('a preview of %s says "%s"', (_, previewed, text) => {
  render(<WorkflowPreview workflow={previewed} />);
  expect(screen.getByText(text)).toBeDefined();
  expect(screen.queryByTitle('Preview of the workflow')).toBeNull();
});

it('a service learns the version of the editor', async () => {
  await open('/templates', 'http://templates.example/service/');
  await screen.findByText('25 templates');
  expect(headers.length).toBeGreaterThan(0);
  expect(headers.filter((each) => !/^1\.2\.\d+$/.test(new Headers(each).get('n8n-version') ?? ''))).toEqual([]);
});

it('collections scroll by two cards', () => {
  const scrollBy = vi.fn();
  Element.prototype.scrollBy = scrollBy as never;
  render(
    <Provider store={store}>
      <MemoryRouter>
        <TooltipProvider>
          <CollectionsCarousel collections={[{ id: 1, name: 'First steps', description: '', createdAt: '', workflows: [], nodes: [] }]} />
        </TooltipProvider>
      </MemoryRouter>
    </Provider>,
  );
  for (const button of screen.getAllByRole('button')) button.click();
  // Cards of 240 pixels with gaps of 12.
  expect(scrollBy.mock.calls.map(([options]) => (options as { left: number }).left)).toEqual([-504, 504]);
});

it('a collection shows four apps, and counts the others', () => {
  const nodes = ['A', 'B', 'C', 'D', 'E', 'F'].map((name) => ({ name: `x.${name}`, displayName: name }));
  render(
    <Provider store={store}>
      <MemoryRouter>
        <TooltipProvider>
          <CollectionsCarousel
            collections={[{ id: 1, name: 'First steps', description: '', createdAt: '', workflows: [], nodes: nodes as never }]}
          />
        </TooltipProvider>
      </MemoryRouter>
    </Provider>,
  );
  const [card] = screen.getAllByRole('listitem');
  const apps = within(card as HTMLElement).getAllByRole('listitem');
  expect(apps.map(({ textContent }) => textContent)).toEqual(['A', 'B', 'C', 'D', expect.stringContaining('2')]);
});

it('a card shows five apps, and counts the others', () => {
  const nodes = ['A', 'B', 'C', 'D', 'E', 'F', 'G'].map((name) => ({ name: `x.${name}`, displayName: name }));
  render(
    <Provider store={store}>
      <MemoryRouter>
        <TooltipProvider>
          <TemplateCard template={{ ...template(1), nodes } as never} />
        </TooltipProvider>
      </MemoryRouter>
    </Provider>,
  );
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'A',
    'B',
    'C',
    'D',
    'E',
    expect.stringContaining('2'),
  ]);
});
