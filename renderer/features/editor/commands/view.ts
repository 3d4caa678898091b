// Commands of the view and of help.
import { Command as CommandIcon, Keyboard, ListTree, Maximize, Search, SquareTerminal, ZoomIn, ZoomOut } from 'lucide-react';
import { isEditing, type Command } from './command.ts';

/** Opens find on the canvas. */
export const find: Command = {
  id: 'find',
  icon: Search,
  group: 'view',
  keys: ['Ctrl+F'],
  isEnabled: ({ editor }) => editor().history.present.nodes.length > 0,
  run: ({ ui }) => ui.openFind(),
};

/** Zooms to show the whole workflow. */
export const zoomToFit: Command = {
  id: 'zoomToFit',
  icon: Maximize,
  group: 'view',
  keys: ['1'],
  run: ({ canvas }) => canvas()?.zoomToFit(),
};

/** Zooms in. */
export const zoomIn: Command = {
  id: 'zoomIn',
  icon: ZoomIn,
  group: 'view',
  keys: ['+', '='],
  run: ({ canvas }) => canvas()?.zoomIn(),
};

/** Zooms out. */
export const zoomOut: Command = {
  id: 'zoomOut',
  icon: ZoomOut,
  group: 'view',
  keys: ['-'],
  run: ({ canvas }) => canvas()?.zoomOut(),
};

/** Zooms to 100 %. */
export const resetZoom: Command = {
  id: 'resetZoom',
  icon: Search,
  group: 'view',
  keys: ['0'],
  isEnabled: ({ editor }) => editor().mode !== 'demo',
  run: ({ canvas }) => canvas()?.resetZoom(),
};

/** Opens and closes the outline beside the canvas. */
export const outline: Command = {
  id: 'outline',
  icon: ListTree,
  group: 'view',
  keys: ['Shift+O'],
  run: ({ ui }) => ui.toggleOutline(),
};

/** Opens and closes the console below the canvas. */
export const consoleCommand: Command = {
  id: 'console',
  icon: SquareTerminal,
  group: 'view',
  keys: ['Shift+L'],
  isEnabled: isEditing,
  run: ({ ui }) => ui.toggleConsole(),
};

/** Opens the command palette. */
export const palette: Command = {
  id: 'palette',
  icon: CommandIcon,
  group: 'help',
  keys: ['Ctrl+K'],
  run: ({ ui }) => ui.openPalette(),
};

/** Shows the keyboard shortcuts. */
export const shortcuts: Command = {
  id: 'shortcuts',
  icon: Keyboard,
  group: 'help',
  keys: ['?'],
  run: ({ ui }) => ui.openShortcuts(),
};
