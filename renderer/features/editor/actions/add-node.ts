// Adds a node of a type: at the drop position, behind a port, or into a connection.
import type { WorkflowNode } from '../../../../engine/contract/workflow.ts';
import { edgesOf, WorkflowGraph } from '../../../../engine/workflow/graph/graph.ts';
import { mayAddNode } from '../../../../engine/workflow/issues/node-issues.ts';
import type { NodeDescription } from '../../../../engine/workflow/node-type.ts';
import { stickyNoteType } from '../../../../engine/workflow/planning/start-node.ts';
import { GRID, MAIN, NODE_SIZE, type CanvasPort, type Point, type PortRef } from '../canvas/index.ts';
import { edgeOfId } from '../document/edge-ids.ts';
import { editorActions } from '../document/editor-slice.ts';
import { addNode, connect, insertIntoEdge, moveNodes, nodeById } from '../document/operations.ts';
import { describeNode } from '../view/describe-node.ts';
import { indexInType } from '../view/linked-ports.ts';
import { nodeSizes, type NodeSize, type SizeOf } from '../view/node-size.ts';
import { newVersion } from '../view/type-lookup.ts';
import { change, type Change } from './change.ts';
import type { CreatorPlace, EditorContext, EditorStore, Messages, NodeCatalog, Panels } from './context.ts';

/** Horizontal space between a node and the next one. */
const GAP = NODE_SIZE;
/** Vertical distance between nodes: enough for a node, its name and its subtitle. */
const BELOW = NODE_SIZE + GRID * 3;
/** Space around attached nodes, for their names and issues. */
const AROUND = GRID * 4;

export interface AddedType {
  readonly type: string;
  /** Default: the type's own default version. */
  readonly version?: number;
  /** Parameters of the new node. */
  readonly parameters?: WorkflowNode['parameters'];
}

/** Returns the id of the new node; undefined if it could not be added. */
export function addNodeOfType(
  context: EditorContext,
  { type, version, parameters }: AddedType,
  creatorPlace?: CreatorPlace,
): string | undefined {
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
    const sizeOf = nodeSizes(file, types());
    const size = sizeOf({ name: '', type, typeVersion: version ?? newVersion(description), position: [0, 0], parameters: {} });
    const position = free(file, positionFor(context, file, creatorPlace, size), { creatorPlace, size, sizeOf });
    const needsWebhook = description.webhooks !== undefined;
    const added = addNode(file, {
      description,
      version: version ?? newVersion(description),
      position,
      id,
      ...(parameters === undefined ? {} : { parameters }),
      ...(needsWebhook ? { webhookId: newId() } : {}),
    });
    return { file: joined(added.file, id, description, { creatorPlace, sizeOf }), selection: [id] };
  });
  if (!isAdded) return undefined;
  context.dispatch(editorActions.nodeAdded(id));
  return id;
}

/** Reports that the workflow already has the maximum number of nodes of this type. */
export function notifyTooMany({ ui, t }: Messages, { name: type, displayName, maxNodes = 1 }: NodeDescription): void {
  ui.notify({
    kind: 'error',
    title: t('add.tooManyTitle', { name: displayName }),
    message: t('add.tooMany', { count: maxNodes }),
    isSticky: true,
    key: `too-many ${type}`,
  });
}

function positionFor({ canvas, types }: NodeCatalog & Panels, file: File, creatorPlace: CreatorPlace | undefined, size: NodeSize): Point {
  if (creatorPlace === undefined) return middle(canvas()?.centre() ?? { x: 240, y: 300 }, size);
  if (creatorPlace.kind === 'at') return creatorPlace.at;
  const sizeOf = nodeSizes(file, types());
  if (creatorPlace.kind === 'into') return between(file, creatorPlace.edge, creatorPlace.at, sizeOf);
  const source = nodeById(file, creatorPlace.from.node);
  // Attached nodes are centered on the port.
  if (creatorPlace.from.type !== MAIN) return { x: creatorPlace.at.x - (size.width - NODE_SIZE) / 2, y: creatorPlace.at.y };
  if (source === undefined || !isAtSource(file, creatorPlace)) {
    return creatorPlace.from.side === 'output'
      ? creatorPlace.at
      : { x: creatorPlace.at.x - (size.width - NODE_SIZE), y: creatorPlace.at.y };
  }
  const x = creatorPlace.from.side === 'output' ? sizeOf(source).width + GAP : -(size.width + GAP);
  return { x: creatorPlace.at.x + x, y: creatorPlace.at.y + creatorPlace.from.index * BELOW };
}

/** Whether the node was requested for a node as a whole, after which it is placed. Otherwise `at` is the position of the new node. */
function isAtSource(file: File, creatorPlace: CreatorPlace | undefined): boolean {
  const source = creatorPlace?.kind === 'from' ? nodeById(file, creatorPlace.from.node) : undefined;
  return source !== undefined && creatorPlace?.at.x === source.position[0] && creatorPlace.at.y === source.position[1];
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
function between(file: File, edge: string, at: Point, sizeOf: SizeOf): Point {
  const ends = forwardEnds(file, edge);
  return ends === undefined ? at : { x: Math.max(at.x, ends.source.position[0] + sizeOf(ends.source).width + GAP), y: at.y };
}

/** Returns the position of a node with this center. */
const middle = ({ x, y }: Point, { width, height }: NodeSize): Point => ({ x: x - width / 2, y: y - height / 2 });

type File = ReturnType<EditorContext['editor']>['history']['present'];

interface Arrival {
  readonly creatorPlace: CreatorPlace | undefined;
  /** Size of the new node. */
  readonly size: NodeSize;
  readonly sizeOf: SizeOf;
}

/**
 * Returns the position, or the next free one: straight below for nodes after the same node, to the right for nodes attached to the same node,
 * otherwise diagonally. On a connection, other nodes are moved instead.
 */
function free(file: File, at: Point, { creatorPlace, size, sizeOf }: Arrival): Point {
  let { x, y } = { x: snap(at.x), y: snap(at.y) };
  if (creatorPlace?.kind === 'into' && forwardEnds(file, creatorPlace.edge) !== undefined) return { x, y };
  const isAttached = creatorPlace?.kind === 'from' && creatorPlace.from.type !== MAIN;
  const around = isAttached ? AROUND : 0;
  const occupied = file.nodes
    .filter(({ type }) => type !== stickyNoteType)
    .map((node) => ({ x: node.position[0], y: node.position[1], ...sizeOf(node) }));
  const isTaken = (): boolean =>
    occupied.some(
      (other) =>
        x < other.x + other.width + around &&
        other.x < x + size.width + around &&
        y < other.y + other.height + around &&
        other.y < y + size.height + around,
    );
  const isBehind = isAtSource(file, creatorPlace);
  while (isTaken()) {
    x += isAttached ? GRID : isBehind ? 0 : GRID * 2;
    y += isAttached ? 0 : BELOW;
  }
  return { x, y };
}

const snap = (value: number): number => Math.round(value / GRID) * GRID;

function joined(file: File, id: string, description: NodeDescription, { creatorPlace, sizeOf }: Omit<Arrival, 'size'>): File {
  const node = nodeById(file, id);
  if (node === undefined || creatorPlace === undefined || creatorPlace.kind === 'at') return file;
  const { inputs, outputs } = describeNode(node, description);
  if (creatorPlace.kind === 'into') {
    const has = (ports: readonly CanvasPort[]): boolean => ports.some(({ type }) => type === MAIN);
    // Nodes are not inserted between a root node and an attached one.
    const fits = has(inputs) && edgeOfId(file, creatorPlace.edge)?.type === MAIN;
    const opened = fits ? insertIntoEdge(file, creatorPlace.edge, node, has(outputs)) : file;
    return makeRoom(opened, node, forwardEnds(file, creatorPlace.edge), sizeOf);
  }
  const ports = creatorPlace.from.side === 'output' ? inputs : outputs;
  const index = ports.findIndex(({ type }) => type === creatorPlace.from.type);
  if (index < 0) return file;
  const own: PortRef = {
    node: id,
    side: creatorPlace.from.side === 'output' ? 'input' : 'output',
    index: indexInType(ports, index),
    type: creatorPlace.from.type,
  };
  return connect(file, creatorPlace.from, own);
}

/** Moves the nodes after an inserted node, as far as its target and overlapping nodes require. */
function makeRoom(file: File, node: WorkflowNode, ends: Ends | undefined, sizeOf: SizeOf): File {
  if (ends === undefined) return file;
  const { target } = ends;
  const [x, y] = node.position;
  const next = x + sizeOf(node).width + GAP;
  const across = ({ position }: WorkflowNode): number => Math.abs(position[1] - y);
  const isInTheWay = (other: WorkflowNode): boolean =>
    other === target || (other.type !== stickyNoteType && across(other) < NODE_SIZE && other.position[0] > x - NODE_SIZE);
  const isBehind = (other: WorkflowNode): boolean =>
    isInTheWay(other) || (across(other) < NODE_SIZE * 4 && other.position[0] >= Math.min(x, target.position[0]));
  const nodesBehind = file.nodes.filter((other) => other !== node && isBehind(other));
  const shift = Math.max(...nodesBehind.filter(isInTheWay).map(({ position }) => next - position[0]));
  if (shift <= 0) return file;
  const behind = withAttached(file, nodesBehind);
  return moveNodes(file, new Map(behind.map(({ id, position }) => [id ?? '', { x: position[0] + shift, y: position[1] }])));
}

/** Returns the nodes with those that are attached to them. */
function withAttached(file: File, nodes: readonly WorkflowNode[]): readonly WorkflowNode[] {
  const names = new Set(nodes.map(({ name }) => name));
  const links = [...edgesOf(file.connections)].filter(({ type }) => type !== MAIN);
  for (const name of names) for (const { source, target } of links) if (target === name) names.add(source);
  return file.nodes.filter(({ name }) => names.has(name));
}

/**
 * Place of a new node behind the selected one, at its first free output.
 * Returns undefined unless exactly one node with an output is selected. If its only output is in use, it is used again. If all of several outputs
 * are in use, the new node is placed below its siblings without a connection, since the intended output is unknown.
 */
export function afterSelection({ editor, types }: EditorStore & NodeCatalog): CreatorPlace | undefined {
  const { selection, history } = editor();
  const [id] = selection;
  const node = id === undefined || selection.length > 1 ? undefined : nodeById(history.present, id);
  if (node === undefined || id === undefined || node.type === stickyNoteType) return undefined;
  const { outputs } = describeNode(node, types().description(node.type, node.typeVersion));
  const ports = outputs.filter(({ type }) => type === MAIN).map(({ type }, index): PortRef => ({ node: id, side: 'output', index, type }));
  const used = [...edgesOf(history.present.connections)].filter(({ source }) => source === node.name);
  const isFree = (port: PortRef): boolean => !used.some(({ sourceOutput, type }) => sourceOutput === port.index && type === port.type);
  const [x, y] = node.position;
  const { width } = nodeSizes(history.present, types())(node);
  const from = ports.find(isFree) ?? (ports.length === 1 ? ports[0] : undefined);
  if (from === undefined) return ports.length === 0 ? undefined : { kind: 'at', at: { x: x + GAP + width, y: y + ports.length * BELOW } };
  return { kind: 'from', from, at: { x, y } };
}

/** Distance between a node and its attached node. */
const ATTACHED_AT = 240;

/** Opens the creator for a port of a node, once a closed view of the node has restored the focus. */
export function openCreatorFor({ editor, ui }: EditorStore & Panels, from: PortRef): void {
  setTimeout(() => {
    const [x, y] = nodeById(editor().history.present, from.node)?.position ?? [0, 0];
    const below = from.type === MAIN ? 0 : from.side === 'input' ? ATTACHED_AT : -ATTACHED_AT;
    ui.openCreator({ kind: 'from', from, at: { x, y: y + below } });
  });
}
