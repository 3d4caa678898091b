// Adds a node of a type: at the drop position, behind a port, or into a connection.
import type { WorkflowNode } from '../../../../engine/contract/workflow.ts';
import { edgesOf, WorkflowGraph } from '../../../../engine/workflow/graph/graph.ts';
import { mayAddNode } from '../../../../engine/workflow/issues/node-issues.ts';
import type { NodeDescription } from '../../../../engine/workflow/node-type.ts';
import { stickyNoteType } from '../../../../engine/workflow/planning/start-node.ts';
import { GRID, NODE_SIZE, type Point, type PortRef } from '../canvas/index.ts';
import { edgeOfId } from '../document/edge-ids.ts';
import { editorActions } from '../document/editor-slice.ts';
import { addNode, connect, insertIntoEdge, moveNodes, nodeById } from '../document/operations.ts';
import { describeNode } from '../view/describe-node.ts';
import { indexInType } from '../view/linked-ports.ts';
import { newVersion } from '../view/type-lookup.ts';
import { change, type Change } from './change.ts';
import type { CreatorPlace, EditorContext } from './context.ts';

/** Horizontal distance from its source at which a new node is placed. */
const BEHIND = 200;
/** Vertical distance between nodes: enough for a node, its name and its subtitle. */
const BELOW = NODE_SIZE + GRID * 3;

export interface AddedType {
  readonly type: string;
  /** Default: the type's own default version. */
  readonly version?: number;
}

/** Returns the id of the new node; undefined if it could not be added. */
export function addNodeOfType(context: EditorContext, { type, version }: AddedType, place?: CreatorPlace): string | undefined {
  const { ui, t, types, editor, newId } = context;
  const description = types().description(type, version);
  if (description === undefined) {
    ui.notify({ kind: 'error', title: t('add.unknown', { type }) });
    return undefined;
  }
  if (!mayAddNode(new WorkflowGraph(editor().history.present), type, description.maxNodes)) {
    notifyTooMany(context, description);
    return undefined;
  }
  const id = newId();
  const isAdded = change(context, 'add', (file): Change => {
    const position = free(file, placeOf(context, file, place), place);
    const needsWebhook = description.webhooks !== undefined;
    const added = addNode(file, {
      description,
      version: version ?? newVersion(description),
      position,
      id,
      ...(needsWebhook ? { webhookId: newId() } : {}),
    });
    return { file: joined(added.file, id, description, place), selection: [id] };
  });
  if (!isAdded) return undefined;
  context.dispatch(editorActions.nodeAdded(id));
  return id;
}

/** Reports that the workflow already has the maximum number of nodes of this type. */
export function notifyTooMany({ ui, t }: EditorContext, { name: type, displayName, maxNodes = 1 }: NodeDescription): void {
  ui.notify({
    kind: 'error',
    title: t('add.tooManyTitle', { name: displayName }),
    message: t('add.tooMany', { count: maxNodes }),
    isSticky: true,
    key: `too-many ${type}`,
  });
}

function placeOf({ canvas }: EditorContext, file: File, place: CreatorPlace | undefined): Point {
  if (place === undefined) return middle(canvas()?.centre() ?? { x: 240, y: 300 });
  if (place.kind === 'at') return place.at;
  if (place.kind === 'into') return between(file, place.edge, place.at);
  if (!isAtSource(file, place)) return place.at;
  const sign = place.from.side === 'output' ? 1 : -1;
  return { x: place.at.x + sign * BEHIND, y: place.at.y + place.from.index * BELOW };
}

/** Whether the node was requested for a node as a whole, after which it is placed. Otherwise `at` is the position of the new node. */
function isAtSource(file: File, place: CreatorPlace | undefined): boolean {
  const source = place?.kind === 'from' ? nodeById(file, place.from.node) : undefined;
  return source !== undefined && place?.at.x === source.position[0] && place.at.y === source.position[1];
}

interface Ends {
  readonly source: WorkflowNode;
  readonly target: WorkflowNode;
}

/** Returns the ends of a connection that leads forward; undefined for a connection that leads back. */
function forwardEnds(file: File, id: string): Ends | undefined {
  const edge = edgeOfId(file, id);
  const source = file.nodes.find(({ name }) => name === edge?.source);
  const target = file.nodes.find(({ name }) => name === edge?.target);
  return source === undefined || target === undefined || source.position[0] >= target.position[0] ? undefined : { source, target };
}

/** Returns a position on a connection, with space after its source. */
function between(file: File, edge: string, at: Point): Point {
  const ends = forwardEnds(file, edge);
  return ends === undefined ? at : { x: Math.max(at.x, ends.source.position[0] + BEHIND), y: at.y };
}

/** Returns the position of a node with this center. */
const middle = ({ x, y }: Point): Point => ({ x: x - NODE_SIZE / 2, y: y - NODE_SIZE / 2 });

type File = ReturnType<EditorContext['editor']>['history']['present'];

/**
 * Returns the position, or the next free one: straight below for nodes after the same node, otherwise diagonally. On a connection, other nodes
 * are moved instead.
 */
function free(file: File, at: Point, place: CreatorPlace | undefined): Point {
  let { x, y } = { x: snap(at.x), y: snap(at.y) };
  if (place?.kind === 'into' && forwardEnds(file, place.edge) !== undefined) return { x, y };
  const nodes = file.nodes.filter(({ type }) => type !== stickyNoteType);
  const isTaken = (): boolean =>
    nodes.some(({ position }) => Math.abs(position[0] - x) < NODE_SIZE && Math.abs(position[1] - y) < NODE_SIZE);
  const isBehind = isAtSource(file, place);
  while (isTaken()) {
    x += isBehind ? 0 : GRID * 2;
    y += isBehind ? BELOW : GRID * 7;
  }
  return { x, y };
}

const snap = (value: number): number => Math.round(value / GRID) * GRID;

function joined(file: File, id: string, description: NodeDescription, place: CreatorPlace | undefined): File {
  const node = nodeById(file, id);
  if (node === undefined || place === undefined || place.kind === 'at') return file;
  const { inputs, outputs } = describeNode(node, description);
  if (place.kind === 'into') {
    const opened = inputs.length === 0 ? file : insertIntoEdge(file, place.edge, node, outputs.length > 0);
    return makeRoom(opened, node, forwardEnds(file, place.edge));
  }
  const ports = place.from.side === 'output' ? inputs : outputs;
  const index = ports.findIndex(({ type }) => type === place.from.type);
  if (index < 0) return file;
  const own: PortRef = {
    node: id,
    side: place.from.side === 'output' ? 'input' : 'output',
    index: indexInType(ports, index),
    type: place.from.type,
  };
  return connect(file, place.from, own);
}

/** Moves the nodes after an inserted node, as far as its target and overlapping nodes require. */
function makeRoom(file: File, node: WorkflowNode, ends: Ends | undefined): File {
  if (ends === undefined) return file;
  const { target } = ends;
  const [x, y] = node.position;
  const across = ({ position }: WorkflowNode): number => Math.abs(position[1] - y);
  const isInTheWay = (other: WorkflowNode): boolean =>
    other === target || (other.type !== stickyNoteType && across(other) < NODE_SIZE && other.position[0] > x - NODE_SIZE);
  const isBehind = (other: WorkflowNode): boolean =>
    isInTheWay(other) || (across(other) < NODE_SIZE * 4 && other.position[0] >= Math.min(x, target.position[0]));
  const behind = file.nodes.filter((other) => other !== node && isBehind(other));
  const shift = Math.max(...behind.filter(isInTheWay).map(({ position }) => x + BEHIND - position[0]));
  if (shift <= 0) return file;
  return moveNodes(file, new Map(behind.map(({ id, position }) => [id ?? '', { x: position[0] + shift, y: position[1] }])));
}

/**
 * Place of a new node behind the selected one, at its first free output.
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
