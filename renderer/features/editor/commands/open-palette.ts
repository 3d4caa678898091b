// Opens the list of all commands.
import type { Command } from './command.ts';

export const openPalette: Command = {
  id: 'palette',
  group: 'help',
  keys: ['Ctrl+K'],
  history: 'ignore',
  run: ({ ui }) => ui.openPalette(),
};
