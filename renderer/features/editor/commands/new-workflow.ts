// Opens a new workflow.
import { FilePlus2 } from 'lucide-react';
import type { Command } from './command.ts';

export const newWorkflow: Command = {
  id: 'newWorkflow',
  icon: FilePlus2,
  group: 'workflow',
  keys: ['Ctrl+Alt+N'],
  isEnabled: ({ editor }) => editor().mode !== 'demo',
  run: ({ ui }) => ui.goTo('/workflow'),
};
