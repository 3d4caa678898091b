// Opens a new workflow.
import type { Command } from './command.ts';

export const newWorkflow: Command = {
  id: 'newWorkflow',
  group: 'workflow',
  keys: ['Ctrl+Alt+N'],
  isEnabled: ({ editor }) => editor().mode !== 'demo',
  history: 'ignore',
  run: ({ ui }) => ui.goTo('/workflow'),
};
