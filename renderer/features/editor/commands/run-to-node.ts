// Runs the workflow up to the selected node.
import { StepForward } from 'lucide-react';
import { runWorkflow } from '../actions/run-workflow.ts';
import { isEditing, hasOneNode, isIdle, type Command } from './command.ts';

export const runToNode: Command = {
  id: 'runToNode',
  icon: StepForward,
  group: 'run',
  keys: ['Ctrl+Shift+Enter'],
  isEnabled: (context) => isEditing(context) && isIdle(context) && hasOneNode(context),
  run: (context) => runWorkflow(context, context.editor().selection[0]),
};
