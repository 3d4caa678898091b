// Selects all nodes.
import { SquareDashedMousePointer } from 'lucide-react';
import { editorActions } from '../document/editor-slice.ts';
import type { Command } from './command.ts';

export const selectAll: Command = {
  id: 'selectAll',
  icon: SquareDashedMousePointer,
  group: 'edit',
  keys: ['Ctrl+A'],
  run: ({ editor, dispatch }) => void dispatch(editorActions.selected(editor().history.present.nodes.map(({ id }) => id ?? ''))),
};
