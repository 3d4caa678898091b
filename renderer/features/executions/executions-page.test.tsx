// The page of executions: its filter is part of the address, and runs by hand are marked.
import { cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import '../../i18n/index.ts';
import { api } from '../../api/base.ts';
import { editorApi } from '../../api/editor.ts';
import { executionsApi } from '../../api/executions.ts';
import { workflowsApi } from '../../api/workflows.ts';
import { store } from '../../state/store.ts';
import { ConfirmProvider } from '../../ui/floating/confirm.tsx';
import { TooltipProvider } from '../../ui/floating/tooltip.tsx';
import { takeDebugged } from '../../state/debugged-execution.ts';
import { eventually } from '../../testing/setup.ts';
import { ExecutionsPage } from './execution-list.tsx';

let requests: string[];
/** Paths and bodies of changes. */
let changes: unknown[];
/** Paths whose requests fail. */
let failing: Set<string>;

const execution = {
  id: '7',
  finished: false,
  mode: 'manual',
  status: 'error',
  startedAt: '2026-01-01T00:00:00Z',
  stoppedAt: '2026-01-01T00:00:01Z',
  workflowId: 'w',
  workflowName: 'Orders',
  expiresAt: '2026-01-02T00:00:00Z',
};

const statistics = {
  total: 12_345,
  failed: 617,
  median: 412,
  days: [
    { day: '2026-01-01', succeeded: 10_000, failed: 600, other: 0 },
    { day: '2026-01-03', succeeded: 1728, failed: 17, other: 0 },
  ],
  isPartial: false,
};

const replyTo = ({ pathname, searchParams }: URL): unknown => {
  if (pathname === '/rest/settings') return { saveManualExecutions: false, canSearchExecutions: true };
  if (pathname === '/rest/executions/statistics') return statistics;
  if (pathname === '/rest/workflows') return [{ id: 'w', name: 'Orders' }];
  if (pathname !== '/rest/executions') return [];
  requests.push(searchParams.get('filter') ?? '');
  return { results: [execution], count: 1, estimated: false };
};

beforeEach(async () => {
  requests = [];
  failing = new Set();
  changes = [];
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    const url = new URL(address);
    if (init?.method === 'PATCH') changes.push([url.pathname, JSON.parse(init.body as string)]);
    if (failing.has(url.pathname)) return Response.json({ code: 'STORE_FAILED', message: 'The disk is full.' }, { status: 500 });
    return Response.json({ data: replyTo(url) });
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
      { path: '/executions', element: <ExecutionsPage /> },
      { path: '/execution/:id', element: <p>Detail</p> },
      { path: '/workflow/:id', element: <p>Editor</p> },
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

const filterAsked = (): unknown => JSON.parse(requests.at(-1) ?? 'null');

it('keeps the filter while an execution is open, and in the address', async () => {
  const router = open('/executions');
  await screen.findByRole('button', { name: 'Orders' });
  await userEvent.click(screen.getByRole('combobox', { name: 'Status' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Error' }));
  await eventually(() => expect(filterAsked()).toEqual({ status: 'error' }));
  expect(router.state.location.search).toBe('?status=error');
  await userEvent.click(await screen.findByRole('button', { name: 'Orders' }));
  await screen.findByText('Detail');
  await router.navigate(-1);
  await screen.findByRole('button', { name: 'Orders' });
  expect(screen.getByRole('combobox', { name: 'Status' }).textContent).toContain('Error');
  expect(filterAsked()).toEqual({ status: 'error' });
});

it('opens with the filter of its address, and ignores what is none', async () => {
  open('/executions?workflow=w&status=waiting&started=never');
  await eventually(() => expect(filterAsked()).toEqual({ status: 'waiting', workflowId: 'w' }));
});

it('marks a run by hand, and says how long it is kept', async () => {
  open('/executions');
  await userEvent.hover(await screen.findByRole('button', { name: 'test run' }));
  expect((await screen.findAllByText(/^Started by hand\. Kept until Jan [12], 2026/)).length).toBeGreaterThan(0);
});

it('keeps its rows if a refresh fails, says so, and recovers', async () => {
  open('/executions');
  await screen.findByRole('button', { name: 'Orders' });
  failing.add('/rest/executions');
  const refresh = (): Promise<unknown> =>
    store.dispatch(
      executionsApi.endpoints.listExecutions.initiate({ query: { filter: '{}', limit: 30 } }, { forceRefetch: true, subscribe: false }),
    );
  await refresh();
  expect(await screen.findByText('Not up to date: The disk is full. Trying again…')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Orders' })).toBeTruthy();
  failing.clear();
  await refresh();
  await eventually(() => expect(screen.queryByText(/Not up to date/)).toBeNull());
});

it('lists executions while the workflows of the filter cannot be loaded', async () => {
  failing.add('/rest/workflows');
  open('/executions');
  expect(await screen.findByText('The workflows could not be loaded. Trying again…')).toBeTruthy();
  expect(await screen.findByRole('button', { name: 'Orders' })).toBeTruthy();
  failing.clear();
  await store.dispatch(workflowsApi.endpoints.listWorkflows.initiate({ query: {} }, { forceRefetch: true, subscribe: false }));
  await eventually(() => expect(screen.queryByText(/could not be loaded/)).toBeNull());
});

it('a search begins after a pause, is part of the address, and leaves running executions out', async () => {
  const router = open('/executions');
  await userEvent.type(await screen.findByRole('searchbox', { name: 'Search in the data' }), 'city = Bern');
  await eventually(() => expect(router.state.location.search).toBe('?search=city+%3D+Bern'));
  await eventually(() => expect(filterAsked()).toEqual({ search: 'city = Bern' }));
  await userEvent.click(screen.getByRole('button', { name: 'Only highlighted executions' }));
  await eventually(() => expect(filterAsked()).toEqual({ search: 'city = Bern', isHighlighted: true }));
  expect(router.state.location.search).toBe('?search=city+%3D+Bern&highlighted=1');
});

it('shows statistics of what is found, with every day', async () => {
  open('/executions?search=x');
  const region = await screen.findByRole('region', { name: 'Statistics of the executions found' });
  expect(region.textContent).toContain('12,345');
  expect(region.textContent).toContain('617 (5%)');
  expect(region.textContent).toContain('412 ms');
  const days = within(within(region).getByRole('list', { name: 'Runs per day' })).getAllByRole('listitem');
  expect(days.map(({ title }) => title)).toEqual([
    'Jan 1, 2026: 10600 runs, 600 failed',
    'Jan 2, 2026: 0 runs, 0 failed',
    'Jan 3, 2026: 1745 runs, 17 failed',
  ]);
});

it('an execution gets a note and a highlight, and is debugged in the editor', async () => {
  const router = open('/executions');
  const menu = async (entry: string): Promise<void> => {
    await userEvent.click(await screen.findByRole('button', { name: 'Actions for execution 7' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: entry }));
  };
  await menu('Highlight');
  await menu('Add a note');
  await userEvent.type(await screen.findByRole('textbox', { name: 'Note' }), 'Look');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await eventually(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(changes).toEqual([['/rest/executions/7', { isHighlighted: true }], ['/rest/executions/7', { note: 'Look' }]]); // oxfmt-ignore
  await menu('Debug in editor');
  await eventually(() => expect(router.state.location.pathname).toBe('/workflow/w'));
  expect(takeDebugged('w')).toBe('7');
  expect(takeDebugged('w')).toBeUndefined();
});

it('the filter can be changed after a failure', async () => {
  failing.add('/rest/executions');
  const router = open('/executions?search=x');
  expect(await screen.findByText('The disk is full.')).toBeTruthy();
  failing.clear();
  await userEvent.clear(screen.getByRole('searchbox', { name: 'Search in the data' }));
  await eventually(() => expect(router.state.location.search).toBe(''));
  expect(await screen.findByRole('button', { name: 'Orders' })).toBeTruthy();
});

it('shows no statistics of an earlier filter if those of the new one cannot be loaded', async () => {
  open('/executions');
  await screen.findByRole('region', { name: 'Statistics of the executions found' });
  failing.add('/rest/executions/statistics');
  await userEvent.click(screen.getByRole('button', { name: 'Only highlighted executions' }));
  expect(await screen.findByText('The statistics could not be loaded: The disk is full.')).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Statistics of the executions found' })).toBeNull();
});
