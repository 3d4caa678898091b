// Saving and opening with a slow server: the workflow chosen last stays open, and saves run one after another.
import { expect, it } from 'vitest';
import { i18n } from '../../../i18n/index.ts';
import type { WorkflowFile } from '../../../../engine/contract/workflow.ts';
import { editorActions, editorSlice, isDirty, type EditorState } from '../document/editor-slice.ts';
import { typeLookup } from '../view/type-lookup.ts';
import type { DialogChoice, EditorContext } from './context.ts';
import { openNew, openSaved, saveWorkflow } from './save-workflow.ts';
import { chooseStart, rememberedStart } from './start-trigger.ts';

const file = (name: string): WorkflowFile => ({ name, nodes: [], connections: {} });
const saved = (id: string, name: string, version: number): object => ({
  data: { ...file(name), id, version, active: false, tags: [], createdAt: '', updatedAt: '' },
});
const changed = { error: { code: 'WORKFLOW_CHANGED', message: 'Changed.', status: 409 } };

/** An editor whose requests and questions are pending until the test resolves them by number. */
function begin(id?: string) {
  let editor: EditorState = editorSlice.reducer(
    undefined,
    editorActions.opened({ workflow: file('A'), id, version: id === undefined ? undefined : 3 }),
  );
  const requests: ((response: object) => void)[] = [];
  const questions: ((dialogChoice: DialogChoice) => void)[] = [];
  const went: string[] = [];
  const notices: string[] = [];
  const context = {
    editor: () => editor,
    types: () => typeLookup([]),
    newId: () => 'new',
    t: (key: string) => key,
    ui: {
      notify: ({ title }: { title: string }) => notices.push(title),
      goTo: (path: string) => went.push(path),
      ask: () => new Promise<DialogChoice>((resolve) => questions.push(resolve)),
    },
    dispatch: (action: { type?: string }) => {
      if (typeof action === 'function') return new Promise<object>((resolve) => requests.push(resolve));
      editor = editorSlice.reducer(editor, action as never);
      return action;
    },
  } as unknown as EditorContext;
  const change = (name: string): void => void context.dispatch(editorActions.documentChanged({ workflow: file(name), label: 'rename' }));
  return { context, requests, questions, went, notices, change, state: () => editor };
}

it('a response after leaving changes neither the open workflow nor the address', async () => {
  const { context, requests, went, notices, change, state } = begin();
  change('B');
  const saving = saveWorkflow(context);
  const opening = openSaved(context, '2');
  requests[1]?.(saved('2', 'Other', 8));
  await opening;
  requests[0]?.(saved('1', 'B', 1));
  expect(await saving).toBe(false);
  expect(state()).toMatchObject({ id: '2', version: 8, status: 'ready', history: { present: { name: 'Other' } } });
  expect([went, notices]).toEqual([[], []]);
});

it('a refusal after leaving asks and reports nothing', async () => {
  const { context, requests, questions, notices, change, state } = begin('1');
  change('B');
  const saving = saveWorkflow(context);
  const opening = openNew(context);
  requests[1]?.({ data: { name: 'My workflow' } });
  await opening;
  requests[0]?.(changed);
  expect(await saving).toBe(false);
  expect([questions.length, notices, state().id, state().history.present.name]).toEqual([0, [], undefined, 'My workflow']);
});

it('the opened workflow can be saved while the previous one is still being saved', async () => {
  const { context, requests, change, state } = begin('1');
  change('B');
  const left = saveWorkflow(context);
  const opening = openSaved(context, '2');
  requests[1]?.(saved('2', 'Other', 8));
  await opening;
  change('C');
  const saving = saveWorkflow(context);
  requests[0]?.(saved('1', 'B', 4));
  await left;
  expect(state().status).toBe('saving');
  requests[2]?.(saved('2', 'C', 9));
  expect(await saving).toBe(true);
  expect(state()).toMatchObject({ id: '2', version: 9, status: 'ready' });
});

it('the workflow chosen last is open, whichever response comes first', async () => {
  const { context, requests, notices, state } = begin();
  const slow = openSaved(context, '1');
  const missing = openSaved(context, '0');
  const unnamed = openNew(context);
  const last = openSaved(context, '2');
  requests[3]?.(saved('2', 'Other', 8));
  await last;
  requests[0]?.(saved('1', 'A', 3));
  requests[1]?.({ error: { code: 'WORKFLOW_NOT_FOUND', message: '', status: 404 } });
  requests[2]?.({ data: { name: 'My workflow' } });
  expect(await Promise.all([slow, missing, unnamed])).toEqual([undefined, undefined, undefined]);
  expect([state().id, state().history.present.name, notices]).toEqual(['2', 'Other', []]);
});

it('a save during another one waits, and then saves the rest', async () => {
  const { context, requests, went, change, state } = begin();
  change('B');
  const first = saveWorkflow(context);
  change('C');
  const second = saveWorkflow(context);
  const third = saveWorkflow(context);
  expect(requests.length).toBe(1);
  requests[0]?.(saved('1', 'B', 1));
  expect(await first).toBe(true);
  await expect.poll(() => requests.length).toBe(2);
  expect(isDirty(state())).toBe(true);
  requests[1]?.(saved('1', 'C', 2));
  expect(await Promise.all([second, third])).toEqual([true, true]);
  expect([isDirty(state()), state().version, requests.length, went]).toEqual([false, 2, 2, ['/workflow/1']]);
});

it('a save that waited for a failed one is not performed', async () => {
  const { context, requests, notices, change, state } = begin('1');
  change('B');
  const both = [saveWorkflow(context), saveWorkflow(context)];
  requests[0]?.({ error: { code: 'UNREACHABLE', message: 'No.', status: 0 } });
  expect(await Promise.all(both)).toEqual([false, false]);
  expect([requests.length, notices, state().status]).toEqual([1, ['save.failed'], 'ready']);
});

it('a question about a newer version does not block a later save, and its answer applies only to the open workflow', async () => {
  const { context, requests, questions, change, state } = begin('1');
  change('B');
  const saving = saveWorkflow(context);
  requests[0]?.(changed);
  await expect.poll(() => questions.length).toBe(1);
  const again = saveWorkflow(context);
  requests[1]?.(changed);
  await expect.poll(() => questions.length).toBe(2);
  questions[1]?.('confirm');
  await expect.poll(() => requests.length).toBe(3);
  requests[2]?.(saved('1', 'B', 5));
  expect(await again).toBe(true);
  const opening = openSaved(context, '2');
  requests[3]?.(saved('2', 'Other', 8));
  await opening;
  questions[0]?.('confirm');
  expect(await saving).toBe(false);
  expect([state().id, requests.length]).toEqual(['2', 4]);
});

it('the trigger chosen before the first save is remembered with it', async () => {
  const { context, requests, state } = begin();
  chooseStart(context, 'second');
  const saving = saveWorkflow(context);
  requests[0]?.(saved('9', 'A', 1));
  expect(await saving).toBe(true);
  expect([state().startTrigger, rememberedStart('9')]).toEqual(['second', 'second']);
});

it.each([
  [
    'says why',
    { error: { code: 'INTERNAL', message: 'It broke.', hint: 'Look at the log.', status: 500 } },
    'failed',
    'It broke. Look at the log.',
  ],
  ['is missing', { error: { code: 'NOT_FOUND', message: 'Gone.', status: 404 } }, 'missing', undefined],
])('a workflow that cannot be opened %s', async (_what, response, status, failure) => {
  const { context, requests, notices, state } = begin();
  const opening = openSaved(context, '2');
  requests[0]?.(response);
  await opening;
  expect([state().status, state().failure, notices]).toEqual([status, failure, []]);
});

it('a new workflow has a name of its own if none can be loaded', async () => {
  const { context, requests, state } = begin('1');
  const opening = openNew({ ...context, t: i18n.getFixedT('en', 'editor') } as unknown as EditorContext);
  requests[0]?.({ error: { code: 'UNREACHABLE', message: 'Nothing there.', status: 0 } });
  await opening;
  expect([state().id, state().history.present.name]).toEqual([undefined, 'My workflow']);
});

it('saves a new workflow in the folder of its address, or outside if that is gone', async () => {
  const { context, requests, notices, change, state } = begin();
  const opening = openNew(context, 'sales');
  requests[0]?.({ data: { name: 'My workflow' } });
  await opening;
  expect(state().folderId).toBe('sales');
  change('B');
  const saving = saveWorkflow(context);
  requests[1]?.({ error: { code: 'FOLDER_NOT_FOUND', message: '', status: 404 } });
  await Promise.resolve();
  await Promise.resolve();
  requests[2]?.(saved('1', 'B', 1));
  expect(await saving).toBe(true);
  expect([state().folderId, notices]).toEqual([undefined, []]);
});
