// Copies what is chosen as text.
import { Clipboard } from 'lucide-react';
import { copiedText } from '../actions/clipboard.ts';
import type { Command } from './command.ts';

export const copy: Command = {
  id: 'copy',
  icon: Clipboard,
  group: 'edit',
  keys: ['Ctrl+C'],
  isEnabled: ({ editor }) => editor().selection.length > 0,
  history: 'ignore',
  run: async (context) => {
    const text = copiedText(context);
    if (text === undefined) return;
    await navigator.clipboard.writeText(text);
    context.ui.notify({ kind: 'success', title: context.t('copied') });
  },
};
