// Undo and redo restore the results of nodes as well.
import { expect, it } from 'vitest';
import type { TaskData } from '../../../../engine/contract/run-data.ts';
import type { WorkflowFile } from '../../../../engine/contract/workflow.ts';
import { change } from '../actions/change.ts';
import type { EditorContext } from '../actions/context.ts';
import { editorActions, editorSlice } from '../document/editor-slice.ts';
import { removeNodes, rename } from '../document/operations.ts';
import { runActions, runSlice } from '../runs/run-slice.ts';
import { redo, undo } from './edit.ts';

const workflow: WorkflowFile = {
  nodes: [{ id: 'a', name: 'A', type: 't', typeVersion: 1, position: [0, 0], parameters: {} }],
  connections: {},
};
const task: TaskData = { startTime: 1, executionTime: 1, executionIndex: 0, executionStatus: 'success', source: [] };

it.each([
  ['of a renamed node', (file: WorkflowFile) => rename(file, 'a', 'New'), ['New']],
  ['of a removed node', (file: WorkflowFile) => removeNodes(file, ['a']), []],
])('%s', async (_name, make, after) => {
  let editor = editorSlice.getInitialState();
  let run = runSlice.getInitialState();
  const dispatch = (action: never): void => {
    editor = editorSlice.reducer(editor, action);
    run = runSlice.reducer(run, action);
  };
  const context = { editor: () => editor, run: () => run, dispatch } as unknown as EditorContext;
  dispatch(editorActions.opened({ workflow }) as never);
  dispatch(runActions.runStarting({ workflow, reusedRunData: { A: [task] } }) as never);
  const names = (): readonly string[] => Object.keys(run.runData);
  change(context, 'rename', make);
  expect(names()).toEqual(after);
  await undo.run(context);
  expect(names()).toEqual(['A']);
  await redo.run(context);
  expect(names()).toEqual(after);
});
