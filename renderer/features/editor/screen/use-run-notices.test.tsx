// What the run reports outside of its panes: output in the browser's console. The notice about a failed run names the node that failed, or the attached node that made it fail.
import { act, cleanup, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { RunData, TaskData } from '../../../../engine/contract/run-data.ts';
import type { WorkflowFile } from '../../../../engine/contract/workflow.ts';
import { connectionChanged, pushReceived } from '../../../state/actions.ts';
import { store } from '../../../state/store.ts';
import { selectToasts, toastShown } from '../../../state/toasts.ts';
import type { EditorContext } from '../actions/context.ts';
import { editorActions } from '../document/editor-slice.ts';
import { runActions } from '../runs/run-slice.ts';
import { selectEditor, selectRun } from '../state/slices.ts';
import { useRunNotices } from './use-run-notices.ts';

afterEach(cleanup);

const node = (name: string) => ({ id: name, name, type: 't', typeVersion: 1, position: [0, 0], parameters: {} });
const workflow = {
  name: 'W',
  nodes: [node('Agent'), node('Model')],
  connections: { Model: { ai_languageModel: [[{ node: 'Agent', type: 'ai_languageModel', index: 0 }]] } },
} as unknown as WorkflowFile;
const error = { name: 'Error', message: 'Asleep', node: 'Agent' };
const failed = (from: string): TaskData =>
  ({ startTime: 1, executionTime: 1, executionIndex: 0, executionStatus: 'error', source: [{ previousNode: from }], error }) as never;
const agent: RunData = { Agent: [failed('Start')] };
const both: RunData = { ...agent, Model: [failed('Agent')] };

it.each<[string, RunData, string | undefined, readonly unknown[]]>([
  ['names the node', agent, undefined, [['run.nodeFailed', { node: 'Agent' }]]],
  ['names the attached node', both, undefined, [['run.attachedFailed', { node: 'Agent', attached: 'Model' }]]],
  ['is not shown beside the error of the node', both, 'Agent', []],
  ['is not shown beside the error of the attached node', both, 'Model', []],
])('%s', (_, runData, open, expected) => {
  store.dispatch(editorActions.opened({ workflow, mode: 'edit' }));
  store.dispatch(editorActions.nodeOpened(open));
  const notices: unknown[] = [];
  const context = {
    dispatch: store.dispatch,
    editor: () => selectEditor(store.getState()),
    run: () => selectRun(store.getState()),
    t: (key: string, values: object) => (key.startsWith('run.') ? [key, values] : key),
    ui: { notify: ({ title }: { readonly title: unknown }) => notices.push(title) },
  } as unknown as EditorContext;
  const wrapper = ({ children }: { readonly children: ReactNode }): ReactNode => <Provider store={store}>{children}</Provider>;
  renderHook(() => useRunNotices(context, false), { wrapper });
  const outcome = { status: 'error', error } as never;
  act(() => {
    store.dispatch(runActions.runStarting({ workflow, reusedRunData: {}, workflowId: undefined, isChat: false }));
    store.dispatch(runActions.runAccepted({ executionId: 'e' }));
    store.dispatch(runActions.runFoundOver({ outcome, runData }));
  });
  expect(notices).toEqual(expected);
});

it('leaves by itself, opens the node, and is gone once its failure is shown there or the results are cleared', () => {
  const context = {
    dispatch: store.dispatch,
    editor: () => selectEditor(store.getState()),
    run: () => selectRun(store.getState()),
    t: (key: string) => key,
    ui: { notify: (notice: never) => store.dispatch(toastShown(notice)) },
  } as unknown as EditorContext;
  const wrapper = ({ children }: { readonly children: ReactNode }): ReactNode => <Provider store={store}>{children}</Provider>;
  const toasts = () => selectToasts(store.getState()).filter(({ key }) => key === 'run-failure');
  const fail = (): void =>
    act(() => {
      store.dispatch(editorActions.nodeOpened(undefined));
      store.dispatch(runActions.runStarting({ workflow, reusedRunData: {} }));
      store.dispatch(runActions.runAccepted({ executionId: 'e' }));
      store.dispatch(runActions.runFoundOver({ outcome: { status: 'error', error }, runData: agent }));
    });
  store.dispatch(editorActions.opened({ workflow }));
  store.dispatch(runActions.dataCleared());
  renderHook(() => useRunNotices(context, false), { wrapper });
  fail();
  const [toast] = toasts();
  expect([toasts().length, toast?.isSticky, toast?.button?.label]).toEqual([1, undefined, 'run.openNode']);
  act(() => void store.dispatch(toast?.button?.action ?? { type: 'none' }));
  expect([selectEditor(store.getState()).openNode, toasts()]).toEqual(['Agent', []]);
  fail();
  expect(toasts()).toHaveLength(1);
  act(() => void store.dispatch(runActions.dataCleared()));
  expect(toasts()).toEqual([]);
});

it("repeats in the browser's console what nodes of the displayed run write", () => {
  const context = {
    dispatch: store.dispatch,
    editor: () => selectEditor(store.getState()),
    run: () => selectRun(store.getState()),
    t: (key: string) => key,
    ui: { notify: () => undefined },
  } as unknown as EditorContext;
  const wrapper = ({ children }: { readonly children: ReactNode }): ReactNode => <Provider store={store}>{children}</Provider>;
  store.dispatch(editorActions.opened({ workflow }));
  const { unmount } = renderHook(() => useRunNotices(context, false), { wrapper });
  const written: unknown[][] = [];
  const spies = (['log', 'error'] as const).map((level) =>
    vi.spyOn(console, level).mockImplementation((...values) => void written.push([level, ...(values as unknown[])])),
  );
  const write = (executionId: string, level: 'log' | 'error', messages: readonly unknown[]): void =>
    act(() => void store.dispatch(pushReceived({ type: 'sendConsoleMessage', executionId, source: 'Agent', level, time: 1, messages })));
  act(() => {
    store.dispatch(runActions.runStarting({ workflow, reusedRunData: {} }));
    store.dispatch(runActions.runAccepted({ executionId: 'e' }));
  });
  write('e', 'log', ['Hi', { a: 1 }]);
  write('other', 'log', ['not ours']);
  write('e', 'error', ['bad']);
  unmount();
  write('e', 'log', ['after the editor was closed']);
  for (const spy of spies) spy.mockRestore();
  expect(written).toEqual([
    ['log', '[%s]', 'Agent', 'Hi', { a: 1 }],
    ['error', '[%s]', 'Agent', 'bad'],
  ]);
});

it('the title of the window says what the run does', () => {
  const context = {
    dispatch: store.dispatch,
    editor: () => selectEditor(store.getState()),
    run: () => selectRun(store.getState()),
    t: (key: string, { name }: { readonly name?: string } = {}) => `${key} ${name ?? ''}`,
    ui: { notify: () => undefined },
  } as unknown as EditorContext;
  const wrapper = ({ children }: { readonly children: ReactNode }): ReactNode => <Provider store={store}>{children}</Provider>;
  store.dispatch(editorActions.opened({ workflow }));
  store.dispatch(runActions.dataCleared());
  renderHook(() => useRunNotices(context, false), { wrapper });
  const titles = [document.title];
  const actions = [
    runActions.runStarting({ workflow, reusedRunData: {} }),
    runActions.runAccepted({ executionId: 'e' }),
    runActions.runFoundOver({ outcome: { status: 'error', error } }),
    runActions.runFoundOver({ outcome: { status: 'success' } }),
  ];
  for (const action of actions) {
    act(() => void store.dispatch(action));
    titles.push(document.title);
  }
  expect(titles.map((title) => title.split(' ')[0])).toEqual([
    'window.idle',
    'window.idle',
    'window.running',
    'window.error',
    'window.idle',
  ]);
  expect(titles[0]).toBe('window.idle W · Millrace');
});

describe('missed events of a run', () => {
  const result = (name: string): TaskData =>
    ({
      startTime: 5,
      executionTime: 1,
      executionIndex: 0,
      executionStatus: 'success',
      source: [],
      data: { main: [[{ json: { name } }]] },
    }) as never;
  const stored: RunData = { Agent: [result('Agent')], Model: [result('Model')] };
  const responses: object[] = [];
  const asked: string[] = [];
  const finished = { type: 'executionFinished', executionId: 'e', workflowId: 'w', status: 'success', stoppedAt: 9 } as const;

  function followed(): EditorContext {
    const context = {
      dispatch: store.dispatch,
      editor: () => selectEditor(store.getState()),
      run: () => selectRun(store.getState()),
      t: (key: string) => key,
      ui: { notify: ({ title }: { readonly title: string }) => asked.push(title) },
    } as unknown as EditorContext;
    vi.stubGlobal('fetch', async (url: string) => {
      asked.push(new URL(url, 'http://host').pathname.replace(/^.*?rest/, ''));
      return Response.json({ data: (responses.length > 1 ? responses.shift() : responses[0]) ?? true });
    });
    const wrapper = ({ children }: { readonly children: ReactNode }): ReactNode => <Provider store={store}>{children}</Provider>;
    store.dispatch(editorActions.opened({ workflow, mode: 'edit' }));
    store.dispatch(runActions.dataCleared());
    renderHook(() => useRunNotices(context, false), { wrapper });
    act(() => {
      store.dispatch(runActions.runStarting({ workflow, reusedRunData: {} }));
      store.dispatch(runActions.runAccepted({ executionId: 'e' }));
    });
    return context;
  }
  const send = (action: Parameters<typeof store.dispatch>[0]): void => act(() => void store.dispatch(action));
  afterEach(() => {
    vi.unstubAllGlobals();
    responses.length = 0;
    asked.length = 0;
  });

  it('are made up for when it ends, without doubling those that have arrived', async () => {
    const running = { id: 'e', status: 'running', workflowId: 'w', startedAt: new Date(4).toISOString(), workflowData: null };
    responses.push(running, running, { ...running, status: 'success', data: { resultData: { runData: stored } } });
    const { run } = followed();
    send(pushReceived({ type: 'nodeExecuteAfter', executionId: 'e', nodeName: 'Agent', data: result('Agent') }));
    send(connectionChanged('gap'));
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    send(pushReceived(finished));
    await vi.waitFor(() => expect(Object.keys(run().runData)).toEqual(['Agent', 'Model']));
    expect([run().runData, run().outcome?.status, run().status]).toEqual([stored, 'success', 'idle']);
  });

  it('are not looked for after a run whose events have all arrived', () => {
    const { run } = followed();
    send(pushReceived(finished));
    expect([asked, run().status]).toEqual([[], 'idle']);
  });

  it('include the end, if the server that ran it has ended', async () => {
    responses.push({
      id: 'e',
      status: 'crashed',
      workflowId: 'w',
      startedAt: new Date(4).toISOString(),
      stoppedAt: null,
      workflowData: null,
    });
    const { run } = followed();
    send(pushReceived({ type: 'serverEnded' }));
    await vi.waitFor(() => expect(run().outcome?.status).toBe('crashed'));
    expect(run().status).toBe('idle');
  });

  it('end the wait for a first event, which may have gone to the server that has ended', async () => {
    const { run } = followed();
    send(runActions.runStarting({ workflow, reusedRunData: {} }));
    send(runActions.runAccepted({ listening: [{ node: 'Agent' }] }));
    send(pushReceived({ type: 'serverEnded' }));
    await vi.waitFor(() => expect(run().status).toBe('idle'));
    expect(asked).toEqual(['/test-webhook/__EMPTY__', 'run.listeningLost']);
  });
});
