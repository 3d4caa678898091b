// Gives the chosen node another name.
import { isEditing, hasOneNode, type Command } from './command.ts';

export const renameNode: Command = {
  id: 'rename',
  group: 'nodes',
  keys: ['F2'],
  isEnabled: (context) => isEditing(context) && hasOneNode(context),
  history: 'record',
  run: ({ editor, ui }) => ui.openRename(editor().selection[0] as string),
};
