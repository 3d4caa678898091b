// Keys of the editor, and what is pasted into it.
import { useEffect, useState } from 'react';
import { spokenAgain } from '../../../lib/spoken-again.ts';
import { paste } from '../actions/clipboard.ts';
import type { EditorContext } from '../actions/context.ts';
import type { Command } from '../commands/command.ts';
import { commands } from '../commands/index.ts';
import { commandFor, isElsewhere, overEditor } from '../commands/keyboard.ts';

/** Runs a command; returns what is to be said of it: that it changed the workflow, or how many nodes it selected. */
async function runAloud(context: EditorContext, command: Command): Promise<string | undefined> {
  const { editor, t } = context;
  const { history, selection } = editor();
  await command.run(context);
  const after = editor();
  if (after.history.present !== history.present) return t('said.done', { name: t(`commands.${command.id}`) });
  return after.selection === selection ? undefined : t('said.selected', { count: after.selection.length });
}

/** Returns what was done last by a key, for those who listen. */
export function useKeyboard(context: EditorContext): string {
  const [said, setSaid] = useState('');
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.repeat || isElsewhere(event)) return;
      const command = commandFor(event, commands);
      if (command === undefined || command.isEnabled?.(context) === false) return;
      // Text that is chosen is copied as text.
      if ((command.id === 'copy' || command.id === 'cut') && getSelection()?.isCollapsed === false) return;
      // Tab goes on from control to control; on the canvas it opens the list of nodes.
      if (event.key === 'Tab' && document.activeElement !== document.body && document.activeElement?.closest('.editor-canvas') === null)
        return;
      const isField = event.target instanceof HTMLElement && event.target.closest(`input, textarea, select, ${overEditor}`) !== null;
      if (isField && !['save', 'run', 'palette', 'find', 'openWorkflow', 'newWorkflow'].includes(command.id)) return;
      event.preventDefault();
      void runAloud(context, command).then((text) => {
        if (text !== undefined) setSaid((before) => (before === text ? spokenAgain(text) : text));
      });
    };
    const pasted = (event: ClipboardEvent): void => {
      const target = event.target as HTMLElement | null;
      // Behind a dialog or the view of a node nothing changes unseen.
      if (isElsewhere({ target, key: 'v', ctrlKey: true, metaKey: true })) return;
      if (target?.closest('input, textarea, [contenteditable="true"]') !== null && target !== document.body) return;
      const text = event.clipboardData?.getData('text/plain') ?? '';
      const isEditing = context.editor().mode === 'edit';
      if (text === '' || !isEditing) return;
      event.preventDefault();
      const isEmpty = context.editor().history.present.nodes.length === 0;
      void paste(context, text, isEmpty ? undefined : context.canvas()?.centre());
    };
    addEventListener('keydown', press);
    document.addEventListener('paste', pasted);
    return () => {
      removeEventListener('keydown', press);
      document.removeEventListener('paste', pasted);
    };
  }, [context]);
  return said;
}
