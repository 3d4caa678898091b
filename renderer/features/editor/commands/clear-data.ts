// Clears the displayed results.
import { Eraser } from 'lucide-react';
import { clearRun } from '../actions/remembered-run.ts';
import type { Command } from './command.ts';

export const clearData: Command = {
  id: 'clearData',
  icon: Eraser,
  group: 'run',
  isEnabled: ({ editor, run }) => editor().mode === 'edit' && run().status === 'idle' && Object.keys(run().runData).length > 0,
  run: clearRun,
};
