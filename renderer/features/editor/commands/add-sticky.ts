// Adds a sticky note.
import { StickyNote } from 'lucide-react';
import { addNote } from '../actions/add-note.ts';
import { isEditing, type Command } from './command.ts';

export const addSticky: Command = {
  id: 'addSticky',
  icon: StickyNote,
  group: 'nodes',
  keys: ['Shift+S'],
  isEnabled: isEditing,
  run: addNote,
};
