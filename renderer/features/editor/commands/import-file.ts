// Imports a workflow from a file.
import { FileUp } from 'lucide-react';
import { isEditing, type Command } from './command.ts';

export const importFile: Command = {
  id: 'importFile',
  icon: FileUp,
  group: 'workflow',
  isEnabled: isEditing,
  run: ({ ui }) => ui.chooseFile(),
};
