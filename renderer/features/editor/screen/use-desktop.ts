// The desktop application's side of the editor: its menu runs commands, and workflows that it hands over are imported.
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { takeHandedOver } from '../../../state/handed-over.ts';
import { store } from '../../../state/store.ts';
import { bridge } from '../../../transport/bridge.ts';
import { importFile, importFromUrl, importWorkflow } from '../actions/clipboard.ts';
import type { EditorContext } from '../actions/context.ts';
import { commandById, commands } from '../commands/index.ts';

/** `opened`: key of the navigation whose new workflow is open. */
export function useDesktop(context: EditorContext, opened: string | undefined): void {
  const { key, state } = useLocation();
  useMenu(context);
  useEffect(() => {
    const item = opened === key ? takeHandedOver(state) : undefined;
    if (item?.type === 'importFile') void importFile(context, new File([item.content], item.name));
    else if (item?.type === 'importUrl') void importFromUrl(context, item.url);
    else if (item?.type === 'workflow') void importWorkflow(context, item.workflow);
    else if (item?.type === 'firstStep') context.ui.openCreator();
  }, [context, key, state, opened]);
}

function useMenu(context: EditorContext): void {
  useEffect(() => {
    if (bridge === undefined) return undefined;
    const shell = bridge;
    let offered = '';
    const offer = (): void => {
      const ids = commands.filter(({ isEnabled }) => isEnabled?.(context) !== false).map(({ id }) => id);
      if (ids.join() === offered) return;
      offered = ids.join();
      shell.offerCommands(ids);
    };
    offer();
    const endOffers = store.subscribe(offer);
    const endCommands = shell.onCommand((command) => {
      if (command.type === 'run') run(context, command.id);
    });
    return () => {
      endOffers();
      endCommands();
      shell.offerCommands([]);
    };
  }, [context]);
}

function run(context: EditorContext, id: string): void {
  // In a field, the menu's undo and redo concern its text.
  const isField = document.activeElement?.closest('input, textarea, [contenteditable="true"]') != null;
  if (isField && (id === 'undo' || id === 'redo')) {
    document.execCommand(id);
    return;
  }
  const command = commandById.get(id);
  if (command === undefined || command.isEnabled?.(context) === false) return;
  // Nothing may change behind a dialog.
  if (document.querySelector('[role="dialog"], [role="alertdialog"]') === null) void command.run(context);
}
