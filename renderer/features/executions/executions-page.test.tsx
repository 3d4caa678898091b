// The page of executions: its filter is part of the address, and runs by hand are marked.
import { cleanup, render, screen } from '@testing-library/react';
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
import { eventually } from '../../testing/setup.ts';
import { ExecutionsPage } from './execution-list.tsx';

let requests: string[];
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

const replyTo = ({ pathname, searchParams }: URL): unknown => {
  if (pathname === '/rest/settings') return { saveManualExecutions: false };
  if (pathname === '/rest/workflows') return [{ id: 'w', name: 'Orders' }];
  if (pathname !== '/rest/executions') return [];
  requests.push(searchParams.get('filter') ?? '');
  return { results: [execution], count: 1, estimated: false };
};

beforeEach(async () => {
  requests = [];
  failing = new Set();
  vi.stubGlobal('fetch', async (address: string) => {
    const url = new URL(address);
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
