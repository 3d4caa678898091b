// Commands that run the workflow and stop it.
import { Eraser, MessageSquare, Play, Square, StepForward } from 'lucide-react';
import { chatTriggerOf } from '../../../../engine/workflow/planning/start-node.ts';
import { clearRun } from '../actions/remembered-run.ts';
import { runWorkflow, stopRun } from '../actions/run-workflow.ts';
import { type Command, hasOneNode, isEditing, isIdle } from './command.ts';

/** Runs the workflow. */
export const run: Command = {
  id: 'run',
  icon: Play,
  group: 'run',
  keys: ['Ctrl+Enter'],
  isEnabled: (context) => isEditing(context) && isIdle(context),
  run: (context) => runWorkflow(context),
};

/** Runs the workflow up to the selected node. */
export const runToNode: Command = {
  id: 'runToNode',
  icon: StepForward,
  group: 'run',
  keys: ['Ctrl+Shift+Enter'],
  isEnabled: (context) => isEditing(context) && isIdle(context) && hasOneNode(context),
  run: (context) => runWorkflow(context, context.editor().selection[0]),
};

/** Opens the chat with a workflow that messages start. */
export const chat: Command = {
  id: 'chat',
  icon: MessageSquare,
  group: 'run',
  keys: ['C'],
  isEnabled: (context) => isEditing(context) && chatTriggerOf(context.editor().history.present.nodes) !== undefined,
  run: ({ ui }) => ui.openChat(),
};

/** Stops the run, or stops waiting for its first event. */
export const stop: Command = {
  id: 'stop',
  icon: Square,
  group: 'run',
  isEnabled: (context) => !isIdle(context),
  run: (context) => stopRun(context),
};

/** Clears the displayed results. */
export const clearData: Command = {
  id: 'clearData',
  icon: Eraser,
  group: 'run',
  isEnabled: ({ editor, run }) => editor().mode === 'edit' && run().status === 'idle' && Object.keys(run().runData).length > 0,
  run: clearRun,
};
