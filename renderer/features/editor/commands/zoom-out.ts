// Shows it smaller.
import type { Command } from './command.ts';

export const zoomOut: Command = {
  id: 'zoomOut',
  group: 'view',
  keys: ['-'],
  history: 'ignore',
  run: ({ canvas }) => canvas()?.zoomOut(),
};
