// Zooms to 100 %.
import { Search } from 'lucide-react';
import type { Command } from './command.ts';

export const resetZoom: Command = {
  id: 'resetZoom',
  icon: Search,
  group: 'view',
  keys: ['0'],
  isEnabled: ({ editor }) => editor().mode !== 'demo',
  run: ({ canvas }) => canvas()?.resetZoom(),
};
