// Opens and closes the outline beside the canvas.
import { ListTree } from 'lucide-react';
import type { Command } from './command.ts';

export const toggleOutline: Command = {
  id: 'outline',
  icon: ListTree,
  group: 'view',
  keys: ['Shift+O'],
  history: 'ignore',
  run: ({ ui }) => ui.toggleOutline(),
};
