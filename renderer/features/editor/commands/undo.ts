// Takes the last change back.
import { editorActions } from '../document/editor-slice.ts';
import type { Command } from './command.ts';

export const undo: Command = {
  id: 'undo',
  group: 'edit',
  keys: ['Ctrl+Z'],
  isEnabled: ({ editor }) => editor().mode === 'edit' && editor().history.past.length > 0,
  history: 'ignore',
  run: ({ dispatch }) => void dispatch(editorActions.undo()),
};
