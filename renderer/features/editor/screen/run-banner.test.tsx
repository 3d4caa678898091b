// The banner above the canvas: a wait with its address, and the cause of a failed execution.
import { act, cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import type { ExecutionStatus } from '../../../../engine/contract/run-data.ts';
import type { WorkflowFile } from '../../../../engine/contract/workflow.ts';
import { api } from '../../../api/base.ts';
import { editorApi } from '../../../api/editor.ts';
import { sessionApi } from '../../../api/session.ts';
import '../../../i18n/index.ts';
import { store } from '../../../state/store.ts';
import { eventually } from '../../../testing/setup.ts';
import { TooltipProvider } from '../../../ui/floating/tooltip.tsx';
import { executionShown } from '../actions/stored-execution.ts';
import { editorActions, type EditorMode } from '../document/editor-slice.ts';
import { EditorProvider } from '../state/editor-context.tsx';
import { selectEditor } from '../state/slices.ts';
import { typeLookup } from '../view/type-lookup.ts';
import { RunBanner } from './run-banner.tsx';

const node = { id: 'p', name: 'Pause', type: 't', typeVersion: 1, position: [0, 0], parameters: {} };
const workflow = { name: 'W', nodes: [node], connections: {} } as unknown as WorkflowFile;
let requests: string[] = [];
let bodies: unknown[] = [];

interface Shown {
  readonly mode?: EditorMode;
  readonly status: ExecutionStatus;
  readonly waitTill?: string;
  readonly error?: object;
  /** Response to the request for what it waits for. */
  readonly wait?: object;
}

function show({ mode = 'execution', status, waitTill, error, wait }: Shown): void {
  requests = [];
  bodies = [];
  vi.stubGlobal('fetch', (address: string, { method = 'GET', body }: { method?: string; body?: string } = {}) => {
    const { pathname } = new URL(address, 'http://localhost');
    requests.push(`${method} ${pathname}`);
    if (pathname.endsWith('/wait')) return Promise.resolve(Response.json({ data: wait }));
    if (pathname.includes('/questions/')) bodies.push(JSON.parse(body ?? ''));
    if (pathname.endsWith('/resume') || pathname.includes('/questions/'))
      return Promise.resolve(Response.json({ data: { executionId: 'e' } }));
    const isExecution = pathname.endsWith('/executions/e');
    return Promise.resolve(Response.json({ data: isExecution ? { ...execution, waitTill: undefined, status: 'success' } : [] }));
  });
  const execution = {
    id: 'e',
    status,
    workflowId: 'w',
    startedAt: '2026-01-01T00:00:00.000Z',
    workflowData: workflow,
    data: { resultData: { runData: {}, ...(error === undefined ? {} : { error }) } },
    ...(waitTill === undefined ? {} : { waitTill }),
  };
  act(() => {
    store.dispatch(editorActions.opened({ workflow, id: 'w', mode }));
    store.dispatch(executionShown(execution as never, workflow));
  });
  render(
    <Provider store={store}>
      <MemoryRouter>
        <TooltipProvider>
          <EditorProvider types={typeLookup([])}>
            <RunBanner />
          </EditorProvider>
        </TooltipProvider>
      </MemoryRouter>
    </Provider>,
  );
}
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  store.dispatch(api.util.resetApiState());
});

it.each<[string, EditorMode, object, RegExp]>([
  ['a time', 'execution', { kind: 'time', waitTill: '2099-01-01T10:00:00.000Z' }, /^Waits until Jan 1, 2099/],
  [
    'a call',
    'edit',
    { kind: 'webhook', methods: ['POST'], url: 'http://h/webhook-waiting/e?signature=s' },
    /^Waits until its resume address is called \(POST\)$/,
  ],
  [
    'a form',
    'execution',
    { kind: 'form', methods: ['GET', 'POST'], url: 'http://h/form-waiting/e', waitTill: '2099-01-01T10:00:00.000Z' },
    /^Waits until its form is submitted, at most until Jan 1, 2099/,
  ],
])('says until when a run waits for %s, and continues it', async (_name, mode, wait, text) => {
  show({ mode, status: 'waiting', waitTill: '3000-01-01T00:00:00.000Z', wait });
  await screen.findByText(text);
  const { url } = wait as { readonly url?: string };
  expect(screen.queryByRole('button', { name: 'Copy resume address' }) !== null).toBe(url !== undefined);
  await userEvent.click(screen.getByRole('button', { name: 'Continue now' }));
  await eventually(() => expect(requests).toContain('POST /rest/executions/e/resume'));
  // The end of the continued execution is shown.
  await eventually(() => expect(screen.queryByText(text)).toBeNull());
});

it('asks for the approval of a call, and answers with the reason', async () => {
  const question = {
    id: 'q',
    node: 'Approval',
    tool: 'Refund',
    parameters: { order: '<b>7</b>', amount: 12 },
    message: 'Refund it?',
    askedAt: '2026-01-01T00:00:00.000Z',
    url: 'http://h/form-waiting/e/ask?signature=s&call=q',
  };
  show({ status: 'waiting', waitTill: '3000-01-01T00:00:00.000Z', wait: { kind: 'approval', questions: [question] } });
  const item = await screen.findByRole('listitem', { name: 'Approval: approve the call of Refund?' });
  expect(item.textContent).toContain('order<b>7</b>');
  expect(screen.queryByRole('button', { name: 'Continue now' })).toBeNull();
  expect(screen.getByRole('link', { name: /Open page/ }).getAttribute('href')).toBe(question.url);
  await userEvent.type(screen.getByRole('textbox', { name: 'Reason (optional)' }), 'Too much');
  await userEvent.click(screen.getByRole('button', { name: 'Deny' }));
  await eventually(() => expect(requests).toContain('POST /rest/executions/e/questions/q'));
  expect(bodies).toEqual([{ approved: false, reason: 'Too much' }]);
  await eventually(() => expect(screen.queryByRole('listitem', { name: /Refund/ })).toBeNull());
});

it('leads to a called execution, without which it cannot continue', async () => {
  show({ status: 'waiting', waitTill: '3000-01-01T00:00:00.000Z', wait: { kind: 'workflow', called: ['a/1'] } });
  const link = await screen.findByRole('link', { name: 'Open execution a/1' });
  expect(link.getAttribute('href')).toBe('/execution/a%2F1');
  expect(screen.queryByRole('button', { name: 'Continue now' })).toBeNull();
});

it('shows the cause of a failure, and opens its node', async () => {
  show({ status: 'error', error: { name: 'NodeError', message: 'It broke', node: 'Pause', hint: 'Mend it.' } });
  expect(screen.getByRole('alert').textContent).toMatch(/^Problem in node PauseIt broke.*Mend it\.Open node$/);
  await userEvent.click(screen.getByRole('button', { name: 'Open node' }));
  expect(selectEditor(store.getState()).openNode).toBe('p');
});

it.each([
  ['owner', true, true],
  ['member', true, false],
  ['owner', false, false],
] as const)('links the %s to files and commands if these need consent (%s)', async (role, asksForConsent, links) => {
  await store.dispatch(editorApi.util.upsertQueryData('settings', undefined, { asksForConsent } as never));
  await store.dispatch(sessionApi.util.upsertQueryData('currentUser', undefined, { id: 'u', globalRole: { name: role } } as never));
  show({
    status: 'error',
    error: { name: 'NodeError', code: 'CONSENT_REFUSED', message: 'The node may not use files in "/x"', node: 'Pause' },
  });
  expect(screen.queryByRole('link', { name: 'Allow it under Files and commands' })?.getAttribute('href')).toBe(
    links ? '/settings/consents' : undefined,
  );
});
