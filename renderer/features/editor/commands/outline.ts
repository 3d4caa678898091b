// Opens and closes the outline beside the canvas.
import { ListTree } from 'lucide-react';
import type { Command } from './command.ts';

export const outline: Command = {
  id: 'outline',
  icon: ListTree,
  group: 'view',
  keys: ['Shift+O'],
  run: ({ ui }) => ui.toggleOutline(),
};
