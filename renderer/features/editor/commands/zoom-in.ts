// Zooms in.
import { ZoomIn } from 'lucide-react';
import type { Command } from './command.ts';

export const zoomIn: Command = {
  id: 'zoomIn',
  icon: ZoomIn,
  group: 'view',
  keys: ['+', '='],
  run: ({ canvas }) => canvas()?.zoomIn(),
};
