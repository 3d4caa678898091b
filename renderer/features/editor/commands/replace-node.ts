// Chooses another node that replaces the selected one.
import { Replace } from 'lucide-react';
import { nodeById } from '../document/operations.ts';
import { stickyNoteType } from '../../../../engine/workflow/planning/start-node.ts';
import { hasOneNode, isEditing, type Command } from './command.ts';

export const replaceNode: Command = {
  id: 'replaceNode',
  icon: Replace,
  group: 'nodes',
  isEnabled: (context) => {
    const { selection, history } = context.editor();
    return isEditing(context) && hasOneNode(context) && nodeById(history.present, selection[0] ?? '')?.type !== stickyNoteType;
  },
  run: ({ editor, ui }) => ui.openReplacement(editor().selection[0] as string),
};
