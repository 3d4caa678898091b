// Finds the target of a connection that is being drawn: a port, a node, another connection, or empty canvas. Uses only the model.
import type { CanvasNode, Point, PortRef } from '../canvas-model.ts';
import { distanceToShape } from './edge-path.ts';
import { contains, grow, type Rect } from './geometry.ts';
import type { Scene } from '../scene.ts';

export type ConnectionTarget =
  | { readonly kind: 'port'; readonly to: PortRef }
  | { readonly kind: 'refused'; readonly node: string; readonly reason: 'duplicate' | 'type' | 'self' | 'full' | 'unaccepted' }
  | { readonly kind: 'edge'; readonly edge: string }
  | { readonly kind: 'empty' };

const PORT_REACH = 16;
/** Half of a wire's hit path. */
const EDGE_REACH = 7;

const portsOf = (node: CanvasNode, side: PortRef['side']): CanvasNode['inputs'] => (side === 'input' ? node.inputs : node.outputs);
const other = (side: PortRef['side']): PortRef['side'] => (side === 'input' ? 'output' : 'input');

function nearestPort(scene: Scene, node: CanvasNode, side: PortRef['side'], at: Point, reach: number): PortRef | undefined {
  let best: PortRef | undefined;
  let least = reach;
  portsOf(node, side).forEach(({ type }, index) => {
    const point = scene.portPoint({ node: node.id, side, index });
    const distance = point === undefined ? Infinity : Math.hypot(point.x - at.x, point.y - at.y);
    if (distance > least) return;
    least = distance;
    best = { node: node.id, side, index, type };
  });
  return best;
}

/** Returns the port for a connection dropped on a node: the first free port of its type, otherwise the first to which it is not connected yet. */
export function firstMatchingPort(scene: Scene, from: PortRef, node: CanvasNode): PortRef | undefined {
  const side = other(from.side);
  const fitting = portsOf(node, side)
    .map(({ type }, index): PortRef => ({ node: node.id, side, index, type }))
    .filter((port) => port.type === from.type && scene.accepts(from, port));
  return fitting.find((port) => !scene.isTaken(node.id, side, port.index)) ?? fitting.find((port) => !scene.hasEdge(from, port));
}

/** Returns the topmost node at a point, with a margin for its ports. */
export function nodeAt(scene: Scene, at: Point, reach = 0): string | undefined {
  let hit: string | undefined;
  for (const id of scene.model.nodes.keys()) if (contains(grow(scene.rectOf(id) as Rect, reach), at)) hit = id;
  return hit;
}

/** Returns the connection that is closest to a point, within half of its hit path. */
export function edgeAt(scene: Scene, at: Point, zoom: number): string | undefined {
  const reach = EDGE_REACH / Math.min(zoom, 1);
  let hit: string | undefined;
  let least = reach;
  for (const id of scene.edgesIn(grow({ ...at, width: 0, height: 0 }, reach))) {
    const shape = scene.shapeOf(id);
    if (shape === undefined || !contains(grow(shape.bounds, reach), at)) continue;
    const distance = distanceToShape(at, shape);
    if (distance > least) continue;
    least = distance;
    hit = id;
  }
  return hit;
}

function onNode(scene: Scene, from: PortRef, node: CanvasNode, at: Point, reach: number): ConnectionTarget {
  if (node.id === from.node) return { kind: 'refused', node: node.id, reason: 'self' };
  const port = nearestPort(scene, node, other(from.side), at, reach);
  if (port === undefined) {
    const to = firstMatchingPort(scene, from, node);
    if (to !== undefined) return scene.isFull(from, to) ? { kind: 'refused', node: node.id, reason: 'full' } : { kind: 'port', to };
    const ofType = portsOf(node, other(from.side)).flatMap(({ type }, index): PortRef[] =>
      type === from.type ? [{ node: node.id, side: other(from.side), index, type }] : [],
    );
    const reason = ofType.length === 0 ? 'type' : ofType.some((each) => scene.accepts(from, each)) ? 'duplicate' : 'unaccepted';
    return { kind: 'refused', node: node.id, reason };
  }
  if (port.type !== from.type) return { kind: 'refused', node: node.id, reason: 'type' };
  if (!scene.accepts(from, port)) return { kind: 'refused', node: node.id, reason: 'unaccepted' };
  const reason = scene.hasEdge(from, port) ? 'duplicate' : scene.isFull(from, port) ? 'full' : undefined;
  return reason === undefined ? { kind: 'port', to: port } : { kind: 'refused', node: node.id, reason };
}

/** Whether a node may be inserted into a connection through one of its outputs. */
function mayEnter(scene: Scene, from: PortRef, id: string): boolean {
  const edge = scene.model.edges.get(id);
  if (edge === undefined || edge.isLink === true || from.side !== 'output' || edge.source === from.node || edge.target === from.node)
    return false;
  return scene.model.nodes.get(edge.source)?.outputs[edge.output]?.type === from.type;
}

/** Returns the target of a connection from `from` at a point on the canvas. */
export function connectionTarget(scene: Scene, from: PortRef, at: Point, zoom: number): ConnectionTarget {
  const reach = PORT_REACH / Math.min(zoom, 1);
  const node = scene.model.nodes.get(nodeAt(scene, at) ?? nodeAt(scene, at, reach) ?? '');
  if (node !== undefined) {
    const isBeside = !contains(scene.rectOf(node.id) as Rect, at);
    // Ports extend beyond the box on both sides; a point on one of them is on the node.
    const isAtPort = (side: PortRef['side']): boolean => nearestPort(scene, node, side, at, reach) !== undefined;
    if (!isBeside || (node.id !== from.node && (isAtPort('input') || isAtPort('output')))) return onNode(scene, from, node, at, reach);
  }
  const edge = edgeAt(scene, at, zoom);
  return edge !== undefined && mayEnter(scene, from, edge) ? { kind: 'edge', edge } : { kind: 'empty' };
}
