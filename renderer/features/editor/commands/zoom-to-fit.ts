// Shows the whole workflow.
import type { Command } from './command.ts';

export const zoomToFit: Command = {
  id: 'zoomToFit',
  group: 'view',
  keys: ['1'],
  history: 'ignore',
  run: ({ canvas }) => canvas()?.zoomToFit(),
};
