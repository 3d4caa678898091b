// Shows the workflow as a list beside the canvas.
import type { Command } from './command.ts';

export const toggleOutline: Command = {
  id: 'outline',
  group: 'view',
  keys: ['Shift+O'],
  history: 'ignore',
  run: ({ ui }) => ui.toggleOutline(),
};
