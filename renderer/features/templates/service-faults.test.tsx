// A templates service that cannot be reached, does not respond in time, or responds with something else.
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import type { Settings } from '../../../engine/contract/rest/editor.ts';
import { api } from '../../api/base.ts';
import { editorApi } from '../../api/editor.ts';
import { templateSource } from '../../api/templates.ts';
import '../../i18n/index.ts';
import { startBegan, templatesChecked } from '../../state/session.ts';
import { store } from '../../state/store.ts';
import { TooltipProvider } from '../../ui/floating/tooltip.tsx';
import { CollectionPage } from './collection-page.tsx';
import { TemplatePage } from './template-page.tsx';
import { TemplatesPage } from './templates-page.tsx';

/** The page restores the list of the same service and version. A new version prevents that between tests. */
const settingsOf = (version: number): Settings =>
  ({ templates: { enabled: true, host: 'http://templates.example/service/' }, versionCli: `1.2.${version}` }) as Settings;
let version = 0;

/** `reply`: the response of the service to a path. */
function stub(reply: (path: string) => Promise<Response> | Response): void {
  vi.stubGlobal('fetch', async (input: string | URL) => {
    const { pathname } = new URL(String(input));
    return pathname.startsWith('/service/') ? reply(pathname.slice('/service/'.length)) : Response.json({ data: [] });
  });
}

async function open(address: string, reply: (path: string) => Promise<Response> | Response): Promise<void> {
  stub(reply);
  await act(() => store.dispatch(editorApi.util.upsertQueryData('settings', undefined, settingsOf(version++))));
  const router = createMemoryRouter(
    [
      { path: '/templates', element: <TemplatesPage /> },
      { path: '/templates/:id', element: <TemplatePage /> },
      { path: '/collections/:id', element: <CollectionPage /> },
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
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  store.dispatch(startBegan());
  store.dispatch(api.util.resetApiState());
});

const incompleteBodies: Readonly<Record<string, unknown>> = {
  'templates/categories': { categories: [{ id: 1, name: 'Data' }, { id: 'two', name: null }, null] },
  'templates/collections': { collections: [null, { id: 3, name: 'First steps', nodes: null }] },
  'templates/workflows': { totalWorkflows: '2', workflows: [null, { id: 1, name: 'Digest', user: null, nodes: null, createdAt: 'soon' }] },
  'templates/workflows/1': { workflow: { id: 1, name: 'Digest', categories: null, description: null, totalViews: null } },
  'templates/collections/3': { collection: { id: 3, name: 'First steps', workflows: [{ id: 1, name: 'Digest' }, { name: 'No id' }] } },
};

it.each([
  ['/templates', ['Data', 'First steps', 'Digest']],
  ['/templates/1', ['Digest', 'This template has no workflow']],
  ['/collections/3', ['First steps', 'Digest']],
])('incomplete responses are shown as far as they go: %s', async (address, texts) => {
  await open(address, (path) => Response.json(incompleteBodies[path]));
  for (const text of texts) expect(await screen.findByText(text)).toBeDefined();
  expect(document.body.textContent).not.toMatch(/just now|Invalid|null/);
});

it.each([
  ['a page to sign in to the network', () => new Response('<html>Sign in</html>'), 'The answer of the templates service could not be read.'],
  ['JSON of another kind', () => Response.json(null), 'The answer of the templates service could not be read.'],
  ['an error', () => new Response('', { status: 502 }), 'The templates service responded with the status 502.'],
  ['nothing', () => Promise.reject(new TypeError('Failed to fetch')), 'The templates service at http://templates.example/service cannot be reached.'],
])('%s is reported in words', async (_, reply, text) => {
  stub(reply);
  const source = templateSource(settingsOf(0));
  const search = { categories: [], text: '' };
  const calls = [
    source.categories(),
    source.collections(search),
    source.list(search, { skip: 0, rows: 20 }),
    source.collection('1'),
    source.template('1'),
    source.workflow('1'),
  ];
  for (const call of calls) await expect(call).rejects.toMatchObject({ message: text });
}); // oxfmt-ignore

it('Retry loads whatever failed, and only that', async () => {
  const failing = new Set(['templates/categories', 'templates/collections', 'templates/workflows']);
  const requestedPaths: string[] = [];
  await open('/templates', (path) => {
    requestedPaths.push(path);
    return failing.has(path) ? new Response('', { status: 500 }) : Response.json(incompleteBodies[path]);
  });
  await screen.findByText('The templates could not be loaded');
  failing.delete('templates/workflows');
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  // The list is shown, although its categories are still missing.
  await screen.findByText('Digest');
  await screen.findByText('The templates could not be loaded');
  failing.clear();
  requestedPaths.length = 0;
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('checkbox', { name: 'Data' })).toBeDefined();
  expect(await screen.findByRole('link', { name: 'First steps' })).toBeDefined();
  expect(screen.queryByText('The templates could not be loaded')).toBeNull();
  expect(requestedPaths.toSorted()).toEqual(['templates/categories', 'templates/collections']);
});

it.each(['/templates?search=digest', '/templates/1', '/collections/3'])('a service that failed the health check is reported while it loads: %s', async (address) => {
  await open(address, () => new Promise<Response>(() => undefined));
  const warning = 'The templates service has not responded within 2 seconds';
  expect(screen.queryByText(warning)).toBeNull();
  act(() => void store.dispatch(templatesChecked(true)));
  expect(screen.queryByText(warning)).toBeNull();
  act(() => void store.dispatch(templatesChecked(false)));
  await waitFor(() => expect(screen.getByText(warning)).toBeDefined());
}); // oxfmt-ignore

it('a service that never responds counts as unreachable', async () => {
  const timeouts: number[] = [];
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
    timeouts.push(milliseconds);
    return AbortSignal.abort(new DOMException('Too late', 'TimeoutError'));
  });
  vi.stubGlobal('fetch', async (_: unknown, init?: RequestInit) => init?.signal?.throwIfAborted());
  await expect(templateSource(settingsOf(0)).template('1', new AbortController().signal)).rejects.toMatchObject({ code: 'UNREACHABLE' });
  expect(timeouts).toEqual([15_000]);
  vi.restoreAllMocks();
});
