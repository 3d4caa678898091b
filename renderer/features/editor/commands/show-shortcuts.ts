// Shows the keyboard shortcuts.
import { Keyboard } from 'lucide-react';
import type { Command } from './command.ts';

export const showShortcuts: Command = {
  id: 'shortcuts',
  icon: Keyboard,
  group: 'help',
  keys: ['?'],
  history: 'ignore',
  run: ({ ui }) => ui.openShortcuts(),
};
