// Takes in a workflow from a file.
import { isEditing, type Command } from './command.ts';

export const importFile: Command = {
  id: 'importFile',
  group: 'workflow',
  isEnabled: isEditing,
  history: 'record',
  run: ({ ui }) => ui.chooseFile(),
};
