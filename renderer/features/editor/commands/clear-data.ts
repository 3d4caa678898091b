// Forgets the results that are shown.
import { runActions } from '../runs/run-slice.ts';
import type { Command } from './command.ts';

export const clearData: Command = {
  id: 'clearData',
  group: 'run',
  isEnabled: ({ editor, run }) => editor().mode === 'edit' && run().status === 'idle' && Object.keys(run().runData).length > 0,
  history: 'ignore',
  run: ({ dispatch }) => void dispatch(runActions.dataCleared()),
};
