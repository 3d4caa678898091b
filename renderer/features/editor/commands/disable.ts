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
  variant: ({ editor }) => {
    const { selection, history } = editor();
    const chosen = new Set(selection);
    const nodes = history.present.nodes.filter(({ id }) => chosen.has(id ?? ''));
    return nodes.length > 0 && nodes.every(({ disabled }) => disabled === true) ? 'enable' : 'disable';
  },
  run: (context) => disableNodes(context, context.editor().selection),
};
