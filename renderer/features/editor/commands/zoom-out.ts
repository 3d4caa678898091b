// Zooms out.
import { ZoomOut } from 'lucide-react';
import type { Command } from './command.ts';

export const zoomOut: Command = {
  id: 'zoomOut',
  icon: ZoomOut,
  group: 'view',
  keys: ['-'],
  run: ({ canvas }) => canvas()?.zoomOut(),
};
