// Switches the chosen nodes off, or on again.
import { change } from '../actions/change.ts';
import { nodeById, toggleDisabled as switched } from '../document/operations.ts';
import { runActions } from '../runs/run-slice.ts';
import { hasSelection, type Command } from './command.ts';

export const toggleDisabled: Command = {
  id: 'disable',
  group: 'nodes',
  keys: ['D'],
  isEnabled: hasSelection,
  history: 'record',
  run: (context) => {
    const { editor, dispatch } = context;
    const ids = editor().selection;
    change(context, 'disable', (file) => switched(file, ids));
    const names = ids.flatMap((id) => nodeById(editor().history.present, id)?.name ?? []);
    dispatch(runActions.nodeDataDropped(names));
  },
};
