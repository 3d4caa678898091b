// Renames the selected node.
import { PencilLine } from 'lucide-react';
import { isEditing, hasOneNode, type Command } from './command.ts';

export const rename: Command = {
  id: 'rename',
  icon: PencilLine,
  group: 'nodes',
  keys: ['F2'],
  isEnabled: (context) => isEditing(context) && hasOneNode(context),
  run: ({ editor, ui }) => ui.openRename(editor().selection[0] as string),
};
