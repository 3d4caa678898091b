// Adds a sticky note near the center of the view where it covers no node, and starts editing it.
import { stickyNoteType } from '../../../../engine/workflow/planning/start-node.ts';
import { addNodeOfType } from './add-node.ts';
import type { EditorContext } from './context.ts';
import { freePlace, NOTE } from './free-place.ts';

export function addNote(context: EditorContext): void {
  const { canvas, editor } = context;
  const centre = canvas()?.centre() ?? { x: 240, y: 300 };
  const desiredBox = { ...NOTE, x: centre.x - NOTE.width / 2, y: centre.y - NOTE.height / 2 };
  const id = addNodeOfType(context, { type: stickyNoteType }, { kind: 'at', at: freePlace(editor().history.present, desiredBox) });
  if (id !== undefined) canvas()?.editNote(id);
}
