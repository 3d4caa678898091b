// The chat by keyboard: sending, recalling and repeating messages, answers and errors, files, and sessions.
import { act, cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PushEvent } from '../../../../engine/contract/push.ts';
import type { WorkflowNode } from '../../../../engine/contract/workflow.ts';
import type { NodeDescription } from '../../../../engine/workflow/node-type.ts';
import { api } from '../../../api/base.ts';
import '../../../i18n/index.ts';
import { connectionChanged, pushReceived } from '../../../state/actions.ts';
import { store } from '../../../state/store.ts';
import { eventually } from '../../../testing/setup.ts';
import { TooltipProvider } from '../../../ui/floating/tooltip.tsx';
import { editorActions } from '../document/editor-slice.ts';
import { runActions } from '../runs/run-slice.ts';
import { EditorProvider } from '../state/editor-context.tsx';
import { selectEditor } from '../state/slices.ts';
import { typeLookup } from '../view/type-lookup.ts';
import { ChatPanel } from './index.ts';

interface RunBody {
  readonly triggerToStartFrom: { readonly name: string; readonly items: readonly { json: Record<string, unknown>; binary?: unknown }[] };
}

let visits = 0;
let runs: RunBody[] = [];
/** Responses to runs; by default they are accepted. */
let rejections: Response[] = [];

beforeEach(() => {
  runs = [];
  rejections = [];
  store.dispatch(connectionChanged('open'));
  vi.stubGlobal('fetch', async (_address: string, { body }: { body?: string } = {}) => {
    if (body === undefined) return Response.json({ data: [] });
    runs.push(JSON.parse(body) as RunBody);
    return rejections.shift() ?? Response.json({ data: { executionId: `e${visits}-${runs.length}` } });
  });
});
afterEach(() => {
  cleanup();
  store.dispatch(runActions.runRefused());
  store.dispatch(api.util.resetApiState());
  vi.unstubAllGlobals();
});

const node = (name: string, type: string, parameters: WorkflowNode['parameters'] = {}): WorkflowNode => ({
  id: name.toLowerCase(),
  name,
  type,
  typeVersion: 1,
  position: [0, 0],
  parameters,
});

const described = (name: string, group: 'trigger' | 'transform'): NodeDescription =>
  ({
    displayName: name,
    name,
    group: [group],
    version: 1,
    defaults: {},
    inputs: group === 'trigger' ? [] : ['main'],
    outputs: ['main'],
    properties: [],
  }) as unknown as NodeDescription;
const types = typeLookup([described('@acme/nodes.chatTrigger', 'trigger'), described('acme.say', 'transform')]);

function open(options: object = {}, onClose: () => void = () => undefined): void {
  const trigger = node('Message', '@acme/nodes.chatTrigger', { options });
  const workflow = { name: 'W', nodes: [trigger, node('Say', 'acme.say')], connections: {} };
  act(() => {
    store.dispatch(editorActions.opened({ workflow, id: `w${++visits}` }));
    store.dispatch(runActions.dataCleared());
  });
  show(trigger, onClose);
}

function show(trigger: WorkflowNode, onClose: () => void = () => undefined): void {
  const editor = (
    <EditorProvider types={types}>
      <ChatPanel trigger={trigger} openCount={1} onClose={onClose} />
    </EditorProvider>
  );
  render(
    <Provider store={store}>
      <TooltipProvider>
        <RouterProvider router={createMemoryRouter([{ path: '*', element: editor }])} />
      </TooltipProvider>
    </Provider>,
  );
}

const field = (): HTMLTextAreaElement => screen.getByRole('textbox', { name: 'Message' });
const sentTexts = (): unknown[] => runs.map(({ triggerToStartFrom }) => triggerToStartFrom.items[0]?.json['chatInput']);
const texts = (): (string | null | undefined)[] =>
  within(screen.getByRole('log'))
    .queryAllByRole('article')
    .map((each) => each.querySelector('.chat-text')?.textContent);
const notify = (event: PushEvent): void => act(() => void store.dispatch(pushReceived(event)));

/** Sends a message, and waits until its run is accepted. */
async function send(text: string): Promise<string> {
  const before = runs.length;
  await userEvent.type(field(), `${text}{Enter}`);
  await eventually(() => expect(runs.length).toBe(before + 1));
  const executionId = `e${visits}-${runs.length}`;
  await eventually(() => expect(screen.getByRole('button', { name: 'Stop' })).toBeTruthy());
  return executionId;
}

function finish(executionId: string, more: object): void {
  notify({
    type: 'executionFinished',
    executionId,
    workflowId: `w${visits}`,
    status: 'success',
    stoppedAt: 2,
    lastNodeExecuted: 'Say',
    ...more,
  });
}

async function answer(text: string, output: string): Promise<void> {
  const executionId = await send(text);
  const data = {
    startTime: 1,
    executionTime: 1,
    executionIndex: 0,
    executionStatus: 'success',
    source: [],
    data: { main: [[{ json: { output } }]] },
  } as const;
  notify({ type: 'nodeExecuteAfter', executionId, nodeName: 'Say', data });
  finish(executionId, {});
}

describe('the chat', () => {
  it('sends a message with Enter as an item of the session, and shows the answer', async () => {
    open();
    expect(document.activeElement).toBe(field());
    await userEvent.type(field(), 'one{Shift>}{Enter}{/Shift}');
    await answer('two', '**Hi**');
    const session = document.querySelector('.chat-session code')?.textContent;
    expect(runs[0]?.triggerToStartFrom).toEqual({
      name: 'Message',
      isStreaming: false,
      items: [{ json: { sessionId: session, action: 'sendMessage', chatInput: 'one\ntwo' } }],
    });
    expect(texts()).toEqual(['one\ntwo', 'Hi\n']);
    expect(field().value).toBe('');
  });

  it('sends nothing that is empty, and nothing while a run goes on', async () => {
    open();
    await userEvent.type(field(), '  {Enter}');
    await userEvent.clear(field());
    await send('one');
    await userEvent.type(field(), 'two{Enter}');
    expect([sentTexts(), field().value]).toEqual([['one'], 'two']);
  });

  it('recalls earlier messages with arrow keys, and returns to the draft', async () => {
    open();
    await answer('one', 'a');
    await answer('two', 'b');
    const press = async (keys: string): Promise<string> => {
      await userEvent.type(field(), keys);
      return field().value;
    };
    expect([await press('{ArrowUp}'), await press('{ArrowUp}'), await press('{ArrowUp}')]).toEqual(['two', 'one', 'one']);
    expect([await press('{ArrowDown}'), await press('{ArrowDown}')]).toEqual(['two', '']);
    expect(await press('own{ArrowUp}')).toBe('own');
  });

  it('sends a message again, or takes it back to be edited', async () => {
    open();
    await answer('one', 'a');
    const [message] = screen.getAllByRole('article');
    await userEvent.click(within(message as HTMLElement).getByRole('button', { name: 'Edit and send again' }));
    expect([field().value, document.activeElement]).toEqual(['one', field()]);
    await userEvent.click(within(message as HTMLElement).getByRole('button', { name: 'Send again' }));
    await eventually(() => expect(sentTexts()).toEqual(['one', 'one']));
  });

  it('says what failed, and opens the node', async () => {
    open();
    const executionId = await send('one');
    finish(executionId, { status: 'error', error: { name: 'E', message: 'Wrong key', node: 'Say' } });
    const [, failed] = screen.getAllByRole('article');
    expect(failed?.textContent).toContain('Say failedWrong key');
    await userEvent.click(within(failed as HTMLElement).getByRole('button', { name: 'Open Say' }));
    expect(selectEditor(store.getState()).openNode).toBe('say');
  });

  it('says why a run could not start, and can try again', async () => {
    open();
    rejections = [Response.json({ code: 'NO_START_NODE', message: 'Nothing to start.' }, { status: 400 })];
    await userEvent.type(field(), 'one{Enter}');
    await screen.findByText(/Nothing to start/);
    await answer('two', 'b');
    expect(texts().at(-1)).toBe('b\n');
  });

  it('starts a new session without messages', async () => {
    open();
    await answer('one', 'a');
    const before = document.querySelector('.chat-session code')?.textContent;
    await userEvent.click(screen.getByRole('button', { name: 'Start a new session' }));
    expect([texts(), document.activeElement]).toEqual([[], field()]);
    expect(document.querySelector('.chat-session code')?.textContent).not.toBe(before);
  });

  it('closes with Escape, and shows the messages again when it is opened', async () => {
    open({}, cleanup);
    await answer('one', 'a');
    await userEvent.type(field(), 'draft{Escape}');
    expect(screen.queryByRole('log')).toBeNull();
    show(selectEditor(store.getState()).history.present.nodes[0] as WorkflowNode);
    expect([texts(), field().value]).toEqual([['one', 'a\n'], 'draft']);
  });

  it('cuts a long answer until it is expanded', async () => {
    open();
    await answer('one', 'line\n\n'.repeat(30));
    const cut = (): string | null | undefined => document.querySelectorAll('.chat-text')[1]?.getAttribute('data-cut');
    expect(cut()).toBe('true');
    await userEvent.click(screen.getByRole('button', { name: 'Show all' }));
    expect(cut()).toBe('false');
  });
});

describe('files', () => {
  const input = (): HTMLInputElement | null => document.querySelector('input[type="file"]');

  it('cannot be attached unless the trigger allows it', () => {
    open();
    expect([input(), screen.queryByRole('button', { name: 'Attach files' })]).toEqual([null, null]);
  });

  it('are sent with the message', async () => {
    open({ allowFileUploads: true });
    await userEvent.upload(input() as HTMLInputElement, new File(['a,b'], 'x.csv', { type: 'text/csv' }));
    await userEvent.type(field(), '{Enter}');
    await eventually(() => expect(runs.length).toBe(1));
    expect(runs[0]?.triggerToStartFrom.items[0]).toMatchObject({
      json: { chatInput: '', files: [{ fileName: 'x.csv', fileExtension: 'csv', mimeType: 'text/csv', fileSize: '3 B' }] },
      binary: { data0: { data: btoa('a,b'), fileName: 'x.csv', mimeType: 'text/csv' } },
    });
    expect(within(screen.getByRole('log')).getByText('x.csv')).toBeTruthy();
  });

  it('must be of an allowed type and of a limited size', async () => {
    open({ allowFileUploads: true, allowedFilesMimeTypes: '.txt, image/*' });
    const add = (...files: File[]): Promise<void> => userEvent.setup({ applyAccept: false }).upload(input() as HTMLInputElement, files);
    await add(new File(['a'], 'x.csv', { type: 'text/csv' }));
    expect(screen.getByRole('alert').textContent).toContain('does not accept x.csv');
    await add(new File(['a'], 'x.png', { type: 'image/png' }), new File(['a'], 'x.TXT', { type: '' }));
    expect([screen.queryByRole('alert'), screen.getByText('x.TXT')]).toEqual([null, expect.anything()]);
    await add(new File([new Uint8Array(9 * 1024 * 1024)], 'y.png', { type: 'image/png' }));
    expect(screen.getByRole('alert').textContent).toContain('8 MB');
  });
});
