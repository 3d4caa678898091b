// Imports a workflow from a URL.
import { Link } from 'lucide-react';
import { isEditing, type Command } from './command.ts';

export const importUrl: Command = {
  id: 'importUrl',
  icon: Link,
  group: 'workflow',
  isEnabled: isEditing,
  run: ({ ui }) => ui.openImportUrl(),
};
