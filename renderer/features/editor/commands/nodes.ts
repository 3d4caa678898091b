// Commands that add and change nodes.
import {
  CircleArrowUp,
  Copy,
  PanelRightOpen,
  PencilLine,
  Pin,
  Plus,
  Power,
  Replace,
  SquareArrowOutUpRight,
  StickyNote,
  Trash2,
  Workflow,
} from 'lucide-react';
import { stickyNoteType } from '../../../../engine/workflow/planning/start-node.ts';
import { afterSelection } from '../actions/add-node.ts';
import { addNote } from '../actions/add-note.ts';
import { disableNodes, duplicateNodes } from '../actions/change-nodes.ts';
import { change } from '../actions/change.ts';
import type { EditorStore } from '../actions/context.ts';
import { extractSubWorkflow } from '../actions/extract-sub-workflow.ts';
import { pinOutput, unpinOutput } from '../actions/pin-output.ts';
import { newerVersionOf, takeNewVersion as take } from '../actions/replace-node.ts';
import { rootOf } from '../document/attached-layout.ts';
import { editorActions } from '../document/editor-slice.ts';
import { isPinned, moveNodes, nodeById, removeAll } from '../document/operations.ts';
import { tidyUp } from '../document/tidy-up.ts';
import { nodeSizes } from '../view/node-size.ts';
import { type Command, hasOneNode, hasSelection, isEditing } from './command.ts';

/** Opens and closes the node creator. */
export const addNode: Command = {
  id: 'addNode',
  icon: Plus,
  group: 'nodes',
  keys: ['Tab', 'N'],
  isEnabled: isEditing,
  run: (context) => context.ui.toggleCreator(afterSelection(context)),
};

/** Adds a sticky note. */
export const addSticky: Command = {
  id: 'addSticky',
  icon: StickyNote,
  group: 'nodes',
  keys: ['Shift+S'],
  isEnabled: isEditing,
  run: addNote,
};

/** Removes the selected nodes and connections; the neighbors of a single removed node are connected to each other. */
export const deleteCommand: Command = {
  id: 'delete',
  icon: Trash2,
  group: 'nodes',
  keys: ['Delete', 'Backspace'],
  isEnabled: (context) => isEditing(context) && context.editor().selection.length + context.editor().selectedEdges.length > 0,
  run: (context) => {
    const { selection, selectedEdges } = context.editor();
    change(context, 'delete', (file) => removeAll(file, selection, selectedEdges));
  },
};

/** Places copies of the selection below it. */
export const duplicate: Command = {
  id: 'duplicate',
  icon: Copy,
  group: 'nodes',
  keys: ['Ctrl+D'],
  isEnabled: hasSelection,
  run: (context) => duplicateNodes(context, context.editor().selection),
};

/** Renames the selected node. */
export const rename: Command = {
  id: 'rename',
  icon: PencilLine,
  group: 'nodes',
  keys: ['F2'],
  isEnabled: (context) => isEditing(context) && hasOneNode(context),
  run: ({ editor, ui }) => ui.openRename(editor().selection[0] as string),
};

/** Chooses another node that replaces the selected one. */
export const replaceNode: Command = {
  id: 'replaceNode',
  icon: Replace,
  group: 'nodes',
  isEnabled: (context) => {
    const { selection, history } = context.editor();
    return isEditing(context) && hasOneNode(context) && nodeById(history.present, selection[0] ?? '')?.type !== stickyNoteType;
  },
  run: ({ editor, ui }) => ui.openReplacement(editor().selection[0] as string),
};

/** Gives the selected node the newest version of its type. */
export const takeNewVersion: Command = {
  id: 'takeNewVersion',
  icon: CircleArrowUp,
  group: 'nodes',
  isEnabled: (context) => {
    const { selection, history } = context.editor();
    return (
      isEditing(context) && hasOneNode(context) && newerVersionOf(context, nodeById(history.present, selection[0] ?? '')) !== undefined
    );
  },
  run: (context) => take(context, context.editor().selection[0] as string),
};

/** Deactivates or activates the selected nodes. */
export const disable: Command = {
  id: 'disable',
  icon: Power,
  group: 'nodes',
  keys: ['D'],
  isEnabled: hasSelection,
  variant: ({ editor }) => {
    const { selection, history } = editor();
    const chosen = new Set(selection);
    const nodes = history.present.nodes.filter(({ id }) => chosen.has(id ?? ''));
    return nodes.length > 0 && nodes.every(({ disabled }) => disabled === true) ? 'enable' : 'disable';
  },
  run: (context) => disableNodes(context, context.editor().selection),
};

/** Whether the selected node is attached to another one, which uses its results: they cannot be pinned. */
function isAttached({ editor }: EditorStore): boolean {
  const { selection, history } = editor();
  const node = nodeById(history.present, selection[0] ?? '');
  return node !== undefined && !isPinned(history.present, node.name) && rootOf(history.present, node.name) !== undefined;
}

/** Pins the selected node's output, or unpins it. */
export const pin: Command = {
  id: 'pin',
  icon: Pin,
  group: 'nodes',
  keys: ['P'],
  isEnabled: (context) => isEditing(context) && hasOneNode(context) && !isAttached(context),
  variant: ({ editor }) => {
    const { selection, history } = editor();
    const name = nodeById(history.present, selection[0] ?? '')?.name;
    return name !== undefined && isPinned(history.present, name) ? 'unpin' : 'pin';
  },
  run: (context) => {
    const { editor, run, ui, t } = context;
    const [id = ''] = editor().selection;
    const node = nodeById(editor().history.present, id);
    if (node === undefined) return;
    if (isPinned(editor().history.present, node.name)) {
      unpinOutput(context, id);
      return;
    }
    const runs = Object.hasOwn(run().runData, node.name) ? run().runData[node.name] : undefined;
    const items = runs?.at(-1)?.data?.['main']?.[0];
    if (items === undefined || items === null || items.length === 0) ui.notify({ kind: 'info', title: t('pin.noData') });
    else void pinOutput(context, id, items);
  },
};

/** Turns the selection into a sub-workflow. */
export const extractSubWorkflowCommand: Command = {
  id: 'extractSubWorkflow',
  icon: SquareArrowOutUpRight,
  group: 'nodes',
  keys: ['Alt+X'],
  isEnabled: hasSelection,
  run: extractSubWorkflow,
};

/** Lays out the selection, or the whole workflow. */
export const tidyUpCommand: Command = {
  id: 'tidyUp',
  icon: Workflow,
  group: 'nodes',
  keys: ['Shift+Alt+T'],
  isEnabled: (context) => isEditing(context) && context.editor().history.present.nodes.length > 0,
  run: (context) => {
    change(context, 'tidyUp', (file) =>
      moveNodes(
        file,
        tidyUp(file, context.editor().selection.length > 1 ? context.editor().selection : [], nodeSizes(file, context.types())),
      ),
    );
    context.canvas()?.zoomToFit();
  },
};

/** Opens the selected node. */
export const openNode: Command = {
  id: 'openNode',
  icon: PanelRightOpen,
  group: 'nodes',
  keys: ['Enter'],
  isEnabled: hasOneNode,
  run: ({ editor, dispatch }) => void dispatch(editorActions.nodeOpened(editor().selection[0])),
};
