// Removes the selected nodes and connections; the neighbors of a single removed node are connected to each other.
import { Trash2 } from 'lucide-react';
import { change } from '../actions/change.ts';
import { removeAll } from '../document/operations.ts';
import { isEditing, type Command } from './command.ts';

export const deleteCommand: Command = {
  id: 'delete',
  icon: Trash2,
  group: 'nodes',
  keys: ['Delete', 'Backspace'],
  isEnabled: (context) => isEditing(context) && context.editor().selection.length + context.editor().selectedEdges.length > 0,
  run: (context) => {
    const { selection, selectedEdges } = context.editor();
    change(context, 'delete', (file) => removeAll(file, selection, selectedEdges));
  },
};
