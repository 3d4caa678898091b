// Removes what is chosen; what a single node between two others leaves is connected again.
import { change } from '../actions/change.ts';
import { removeNodes } from '../document/operations.ts';
import { hasSelection, type Command } from './command.ts';

export const deleteSelected: Command = {
  id: 'delete',
  group: 'nodes',
  keys: ['Delete', 'Backspace'],
  isEnabled: hasSelection,
  history: 'record',
  run: (context) => void change(context, 'delete', (file) => removeNodes(file, context.editor().selection)),
};
