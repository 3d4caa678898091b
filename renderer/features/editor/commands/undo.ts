// Undoes the last change.
import { Undo2 } from 'lucide-react';
import { editorActions } from '../document/editor-slice.ts';
import { runActions } from '../runs/run-slice.ts';
import type { Command } from './command.ts';

export const undo: Command = {
  id: 'undo',
  icon: Undo2,
  group: 'edit',
  keys: ['Ctrl+Z'],
  isEnabled: ({ editor }) => editor().mode === 'edit' && editor().history.past.length > 0,
  run: ({ editor, dispatch }) => {
    dispatch(editorActions.undo());
    dispatch(runActions.nodesChanged(editor().history.present.nodes));
  },
};
