// Deactivates or activates the selected nodes.
import { Power } from 'lucide-react';
import { disableNodes } from '../actions/change-nodes.ts';
import { hasSelection, type Command } from './command.ts';

export const disable: Command = {
  id: 'disable',
  icon: Power,
  group: 'nodes',
  keys: ['D'],
  isEnabled: hasSelection,
  run: (context) => disableNodes(context, context.editor().selection),
};
