// Places copies of the selection below it.
import { Copy } from 'lucide-react';
import { duplicateNodes } from '../actions/change-nodes.ts';
import { hasSelection, type Command } from './command.ts';

export const duplicate: Command = {
  id: 'duplicate',
  icon: Copy,
  group: 'nodes',
  keys: ['Ctrl+D'],
  isEnabled: hasSelection,
  run: (context) => duplicateNodes(context, context.editor().selection),
};
