// Saves the workflow.
import { saveWorkflow } from '../actions/save-workflow.ts';
import { isEditing, type Command } from './command.ts';

export const save: Command = {
  id: 'save',
  group: 'workflow',
  keys: ['Ctrl+S'],
  isEnabled: isEditing,
  history: 'ignore',
  run: async (context) => void (await saveWorkflow(context)),
};
