// All commands, in the order of menus and palette.
import type { Command } from './command.ts';
import { addNode } from './add-node.ts';
import { addSticky } from './add-sticky.ts';
import { clearData } from './clear-data.ts';
import { copy } from './copy.ts';
import { cut } from './cut.ts';
import { deleteSelected } from './delete-selected.ts';
import { download } from './download.ts';
import { duplicate } from './duplicate.ts';
import { extractSubWorkflowCommand } from './extract-sub-workflow.ts';
import { find } from './find.ts';
import { importFile } from './import-file.ts';
import { importUrl } from './import-url.ts';
import { newWorkflow } from './new-workflow.ts';
import { openNode } from './open-node.ts';
import { openPalette } from './open-palette.ts';
import { openWorkflow } from './open-workflow.ts';
import { pasteText } from './paste-text.ts';
import { redo } from './redo.ts';
import { renameNode } from './rename-node.ts';
import { resetZoom } from './reset-zoom.ts';
import { runAll } from './run-all.ts';
import { runToNode } from './run-to-node.ts';
import { save } from './save.ts';
import { selectAll } from './select-all.ts';
import { selectDownstream, selectUpstream } from './select-along.ts';
import { showShortcuts } from './show-shortcuts.ts';
import { stop } from './stop.ts';
import { tidyUpCommand } from './tidy-up.ts';
import { toggleDisabled } from './toggle-disabled.ts';
import { toggleOutline } from './toggle-outline.ts';
import { togglePin } from './toggle-pin.ts';
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
  deleteSelected,
  duplicate,
  copy,
  cut,
  pasteText,
  selectAll,
  selectUpstream,
  selectDownstream,
  renameNode,
  toggleDisabled,
  togglePin,
  extractSubWorkflowCommand,
  tidyUpCommand,
  openNode,
  runAll,
  runToNode,
  stop,
  clearData,
  find,
  zoomToFit,
  zoomIn,
  zoomOut,
  resetZoom,
  toggleOutline,
  openPalette,
  showShortcuts,
];

export const commandById: ReadonlyMap<string, Command> = new Map(commands.map((command) => [command.id, command]));
