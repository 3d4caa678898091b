// Keyboard shortcuts of the editor, and pasting into it.
import { useEffect, useState } from 'react';
import { spokenAgain } from '../../../lib/browser.ts';
import { paste } from '../actions/clipboard.ts';
import type { EditorContext, EditorStore } from '../actions/context.ts';
import type { Command } from '../commands/command.ts';
import { commands } from '../commands/index.ts';
import { commandFor, isElsewhere, overEditor } from '../commands/keyboard.ts';
import { ownSteps } from '../open-node/index.ts';

/**
 * Runs a command; returns its announcement: that it changed the workflow (for undo and redo including the step), or the number of selected nodes.
 */
async function runAloud(context: EditorContext, command: Command): Promise<string | undefined> {
  const { editor, t } = context;
  const { history, selection } = editor();
  await command.run(context);
  const after = editor();
  const name = t(`commands.${command.id}`);
  const step = command.id === 'undo' ? history.past.at(-1) : command.id === 'redo' ? history.future[0] : undefined;
  if (after.history.present !== history.present)
    return t('said.done', { name: step === undefined ? name : `${name} (${t(`history.${step.label}`)})` });
  return after.selection === selection ? undefined : t('said.selected', { count: after.selection.length });
}

/** Steps that change one node. */
const nodeSteps: ReadonlySet<string> = new Set([...ownSteps, 'parameters', 'settings', 'credential', 'curl', 'pin', 'unpin']);

/** Whether an element belongs to the view of the open node, to a dialog in which one of its values is edited, or to a list of the view. */
function isInOpenNode(target: HTMLElement): boolean {
  const dialog = target.closest('[role="dialog"]');
  if (dialog?.matches('.node-view') === true) return true;
  if (target.closest('.floating-layer') !== null) return document.querySelector('.dialog') === null;
  return dialog !== null && dialog.querySelector('[data-edits-node]') !== null;
}

/**
 * Whether a key that is pressed in the view of the open node is a command: saving, and undoing or repeating a change of this node. Text fields undo
 * what is typed themselves, but not what was inserted by mouse or turned their value into an expression.
 */
function isForOpenNode({ target }: KeyboardEvent, { id }: Command, { editor }: EditorStore): boolean {
  const { openNode, history } = editor();
  if (openNode === undefined || !(target instanceof HTMLElement)) return false;
  if (id === 'save') return isInOpenNode(target);
  if (target.closest('.node-view') === null) return false;
  const step = id === 'undo' ? history.past.at(-1) : id === 'redo' ? history.future[0] : undefined;
  if (step === undefined) return false;
  const before = new Set(step.workflow.nodes);
  const isOfNode = history.present.nodes.every((node) => node.id === openNode || before.has(node));
  const isField = target.closest('input, textarea, select, [contenteditable="true"], .monaco-editor') !== null;
  return isOfNode && (isField ? ownSteps.some((label) => label === step.label) : nodeSteps.has(step.label));
}

/** Returns the announcement of the last keyboard command. */
export function useKeyboard(context: EditorContext): string {
  const [announcement, setAnnouncement] = useState('');
  useEffect(() => {
    const say = (text: string | undefined): void => {
      if (text !== undefined) setAnnouncement((before) => (before === text ? spokenAgain(text) : text));
    };
    const press = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.repeat) return;
      const command = commandFor(event, commands);
      if (command === undefined || command.isEnabled?.(context) === false) return;
      if (isElsewhere(event)) {
        if (!isForOpenNode(event, command, context)) return;
        event.preventDefault();
        void runAloud(context, command).then(say);
        return;
      }
      // Selected text is copied as text instead.
      if ((command.id === 'copy' || command.id === 'cut') && getSelection()?.isCollapsed === false) return;
      // Tab moves between controls; on the canvas it opens the node creator.
      if (event.key === 'Tab' && document.activeElement !== document.body && document.activeElement?.closest('.editor-canvas') === null)
        return;
      const isField = event.target instanceof HTMLElement && event.target.closest(`input, textarea, select, ${overEditor}`) !== null;
      if (isField && !['save', 'run', 'palette', 'find', 'openWorkflow', 'newWorkflow'].includes(command.id)) return;
      event.preventDefault();
      void runAloud(context, command).then(say);
    };
    const pasted = (event: ClipboardEvent): void => {
      const target = event.target as HTMLElement | null;
      // Nothing may change behind a dialog or a node's view.
      if (isElsewhere({ target, key: 'v', ctrlKey: true, metaKey: true })) return;
      if (target?.closest('input, textarea, [contenteditable="true"]') !== null && target !== document.body) return;
      const pasted = event.clipboardData?.getData('text/plain') ?? '';
      const isEditing = context.editor().mode === 'edit';
      if (pasted === '' || !isEditing) return;
      event.preventDefault();
      void paste(context, pasted);
    };
    addEventListener('keydown', press);
    document.addEventListener('paste', pasted);
    return () => {
      removeEventListener('keydown', press);
      document.removeEventListener('paste', pasted);
    };
  }, [context]);
  return announcement;
}
