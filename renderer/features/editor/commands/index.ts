// All commands, in the order of menus and palette.
import type { Command } from './command.ts';
import {
  addNode,
  addSticky,
  deleteCommand,
  duplicate,
  extractSubWorkflowCommand,
  openNode,
  replaceNode,
  rename,
  takeNewVersion,
  tidyUpCommand,
  disable,
  pin,
} from './nodes.ts';
import { chat, clearData, run, runToNode, stop } from './run.ts';
import { copy, cut, pasteCommand, redo, selectAll, selectDownstream, selectUpstream, undo } from './edit.ts';
import { download, importFile, importUrl, newWorkflow, openWorkflow, save, versionHistory } from './workflow.ts';
import { consoleCommand, find, palette, resetZoom, shortcuts, outline, zoomIn, zoomOut, zoomToFit } from './view.ts';

export type { Command, CommandGroup } from './command.ts';

export const commands: readonly Command[] = [
  undo,
  redo,
  save,
  newWorkflow,
  openWorkflow,
  importFile,
  importUrl,
  download,
  versionHistory,
  addNode,
  addSticky,
  deleteCommand,
  duplicate,
  copy,
  cut,
  pasteCommand,
  selectAll,
  selectUpstream,
  selectDownstream,
  rename,
  replaceNode,
  takeNewVersion,
  disable,
  pin,
  extractSubWorkflowCommand,
  tidyUpCommand,
  openNode,
  run,
  runToNode,
  chat,
  stop,
  clearData,
  find,
  zoomToFit,
  zoomIn,
  zoomOut,
  resetZoom,
  outline,
  consoleCommand,
  palette,
  shortcuts,
];

export const commandById: ReadonlyMap<string, Command> = new Map(commands.map((command) => [command.id, command]));
