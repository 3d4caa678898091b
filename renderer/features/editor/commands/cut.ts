// Copies the selection as text and removes it.
import { Scissors } from 'lucide-react';
import { copyText } from '../../../ui/copy.tsx';
import { change } from '../actions/change.ts';
import { copiedText } from '../actions/clipboard.ts';
import { removeNodes } from '../document/operations.ts';
import { hasSelection, type Command } from './command.ts';

export const cut: Command = {
  id: 'cut',
  icon: Scissors,
  group: 'edit',
  keys: ['Ctrl+X'],
  isEnabled: hasSelection,
  run: async (context) => {
    const text = copiedText(context);
    if (text === undefined) return;
    // Nothing is removed if it could not be copied.
    if (!(await copyText(text))) return context.ui.notify({ kind: 'error', title: context.t('notCopied') });
    change(context, 'cut', (file) => removeNodes(file, context.editor().selection));
  },
};
