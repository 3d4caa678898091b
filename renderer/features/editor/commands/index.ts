// All commands, in the order of menus and palette.
import type { Command } from './command.ts';
import { addNode } from './add-node.ts';
import { addSticky } from './add-sticky.ts';
import { chat } from './chat.ts';
import { clearData } from './clear-data.ts';
import { copy } from './copy.ts';
import { cut } from './cut.ts';
import { deleteCommand } from './delete.ts';
import { download } from './download.ts';
import { duplicate } from './duplicate.ts';
import { extractSubWorkflowCommand } from './extract-sub-workflow.ts';
import { find } from './find.ts';
import { importFile } from './import-file.ts';
import { importUrl } from './import-url.ts';
import { newWorkflow } from './new-workflow.ts';
import { openNode } from './open-node.ts';
import { palette } from './palette.ts';
import { openWorkflow } from './open-workflow.ts';
import { pasteCommand } from './paste.ts';
import { redo } from './redo.ts';
import { replaceNode } from './replace-node.ts';
import { rename } from './rename.ts';
import { resetZoom } from './reset-zoom.ts';
import { run } from './run.ts';
import { runToNode } from './run-to-node.ts';
import { save } from './save.ts';
import { selectAll } from './select-all.ts';
import { selectDownstream } from './select-downstream.ts';
import { selectUpstream } from './select-upstream.ts';
import { shortcuts } from './shortcuts.ts';
import { stop } from './stop.ts';
import { takeNewVersion } from './take-new-version.ts';
import { tidyUpCommand } from './tidy-up.ts';
import { disable } from './disable.ts';
import { outline } from './outline.ts';
import { pin } from './pin.ts';
import { undo } from './undo.ts';
import { zoomIn } from './zoom-in.ts';
import { zoomOut } from './zoom-out.ts';
import { zoomToFit } from './zoom-to-fit.ts';

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
  palette,
  shortcuts,
];

export const commandById: ReadonlyMap<string, Command> = new Map(commands.map((command) => [command.id, command]));
