// Runs restored after a page reload.
import { beforeEach, expect, it } from 'vitest';
import { parseExactly, stringifyExactly } from '../../../../engine/contract/exact-numbers.ts';
import type { RunData, TaskData } from '../../../../engine/contract/run-data.ts';
import type { WorkflowFile } from '../../../../engine/contract/workflow.ts';
import { forgetTab } from '../../../lib/browser-storage.ts';
import { editorActions, editorSlice } from '../document/editor-slice.ts';
import { runActions, runSlice, type RunState } from '../runs/run-slice.ts';
import type { EditorContext } from './context.ts';
import { clearRun, rememberRun, showRememberedRun } from './remembered-run.ts';

const workflow: WorkflowFile = { name: 'W', nodes: [], connections: {} };
const task = (count: number, text = 'a'): TaskData => ({
  startTime: 100,
  executionTime: 1,
  executionIndex: 0,
  executionStatus: 'success',
  source: [],
  data: { main: [Array.from({ length: count }, () => ({ json: { text } }))] },
});
const over = (runData: RunData): RunState => ({
  ...runSlice.getInitialState(),
  executionId: 'e1',
  runData,
  outcome: { status: 'success' },
  startedWith: workflow,
  startedAt: 100,
  stoppedAt: 150,
});

/** A tab that was just reloaded with workflow `id`. The server gives the responses in order. */
function loaded(id: string, responses: readonly object[] = []) {
  let editor = editorSlice.reducer(undefined, editorActions.opened({ workflow, id }));
  let run = runSlice.getInitialState();
  const left = [...responses];
  const seen: RunState[] = [];
  const notices: string[] = [];
  const context = {
    editor: () => editor,
    run: () => run,
    newId: () => 'new',
    t: (key: string) => key,
    ui: { notify: ({ title }: { title: string }) => notices.push(title) },
    dispatch: (action: { type?: string }) => {
      if (typeof action === 'function') return Promise.resolve(left.shift() ?? { error: { status: 404 } });
      editor = editorSlice.reducer(editor, action as never);
      run = runSlice.reducer(run, action as never);
      seen.push(run);
      return action;
    },
  } as unknown as EditorContext;
  return { context, seen, notices, run: () => run, requests: () => responses.length - left.length };
}

const storedRun = (status: string, more: object = {}): object => ({
  data: {
    id: 'e1',
    status,
    workflowId: 'w',
    startedAt: new Date(100).toISOString(),
    workflowData: workflow,
    data: { resultData: { runData: { A: [task(3)] } } },
    ...more,
  },
});

beforeEach(forgetTab);

it('is restored from the tab, also under names of object properties', async () => {
  rememberRun('w', over({ A: [task(2)], ['__proto__']: [task(1)] }));
  const { context, run, requests } = loaded('w');
  await showRememberedRun(context);
  expect(run()).toMatchObject({ executionId: 'e1', status: 'idle', origin: 'kept', outcome: { status: 'success' }, stoppedAt: 150 });
  expect(Object.keys(run().runData)).toEqual(['A', '__proto__']);
  expect(requests()).toBe(0);
});

it('is empty for another workflow, after clearing, and for the next user', async () => {
  rememberRun('w', over({ A: [task(2)] }));
  const other = loaded('v');
  await showRememberedRun(other.context);
  expect(other.run().runData).toEqual({});
  const { context, run } = loaded('w');
  await showRememberedRun(context);
  clearRun(context);
  expect(run().runData).toEqual({});
  await showRememberedRun(context);
  expect(run().runData).toEqual({});
  rememberRun('w', over({ A: [task(2)] }));
  forgetTab();
  await showRememberedRun(context);
  expect(run().runData).toEqual({});
});

it.each([
  ['many items', over({ A: [task(4000), task(4000)] })],
  ['long texts', over({ A: [task(1, 'x'.repeat(2_000_001))] })],
])('comes from the server where it was too much for the tab: %s', async (_, largeRun) => {
  rememberRun('w', largeRun);
  const { context, run, requests } = loaded('w', [storedRun('success')]);
  await showRememberedRun(context);
  expect(run()).toMatchObject({ origin: 'kept', outcome: { status: 'success' }, runData: { A: [{}] } });
  expect(requests()).toBe(1);
  const missing = loaded('w', [{ error: { status: 404 } }, { data: [] }]);
  await showRememberedRun(missing.context);
  expect(missing.run()).toEqual(runSlice.getInitialState());
});

it('is followed while it runs, and shown completely at its end', async () => {
  rememberRun('w', { ...over({}), status: 'running', outcome: undefined });
  const { context, run, seen } = loaded('w', [storedRun('running'), storedRun('success', { stoppedAt: new Date(200).toISOString() })]);
  await showRememberedRun(context);
  expect(seen).toContainEqual(
    expect.objectContaining({ status: 'running', origin: 'joined', executionId: 'e1', runData: { A: [expect.anything()] } }),
  );
  expect(run()).toMatchObject({ status: 'idle', outcome: { status: 'success' }, stoppedAt: 200 });
});

it('is followed even if it is not stored, and its end is reported', async () => {
  rememberRun('w', { ...over({}), status: 'running', outcome: undefined });
  const missing = { error: { status: 404 } };
  const running = { data: [{ id: 'e1', startedAt: new Date(100).toISOString() }] };
  const { context, run, seen, notices } = loaded('w', [missing, running, missing, { data: [] }]);
  await showRememberedRun(context);
  expect(seen).toContainEqual(expect.objectContaining({ status: 'running', origin: 'joined', executionId: 'e1', startedAt: 100 }));
  expect(run()).toMatchObject({ status: 'idle' });
  expect(notices).toEqual(['run.notKept']);
});

it('shows how a waiting run ended, or its results so far', async () => {
  rememberRun('w', { ...over({ A: [task(1)] }), outcome: { status: 'waiting' } });
  const { context, run } = loaded('w', [storedRun('success')]);
  await showRememberedRun(context);
  expect(run()).toMatchObject({ outcome: { status: 'success' } });
  const missing = loaded('w');
  await showRememberedRun(missing.context);
  expect(missing.run()).toMatchObject({ status: 'idle', runData: { A: [{}] } });
  expect(missing.run().outcome).toBeUndefined();
});

it('gives way to a run started meanwhile', async () => {
  rememberRun('w', { ...over({}), status: 'running', outcome: undefined });
  const { context, run } = loaded('w', [storedRun('success')]);
  const loading = showRememberedRun(context);
  context.dispatch(runActions.runStarting({ workflow, reusedRunData: {} }));
  await loading;
  expect(run()).toMatchObject({ status: 'starting', runData: {} });
});

it('restores numbers that JavaScript cannot represent with all digits', async () => {
  const data = parseExactly('{"main":[[{"json":{"id":17169973925117969}}]]}') as NonNullable<TaskData['data']>;
  rememberRun('w', over({ A: [{ ...task(0), data }] }));
  const { context, run } = loaded('w');
  await showRememberedRun(context);
  expect(stringifyExactly(run().runData)).toContain('"id":17169973925117969');
});
