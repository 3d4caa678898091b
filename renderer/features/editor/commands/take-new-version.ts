// Gives the selected node the newest version of its type.
import { CircleArrowUp } from 'lucide-react';
import { newerVersionOf, takeNewVersion as take } from '../actions/replace-node.ts';
import { nodeById } from '../document/operations.ts';
import { hasOneNode, isEditing, type Command } from './command.ts';

export const takeNewVersion: Command = {
  id: 'takeNewVersion',
  icon: CircleArrowUp,
  group: 'nodes',
  isEnabled: (context) => {
    const { selection, history } = context.editor();
    return (
      isEditing(context) && hasOneNode(context) && newerVersionOf(context, nodeById(history.present, selection[0] ?? '')) !== undefined
    );
  },
  run: (context) => take(context, context.editor().selection[0] as string),
};
