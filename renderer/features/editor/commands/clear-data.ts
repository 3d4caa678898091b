// Forgets the results that are shown.
import { Eraser } from 'lucide-react';
import { runActions } from '../runs/run-slice.ts';
import type { Command } from './command.ts';

export const clearData: Command = {
  id: 'clearData',
  icon: Eraser,
  group: 'run',
  isEnabled: ({ editor, run }) => editor().mode === 'edit' && run().status === 'idle' && Object.keys(run().runData).length > 0,
  history: 'ignore',
  run: ({ dispatch }) => void dispatch(runActions.dataCleared()),
};
