// Shows the keyboard shortcuts.
import { Keyboard } from 'lucide-react';
import type { Command } from './command.ts';

export const shortcuts: Command = {
  id: 'shortcuts',
  icon: Keyboard,
  group: 'help',
  keys: ['?'],
  run: ({ ui }) => ui.openShortcuts(),
};
