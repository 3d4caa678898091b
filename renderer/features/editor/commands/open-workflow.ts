// Opens the dialog that opens workflows.
import { FolderOpen } from 'lucide-react';
import type { Command } from './command.ts';

export const openWorkflow: Command = {
  id: 'openWorkflow',
  icon: FolderOpen,
  group: 'workflow',
  keys: ['Ctrl+O'],
  isEnabled: ({ editor }) => editor().mode !== 'demo',
  run: ({ ui }) => ui.openWorkflows(),
};
