// Stops the run, or stops waiting for its first event.
import { Square } from 'lucide-react';
import { stopRun } from '../actions/run-workflow.ts';
import { isIdle, type Command } from './command.ts';

export const stop: Command = {
  id: 'stop',
  icon: Square,
  group: 'run',
  isEnabled: (context) => !isIdle(context),
  run: (context) => stopRun(context),
};
