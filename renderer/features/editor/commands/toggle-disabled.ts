// Deactivates or activates the selected nodes.
import { Power } from 'lucide-react';
import { disableNodes } from '../actions/disable-nodes.ts';
import { hasSelection, type Command } from './command.ts';

export const toggleDisabled: Command = {
  id: 'disable',
  icon: Power,
  group: 'nodes',
  keys: ['D'],
  isEnabled: hasSelection,
  history: 'record',
  run: (context) => disableNodes(context, context.editor().selection),
};
