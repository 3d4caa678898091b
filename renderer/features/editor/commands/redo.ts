// Restores the change undone last.
import { Redo2 } from 'lucide-react';
import { editorActions } from '../document/editor-slice.ts';
import { runActions } from '../runs/run-slice.ts';
import type { Command } from './command.ts';

export const redo: Command = {
  id: 'redo',
  icon: Redo2,
  group: 'edit',
  keys: ['Ctrl+Shift+Z', 'Ctrl+Y'],
  isEnabled: ({ editor }) => editor().mode === 'edit' && editor().history.future.length > 0,
  run: ({ editor, dispatch }) => {
    dispatch(editorActions.redo());
    dispatch(runActions.nodesChanged(editor().history.present.nodes));
  },
};
