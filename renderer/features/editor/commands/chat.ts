// Opens the chat with a workflow that messages start.
import { MessageSquare } from 'lucide-react';
import { chatTriggerOf } from '../../../../engine/workflow/planning/start-node.ts';
import { isEditing, type Command } from './command.ts';

export const chat: Command = {
  id: 'chat',
  icon: MessageSquare,
  group: 'run',
  keys: ['C'],
  isEnabled: (context) => isEditing(context) && chatTriggerOf(context.editor().history.present.nodes) !== undefined,
  run: ({ ui }) => ui.openChat(),
};
