// Duplicates nodes, and disables or enables them.
import { addCopies, extract, nodeById, toggleDisabled } from '../document/operations.ts';
import { runActions } from '../runs/run-slice.ts';
import { notifyTooMany } from './add-node.ts';
import { change } from './change.ts';
import type { EditorContext, EditorStore, Messages } from './context.ts';
import { boxAround, freePlace } from './free-place.ts';
import { nodeSizes } from '../view/node-size.ts';

/** Duplicates nodes below themselves, or at the nearest free place. */
export function duplicateNodes(context: EditorContext, ids: readonly string[]): void {
  const { editor, types, newId, canvas } = context;
  const { nodes } = editor().history.present;
  const counts = new Map<string, number>();
  for (const { type } of nodes) counts.set(type, (counts.get(type) ?? 0) + 1);
  const rejectedNames = new Set<string>();
  const copied: string[] = [];
  for (const { id, type, typeVersion } of nodes) {
    if (id === undefined || !ids.includes(id)) continue;
    const [count, description] = [counts.get(type) ?? 0, types().description(type, typeVersion)];
    if (description?.maxNodes !== undefined && count >= description.maxNodes) {
      if (!rejectedNames.has(type)) notifyTooMany(context, description);
      rejectedNames.add(type);
      continue;
    }
    counts.set(type, count + 1);
    copied.push(id);
  }
  if (copied.length === 0) return;
  let newIds: readonly string[] = [];
  const isDone = change(context, 'duplicate', (file) => {
    const part = extract(file, copied);
    const sizeOf = nodeSizes(file, types());
    const box = boxAround(part.nodes, sizeOf);
    const added = addCopies(file, part, freePlace(file, { ...box, y: box.y + box.height }, { sizeOf }), newId);
    newIds = added.ids;
    return { file: added.file, selection: newIds };
  });
  // After rendering, since the copies have no places before.
  if (isDone) requestAnimationFrame(() => canvas()?.bringIntoView(...newIds));
}

/** Disables or enables nodes; their results become stale. */
export function disableNodes(context: EditorStore & Messages, ids: readonly string[]): void {
  const { editor, dispatch } = context;
  if (!change(context, 'disable', (file) => toggleDisabled(file, ids))) return;
  dispatch(runActions.nodeDataDropped(ids.flatMap((id) => nodeById(editor().history.present, id)?.name ?? [])));
}
