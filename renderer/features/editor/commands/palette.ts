// Opens the command palette.
import { Command as CommandIcon } from 'lucide-react';
import type { Command } from './command.ts';

export const palette: Command = {
  id: 'palette',
  icon: CommandIcon,
  group: 'help',
  keys: ['Ctrl+K'],
  run: ({ ui }) => ui.openPalette(),
};
