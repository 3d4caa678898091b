// Copying and pasting, with and without access to the clipboard.
import { afterEach, expect, it, vi } from 'vitest';
import type { WorkflowFile } from '../../../../engine/contract/workflow.ts';
import type { EditorContext, Notice } from '../actions/context.ts';
import { editorActions, editorSlice } from '../document/editor-slice.ts';
import { copy, cut, pasteCommand } from './edit.ts';

const node = { id: 'a', name: 'A', type: 'n8n-nodes-base.noOp', typeVersion: 1, position: [0, 0], parameters: {} };

afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(document, 'execCommand');
});

/** An editor with one selected node; the legacy copy command succeeds or fails. */
function begin(clipboard: Partial<Clipboard> | undefined, canCopy = false) {
  vi.stubGlobal('navigator', { clipboard });
  document.execCommand = () => canCopy;
  const { reducer } = editorSlice;
  let state = reducer(undefined, editorActions.opened({ workflow: { nodes: [node], connections: {} } as unknown as WorkflowFile }));
  state = reducer(state, editorActions.selected(['a']));
  const notices: Notice[] = [];
  const context = {
    editor: () => state,
    dispatch: (action: never) => (state = reducer(state, action)),
    types: () => ({ description: () => undefined }),
    canvas: () => null,
    ui: { notify: (notice: Notice) => notices.push(notice) },
    t: (key: string) => key,
    newId: () => 'new',
    instanceId: () => 'here',
  } as unknown as EditorContext;
  return {
    context,
    names: () => state.history.present.nodes.map(({ name }) => name),
    titles: () => notices.map(({ title }) => title),
    notices,
  };
}

const deniedClipboard = { writeText: () => Promise.reject(new Error('no')), readText: () => Promise.reject(new Error('no')) };

it('cuts after a successful copy', async () => {
  let text = '';
  const { context, names, titles } = begin({ writeText: async (written) => void (text = written) });
  await cut.run(context);
  expect([names(), titles(), (JSON.parse(text) as WorkflowFile).nodes[0]?.name]).toEqual([[], [], 'A']);
});

it.each([
  ['no clipboard', undefined],
  ['a clipboard that denies access', deniedClipboard],
] as const)('with %s, copies in the old way, and says so for two seconds', async (_, clipboard) => {
  const { context, notices } = begin(clipboard, true);
  await copy.run(context);
  expect(notices).toEqual([{ kind: 'success', title: 'copied', duration: 2000 }]);
});

it('reports a failed copy, and cuts nothing', async () => {
  const { context, names, titles } = begin(deniedClipboard);
  await copy.run(context);
  await cut.run(context);
  expect([names(), titles()]).toEqual([['A'], ['notCopied', 'notCopied']]);
});

it('pastes, and explains how to if the clipboard cannot be read', async () => {
  const { context, names } = begin({ readText: async () => JSON.stringify({ nodes: [node], connections: {} }) });
  await pasteCommand.run(context);
  expect(names()).toEqual(['A', 'A1']);
  const other = begin(undefined);
  await pasteCommand.run(other.context);
  expect(other.titles()).toEqual(['pasteByKeys']);
});
