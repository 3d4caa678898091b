// Chooses all that what is chosen leads to.
import { WorkflowGraph } from '../../../../engine/workflow/graph.ts';
import { childrenOf } from '../../../../engine/workflow/walk.ts';
import { editorActions } from '../document/editor-slice.ts';
import { nodeById } from '../document/operations.ts';
import type { Command } from './command.ts';

export const selectDownstream: Command = {
  id: 'selectDownstream',
  group: 'edit',
  keys: ['Shift+ArrowRight'],
  isEnabled: ({ editor }) => editor().selection.length > 0,
  history: 'ignore',
  run: ({ editor, dispatch }) => {
    const file = editor().history.present;
    const graph = new WorkflowGraph(file);
    const names = editor().selection.flatMap((id) => nodeById(file, id)?.name ?? []);
    const found = new Set([...names, ...names.flatMap((name) => childrenOf(graph, name))]);
    void dispatch(editorActions.selected(file.nodes.filter(({ name }) => found.has(name)).map(({ id }) => id ?? '')));
  },
};
