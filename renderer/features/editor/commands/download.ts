// Gives the workflow out as a file.
import { download as downloadWorkflow } from '../actions/download.ts';
import type { Command } from './command.ts';

export const download: Command = {
  id: 'download',
  group: 'workflow',
  history: 'ignore',
  run: (context) => downloadWorkflow(context),
};
