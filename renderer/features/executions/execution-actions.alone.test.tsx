// The list of executions over time, and what is done with its rows: refreshed, continued, retried, stopped, deleted; each failure has a title.
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import '../../i18n/index.ts';
import { api } from '../../api/base.ts';
import { editorApi } from '../../api/editor.ts';
import { store } from '../../state/store.ts';
import { selectToasts } from '../../state/toasts.ts';
import { ConfirmProvider } from '../../ui/floating/confirm.tsx';
import { TooltipProvider } from '../../ui/floating/tooltip.tsx';
import { ExecutionsPage } from './execution-list.tsx';

const row = (id: string, more: object) => ({
  id,
  finished: false,
  mode: 'webhook',
  workflowId: 'w',
  workflowName: `Orders ${id}`,
  startedAt: '2026-01-01T00:00:00.000Z',
  ...more,
});
const failed = row('7', { status: 'error', stoppedAt: '2026-01-01T00:00:01.000Z' });
const running = row('8', { status: 'running', startedAt: '2026-01-01T00:00:58.000Z' });

let requests: { readonly call: string; readonly query: string; readonly body: unknown }[];
let responses: Record<string, unknown>;

beforeEach(async () => {
  vi.useFakeTimers({ now: Date.parse('2026-01-01T00:01:00.000Z') });
  vi.spyOn(document, 'hasFocus').mockReturnValue(true);
  requests = [];
  responses = {
    'GET /rest/settings': { saveManualExecutions: false },
    'GET /rest/executions': { results: [failed], count: 40, estimated: false },
    'GET /rest/executions-current': [running],
    'GET /rest/workflows': [],
  };
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body }: { method?: string; body?: string } = {}) => {
    const { pathname, search } = new URL(address);
    const call = `${method} ${pathname}`;
    requests.push({ call, query: search, body: body === undefined ? undefined : (JSON.parse(body) as unknown) });
    const response = responses[call] ?? new Error('Refused.');
    if (response instanceof Error) return Response.json({ code: 'BAD_REQUEST', message: response.message, status: 400 }, { status: 400 });
    return Response.json({ data: response });
  });
  await store.dispatch(editorApi.endpoints.settings.initiate(undefined, { forceRefetch: true }));
  render(
    <Provider store={store}>
      <MemoryRouter initialEntries={['/executions']}>
        <TooltipProvider>
          <ConfirmProvider>
            <ExecutionsPage />
          </ConfirmProvider>
        </TooltipProvider>
      </MemoryRouter>
    </Provider>,
  );
  await pass(10);
});
afterEach(async () => {
  cleanup();
  store.dispatch(api.util.resetApiState());
  // Otherwise the store would wait forever for a frame of this clock.
  await pass(50);
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** The real one: responses are read outside of the fake clock. */
const { setImmediate: later } = globalThis;
async function pass(milliseconds: number): Promise<void> {
  // The store notifies its subscribers at the next frame.
  for (const time of [milliseconds, 20, 20]) {
    await act(() => vi.advanceTimersByTimeAsync(time));
    for (let turn = 0; turn < 10; turn++) await act(() => new Promise<void>((resolve) => later(resolve)));
  }
}
const press = async (name: string | RegExp, role = 'button'): Promise<void> => {
  fireEvent.click(screen.getByRole(role, { name }));
  await pass(50);
};
const lists = (): typeof requests => requests.filter(({ call }) => call === 'GET /rest/executions');
const lastToast = () => selectToasts(store.getState()).at(-1);

it('is refreshed every four seconds with the 30 latest, unless that is switched off', async () => {
  expect(lists().map(({ query }) => new URLSearchParams(query).get('limit'))).toEqual(['30']);
  await pass(3800);
  expect(lists()).toHaveLength(1);
  await pass(300);
  expect(lists()).toHaveLength(2);
  await press('Refresh every 4 s', 'checkbox');
  const before = lists().length;
  await pass(10_000);
  expect(lists()).toHaveLength(before);
});

it('loads ten more after the last one, and says if that fails', async () => {
  responses['GET /rest/executions'] = new Error('Broken.');
  await press('Load more');
  expect(Object.fromEntries(new URLSearchParams(lists().at(-1)?.query))).toMatchObject({ limit: '10', lastId: '7' });
  expect(lastToast()).toMatchObject({ kind: 'error', title: 'Could not load more executions', message: 'Broken.' });
});

it('counts the time of running executions every second', async () => {
  const time = (): string | null | undefined => screen.getByText('Orders 8').closest('tr')?.textContent;
  expect(time()).toMatch(/2(\.\d)? s/);
  await pass(1000);
  expect(time()).toMatch(/3(\.\d)? s/);
});

it('stops running executions only, and says if that fails', async () => {
  expect(screen.queryByRole('button', { name: 'Stop execution 7' })).toBeNull();
  await press('Stop execution 8');
  expect(requests.some(({ call }) => call === 'POST /rest/executions-current/8/stop')).toBe(true);
  expect(lastToast()).toMatchObject({ kind: 'error', title: 'The execution could not be stopped' });
});

it.each([
  ['Retry with currently saved workflow', true],
  ['Retry with original workflow', false],
])('%s; a retry that fails again says so', async (choice, loadWorkflow) => {
  expect(screen.queryByRole('button', { name: 'Retry execution 8' })).toBeNull();
  await press('Retry execution 7');
  await press(choice, 'menuitem');
  const sent = (): unknown => requests.findLast(({ call }) => call === 'POST /rest/executions/7/retry')?.body;
  expect(sent()).toEqual({ loadWorkflow });
  expect(lastToast()).toMatchObject({ kind: 'error', title: 'The retry of execution 7 failed', message: 'Refused.' });
  responses['POST /rest/executions/7/retry'] = false;
  await press('Retry execution 7');
  await press(choice, 'menuitem');
  expect(lastToast()).toMatchObject({ kind: 'error', message: 'It failed again. Open the new execution to see why.' });
});

it('selects stopped executions only, and deletes them after a question; a failure is said', async () => {
  expect(screen.queryByRole('checkbox', { name: 'Select execution 8' })).toBeNull();
  await press('Select execution 7', 'checkbox');
  await press(/^Delete/);
  const dialog = screen.getByRole('dialog');
  expect(requests.some(({ call }) => call === 'POST /rest/executions/delete')).toBe(false);
  fireEvent.click(within(dialog).getByRole('button', { name: /^Delete/ }));
  await pass(50);
  expect(requests.find(({ call }) => call === 'POST /rest/executions/delete')?.body).toEqual({ ids: ['7'] });
  expect(lastToast()).toMatchObject({ kind: 'error', title: 'The executions could not be deleted' });
});
