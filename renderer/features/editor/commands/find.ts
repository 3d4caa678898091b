// Opens find on the canvas.
import { Search } from 'lucide-react';
import type { Command } from './command.ts';

export const find: Command = {
  id: 'find',
  icon: Search,
  group: 'view',
  keys: ['Ctrl+F'],
  isEnabled: ({ editor }) => editor().history.present.nodes.length > 0,
  run: ({ ui }) => ui.openFind(),
};
