// Downloads the workflow as a file.
import { Download } from 'lucide-react';
import { download as downloadWorkflow } from '../actions/download.ts';
import type { Command } from './command.ts';

export const download: Command = {
  id: 'download',
  icon: Download,
  group: 'workflow',
  run: (context) => downloadWorkflow(context),
};
