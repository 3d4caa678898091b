// Adds a sticky note.
import { StickyNote } from 'lucide-react';
import { stickyNoteType } from '../../../../engine/workflow/start-node.ts';
import { addNodeOfType } from '../actions/add-node.ts';
import { isEditing, type Command } from './command.ts';

export const addSticky: Command = {
  id: 'addSticky',
  icon: StickyNote,
  group: 'nodes',
  keys: ['Shift+S'],
  isEnabled: isEditing,
  history: 'record',
  run: (context) => void addNodeOfType(context, { type: stickyNoteType }),
};
