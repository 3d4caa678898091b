// Pastes from the clipboard.
import { ClipboardPaste } from 'lucide-react';
import { paste } from '../actions/clipboard.ts';
import { isEditing, type Command } from './command.ts';

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
