// Puts copies of what is chosen beside it.
import { Copy } from 'lucide-react';
import { change } from '../actions/change.ts';
import { addCopies, extract } from '../document/operations.ts';
import { hasSelection, type Command } from './command.ts';

export const duplicate: Command = {
  id: 'duplicate',
  icon: Copy,
  group: 'nodes',
  keys: ['Ctrl+D'],
  isEnabled: hasSelection,
  history: 'record',
  run: (context) => {
    const { editor, newId } = context;
    change(context, 'duplicate', (file) => {
      const part = extract(file, editor().selection);
      const left = Math.min(...part.nodes.map(({ position }) => position[0]));
      const top = Math.min(...part.nodes.map(({ position }) => position[1]));
      // 140 below (spec 3 §9).
      const { file: added, ids } = addCopies(file, part, { x: left, y: top + 140 }, newId);
      return { file: added, selection: ids };
    });
  },
};
