// A selection becomes a saved workflow and a call of it; undo restores the nodes.
import { expect, it } from 'vitest';
import type { WorkflowFile } from '../../../../engine/contract/workflow.ts';
import { editorActions, editorSlice } from '../document/editor-slice.ts';
import type { EditorContext, Notice } from './context.ts';
import { extractSubWorkflow } from './extract-sub-workflow.ts';

const node = (name: string, type = 'acme.step') => ({ id: name, name, type, typeVersion: 1, position: [0, 0], parameters: {} });
const workflow = {
  name: 'Orders',
  nodes: [node('When', 'acme.whenTrigger'), node('A'), node('B'), node('C')],
  connections: {
    When: { main: [[{ node: 'A', type: 'main', index: 0 }]] },
    A: { main: [[{ node: 'B', type: 'main', index: 0 }, { node: 'C', type: 'main', index: 0 }]] }, // oxfmt-ignore
  },
} as unknown as WorkflowFile;

function begin(selection: readonly string[], response: { data?: unknown; error?: unknown }, meanwhile?: () => void) {
  let state = editorSlice.reducer(undefined, editorActions.opened({ workflow }));
  const notices: Notice[] = [];
  let last = 0;
  const apply = (action: never): void => {
    state = editorSlice.reducer(state, action);
  };
  apply(editorActions.selected(selection) as never);
  const context = {
    editor: () => state,
    dispatch: (action: never) => {
      if (typeof action !== 'function') return apply(action);
      meanwhile?.();
      return Promise.resolve(response);
    },
    types: () => ({ description: () => undefined, latest: [] }),
    ui: { notify: (notice: Notice) => notices.push(notice) },
    t: (key: string, values: object) => `${key} ${JSON.stringify(values ?? {})}`,
    newId: () => `new ${last++}`,
  } as unknown as EditorContext;
  return { context, notices, apply, state: () => state, names: () => state.history.present.nodes.map(({ name }) => name) };
}

it('is replaced by one call, which is selected and undone in one step', async () => {
  const { context, notices, names, state, apply } = begin(['A', 'B', 'C'], { data: { id: '17' } });
  await extractSubWorkflow(context);
  expect(names()).toEqual(['When', 'Call Orders: A']);
  expect(state().selection).toEqual([state().history.present.nodes[1]?.id]);
  expect(notices).toMatchObject([{ kind: 'success', link: { to: '/workflow/17' } }]);
  apply(editorActions.undo() as never);
  expect(names()).toEqual(['When', 'A', 'B', 'C']);
});

it('selects the blocking connections', async () => {
  const { context, notices, names, state } = begin(['A', 'B'], {});
  await extractSubWorkflow(context);
  expect(names()).toEqual(['When', 'A', 'B', 'C']);
  expect(notices).toMatchObject([{ kind: 'warning', message: 'subWorkflow.reason.exits {"names":"\\"A\\""}' }]);
  expect(state().selectedEdges).toEqual(['A:main:0>C:0']);
  expect(state().selection).toEqual(['A', 'B']);
});

it('changes nothing if it cannot be saved', async () => {
  const { context, notices, names } = begin(['B'], { error: { code: 'FORBIDDEN', message: 'No.', status: 403 } });
  await extractSubWorkflow(context);
  expect(names()).toEqual(['When', 'A', 'B', 'C']);
  expect(notices).toMatchObject([{ kind: 'error', message: 'No.' }]);
});

it('does not touch a workflow that changed while the new one was saved', async () => {
  const opened = begin(['B'], { data: { id: '17' } }, () =>
    opened.apply(editorActions.documentChanged({ workflow: { ...workflow, name: 'Other' }, label: 'x', policy: 'record' }) as never),
  );
  await extractSubWorkflow(opened.context);
  expect(opened.names()).toEqual(['When', 'A', 'B', 'C']);
  expect(opened.notices).toMatchObject([{ kind: 'warning', link: { to: '/workflow/17' } }]);
});
