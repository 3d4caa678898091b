// Saves the workflow.
import { Save } from 'lucide-react';
import { saveWorkflow } from '../actions/save-workflow.ts';
import { isEditing, type Command } from './command.ts';

export const save: Command = {
  id: 'save',
  icon: Save,
  group: 'workflow',
  keys: ['Ctrl+S'],
  isEnabled: isEditing,
  run: async (context) => void (await saveWorkflow(context)),
};
