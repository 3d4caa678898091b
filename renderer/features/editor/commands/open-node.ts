// Opens the selected node.
import { PanelRightOpen } from 'lucide-react';
import { editorActions } from '../document/editor-slice.ts';
import { hasOneNode, type Command } from './command.ts';

export const openNode: Command = {
  id: 'openNode',
  icon: PanelRightOpen,
  group: 'nodes',
  keys: ['Enter'],
  isEnabled: hasOneNode,
  run: ({ editor, dispatch }) => void dispatch(editorActions.nodeOpened(editor().selection[0])),
};
