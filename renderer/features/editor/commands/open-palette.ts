// Opens the command palette.
import { Command as CommandIcon } from 'lucide-react';
import type { Command } from './command.ts';

export const openPalette: Command = {
  id: 'palette',
  icon: CommandIcon,
  group: 'help',
  keys: ['Ctrl+K'],
  history: 'ignore',
  run: ({ ui }) => ui.openPalette(),
};
