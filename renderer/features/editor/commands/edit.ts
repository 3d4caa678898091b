// Commands of the clipboard, the history and the selection.
import {
  ArrowLeftToLine,
  ArrowRightFromLine,
  Clipboard,
  ClipboardPaste,
  type LucideIcon,
  Redo2,
  Scissors,
  SquareDashedMousePointer,
  Undo2,
} from 'lucide-react';
import { WorkflowGraph } from '../../../../engine/workflow/graph/graph.ts';
import { childrenOf, parentsOf } from '../../../../engine/workflow/graph/walk.ts';
import { SHORT_NOTICE } from '../../../state/toasts.ts';
import { copyText } from '../../../ui/copy.tsx';
import { change } from '../actions/change.ts';
import { copiedText, paste } from '../actions/clipboard.ts';
import { editorActions } from '../document/editor-slice.ts';
import { nodeById, removeNodes } from '../document/operations.ts';
import { runActions } from '../runs/run-slice.ts';
import { type Command, hasSelection, isEditing } from './command.ts';

/** Undoes the last change. */
export const undo: Command = {
  id: 'undo',
  icon: Undo2,
  group: 'edit',
  keys: ['Ctrl+Z'],
  isEnabled: ({ editor }) => editor().mode === 'edit' && editor().history.past.length > 0,
  run: ({ editor, dispatch }) => {
    dispatch(editorActions.undo());
    dispatch(runActions.nodesChanged(editor().history.present.nodes));
  },
};

/** Restores the change undone last. */
export const redo: Command = {
  id: 'redo',
  icon: Redo2,
  group: 'edit',
  keys: ['Ctrl+Shift+Z', 'Ctrl+Y'],
  isEnabled: ({ editor }) => editor().mode === 'edit' && editor().history.future.length > 0,
  run: ({ editor, dispatch }) => {
    dispatch(editorActions.redo());
    dispatch(runActions.nodesChanged(editor().history.present.nodes));
  },
};

/** Copies the selection as text. */
export const copy: Command = {
  id: 'copy',
  icon: Clipboard,
  group: 'edit',
  keys: ['Ctrl+C'],
  isEnabled: ({ editor }) => editor().selection.length > 0,
  run: async (context) => {
    const copied = copiedText(context);
    if (copied === undefined) return;
    const isDone = await copyText(copied);
    context.ui.notify(
      isDone ? { kind: 'success', title: context.t('copied'), duration: SHORT_NOTICE } : { kind: 'error', title: context.t('notCopied') },
    );
  },
};

/** Copies the selection as text and removes it. */
export const cut: Command = {
  id: 'cut',
  icon: Scissors,
  group: 'edit',
  keys: ['Ctrl+X'],
  isEnabled: hasSelection,
  run: async (context) => {
    const copied = copiedText(context);
    if (copied === undefined) return;
    // Nothing is removed if it could not be copied.
    if (!(await copyText(copied))) return context.ui.notify({ kind: 'error', title: context.t('notCopied') });
    change(context, 'cut', (file) => removeNodes(file, context.editor().selection));
  },
};

/** Pastes from the clipboard. */
export const pasteCommand: Command = {
  id: 'paste',
  icon: ClipboardPaste,
  group: 'edit',
  isEnabled: isEditing,
  run: async (context) => {
    let text: string;
    try {
      text = await navigator.clipboard.readText();
    } catch {
      // Pages without TLS cannot read the clipboard, and users may refuse access; if they paste by keyboard, the event contains the text.
      return context.ui.notify({ kind: 'info', title: context.t('pasteByKeys') });
    }
    if (!(await paste(context, text))) context.ui.notify({ kind: 'info', title: context.t('nothingToPaste') });
  },
};

/** Selects all nodes. */
export const selectAll: Command = {
  id: 'selectAll',
  icon: SquareDashedMousePointer,
  group: 'edit',
  keys: ['Ctrl+A'],
  run: ({ editor, dispatch }) => void dispatch(editorActions.selected(editor().history.present.nodes.map(({ id }) => id ?? ''))),
};

/** Creates a command that extends the selection by the nodes found by a walk from it. */
export const selectAlong = (
  id: string,
  icon: LucideIcon,
  key: string,
  walk: (graph: WorkflowGraph, name: string) => readonly string[],
): Command => ({
  id,
  icon,
  group: 'edit',
  keys: [key],
  isEnabled: ({ editor }) => editor().selection.length > 0,
  run: ({ editor, dispatch }) => {
    const file = editor().history.present;
    const graph = new WorkflowGraph(file);
    const names = editor().selection.flatMap((each) => nodeById(file, each)?.name ?? []);
    const upstream = new Set([...names, ...names.flatMap((name) => walk(graph, name))]);
    void dispatch(editorActions.selected(file.nodes.filter(({ name }) => upstream.has(name)).map((node) => node.id ?? '')));
  },
});

/** Selects everything upstream of the selection. */
export const selectUpstream: Command = selectAlong('selectUpstream', ArrowLeftToLine, 'Shift+ArrowLeft', parentsOf);

/** Selects everything downstream of the selection. */
export const selectDownstream: Command = selectAlong('selectDownstream', ArrowRightFromLine, 'Shift+ArrowRight', childrenOf);
