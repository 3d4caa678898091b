// Shows the keys of all commands.
import type { Command } from './command.ts';

export const showShortcuts: Command = {
  id: 'shortcuts',
  group: 'help',
  keys: ['?'],
  history: 'ignore',
  run: ({ ui }) => ui.openShortcuts(),
};
