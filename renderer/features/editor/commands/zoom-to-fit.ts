// Zooms to show the whole workflow.
import { Maximize } from 'lucide-react';
import type { Command } from './command.ts';

export const zoomToFit: Command = {
  id: 'zoomToFit',
  icon: Maximize,
  group: 'view',
  keys: ['1'],
  run: ({ canvas }) => canvas()?.zoomToFit(),
};
