// Disables or enables nodes; their results become stale.
import { nodeById, toggleDisabled } from '../document/operations.ts';
import { runActions } from '../runs/run-slice.ts';
import { change } from './change.ts';
import type { EditorContext } from './context.ts';

export function disableNodes(context: EditorContext, ids: readonly string[]): void {
  const { editor, dispatch } = context;
  if (!change(context, 'disable', (file) => toggleDisabled(file, ids))) return;
  dispatch(runActions.nodeDataDropped(ids.flatMap((id) => nodeById(editor().history.present, id)?.name ?? [])));
}
