// Where a new node goes when one is chosen: behind it.
import { stickyNoteType } from '../../../../engine/workflow/start-node.ts';
import { nodeById } from '../document/operations.ts';
import { describeNode } from '../view/describe-node.ts';
import type { CreatorPlace, EditorContext } from './context.ts';

/** Undefined when not exactly one node with an output is chosen. */
export function behindSelection({ editor, types }: EditorContext): CreatorPlace | undefined {
  const { selection, history } = editor();
  const [id] = selection;
  const node = id === undefined || selection.length > 1 ? undefined : nodeById(history.present, id);
  if (node === undefined || id === undefined || node.type === stickyNoteType) return undefined;
  const [output] = describeNode(node, types().description(node.type, node.typeVersion)).outputs;
  if (output === undefined) return undefined;
  const [x, y] = node.position;
  return { kind: 'from', from: { node: id, side: 'output', index: 0, type: output.type }, at: { x, y } };
}
