// Takes in a workflow from an address.
import { isEditing, type Command } from './command.ts';

export const importUrl: Command = {
  id: 'importUrl',
  group: 'workflow',
  isEnabled: isEditing,
  history: 'record',
  run: ({ ui }) => ui.openImportUrl(),
};
