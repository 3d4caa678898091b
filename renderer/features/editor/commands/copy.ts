// Copies the selection as text.
import { Clipboard } from 'lucide-react';
import { copyText } from '../../../ui/copy.tsx';
import { copiedText } from '../actions/clipboard.ts';
import type { Command } from './command.ts';

export const copy: Command = {
  id: 'copy',
  icon: Clipboard,
  group: 'edit',
  keys: ['Ctrl+C'],
  isEnabled: ({ editor }) => editor().selection.length > 0,
  run: async (context) => {
    const text = copiedText(context);
    if (text === undefined) return;
    const isDone = await copyText(text);
    context.ui.notify(isDone ? { kind: 'success', title: context.t('copied') } : { kind: 'error', title: context.t('notCopied') });
  },
};
