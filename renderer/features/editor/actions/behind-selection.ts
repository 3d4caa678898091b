// Where a new node is placed if one node is selected: after it, connected to its first free output.
import { edgesOf } from '../../../../engine/workflow/graph/graph.ts';
import { stickyNoteType } from '../../../../engine/workflow/planning/start-node.ts';
import type { PortRef } from '../canvas/index.ts';
import { nodeById } from '../document/operations.ts';
import { describeNode } from '../view/describe-node.ts';
import { indexInType } from '../view/linked-ports.ts';
import { BEHIND, BELOW } from './add-node.ts';
import type { CreatorPlace, EditorContext } from './context.ts';

/**
 * Returns undefined unless exactly one node with an output is selected. If its only output is in use, it is used again. If all of several outputs
 * are in use, the new node is placed below its siblings without a connection, since the intended output is unknown.
 */
export function behindSelection({ editor, types }: EditorContext): CreatorPlace | undefined {
  const { selection, history } = editor();
  const [id] = selection;
  const node = id === undefined || selection.length > 1 ? undefined : nodeById(history.present, id);
  if (node === undefined || id === undefined || node.type === stickyNoteType) return undefined;
  const { outputs } = describeNode(node, types().description(node.type, node.typeVersion));
  const ports = outputs.map(({ type }, at): PortRef => ({ node: id, side: 'output', index: indexInType(outputs, at), type }));
  const used = [...edgesOf(history.present.connections)].filter(({ source }) => source === node.name);
  const isFree = (port: PortRef): boolean => !used.some(({ sourceOutput, type }) => sourceOutput === port.index && type === port.type);
  const [x, y] = node.position;
  const from = ports.find(isFree) ?? (ports.length === 1 ? ports[0] : undefined);
  if (from === undefined) return ports.length === 0 ? undefined : { kind: 'at', at: { x: x + BEHIND, y: y + ports.length * BELOW } };
  return { kind: 'from', from, at: { x, y } };
}
