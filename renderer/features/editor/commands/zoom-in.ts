// Shows it larger.
import type { Command } from './command.ts';

export const zoomIn: Command = {
  id: 'zoomIn',
  group: 'view',
  keys: ['+', '='],
  history: 'ignore',
  run: ({ canvas }) => canvas()?.zoomIn(),
};
