// Selects everything upstream of the selection.
import { ArrowLeftToLine, type LucideIcon } from 'lucide-react';
import { WorkflowGraph } from '../../../../engine/workflow/graph/graph.ts';
import { parentsOf } from '../../../../engine/workflow/graph/walk.ts';
import { editorActions } from '../document/editor-slice.ts';
import { nodeById } from '../document/operations.ts';
import type { Command } from './command.ts';

/** Creates a command that extends the selection by the nodes found by a walk from it. */
export const selectAlong = (
  id: string,
  icon: LucideIcon,
  key: string,
  walk: (graph: WorkflowGraph, name: string) => readonly string[],
): Command => ({
  id,
  icon,
  group: 'edit',
  keys: [key],
  isEnabled: ({ editor }) => editor().selection.length > 0,
  run: ({ editor, dispatch }) => {
    const file = editor().history.present;
    const graph = new WorkflowGraph(file);
    const names = editor().selection.flatMap((each) => nodeById(file, each)?.name ?? []);
    const upstream = new Set([...names, ...names.flatMap((name) => walk(graph, name))]);
    void dispatch(editorActions.selected(file.nodes.filter(({ name }) => upstream.has(name)).map((node) => node.id ?? '')));
  },
});

export const selectUpstream: Command = selectAlong('selectUpstream', ArrowLeftToLine, 'Shift+ArrowLeft', parentsOf);
