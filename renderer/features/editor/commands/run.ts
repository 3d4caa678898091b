// Runs the workflow.
import { Play } from 'lucide-react';
import { runWorkflow } from '../actions/run-workflow.ts';
import { isEditing, isIdle, type Command } from './command.ts';

export const run: Command = {
  id: 'run',
  icon: Play,
  group: 'run',
  keys: ['Ctrl+Enter'],
  isEnabled: (context) => isEditing(context) && isIdle(context),
  run: (context) => runWorkflow(context),
};
