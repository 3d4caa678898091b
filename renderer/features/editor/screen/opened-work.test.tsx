// Open and unsaved work with a slow server: no unwanted navigation, and no work is lost or out of date.
import { act, cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { RouterProvider, createMemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { api } from '../../../api/base.ts';
import '../../../i18n/index.ts';
import { store } from '../../../state/store.ts';
import { debugPath } from '../../../state/debugged-execution.ts';
import { eventually } from '../../../testing/setup.ts';
import { TooltipProvider } from '../../../ui/floating/tooltip.tsx';
import type { EditorContext } from '../actions/context.ts';
import { saveWorkflow } from '../actions/save-workflow.ts';
import { editorActions, isDirty, type EditorState } from '../document/editor-slice.ts';
import { typeLookup } from '../view/type-lookup.ts';
import { EditorDialogs } from './dialogs.tsx';
import { EditorProvider, useEditor } from '../state/editor-context.tsx';
import { selectEditor } from '../state/slices.ts';
import { useOpened } from './use-opened.ts';
import { useUnsavedChanges } from './use-unsaved-changes.ts';

const file = (name: string) => ({ name, nodes: [], connections: {} });
const saved = (id: string, name: string, version: number): object => ({ ...file(name), id, version, active: false, tags: [] });
const execution = { id: '9', status: 'success', workflowId: '1', startedAt: '2026-01-01T00:00:00Z', workflowData: file('Ran') };

interface Request {
  /** Request by method and path, such as `PATCH workflows/1`. */
  readonly call: string;
  readonly body: Record<string, unknown>;
  readonly response: (data: object, status?: number) => void;
}

let requests: Request[];
let context: EditorContext;

const editor = (): EditorState => selectEditor(store.getState());
const unsavedKeys = (): readonly string[] => Object.keys(localStorage).filter((key) => key.startsWith('millrace-unsaved:'));
const change = (name: string): void =>
  act(() => void store.dispatch(editorActions.documentChanged({ workflow: { ...editor().history.present, name }, label: 'rename' })));
const press = (name: string): Promise<void> => userEvent.click(screen.getByRole('button', { name }));

/** Waits for a request and takes it. */
const requestOf = (call: string): Promise<Request> =>
  eventually(() => {
    const index = requests.findIndex((request) => request.call === call);
    if (index === -1) throw new Error(`Not asked for: ${call}`);
    return requests.splice(index, 1)[0] as Request;
  });
const respondTo = async (call: string, data: object, status?: number): Promise<void> => (await requestOf(call)).response(data, status);

function Opened(): ReactNode {
  const editing = useEditor();
  ({ context } = editing);
  const isOpen = useOpened(context) !== undefined;
  useUnsavedChanges(context);
  return (
    <>
      {isOpen ? <p>is open</p> : null}
      <EditorDialogs />
    </>
  );
}

const EditorRoute = (): ReactNode => (
  <EditorProvider types={typeLookup([])}>
    <Opened />
  </EditorProvider>
);

function start(address: string): ReturnType<typeof createMemoryRouter> {
  const at = (path: string) => ({ path, Component: EditorRoute, errorElement: <p>error boundary</p> });
  const router = createMemoryRouter(
    [at('/workflow'), at('/workflow/:name'), at('/execution/:id'), { path: '/list', element: <p>list</p> }],
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

/** Workflow 1 in version 3. */
async function startSaved(): Promise<ReturnType<typeof start>> {
  const router = start('/workflow/1');
  await respondTo('GET workflows/1', saved('1', 'A', 3));
  await screen.findByText('is open');
  return router;
}

async function startNew(): Promise<ReturnType<typeof start>> {
  const router = start('/workflow');
  await respondTo('GET workflows/new', { name: 'My workflow' });
  await screen.findByText('is open');
  return router;
}

beforeEach(() => {
  localStorage.clear();
  requests = [];
  vi.stubGlobal('fetch', (address: string, { method, body }: { method: string; body?: string }) => {
    const call = `${method} ${new URL(address).pathname.replace('/rest/', '')}`;
    return new Promise<Response>((resolve) =>
      requests.push({
        call,
        body: JSON.parse(body ?? '{}') as Record<string, unknown>,
        response: (data, status = 200) => resolve(Response.json(status === 200 ? { data } : data, { status })),
      }),
    );
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  store.dispatch(api.util.resetApiState());
});

it('an execution that arrives late does not replace the workflow opened after it', async () => {
  const router = start('/execution/9');
  const late = await requestOf('GET executions/9');
  await act(() => router.navigate('/workflow/1'));
  await respondTo('GET workflows/1', saved('1', 'A', 3));
  await screen.findByText('is open');
  await act(async () => late.response(execution));
  await act(() => router.navigate('/list'));
  expect([editor().mode, editor().history.present.name]).toEqual(['edit', 'A']);
});

it('responses after leaving the editor do not navigate back', async () => {
  const router = await startNew();
  change('B');
  void saveWorkflow(context);
  const saving = await requestOf('POST workflows');
  act(() => void router.navigate('/list'));
  await press("Don't save");
  await screen.findByText('list');
  await act(async () => saving.response(saved('1', 'B', 1)));
  await act(() => router.navigate('/workflow/0'));
  const missing = await requestOf('GET workflows/0');
  await act(() => router.navigate('/list'));
  await act(async () => missing.response({ code: 'WORKFLOW_NOT_FOUND', message: '' }, 404));
  expect(router.state.location.pathname).toBe('/list');
});

it('work on a new workflow that is saved meanwhile is stored under its id, and removed once saved', async () => {
  await startNew();
  change('B');
  act(() => void dispatchEvent(new Event('beforeunload', { cancelable: true })));
  expect(unsavedKeys()).toEqual([expect.stringMatching(/:new:/)]);
  void saveWorkflow(context);
  const first = await requestOf('POST workflows');
  change('C');
  await act(async () => first.response(saved('1', 'B', 1)));
  await eventually(() => expect(unsavedKeys()).toEqual([expect.stringMatching(/:1:/)]));
  expect(JSON.parse(localStorage.getItem(unsavedKeys()[0] ?? '') ?? '')).toMatchObject({ workflow: { name: 'C' }, version: 1 });
  void saveWorkflow(context);
  await respondTo('PATCH workflows/1', saved('1', 'C', 2));
  await eventually(() => expect(unsavedKeys()).toEqual([]));
});

it('work is stored with its base version', async () => {
  await startSaved();
  change('B');
  act(() => void dispatchEvent(new Event('beforeunload', { cancelable: true })));
  expect(unsavedKeys()).toEqual([expect.stringMatching(/:1:/)]);
  expect(JSON.parse(localStorage.getItem(unsavedKeys()[0] ?? '') ?? '')).toMatchObject({ workflow: { name: 'B' }, version: 3 });
});

it('“Save” on leaving waits for a save in progress', async () => {
  const router = await startSaved();
  change('B');
  void saveWorkflow(context);
  const first = await requestOf('PATCH workflows/1');
  change('C');
  act(() => void router.navigate('/list'));
  await press('Save');
  await act(async () => first.response(saved('1', 'B', 4)));
  const second = await requestOf('PATCH workflows/1');
  expect([second.body['name'], second.body['version'], router.state.location.pathname]).toEqual(['C', 4, '/workflow/1']);
  second.response(saved('1', 'C', 5));
  await screen.findByText('list');
  expect([isDirty(editor()), unsavedKeys()]).toEqual([false, []]);
});

it.each([
  ['Save', '/list'],
  ["Don't save", '/list'],
  ['Cancel', '/workflow/1'],
])('leaves a new workflow, or not, also where it got its address meanwhile: %s', async (button, path) => {
  const router = await startNew();
  change('B');
  void saveWorkflow(context);
  const first = await requestOf('POST workflows');
  change('C');
  act(() => void router.navigate('/list'));
  await screen.findByRole('dialog');
  await act(async () => first.response(saved('1', 'B', 1)));
  await eventually(() => expect(router.state.location.pathname).toBe('/workflow/1'));
  await press(button);
  if (button === 'Save') await respondTo('PATCH workflows/1', saved('1', 'C', 2));
  await eventually(() => expect(router.state.location.pathname).toBe(path));
  expect(screen.queryByRole('dialog')).toBeNull();
});

const lose = (work: object): void => localStorage.setItem('millrace-unsaved:1:gone', JSON.stringify({ at: 1, ...work }));

it('restored work does not overwrite a newer version without asking', async () => {
  lose({ workflow: file('Lost'), version: 2 });
  await startSaved();
  await screen.findByRole('dialog');
  await press('Restore');
  await eventually(() => expect(editor().history.present.name).toBe('Lost'));
  expect(unsavedKeys()).toEqual([]);
  void saveWorkflow(context);
  const request = await requestOf('PATCH workflows/1');
  expect(request.body['version']).toBe(2);
  await act(async () => request.response({ code: 'WORKFLOW_CHANGED', message: '' }, 409));
  expect(await screen.findByRole('dialog')).toBeTruthy();
});

it('work stored without a version is restored as before', async () => {
  lose({ workflow: file('Lost') });
  await startSaved();
  await screen.findByRole('dialog');
  await press('Restore');
  await eventually(() => expect([editor().history.present.name, editor().version]).toEqual(['Lost', 3]));
});

it.each([
  ['Escape', () => userEvent.keyboard('{Escape}')],
  ['the close button', () => press('Close')],
  ['“Decide later”', () => press('Decide later')],
])('lost work is offered again after %s, until it is discarded', async (_, postpone) => {
  lose({ workflow: file('Lost'), version: 3 });
  const router = await startSaved();
  await screen.findByRole('dialog');
  await postpone();
  await eventually(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(unsavedKeys()).toEqual(['millrace-unsaved:1:gone']);
  await act(() => router.navigate('/list'));
  await act(() => router.navigate('/workflow/1'));
  await respondTo('GET workflows/1', saved('1', 'A', 3));
  await screen.findByRole('dialog');
  await press('Discard');
  await eventually(() => expect(unsavedKeys()).toEqual([]));
  expect(editor().history.present.name).toBe('A');
});

it('lost work is neither dropped nor applied to another workflow opened meanwhile', async () => {
  lose({ workflow: file('Lost'), version: 3 });
  const router = await startSaved();
  await screen.findByRole('dialog');
  await act(() => router.navigate('/workflow/2'));
  await respondTo('GET workflows/2', saved('2', 'Other', 8));
  await screen.findByText('is open');
  await press('Restore');
  expect([editor().history.present.name, unsavedKeys()]).toEqual(['Other', ['millrace-unsaved:1:gone']]);
});

it('a workflow that cannot be read reaches the error boundary', async () => {
  start('/workflow/1');
  await respondTo('GET workflows/1', { name: 'Unreadable' });
  expect(await screen.findByText('error boundary')).toBeTruthy();
});

it.each([
  ['Pin data', [{ json: { n: 1 } }]],
  ["Don't pin", undefined],
])('a debugged execution is the current run, and its first data is pinned only if the user wants it: %s', async (answer, expected) => {
  const nodes = [{ id: 'a', name: 'Hook', type: 't', typeVersion: 1, position: [0, 0], parameters: {} }];
  const task = {
    startTime: 1,
    executionTime: 1,
    executionIndex: 0,
    executionStatus: 'success',
    source: [],
    data: { main: [[{ json: { n: 1 } }]] },
  };
  start(debugPath('1', '9'));
  await respondTo('GET workflows/1', { ...saved('1', 'Orders', 1), nodes });
  await respondTo('GET executions/9', {
    ...execution,
    workflowData: { ...file('Ran'), nodes },
    data: { resultData: { runData: { Hook: [task] } } },
  });
  expect(await screen.findByText('Pin the data of "Hook"?')).toBeDefined();
  await press(answer);
  await eventually(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(editor().history.present.pinData?.['Hook']).toEqual(expected);
  expect(context.run()).toMatchObject({ executionId: '9', runData: { Hook: [task] } });
});
