// Runs whose end event was missed, stored or not.
import { expect, it } from 'vitest';
import { runActions, runSlice, type RunState } from '../runs/run-slice.ts';
import type { EditorContext } from './context.ts';
import { findOver } from './find-over.ts';

const missing = { error: { status: 404 } };
const runningList = { data: [{ id: 'e1', startedAt: new Date(100).toISOString() }] };

/** A running execution. The server responds in the given order, the last time after `late`. */
function running(responses: readonly object[], late?: Parameters<typeof runSlice.reducer>[1], isJoined = false) {
  let run = runSlice.reducer(undefined, runActions.runStarting({ workflow: { nodes: [], connections: {} }, reusedRunData: {} }));
  run = runSlice.reducer(run, runActions.runAccepted({ executionId: 'e1' }));
  if (isJoined) run = runSlice.reducer(run, runActions.runJoined({ executionId: 'e1', startedAt: 100 }));
  const left = [...responses];
  const notices: string[] = [];
  const context = {
    run: () => run,
    t: (key: string) => key,
    ui: { notify: ({ title }: { title: string }) => notices.push(title) },
    dispatch: (action: unknown) => {
      if (typeof action !== 'function') return (run = runSlice.reducer(run, action as never));
      if (left.length === 1 && late !== undefined) run = runSlice.reducer(run, late);
      return Promise.resolve(left.shift());
    },
  } as unknown as EditorContext;
  return { context, notices, run: (): RunState => run };
}

it('reports an execution that is neither stored nor running', async () => {
  const { context, notices, run } = running([missing, { data: [] }, missing]);
  expect(await findOver(context, 'e1')).toBe(true);
  expect([run().status, notices]).toEqual(['idle', ['run.notKept']]);
});

it('shows the end of an execution that was stored while the server was asked', async () => {
  const stored = {
    data: { id: 'e1', status: 'success', workflowId: 'w', startedAt: new Date(100).toISOString(), stoppedAt: new Date(250).toISOString() },
  };
  const { context, notices, run } = running([missing, { data: [] }, stored]);
  expect(await findOver(context, 'e1')).toBe(true);
  expect([run().status, run().outcome?.status, notices]).toEqual(['idle', 'success', []]);
});

it('reports nothing while it runs, or if its end has arrived meanwhile', async () => {
  const still = running([missing, runningList]);
  expect(await findOver(still.context, 'e1')).toBe(false);
  expect([still.run().status, still.notices]).toEqual(['running', []]);
  const ended = running([missing, { data: [] }, missing], runActions.runFoundOver({ outcome: { status: 'success' }, stoppedAt: 9 }));
  expect(await findOver(ended.context, 'e1')).toBe(true);
  expect([ended.run().outcome?.status, ended.notices]).toEqual(['success', []]);
});

it('leaves the report to the follower of a run of another page', async () => {
  const { context, notices, run } = running([missing, { data: [] }, missing], undefined, true);
  expect(await findOver(context, 'e1')).toBe(true);
  expect([run().status, notices]).toEqual(['idle', []]);
});
