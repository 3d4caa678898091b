// Pins the selected node's output, or unpins it.
import { Pin } from 'lucide-react';
import type { EditorStore } from '../actions/context.ts';
import { pinOutput, unpinOutput } from '../actions/pin-output.ts';
import { rootOf } from '../document/attached-layout.ts';
import { isPinned, nodeById } from '../document/operations.ts';
import { isEditing, hasOneNode, type Command } from './command.ts';

/** Whether the selected node is attached to another one: what it returns does not leave by a wire. */
function isAttached({ editor }: EditorStore): boolean {
  const { selection, history } = editor();
  const node = nodeById(history.present, selection[0] ?? '');
  return node !== undefined && !isPinned(history.present, node.name) && rootOf(history.present, node.name) !== undefined;
}

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
