// Adds a node of a type: where it was dropped, behind the port it was asked for at, or into a connection.
import { WorkflowGraph } from '../../../../engine/workflow/graph.ts';
import { mayAddNode } from '../../../../engine/workflow/node-issues.ts';
import type { NodeDescription } from '../../../../engine/workflow/node-type.ts';
import { GRID, NODE_SIZE, type Point, type PortRef } from '../canvas/index.ts';
import { addNode, connect, insertIntoEdge, moveNodes, nodeById } from '../document/operations.ts';
import { describeNode } from '../view/describe-node.ts';
import { newVersion } from '../view/type-lookup.ts';
import { change, type Change } from './change.ts';
import type { CreatorPlace, EditorContext } from './context.ts';

/** Where a node stands that is put behind another one, and how much lower the next one of several outputs. */
const BEHIND = 200;

export interface AddedType {
  readonly type: string;
  /** The type's own for new nodes when absent. */
  readonly version?: number;
}

/** Answers the id of the new node; undefined where it could not be added. */
export function addNodeOfType(context: EditorContext, { type, version }: AddedType, place?: CreatorPlace): string | undefined {
  const { ui, t, types, editor, newId } = context;
  const description = types().description(type, version);
  if (description === undefined) {
    ui.notify({ kind: 'error', title: t('add.unknown', { type }) });
    return undefined;
  }
  if (!mayAddNode(new WorkflowGraph(editor().history.present), type, description.maxNodes)) {
    const count = description.maxNodes ?? 1;
    ui.notify({
      kind: 'error',
      title: t('add.tooManyTitle', { name: description.displayName }),
      message: t('add.tooMany', { count }),
      isSticky: true,
    });
    return undefined;
  }
  const id = newId();
  const isAdded = change(context, 'add', (file): Change => {
    const position = free(file, placeOf(context, place));
    const needsWebhook = description.webhooks !== undefined;
    const added = addNode(file, {
      description,
      version: version ?? newVersion(description),
      position,
      id,
      ...(needsWebhook ? { webhookId: newId() } : {}),
    });
    return { file: joined(context, added.file, id, description, place), selection: [id] };
  });
  return isAdded ? id : undefined;
}

function placeOf({ canvas, editor }: EditorContext, place: CreatorPlace | undefined): Point {
  if (place === undefined) return middle(canvas()?.centre() ?? { x: 240, y: 300 });
  if (place.kind !== 'from') return place.at;
  const source = nodeById(editor().history.present, place.from.node);
  if (source === undefined) return place.at;
  // Asked for at the port itself: behind the node, level with it.
  const isNear = Math.abs(place.at.x - source.position[0]) < NODE_SIZE * 2;
  if (!isNear) return place.at;
  const sign = place.from.side === 'output' ? 1 : -1;
  return { x: source.position[0] + sign * BEHIND, y: source.position[1] + place.from.index * (NODE_SIZE + GRID * 2) };
}

/** Where a node stands whose middle is there. */
const middle = ({ x, y }: Point): Point => ({ x: x - NODE_SIZE / 2, y: y - NODE_SIZE / 2 });

type File = ReturnType<EditorContext['editor']>['history']['present'];

/** The place, or the next one below that no node stands on. */
function free(file: File, at: Point): Point {
  let { x, y } = { x: snap(at.x), y: snap(at.y) };
  const isTaken = (): boolean =>
    file.nodes.some(({ position }) => Math.abs(position[0] - x) < NODE_SIZE && Math.abs(position[1] - y) < NODE_SIZE);
  while (isTaken()) {
    x += GRID * 2;
    y += GRID * 7;
  }
  return { x, y };
}

const snap = (value: number): number => Math.round(value / GRID) * GRID;

function joined({ types }: EditorContext, file: File, id: string, description: NodeDescription, place: CreatorPlace | undefined): File {
  const node = nodeById(file, id);
  if (node === undefined || place === undefined || place.kind === 'at') return file;
  const { inputs, outputs } = describeNode(node, description);
  if (place.kind === 'into') {
    const opened = inputs.length === 0 ? file : insertIntoEdge(file, place.edge, node, outputs.length > 0);
    return makeRoom(opened, id, types);
  }
  const ports = place.from.side === 'output' ? inputs : outputs;
  const index = ports.findIndex(({ type }) => type === place.from.type);
  if (index < 0) return file;
  const own: PortRef = { node: id, side: place.from.side === 'output' ? 'input' : 'output', index, type: place.from.type };
  return connect(file, place.from, own);
}

/** Moves what stands behind a node that was put between two others, so that none lies on another. */
function makeRoom(file: File, id: string, _types: EditorContext['types']): File {
  const node = nodeById(file, id);
  if (node === undefined) return file;
  const [x, y] = node.position;
  const behind = file.nodes.filter(
    ({ id: other, position }) => other !== id && position[0] >= x && position[0] < x + BEHIND && Math.abs(position[1] - y) < NODE_SIZE,
  );
  if (behind.length === 0) return file;
  const moved = file.nodes.filter(
    ({ id: other, position }) => other !== id && position[0] >= x && Math.abs(position[1] - y) < NODE_SIZE * 4,
  );
  return moveNodes(file, new Map(moved.map(({ id: other, position }) => [other ?? '', { x: position[0] + BEHIND, y: position[1] }])));
}
