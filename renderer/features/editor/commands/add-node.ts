// Opens and closes the node creator.
import { Plus } from 'lucide-react';
import { behindSelection } from '../actions/add-node.ts';
import { isEditing, type Command } from './command.ts';

export const addNode: Command = {
  id: 'addNode',
  icon: Plus,
  group: 'nodes',
  keys: ['Tab', 'N'],
  isEnabled: isEditing,
  run: (context) => context.ui.toggleCreator(behindSelection(context)),
};
