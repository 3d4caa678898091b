// The header of an execution links to the calling execution.
import { act, cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import { api } from '../../../api/base.ts';
import '../../../i18n/index.ts';
import { store } from '../../../state/store.ts';
import { executionShown } from '../actions/stored-execution.ts';
import { editorActions } from '../document/editor-slice.ts';
import type { CallingExecution } from '../runs/run-slice.ts';
import { typeLookup } from '../view/type-lookup.ts';
import { EditorProvider } from '../state/editor-context.tsx';
import { eventually } from '../../../testing/setup.ts';
import { ConfirmProvider } from '../../../ui/floating/confirm.tsx';
import { TooltipProvider } from '../../../ui/floating/tooltip.tsx';
import { ShownHeader } from './shown-header.tsx';

const workflow = { name: 'Child', nodes: [], connections: {} };

const Address = (): ReactNode => <p>at {useLocation().pathname}</p>;

/** Responses to the requests for the previous and next execution. */
const neighbours = (address: string): Response => {
  const { pathname, searchParams: query } = new URL(address, 'http://localhost');
  if (!pathname.endsWith('/executions')) return Response.json({ data: [] });
  const results = query.get('lastId') === '2' ? [{ id: '1' }] : query.get('oldestFirst') === 'true' ? [{ id: '3' }] : [];
  return Response.json({ data: { results, count: 3, estimated: false } });
};

const requests: unknown[] = [];

function show(parentExecution?: CallingExecution, status: 'success' | 'error' = 'success'): void {
  requests.length = 0;
  vi.stubGlobal('fetch', (address: string, { method, body }: { method?: string; body?: string } = {}) => {
    if (method === 'POST') requests.push([new URL(address, 'http://localhost').pathname, JSON.parse(body ?? 'null')]);
    if (address.endsWith('/delete')) return Promise.resolve(Response.json({ data: { deleted: 1 } }));
    return Promise.resolve(address.endsWith('/retry') ? Response.json({ data: true }) : neighbours(address));
  });
  const times = { startedAt: '2026-01-01T00:00:00.000Z', stoppedAt: '2026-01-01T00:00:01.200Z' };
  const execution = { id: '2', status, workflowId: 'w', mode: 'webhook', ...times, workflowData: workflow } as const;
  act(() => {
    store.dispatch(editorActions.opened({ workflow, id: 'w', mode: 'execution' }));
    store.dispatch(executionShown({ ...execution, parentExecution }, workflow));
  });
  render(
    <Provider store={store}>
      <MemoryRouter>
        <TooltipProvider>
          <EditorProvider types={typeLookup([])}>
            <ConfirmProvider>
              <ShownHeader />
            </ConfirmProvider>
          </EditorProvider>
        </TooltipProvider>
        <Address />
      </MemoryRouter>
    </Provider>,
  );
}
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  store.dispatch(api.util.resetApiState());
});

it('shows start, duration and mode, and links to the previous and next execution', async () => {
  show();
  expect(document.querySelector('.editor-facts time')?.getAttribute('datetime')).toBe('2026-01-01T00:00:00.000Z');
  expect(document.querySelector('.editor-facts')?.textContent).toMatch(/1\.2 swebhook$/);
  const next = screen.getByRole<HTMLButtonElement>('button', { name: 'Next execution' });
  await eventually(() => expect(next.disabled).toBe(false));
  await userEvent.click(next);
  expect(screen.getByText('at /execution/3')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Previous execution' }));
  expect(screen.getByText('at /execution/1')).toBeDefined();
});

it('is named after its workflow, with the id beside it', async () => {
  show();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Child');
  expect(screen.getByTitle('Execution 2').textContent).toBe('Execution 2');
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
  await userEvent.click(screen.getByRole('link', { name: 'Child' }));
  expect(screen.getByText('at /workflow/w')).toBeDefined();
});

it('is retried after a failure', async () => {
  show(undefined, 'error');
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Retry with original workflow' }));
  await eventually(() => expect(requests).toEqual([['/rest/executions/2/retry', { loadWorkflow: false }]]));
});

it('is deleted once that is confirmed, and the previous one is shown', async () => {
  show();
  await eventually(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Previous execution' }).disabled).toBe(false));
  await userEvent.click(screen.getByRole('button', { name: 'Delete execution' }));
  expect(requests).toEqual([]);
  await userEvent.click(await screen.findByRole('button', { name: 'Delete 1 execution' }));
  await eventually(() => expect(screen.getByText('at /execution/1')).toBeDefined());
  expect(requests).toEqual([['/rest/executions/delete', { ids: ['2'] }]]);
});

it('is copied into the editor of its workflow', async () => {
  show();
  await userEvent.click(screen.getByRole('button', { name: 'Debug in editor' }));
  expect(screen.getByText('at /workflow/w')).toBeDefined();
  expect(sessionStorage.getItem('millrace-tab:copy:w')).toBe('2');
});

it('links to the caller, by keyboard too', async () => {
  show({ executionId: 'a/1', workflowId: 'p' });
  await userEvent.tab();
  await userEvent.tab();
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Called by a/1' }));
  await userEvent.keyboard('{Enter}');
  expect(screen.getByText('at /execution/a%2F1')).toBeDefined();
});

it('links to the workflow of a caller that is not stored', async () => {
  show({ executionId: 'a/1', workflowId: 'p/1', isMissing: true });
  const caller = screen.getByRole('link', { name: 'Called by a/1, which is not stored: open its workflow' });
  // The rest would be cut off.
  expect([caller.textContent, caller.title]).toEqual(['Called by a/1', 'Called by a/1, which is not stored: open its workflow']);
  await userEvent.click(caller);
  expect(screen.getByText('at /workflow/p%2F1')).toBeDefined();
});

it('shows no caller for an execution without one', () => {
  show();
  expect(screen.queryByRole('link', { name: /Called by/ })).toBeNull();
});
